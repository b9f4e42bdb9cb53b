import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { orderToReturnSchema } from '@kinmel/contracts';
import { createPersonalPhotos } from '@kinmel/pictures';
import { createLogger, migrateIndexes, openFolderObjects } from '@kinmel/service-kit';
import { storedEvents, type TestDatabase, testDatabase } from '@kinmel/testing/servers';
import { orderModels } from '../context.ts';
import { createOrderListsStore } from '../orders/reads/order-lists.store.ts';
import type { ProductWithVersion } from '../placing/service-clients.ts';
import { testCalendar, testShop } from '../testing/order-builder.ts';
import { aSnapshot } from '../testing/product-builder.ts';
import { writeSampleOrders } from './write-sample-orders.ts';

jest.setTimeout(60_000);

let database: TestDatabase;
let ordersFile: string;
beforeAll(async () => {
  database = await testDatabase('order-seed');
  ordersFile = path.join(await mkdtemp(path.join(tmpdir(), 'kinmel-seed-')), 'orders.json');
  await migrateIndexes(database.connection, orderModels(database.connection));
});
afterAll(async () => {
  await database.drop();
  await rm(path.dirname(ordersFile), { recursive: true });
});

const manyProducts = Array.from({ length: 8 }, (_, n) => ({
  version: 1,
  product: aSnapshot({ productId: `${n}`.repeat(24), name: `Phone ${n}` }),
}));

const write = async (products: readonly ProductWithVersion[] = manyProducts) =>
  writeSampleOrders({
    photos: createPersonalPhotos(await openFolderObjects(path.join(path.dirname(ordersFile), 'proofs'))),
    connection: database.connection,
    logger: createLogger({ service: 'order', level: 'silent' }),
    products,
    ...testShop,
    customer: { userId: '6600000000000000000000c1', email: 'customer@kinmel.example' },
    adminId: '6600000000000000000000a1',
    ordersFile,
  });

it('writes an order in every state once, newest first', async () => {
  expect(await write()).toBe(10);
  expect(await write()).toBe(0);
  const { orders } = await createOrderListsStore(database.connection, testCalendar).ofBuyer(
    '6600000000000000000000c1',
    { page: 1, limit: 10 },
  );
  expect(orders.map(({ orderStatus, paymentStatus }) => [orderStatus, paymentStatus])).toEqual([
    ['pending', 'pending'],
    ['processing', 'pending'],
    ['delivered', 'paid'],
    ['delivered', 'paid'],
    ['shipped', 'pending'],
    ['delivered', 'paid'],
    ['delivered', 'paid'],
    ['delivered', 'refunded'],
    ['cancelled', 'pending'],
    ['delivered', 'paid'],
  ]);
  for (const { createdAt, history } of orders) {
    expect(createdAt.getTime()).toBeLessThanOrEqual(Date.now());
    for (const { at } of history) expect(at.getTime()).toBeGreaterThanOrEqual(createdAt.getTime());
  }
});

it('writes their invoices and a credit note with numbers in the order of time (ORD-T2, ORD-T4)', async () => {
  const documents = await database.connection
    .collection('tax_documents')
    .find()
    .sort({ issuedAt: 1 })
    .toArray();
  expect(documents.map(({ kind, number }) => [kind, number])).toEqual([
    ['invoice', 1],
    ['invoice', 2],
    ['credit-note', 1],
    ['invoice', 3],
    ['invoice', 4],
    ['invoice', 5],
    ['invoice', 6],
    ['invoice', 7],
  ]);
});

it('gives the customer goodwill, and uses a part of it for the newest order', async () => {
  const postings = await database.connection
    .collection('ledger_postings')
    .find()
    .sort({ number: 1 })
    .toArray();
  expect(postings.map(({ cause, balanceAfter }) => [cause, balanceAfter.amountInMinorUnits])).toEqual([
    ['goodwill', 250_000],
    ['order', 150_000],
  ]);
});

it('passes the goods that may be returned to the seed of service-request, oldest order first', async () => {
  const returnableOrders = orderToReturnSchema.array().parse(JSON.parse(await readFile(ordersFile, 'utf8')));
  expect(returnableOrders.map(({ lines }) => lines.map(({ quantity }) => quantity))).toEqual([
    [1],
    [2, 1],
    [2],
    [1],
    [2, 1],
  ]);
  for (const { left } of returnableOrders) expect(left.paymentInMinorUnits).toBeGreaterThan(0);
});

it('writes paid payouts of sample sell requests, one with a receipt', async () => {
  const payouts = await database.connection.collection('payouts').find().toArray();
  expect(payouts.map(({ status, needsApproval, proofId }) => [status, needsApproval, !!proofId])).toEqual([
    ['paid', false, true],
    ['paid', false, false],
    ['paid', false, false],
  ]);
});

it('leaves the events of sample orders unsent for the services', async () => {
  const events = await storedEvents(database.connection);
  const counts = [...Map.groupBy(events, ({ type }) => type)].map(([type, { length }]) => [type, length]);
  expect(Object.fromEntries(counts)).toEqual({
    'order.placed': 10,
    'order.cancelled': 1,
    'order.status-changed': 29,
    'order.refunded': 1,
    'credit.changed': 2,
    'payout.paid': 3,
  });
});

it('writes a delivered order of the sample device, with its passport', async () => {
  const device = {
    ofProductId: '0'.repeat(24),
    grade: 'B' as const,
    batteryHealthPercent: 91,
    passportLink: '/passport/abc',
    photos: [],
  };
  const product = aSnapshot({ productId: 'd'.repeat(24), name: 'iPhone 12 Pro', device });
  expect(await write([{ version: 1, product }])).toBe(1);
  const { orders } = await createOrderListsStore(database.connection, testCalendar).ofBuyer(
    '6600000000000000000000c1',
    { page: 1, limit: 20 },
  );
  expect(orders).toHaveLength(11);
  expect(orders.find(({ lines }) => lines[0]?.productId === product.productId)).toMatchObject({
    orderStatus: 'delivered',
    paymentStatus: 'paid',
    lines: [{ passportLink: '/passport/abc', quantity: 1 }],
  });
});
