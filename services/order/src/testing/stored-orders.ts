import { randomUUID } from 'node:crypto';
import { createMemoryBus } from '@kinmel/service-kit';
import {
  type TestDatabase,
  testDatabase,
  type WatchedConnection,
  watchedConnection,
} from '@kinmel/testing/servers';
import type { Order } from '../orders/order.ts';
import { newOrderNumber } from '../placing/order-number.ts';
import { anOrder } from './order-builder.ts';
import { startTestOrder, type TestOrder } from './test-order.ts';

/**
 * Starts the service for the tests of a file, on a database whose commands are recorded, and deletes all orders and tax
 * documents before each test.
 */
export function testWithStoredOrders(databaseName: string) {
  let database: TestDatabase;
  let watched: WatchedConnection;
  let order: TestOrder;
  beforeAll(async () => {
    database = await testDatabase(databaseName);
    watched = await watchedConnection(database);
    // Not every event has a consumer in these tests.
    order = await startTestOrder({ database, connection: watched.connection, bus: createMemoryBus() });
  });
  afterAll(async () => {
    await order.stop();
    await watched.close();
    await database.drop();
  });
  beforeEach(async () => {
    for (const name of ['orders', 'tax_documents', 'document_series'])
      await database.connection.collection(name).deleteMany({});
  });
  const call: TestOrder['call'] = (...parts) => order.call(...parts);
  return {
    get order() {
      return order;
    },
    get database() {
      return database;
    },
    get watched() {
      return watched;
    },
    call,
    asAdmin: (method: 'get' | 'post' | 'put', path: string, person?: string) =>
      call(method, path, order.tokens.admin(person)),
    /** Stores an order as placing does. */
    put: async (overrides: Partial<Order> = {}): Promise<Order> => {
      const newOrder = anOrder({ id: order.context.newId(), orderNumber: newOrderNumber(), ...overrides });
      await order.context.orders.insert(newOrder, [], { key: randomUUID(), bodyHash: 'x' });
      return newOrder;
    },
    read: (id: string) => order.context.orders.find(id),
    setStatus: (id: string, body: object) =>
      call('put', `/api/checkout-orders/admin/orders/${id}/status`, order.tokens.admin()).send(body),
  };
}
