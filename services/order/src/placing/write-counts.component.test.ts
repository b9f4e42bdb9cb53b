import { randomUUID } from 'node:crypto';
import { createMemoryBus } from '@kinmel/service-kit';
import {
  type TestDatabase,
  testDatabase,
  type WatchedConnection,
  watchedConnection,
} from '@kinmel/testing/servers';
import { orderOf, totalOf } from '../testing/order-body.ts';
import { anOrder } from '../testing/order-builder.ts';
import { startTestOrder, storeProduct, type TestOrder } from '../testing/test-order.ts';

jest.setTimeout(60_000);

const productId = 'a1'.repeat(12);
let database: TestDatabase;
let watched: WatchedConnection;
let order: TestOrder;

beforeAll(async () => {
  database = await testDatabase('order-counts');
  watched = await watchedConnection(database);
  // Disconnected, so that relay and consumers write nothing.
  const bus = createMemoryBus();
  order = await startTestOrder({ database, connection: watched.connection, bus });
  bus.disconnect();
  await storeProduct(order, { productId });
});
afterAll(async () => {
  await order.stop();
  await watched.close();
  await database.drop();
});

/** Excludes the relay's commands. */
const ownCommands = () =>
  watched.commands
    .filter(
      ({ name, command }) => command[name] !== 'leases' && (command[name] !== 'outbox' || name === 'insert'),
    )
    .map(({ name, command }) => `${name} ${command[name]}`);

it('makes two inserts in one transaction, one key claim, three reads and one call for its pieces (write count)', async () => {
  const place = () =>
    order.place(orderOf([{ productId, quantity: 1 }], totalOf(1000)), { key: randomUUID() }).expect(201);
  await place();
  watched.commands.length = 0;
  order.serviceClients.calls.length = 0;
  await place();

  // Buyer and products are read in parallel.
  expect(ownCommands().toSorted()).toEqual([
    'commitTransaction 1',
    'find deleted_accounts',
    'find orders',
    'find product_copies',
    'findAndModify key_claims',
    'insert orders',
    'insert outbox',
  ]);
  expect(order.serviceClients.calls).toEqual(['reserve']);
});

it('names the duplicate key, number or id of a rejected insert', async () => {
  const { orders } = order.context;
  const insert = (id: number, orderNumber: string, key: string, userId = 'writer') =>
    orders.insert(anOrder({ id: String(id).padStart(24, '0'), orderNumber, userId }), [], {
      key,
      bodyHash: 'hash',
    });
  expect(await insert(1, 'KM-1', 'first')).toBe('inserted');
  watched.commands.length = 0;
  expect(await insert(2, 'KM-1', 'second')).toBe('number-taken');
  expect(await insert(3, 'KM-3', 'first')).toBe('key-taken');
  expect(await insert(1, 'KM-4', 'fourth')).toBe('id-taken');
  expect(await insert(4, 'KM-5', 'first', 'somebody-else')).toBe('inserted');
  // Another buyer gets a data key.
  const ofFirstBuyer = Array.from({ length: 3 }, () => 'insert orders');
  expect(ownCommands()).toEqual([...ofFirstBuyer, 'findAndModify data_keys', 'insert orders']);
});
