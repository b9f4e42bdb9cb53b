import { randomUUID } from 'node:crypto';
import { createMemoryBus } from '@kinmel/service-kit';
import {
  type TestDatabase,
  testDatabase,
  type WatchedConnection,
  watchedConnection,
} from '@kinmel/testing/servers';
import request from 'supertest';
import { orderOf, totalOf } from '../testing/order-body.ts';
import { knownProduct, startTestOrder, type TestOrder } from '../testing/test-order.ts';

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

it('an order costs one insert here, one call for its pieces, and two reads: its key and its products (write count)', async () => {
  const place = () =>
    request(order.app)
      .post('/api/checkout-orders/create')
      .set('Authorization', `Bearer ${order.tokens.customer()}`)
      .set('Idempotency-Key', randomUUID())
      .send(orderOf([{ productId, quantity: 1 }], totalOf(1000)))
      .expect(201);
  await place();
  watched.commands.length = 0;
  order.owners.calls.length = 0;
  await place();

  const own = watched.commands.filter(({ name, command }) => {
    const collection: unknown = command[name];
    // The relay looks by the clock.
    return collection !== 'leases' && !JSON.stringify(command).includes('outbox.sentAt');
  });
  expect(own.map(({ name, command }) => `${name} ${command[name]}`)).toEqual([
    'find orders',
    'find product_copies',
    'insert orders',
  ]);
  expect(order.owners.calls).toEqual(['reserve']);
});
