import { fileURLToPath } from 'node:url';
import { createLogger, type EventContext } from '@kinmel/service-kit';
import { MatchersV3, Pact, SpecificationVersion } from '@pact-foundation/pact';
import { anOrder } from '../testing/order-builder.ts';
import { goneBuyer } from './order.rules.ts';
import type { Order } from './order.ts';
import { ordersSubscriptions } from './orders.subscriptions.ts';
import type { OrdersContext } from './orders-context.ts';

const { integer, regex, uuid } = MatchersV3;

const pact = new Pact({
  consumer: 'order',
  provider: 'auth',
  dir: fileURLToPath(new URL('../../../../pacts', import.meta.url)),
  spec: SpecificationVersion.SPECIFICATION_VERSION_V4,
  logLevel: 'error',
});

const userId = '6600000000000000000000c1';

/** Handles a message as the running service would, and answers what became of that person's only order. */
async function receive(content: unknown): Promise<Order> {
  let order = anOrder({ userId, orderStatus: 'delivered' });
  const parts = {
    now: () => new Date('2026-11-21T10:00:00.000Z'),
    orders: {
      allOfBuyer: async (buyer: string) => (buyer === order.userId ? [order] : []),
      replace: async (_before: Order, after: Order) => {
        order = after;
        return true;
      },
    },
  };
  // Forgetting a person uses these parts of the context and no other.
  const [subscription] = ordersSubscriptions(parts as unknown as OrdersContext);
  if (subscription === undefined) throw new Error('Order does not listen to auth.');
  await subscription.handle(subscription.parse(content), {
    // The handlers pass the session on and never look into it.
    session: {} as EventContext['session'],
    log: createLogger({ service: 'order', level: 'silent' }),
  });
  return order;
}

it('user.deleted says whose orders lose their person', async () => {
  await pact
    .addAsynchronousInteraction()
    .expectsToReceive('user.deleted', (message) => {
      message.withMetadata({ routingKey: 'user.deleted', contentType: 'application/json' }).withJSONContent({
        eventId: uuid('7d9f7b1e-5a4b-4c7e-9a55-0c5c8f4d2a11'),
        type: 'user.deleted',
        version: 1,
        aggregateId: regex(/^[\w-]{1,64}$/, userId),
        aggregateVersion: integer(3),
        occurredAt: regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, '2026-11-20T10:00:00.000Z'),
        data: { userId: regex(/^[0-9a-f]{24}$/, userId) },
      });
    })
    .executeTest(async ({ contents }) => {
      expect(await receive(contents.content)).toMatchObject(goneBuyer);
    });
});
