import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connectMongo, createLogger, isDatabaseAway } from '@kinmel/service-kit';
import { eventually } from '@kinmel/testing';
import { type Database, startDatabase } from '@kinmel/tooling/database';
import { freePorts } from '@kinmel/tooling/ports';
import { createOrdersStore } from '../orders/orders.store.ts';
import { orderOf, totalOf } from '../testing/order-body.ts';
import { anOrder, testCalendar } from '../testing/order-builder.ts';
import { startTestOrder, storeProduct, type TestOrder } from '../testing/test-order.ts';

jest.setTimeout(180_000);

const productId = 'c'.repeat(24);
const folder = mkdtempSync(path.join(tmpdir(), 'kinmel-frozen-'));
let server: Database;
let order: TestOrder;

beforeAll(async () => {
  const [port = 0] = await freePorts(1);
  server = await startDatabase({
    port,
    dataFolder: path.join(folder, 'mongodb'),
    toolsFolder: path.resolve(__dirname, '../../../../.kinmel/tools'),
    logFile: path.join(folder, 'mongodb.log'),
    env: { ...process.env, MONGODB_URI: undefined },
  });
  const { uri } = server;
  const databaseName = 'order_frozen';
  const logger = createLogger({ service: 'order', level: 'silent' });
  const connection = await connectMongo({ uri, databaseName, logger });
  const close = () => connection.close();
  order = await startTestOrder({
    database: { uri, databaseName, connection, dataKey: '', empty: async () => {}, drop: close },
  });
  await storeProduct(order, { productId });
});
afterAll(async () => {
  await order.stop();
  await order.connection.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => order.serviceClients.held.clear());

const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
  const [pid] = server.pids;
  if (pid === undefined) throw new Error('The database is not a process of this test.');
  process.kill(pid, name);
};

const body = orderOf([{ productId, quantity: 1 }], totalOf(1000));
const place = (buyer: { key?: string; userId: string }) => order.place(body, buyer);
/** Repeats the key while the first claim lasts, like the checkout page. */
const placeAgain = (buyer: { key: string; userId: string }) =>
  eventually(() => place(buyer).expect(201), 30_000);
const countOrders = (userId: string) => order.connection.collection('orders').countDocuments({ userId });

async function measure<T>(work: () => PromiseLike<T>): Promise<{ result: T; tookMs: number }> {
  const startedAt = performance.now();
  return { result: await work(), tookMs: performance.now() - startedAt };
}

/** Freezes the database at a step of placing. */
function freezeAt(step: 'reserve' | 'insert'): void {
  const { serviceClients, context } = order;
  const [target, name] = step === 'insert' ? [context.orders, 'insert'] : [serviceClients, step];
  const original = Reflect.get(target, name) as (...parts: unknown[]) => Promise<unknown>;
  Object.assign(target, {
    [name]: async (...parts: unknown[]) => {
      Object.assign(target, { [name]: original });
      if (step === 'insert') {
        signal('SIGSTOP');
        return original(...parts);
      }
      const result = await original(...parts);
      signal('SIGSTOP');
      return result;
    },
  });
}

const refusal = {
  success: false,
  code: 'service-unavailable',
  message: 'The shop takes too long to answer. Please try again: your order is placed once at most.',
};

/** The answers of orders that are sent while the database is frozen; all take less than three seconds. */
async function placeWhileFrozen(buyers: readonly { key?: string; userId: string }[]) {
  signal('SIGSTOP');
  try {
    const answers = await Promise.all(buyers.map((buyer) => measure(() => place(buyer))));
    for (const { tookMs } of answers) expect(tookMs).toBeLessThan(3_000);
    return answers.map(({ result }) => result);
  } finally {
    signal('SIGCONT');
  }
}

