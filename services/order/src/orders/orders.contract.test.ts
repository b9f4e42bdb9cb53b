import { contractBetween, expectEvent, handleMessage } from '@kinmel/testing/contracts';
import { MatchersV3 } from '@pact-foundation/pact';
import { policyContent } from '../policy/policy-content.ts';
import { anOrder, testCalendar } from '../testing/order-builder.ts';
import { deletedBuyer } from './order.rules.ts';
import type { Order } from './order.ts';
import { ordersSubscriptions } from './orders.subscriptions.ts';
import type { OrdersContext } from './orders-context.ts';

const { boolean, eachLike, integer, regex, string } = MatchersV3;

const pact = contractBetween('order', 'auth');
const requests = contractBetween('order', 'service-request');

const userId = '6600000000000000000000c1';

/** Handles a message as the running service does, and returns the person's only order. */
async function receive(content: unknown): Promise<Order> {
  let order = anOrder({ userId, orderStatus: 'delivered', paymentStatus: 'paid', documents: ['invoice'] });
  const parts = {
    now: () => new Date('2026-11-21T10:00:00.000Z'),
    audit: { forgetNotes: async () => undefined, forgetPerson: async () => undefined },
    deletedAccounts: { note: async () => undefined, has: async () => false, all: async () => [] },
    ledger: { close: async () => undefined },
    payouts: { forget: async () => undefined },
    documents: {
      policies: { inForce: async () => policyContent, of: async () => policyContent },
      dayOf: testCalendar.dayOf,
      now: () => new Date('2026-11-21T10:00:00.000Z'),
    },
    sendEvents: () => undefined,
    orders: {
      find: async () => order,
      allOfBuyer: async (buyer: string) => (buyer === order.userId ? [order] : []),
      replace: async (_before: Order, after: Order) => {
        order = after;
        return true;
      },
    },
  };
  // The handlers use only these parts of the context.
  await handleMessage(ordersSubscriptions(parts as unknown as OrdersContext), content);
  return order;
}

it('user.deleted has the id of the account', async () => {
  await expectEvent(pact, {
    type: 'user.deleted',
    aggregateId: regex(/^[\w-]{1,64}$/, userId),
    aggregateVersion: 3,
    data: { userId: regex(/^[0-9a-f]{24}$/, userId) },
  }).executeTest(async ({ contents }) => {
    expect(await receive(contents.content)).toMatchObject(deletedBuyer);
  });
});

it('return.settled has the order, its returned lines, the refund and where it goes', async () => {
  const id = (example: string) => regex(/^[0-9a-f]{24}$/, example);
  const { id: orderId, lines } = anOrder();
  const [{ productId } = { productId: '' }] = lines;
  await expectEvent(requests, {
    type: 'return.settled',
    aggregateId: id('00000000000000000000a1b2'),
    aggregateVersion: 4,
    data: {
      requestId: id('00000000000000000000a1b2'),
      userId: id(userId),
      reference: string('R-7H2K94QX'),
      subject: string('1 × Galaxy S26, 256 GB, Silver'),
      customer: { name: string('Sita Sharma'), email: string('sita@example.com') },
      sealedTrackingToken: string('sealed'),
      orderId: id(orderId),
      orderNumber: string('KM-7H2K-94QX'),
      lines: eachLike({
        key: regex(/^[0-9a-f]{24}(\/[0-9a-f]{24})?$/, productId),
        productId: id(productId),
        isProduct: boolean(true),
        quantity: integer(1),
        isRestocked: boolean(true),
      }),
      refund: { amountInMinorUnits: integer(54_000), currency: 'NPR' },
      refundTo: regex(/^(payment|credit)$/, 'payment'),
      note: string('As described.'),
    },
  }).executeTest(async ({ contents }) => {
    expect((await receive(contents.content)).returns).toMatchObject([
      { reference: 'R-7H2K94QX', amountInMinorUnits: 54_000, lines: [{ key: productId, quantity: 1 }] },
    ]);
  });
});
