import { expectAccountDeletion, handleMessage } from '@kinmel/testing/contracts';
import { anOrder } from '../testing/order-builder.ts';
import { deletedBuyer } from './order.rules.ts';
import type { Order } from './order.ts';
import { ordersSubscriptions } from './orders.subscriptions.ts';
import type { OrdersContext } from './orders-context.ts';

const userId = '6600000000000000000000c1';

/** Handles a message as the running service does, and returns the person's only order. */
async function receive(content: unknown): Promise<Order> {
  let order = anOrder({ userId, orderStatus: 'delivered', paymentStatus: 'paid', documents: ['invoice'] });
  const parts = {
    now: () => new Date('2026-11-21T10:00:00.000Z'),
    audit: { forgetNotes: async () => undefined, forgetPerson: async () => undefined },
    deletedAccounts: { note: async () => undefined, has: async () => false, all: async () => [] },
    forgetCustomer: async () => undefined,
    orders: {
      listOfBuyer: async (buyer: string) => (buyer === order.userId ? [order] : []),
      save: async (_before: Order, after: Order) => {
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
  await expectAccountDeletion('order', userId).executeTest(async ({ contents }) => {
    expect(await receive(contents.content)).toMatchObject(deletedBuyer);
  });
});
