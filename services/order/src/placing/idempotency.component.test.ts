import { randomUUID } from 'node:crypto';
import { ProblemError } from '@kinmel/service-kit';
import { type TestDatabase, testDatabase } from '@kinmel/testing/servers';
import { keyLifetimeMs } from '../orders/orders.store.ts';
import { orderOf, totalOf } from '../testing/order-body.ts';
import { startTestOrder, storeProduct, type TestOrder } from '../testing/test-order.ts';

jest.setTimeout(60_000);

const productId = 'b'.repeat(24);
/** Has the same price. */
const otherProductId = 'c'.repeat(24);
let database: TestDatabase;
let order: TestOrder;

beforeAll(async () => {
  database = await testDatabase('order-keys');
  order = await startTestOrder({ database });
  await storeProduct(order, { productId });
  await storeProduct(order, { productId: otherProductId });
});
afterAll(async () => {
  await order.stop();
  await database.drop();
});
beforeEach(() => {
  order.serviceClients.held.clear();
  order.serviceClients.calls.length = 0;
});

const onePiece = () => orderOf([{ productId, quantity: 1 }], totalOf(1000));
const twoPieces = () => orderOf([{ productId, quantity: 2 }], totalOf(2000));
const countOf = (userId: string) => database.connection.collection('orders').countDocuments({ userId });

const place = (body: object, { at = order, ...options }: { key?: string; userId: string; at?: TestOrder }) =>
  at.place(body, options);

async function soldOut(): Promise<never> {
  throw new ProblemError('out-of-stock', 'Not enough.', [{ path: productId, message: '0' }]);
}

/** Expires all claims. */
const endLeases = () =>
  database.connection.collection('key_claims').updateMany({}, { $set: { leasedUntil: new Date(0) } });

/** Holds the inserts of an instance until `letGo`. */
function holdInserts(at: TestOrder) {
  const { orders } = at.context;
  const insert = orders.insert.bind(orders);
  const { promise: gate, resolve: release } = Promise.withResolvers<void>();
  const { promise: first, resolve: arrived } = Promise.withResolvers<void>();
  Object.assign(orders, {
    insert: async (...parts: Parameters<typeof insert>) => {
      arrived();
      await gate;
      return insert(...parts);
    },
  });
  return {
    first,
    letGo() {
      Object.assign(orders, { insert });
      release();
    },
  };
}

/** Another instance for the time of a test. */
async function withInstance(work: (instance: TestOrder) => Promise<void>): Promise<void> {
  const instance = await startTestOrder({ database });
  try {
    await work(instance);
  } finally {
    await instance.stop();
  }
}

