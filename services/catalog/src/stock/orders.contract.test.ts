import { settleOrder } from '@kinmel/contracts';
import { contractBetween, expectEvent, handleMessage, serviceCalls } from '@kinmel/testing/contracts';
import { MatchersV3 } from '@pact-foundation/pact';
import type { Sale } from './sale.rules.ts';
import { stockSubscriptions } from './stock.subscriptions.ts';
import type { StockContext } from './stock-context.ts';

const { boolean, eachLike, integer, like, nullValue, regex, string } = MatchersV3;

const order = contractBetween('catalog', 'order');
const requests = contractBetween('catalog', 'service-request');

const orderId = '00000000000000000000a0d1';
const productId = '25ee728f50f0dfc3eee9b45d';
const id = (example: string) => regex(/^[0-9a-f]{24}$/, example);

describe('what catalog needs from order about an overdue hold', () => {
  it.each([
    ['placed', `the order ${orderId} was placed`],
    ['cancelled', `the order ${orderId} was cancelled`],
    ['abandoned', `there is no order ${orderId}`],
  ])('is the answer %s', (state, given) =>
    expect(
      serviceCalls('catalog', 'order')(
        {
          given,
          name: `a hold to be settled, of an order that is ${state}`,
          request: ['POST', `/internal/orders/${orderId}/settle`],
          answer: { state },
        },
        (client) => client.call(settleOrder, { params: { orderId } }),
      ),
    ).resolves.toMatchObject({ state }),
  );
});

/** Handles a message as the service does, with one product and its sales in memory. */
async function receive(content: unknown, sale?: Sale) {
  const moves: [string, string, number][] = [];
  let storedSale = sale;
  const recordMove = (what: string) => async (product: string, quantity: number) => {
    moves.push([what, product, quantity]);
    return { outcome: 'done', isVisible: false };
  };
  const parts = {
    now: () => new Date('2026-11-21T10:00:00.000Z'),
    sales: {
      find: async () => storedSale,
      insert: async (next: Sale) => {
        const isNew = storedSale === undefined;
        storedSale ??= next;
        return isNew;
      },
      save: async (next: Sale) => {
        storedSale = next;
      },
    },
    products: { find: async () => undefined },
    stock: {
      take: (product: string, { quantity }: { quantity: number }) => recordMove('take')(product, quantity),
      giveBack: recordMove('give back'),
      heldLines: async () => [],
    },
  };
  // The handlers use only these parts of the context.
  const subscriptions = stockSubscriptions(parts as unknown as StockContext);
  await handleMessage(subscriptions, content);
  return moves;
}

const expectMessage = (type: string, data: object) =>
  expectEvent(order, { type, aggregateId: id(orderId), aggregateVersion: 2, data });
const reference = {
  orderId: id(orderId),
  orderNumber: string('KM-7H2K-94QX'),
  userId: string('user-1'),
  customer: { name: string('Asha Rai'), email: string('asha.rai@kinmel.example') },
};

describe("what catalog needs from order's events", () => {
  it('order.placed names the sold pieces', async () => {
    await expectMessage('order.placed', {
      ...reference,
      lines: eachLike({
        productId: id(productId),
        isProduct: boolean(true),
        offerId: nullValue(),
        name: string('iPhone 13 Pro'),
        details: string('256 GB, Silver'),
        quantity: integer(2),
        priceInMinorUnits: integer(9_150_000),
        lineTotalInMinorUnits: integer(18_300_000),
      }),
      offerIds: like([]),
      promoCode: nullValue(),
      subtotalInMinorUnits: integer(18_300_000),
      shippingInMinorUnits: integer(0),
      taxInMinorUnits: integer(1_464_000),
      taxLabel: string('Tax (8%)'),
      totalInMinorUnits: integer(19_764_000),
      paymentMethod: regex(/^(cash_on_delivery|card)$/, 'cash_on_delivery'),
      deliverTo: string('Jhamsikhel 12, Lalitpur 44700'),
    }).executeTest(async ({ contents }) => {
      expect(await receive(contents.content)).toEqual([['take', productId, 2]]);
    });
  });

  it('order.cancelled names the order whose pieces return', async () => {
    await expectMessage('order.cancelled', {
      ...reference,
      reason: regex(/^(customer|admin|not-paid-in-time)$/, 'customer'),
      note: string(''),
      money: regex(/^(none|goes-back|by-hand|already-back)$/, 'none'),
    }).executeTest(async ({ contents }) => {
      const sold = { orderId, state: 'sold', lines: [{ productId, quantity: 2 }] } as const;
      expect(await receive(contents.content, sold)).toEqual([['give back', productId, 2]]);
    });
  });
});

it('return.settled of service-request names the pieces that can be sold again', async () => {
  await expectEvent(requests, {
    type: 'return.settled',
    aggregateId: id('00000000000000000000a1b2'),
    aggregateVersion: 4,
    data: {
      requestId: id('00000000000000000000a1b2'),
      userId: string('6600000000000000000000c1'),
      reference: string('R-7H2K94QX'),
      subject: string('2 × iPhone 13 Pro, 256 GB, Silver'),
      customer: { name: string('Asha Rai'), email: string('asha.rai@kinmel.example') },
      sealedTrackingToken: string('sealed'),
      orderId: id(orderId),
      orderNumber: string('KM-7H2K-94QX'),
      lines: eachLike({
        key: regex(/^[0-9a-f]{24}(\/[0-9a-f]{24})?$/, productId),
        productId: id(productId),
        isProduct: boolean(true),
        quantity: integer(2),
        isRestocked: boolean(true),
      }),
      refund: { amountInMinorUnits: integer(54_000), currency: 'NPR' },
      refundTo: regex(/^(payment|credit)$/, 'payment'),
      note: string('As described.'),
    },
  }).executeTest(async ({ contents }) => {
    const sold = { orderId, state: 'sold', lines: [{ productId, quantity: 2 }] } as const;
    expect(await receive(contents.content, sold)).toEqual([['give back', productId, 2]]);
  });
});
