import { randomUUID } from 'node:crypto';
import { createMemoryBus } from '@kinmel/service-kit';
import { sampleDelivery } from '@kinmel/testing/samples';
import {
  type TestDatabase,
  testDatabase,
  type WatchedConnection,
  watchedConnection,
} from '@kinmel/testing/servers';
import request from 'supertest';
import { orderOf, totalOf } from '../testing/order-body.ts';
import { anOrder } from '../testing/order-builder.ts';
import { knownProduct, startTestOrder, type TestOrder } from '../testing/test-order.ts';
import { placeOrder } from './place-order.ts';

jest.setTimeout(60_000);

const productId = 'a1'.repeat(12);
let database: TestDatabase;
let watched: WatchedConnection;
let order: TestOrder;

beforeAll(async () => {
  database = await testDatabase('order-counts');
  watched = await watchedConnection(database);
  // A bus that is away: neither relay nor consumers write meanwhile.
  const bus = createMemoryBus();
  order = await startTestOrder({ database, connection: watched.connection, bus });
  bus.disconnect();
  await knownProduct(order, { productId });
});
afterAll(async () => {
  await order.stop();
  await watched.close();
  await database.drop();
});

/** Without those of the relay, which looks by the clock. */
const ownCommands = () =>
  watched.commands
    .filter(
      ({ name, command }) => command[name] !== 'leases' && !JSON.stringify(command).includes('outbox.sentAt'),
    )
    .map(({ name, command }) => `${name} ${command[name]}`);

it('an order costs one insert and a claim of its key here, one call for its pieces, and three reads: its key, its buyer and its products (write count)', async () => {
  const place = () =>
    request(order.app)
      .post('/api/checkout-orders/create')
      .set('Authorization', `Bearer ${order.tokens.customer()}`)
      .set('Idempotency-Key', randomUUID())
      .send(orderOf([{ productId, quantity: 1 }], totalOf(1000)))
      .expect(201);
  await place();
  watched.commands.length = 0;
  order.serviceClients.calls.length = 0;
  await place();

  // The reads of buyer and products go side by side.
  expect(ownCommands().toSorted()).toEqual([
    'find gone_buyers',
    'find orders',
    'find product_copies',
    'insert orders',
    'update key_claims',
  ]);
  expect(order.serviceClients.calls).toEqual(['reserve']);
});

it('orders that come at once share each of them: one insert for all, and each has an outcome of its own (write count)', async () => {
  const taken = randomUUID();
  const place = (key: string, total = totalOf(1000)) =>
    placeOrder(order.context, {
      body: {
        customerDetails: sampleDelivery,
        products: [{ productId, quantity: 1 }],
        pricing: { total },
        paymentMethod: 'cash_on_delivery',
      },
      userId: 'user-1',
      address: '127.0.0.1',
      idempotencyKey: key,
      traceparent: '',
      log: order.context.logger,
    });
  await place(taken);
  watched.commands.length = 0;
  const keys = Array.from({ length: 6 }, () => randomUUID());
  const results = await Promise.allSettled([
    ...keys.map((key) => place(key)),
    place(taken),
    place(randomUUID(), totalOf(1)),
  ]);

  // The reads of buyer and products go side by side; the claim of the one that is refused is given up.
  expect(ownCommands().toSorted()).toEqual([
    'delete key_claims',
    'find gone_buyers',
    'find orders',
    'find product_copies',
    'insert orders',
    'update key_claims',
  ]);
  const placed = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  expect(placed.map(({ isReplay }) => isReplay)).toEqual([...keys.map(() => false), true]);
  expect(new Set(placed.map(({ answer }) => answer.data.orderNumber)).size).toBe(7);
  expect(results.at(-1)).toMatchObject({ status: 'rejected', reason: { code: 'price-changed' } });
});

it('of orders that are written together each has an outcome of its own: a taken key, number or id stops nobody else', async () => {
  const { orders } = order.context;
  let number = 0;
  const insert = (
    id: number,
    { orderNumber = `KM-${(number += 1)}`, key = `key-${number}`, userId = 'writer' } = {},
  ) =>
    orders.insert(anOrder({ id: String(id).padStart(24, '0'), orderNumber, userId }), [], {
      key,
      bodyHash: 'hash',
    });
  expect(await insert(1, { orderNumber: 'KM-FIRST', key: 'first' })).toBe('inserted');
  watched.commands.length = 0;
  const outcomes = await Promise.all([
    insert(2),
    insert(3, { orderNumber: 'KM-FIRST' }),
    insert(4, { key: 'first' }),
    insert(1),
    insert(5),
    insert(6, { key: 'first', userId: 'somebody-else' }),
  ]);
  expect(outcomes).toEqual(['inserted', 'number-taken', 'key-taken', 'id-taken', 'inserted', 'inserted']);
  // All at once, and those that were refused once more to learn why.
  expect(ownCommands()).toEqual(Array.from({ length: 4 }, () => 'insert orders'));
});