describe('while the database hangs (D-02, ORD-O16)', () => {
  it('answers 503 within 3 s to parallel orders, whose keys are usable afterwards', async () => {
    const buyers = Array.from({ length: 12 }, (_, n) => ({ key: randomUUID(), userId: `many-${n}` }));
    for (const { status, body, headers } of await placeWhileFrozen(buyers)) {
      expect([status, headers['retry-after']]).toEqual([503, '2']);
      expect(body).toMatchObject(refusal);
    }
    expect(order.serviceClients.held.size).toBe(0);
    for (const buyer of buyers) {
      await placeAgain(buyer);
      expect(await countOrders(buyer.userId)).toBe(1);
    }
  });

  it.each(['reserve', 'insert'] as const)(
    'from %s on, answers 503 within 3 s; the same key leads to one order, and nothing else stays held (R-01, I-1, I-10)',
    async (step) => {
      for (let round = 0; round < 3; round += 1) {
        order.serviceClients.held.clear();
        const buyer = { key: randomUUID(), userId: `${step}-${round}` };
        freezeAt(step);
        try {
          const { result, tookMs } = await measure(() => place(buyer));
          expect([result.status, result.body.message]).toEqual([503, refusal.message]);
          expect(tookMs).toBeLessThan(3_000);
        } finally {
          signal('SIGCONT');
        }
        const heldIds = [...order.serviceClients.held.keys()];
        const again = await placeAgain(buyer);
        // The first write may have reached the database.
        expect(await countOrders(buyer.userId)).toBe(1);
        for (const id of heldIds) {
          const state = await order.context.orders.settle(id, new Date());
          expect(state).toBe(id === again.body.order.id ? 'placed' : 'abandoned');
        }
      }
    },
  );

  it('asks a buyer without a key to check the orders before trying again', async () => {
    const [answer] = await placeWhileFrozen([{ userId: 'no-key' }]);
    expect([answer?.status, answer?.body.message]).toEqual([
      503,
      'The shop takes too long to answer. Please look at your orders before you try again.',
    ]);
    await eventually(async () => expect(await countOrders('no-key')).toBe(0));
  });
});

it('rejects an order without a database connection as not placed (D-05, I-1)', async () => {
  const { uri } = server;
  const logger = createLogger({ service: 'order', level: 'silent' });
  const connection = await connectMongo({ uri, databaseName: 'order_frozen', logger, poolSize: 1 });
  try {
    const orders = createOrdersStore(connection, testCalendar);
    const admin = connection.getClient().db('admin');
    const { topologyVersion } = await admin.command({ hello: 1 }, { promoteLongs: false });
    // Occupies the only connection: the server answers on a change, or after five seconds.
    const blockingCommand = admin.command({ hello: 1, topologyVersion, maxAwaitTimeMS: 5_000 });
    const insert = (n: number) => {
      const crowd = anOrder({ id: `${n}`.padStart(24, '0'), orderNumber: `KM-${n}`, userId: 'crowd' });
      return orders.insert(crowd, [], { key: `crowd-${n}`, bodyHash: 'hash' });
    };
    const errors = await Promise.all([1, 2, 3].map((n) => insert(n).catch((error: unknown) => error)));
    for (const error of errors) {
      expect(error).toMatchObject({ name: expect.stringMatching(/Mongo/) });
      expect(isDatabaseAway(error)).toBe(true);
    }
    await blockingCommand;
  } finally {
    await connection.close();
  }
});

it('delays an order by 3 s at most when services are late, and releases its holds (D-02, ORD-O16, I-10)', async () => {
  const { serviceClients } = order;
  const reserve = serviceClients.reserve.bind(serviceClients);
  const { promise: gate, resolve: letGo } = Promise.withResolvers<void>();
  const lateReserve = jest.spyOn(serviceClients, 'reserve').mockImplementation(async (hold) => {
    await reserve(hold);
    await gate;
  });
  const buyer = { key: randomUUID(), userId: 'late-owner' };
  const { result, tookMs } = await measure(() => place(buyer));
  expect(result.status).toBe(503);
  expect(tookMs).toBeLessThan(3_000);
  expect(serviceClients.held.size).toBe(1);
  lateReserve.mockRestore();
  letGo();
  await eventually(() => expect(serviceClients.held.size).toBe(0));
  expect(await countOrders('late-owner')).toBe(0);
  await placeAgain(buyer);
});