describe('an Idempotency-Key', () => {
  it('returns the same answer and places one order, also after a restart (S-07, E-08)', async () => {
    const [key, userId] = [randomUUID(), 'again'];
    const first = await place(onePiece(), { key, userId }).expect(201);
    const second = await place(onePiece(), { key, userId }).expect(201);
    expect(second.body).toEqual(first.body);
    expect([first.headers['idempotency-replayed'], second.headers['idempotency-replayed']]).toEqual([
      undefined,
      'true',
    ]);
    await withInstance(async (otherInstance) => {
      expect((await place(onePiece(), { key, userId, at: otherInstance }).expect(201)).body).toEqual(
        first.body,
      );
    });
    expect(await countOf(userId)).toBe(1);
    expect(order.serviceClients.calls.filter((call) => call === 'reserve')).toHaveLength(1);
  });

  it('is rejected for other quantities or products, ignoring the order of the fields and those that the shop does not use (S-07, SIL-21, ORD-O13)', async () => {
    const [key, userId] = [randomUUID(), 'other-body'];
    const first = await place(onePiece(), { key, userId }).expect(201);
    const bodyWithIgnoredFields = orderOf(
      [{ productId, quantity: 1, name: 'Renamed', price: 1 }],
      totalOf(1000),
      {
        user: userId,
        orderStatus: 'pending',
        paymentStatus: 'pending',
        pricing: { subtotal: 1000, shipping: 0, tax: 80, total: totalOf(1000) },
      },
    );
    for (const body of [Object.fromEntries(Object.entries(onePiece()).toReversed()), bodyWithIgnoredFields])
      expect((await place(body, { key, userId }).expect(201)).body).toEqual(first.body);
    for (const other of [twoPieces(), orderOf([{ productId: otherProductId, quantity: 1 }], totalOf(1000))])
      expect((await place(other, { key, userId }).expect(422)).body.code).toBe('key-reused');
    expect(await countOf(userId)).toBe(1);
  });

  it('is separate for each person (S-07)', async () => {
    const key = randomUUID();
    const mine = await place(onePiece(), { key, userId: 'first-person' }).expect(201);
    const theirs = await place(twoPieces(), { key, userId: 'second-person' }).expect(201);
    expect(theirs.body.order.id).not.toBe(mine.body.order.id);
  });

  it.each([
    ['at the same instance', false],
    ['at another instance', true],
  ])(
    'that is in progress is 409 with Retry-After %s, never "out of stock", and gets the order after it (S-07, I-1)',
    async (_, isElsewhere) => {
      const other = isElsewhere ? await startTestOrder({ database }) : order;
      const [key, userId] = [randomUUID(), `busy-${isElsewhere}`];
      const inserts = holdInserts(order);
      try {
        const first = place(onePiece(), { key, userId }).then((answer) => answer);
        await inserts.first;
        // The first request holds the last piece.
        const reserve = jest.spyOn(other.serviceClients, 'reserve').mockImplementation(soldOut);
        const { status, body, headers } = await place(onePiece(), { key, userId, at: other });
        expect([status, body.code, headers['retry-after']]).toEqual([409, 'key-in-progress', '1']);
        inserts.letGo();
        const { id } = (await first).body.order;
        const again = await place(onePiece(), { key, userId, at: other }).expect(201);
        expect([again.body.order.id, again.headers['idempotency-replayed']]).toEqual([id, 'true']);
        await place(twoPieces(), { key, userId, at: other }).expect(422);
        reserve.mockRestore();
      } finally {
        inserts.letGo();
        if (isElsewhere) await other.stop();
      }
      expect(await countOf(userId)).toBe(1);
    },
  );

  it('leads to one order for 20 parallel requests over two instances (S-07, I-1)', () =>
    withInstance(async (otherInstance) => {
      for (let round = 0; round < 5; round += 1) {
        const [key, userId] = [randomUUID(), `parallel-${round}`];
        const answers = await Promise.all(
          Array.from({ length: 20 }, (_, n) =>
            place(onePiece(), { key, userId, at: n % 2 ? otherInstance : order }),
          ),
        );
        const placedAnswers = answers.filter(({ status }) => status === 201);
        expect(new Set(placedAnswers.map(({ body }) => body.order.id)).size).toBe(1);
        for (const { status, body } of answers) if (status !== 201) expect(body.code).toBe('key-in-progress');
        expect(await countOf(userId)).toBe(1);
      }
    }));

  it('is free when the claim of a dead instance has expired (S-07)', async () => {
    const [key, userId] = [randomUUID(), 'died'];
    await order.context.keyClaims.claim(userId, key, '0'.repeat(24));
    await place(onePiece(), { key, userId }).expect(409);
    await endLeases();
    await place(onePiece(), { key, userId }).expect(201);
    expect(await countOf(userId)).toBe(1);
  });

  it('is free at once after a rejection, also by another instance (S-07)', () =>
    withInstance(async (otherInstance) => {
      for (const at of [order, otherInstance]) {
        const [key, userId] = [randomUUID(), `refused-${at === otherInstance}`];
        await place(orderOf([{ productId, quantity: 1 }], 1), { key, userId, at }).expect(409);
        await place(onePiece(), { key, userId }).expect(201);
      }
    }));

  it("releases its holds and returns the winner's order when it loses (I-10)", () =>
    withInstance(async (otherInstance) => {
      const [key, userId] = [randomUUID(), 'loser'];
      const inserts = holdInserts(otherInstance);
      const lateAnswer = place(onePiece(), { key, userId, at: otherInstance }).then((answer) => answer);
      await inserts.first;
      expect(otherInstance.serviceClients.held.size).toBe(1);
      // Its claim has expired.
      await endLeases();
      const winner = await place(onePiece(), { key, userId }).expect(201);
      inserts.letGo();
      expect((await lateAnswer).body.order.id).toBe(winner.body.order.id);
      expect(otherInstance.serviceClients.held.size).toBe(0);
      expect(order.serviceClients.held.size).toBe(1);
    }));

  it('returns the order of another instance that took the last piece (I-1)', () =>
    withInstance(async (otherInstance) => {
      const [key, userId] = [randomUUID(), 'last-piece'];
      const reserve = jest.spyOn(order.serviceClients, 'reserve').mockImplementationOnce(async () => {
        await endLeases();
        await place(onePiece(), { key, userId, at: otherInstance }).expect(201);
        await soldOut();
      });
      await place(onePiece(), { key, userId }).expect(201);
      reserve.mockRestore();
      expect(await countOf(userId)).toBe(1);
    }));

  it.each(['abcdefg', 'k'.repeat(129), 'k'.repeat(256), 'abcd efgh', 'schlüssel-1'])(
    '%s is refused with 400 and stores nothing (E-08)',
    async (key) => {
      const latin = Buffer.from(key).toString('latin1');
      await place(onePiece(), { key: latin, userId: 'bad-key' }).expect(400);
      expect(await countOf('bad-key')).toBe(0);
    },
  );

  it('is stored for 24 hours', async () => {
    const [key, userId] = [randomUUID(), 'old-key'];
    await place(onePiece(), { key, userId }).expect(201);
    order.advanceClock(keyLifetimeMs - 60_000);
    await order.context.orders.deleteOldKeys(order.context.now());
    await place(twoPieces(), { key, userId }).expect(422);
    order.advanceClock(120_000);
    await order.context.orders.deleteOldKeys(order.context.now());
    await endLeases();
    await place(twoPieces(), { key, userId }).expect(201);
    expect(await countOf(userId)).toBe(2);
  });

  it('is generated when none is sent', async () => {
    await place(onePiece(), { userId: 'no-key' }).expect(201);
    await place(onePiece(), { userId: 'no-key' }).expect(201);
    expect(await countOf('no-key')).toBe(2);
  });
});
