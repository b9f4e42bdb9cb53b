import { settleOrder } from '@kinmel/contracts';
import { contractBetween, expectEvent, handleMessage, serviceCalls } from '@kinmel/testing/contracts';
import { MatchersV3 } from '@pact-foundation/pact';
import type { FollowContext } from './follow-order.ts';
import type { Redemption } from './redemption.rules.ts';
import { redemptionsSubscriptions } from './redemptions.subscriptions.ts';

const { arrayContaining, boolean, eachLike, integer, nullValue, regex, string } = MatchersV3;

const pact = contractBetween('offer', 'order');

const orderId = 'a'.repeat(24);
const offerId = 'b'.repeat(24);
const id = (example: string) => regex(/^[0-9a-f]{24}$/, example);

const reference = {
  orderId: id(orderId),
  orderNumber: string('KM-7H2K-94QX'),
  userId: string('user-1'),
  customer: { name: string('Asha'), email: string('asha@kinmel.example') },
};

const heldRedemption: Redemption = {
  orderId,
  userId: 'user-1',
  offerIds: [offerId],
  state: 'reserved',
  holdUntil: new Date('2026-11-21T06:01:00Z'),
};

/** Handles a message as the service does; resolves with the entry that it leaves. */
async function receive(content: unknown): Promise<Redemption> {
  let entry = heldRedemption;
  const parts: Omit<FollowContext, 'redemptions'> & { readonly redemptions: object } = {
    redemptions: {
      find: async () => entry,
      save: async (next: Redemption) => {
        entry = next;
      },
    },
    offers: {
      findMany: async () => [],
      countPlaced: async () => undefined,
      countDown: async () => undefined,
    },
    now: () => new Date('2026-11-21T06:00:00Z'),
  };
  // The handlers use only these parts of the context.
  await handleMessage(redemptionsSubscriptions(parts as FollowContext), content);
  return entry;
}

const expectMessage = (description: string, type: string, data: object) =>
  expectEvent(pact, { type, description, aggregateId: id(orderId), aggregateVersion: 2, data });

describe("what offer needs from order's events", () => {
  it('order.placed names the redeemed offers', async () => {
    await expectMessage('order.placed with an offer', 'order.placed', {
      ...reference,
      lines: eachLike({
        productId: id('c'.repeat(24)),
        isProduct: boolean(true),
        offerId: id(offerId),
        name: string('Galaxy S25 Ultra'),
        details: string('256 GB, Silver'),
        quantity: integer(1),
        priceInMinorUnits: integer(14_511_200),
        lineTotalInMinorUnits: integer(14_511_200),
      }),
      offerIds: arrayContaining(id(offerId)),
      promoCode: nullValue(),
      subtotalInMinorUnits: integer(14_511_200),
      shippingInMinorUnits: integer(0),
      taxInMinorUnits: integer(1_160_896),
      taxLabel: string('Tax (8%)'),
      totalInMinorUnits: integer(15_672_096),
      paymentMethod: regex(/^(cash_on_delivery|card)$/, 'cash_on_delivery'),
      deliverTo: string('Patan'),
    }).executeTest(async ({ contents }) => {
      expect(await receive(contents.content)).toMatchObject({ state: 'reserved', holdUntil: null });
    });
  });

  it('order.status-changed has the confirmation', async () => {
    await expectMessage('order.status-changed', 'order.status-changed', {
      ...reference,
      from: regex(/^[a-z]+$/, 'pending'),
      to: regex(/^(confirmed|processing|shipped|delivered)$/, 'confirmed'),
      note: string(''),
    }).executeTest(async ({ contents }) => {
      expect(await receive(contents.content)).toMatchObject({ state: 'captured' });
    });
  });

  it('order.cancelled names the order', async () => {
    await expectMessage('order.cancelled', 'order.cancelled', {
      ...reference,
      reason: regex(/^(customer|admin|not-paid-in-time)$/, 'customer'),
      note: string(''),
      money: regex(/^(none|goes-back|by-hand|already-back)$/, 'none'),
    }).executeTest(async ({ contents }) => {
      expect(await receive(contents.content)).toMatchObject({ state: 'released' });
    });
  });
});

describe('what offer needs from order about an overdue hold', () => {
  const heldOrder = '00000000000000000000a0d1';

  it.each([
    ['placed', `the order ${heldOrder} was placed`],
    ['cancelled', `the order ${heldOrder} was cancelled`],
    ['abandoned', `there is no order ${heldOrder}`],
  ])('gets the answer %s', (state, given) =>
    expect(
      serviceCalls('offer', 'order')(
        {
          given,
          name: `a redemption to be settled, of an order that is ${state}`,
          request: ['POST', `/internal/orders/${heldOrder}/settle`],
          answer: { state },
        },
        (client) => client.call(settleOrder, { params: { orderId: heldOrder } }),
      ),
    ).resolves.toMatchObject({ state }),
  );
});
