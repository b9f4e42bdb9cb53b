import { randomUUID } from 'node:crypto';
import { ProblemError } from '@kinmel/service-kit';
import { type TestDatabase, testDatabase } from '@kinmel/testing/servers';
import request from 'supertest';
import { forgetOldKeys, keyKeptMs } from '../orders/changes/sweep-keys.ts';
import { orderOf, totalOf } from '../testing/order-body.ts';
import { knownProduct, startTestOrder, type TestOrder } from '../testing/test-order.ts';

jest.setTimeout(60_000);

const productId = 'b'.repeat(24);
/** Has the same price. */
const twin = 'c'.repeat(24);
let database: TestDatabase;
let order: TestOrder;

beforeAll(async () => {
  database = await testDatabase('order-keys');
  order = await startTestOrder({ database });
  await knownProduct(order, { productId });
  await knownProduct(order, { productId: twin });
});
afterAll(async () => {
  await order.stop();
  await database.drop();
});
beforeEach(() => {
  order.serviceClients.held.clear();
  order.serviceClients.calls.length = 0;
});

const one = () => orderOf([{ productId, quantity: 1 }], totalOf(1000));
const two = () => orderOf([{ productId, quantity: 2 }], totalOf(2000));
const countOf = (userId: string) => database.connection.collection('orders').countDocuments({ userId });

const place = (
  body: object,
  { key, userId, at = order }: { key?: string; userId: string; at?: TestOrder },
) => {
  const call = request(at.app)
    .post('/api/checkout-orders/create')
    .set('Authorization', `Bearer ${at.tokens.customer(userId)}`);
  if (key !== undefined) void call.set('Idempotency-Key', key);
  return call.send(body);
};

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
  let letGo: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let arrived: () => void = () => undefined;
  const first = new Promise<void>((resolve) => {
    arrived = resolve;
  });
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
      letGo();
    },
  };
}

describe('an Idempotency-Key', () => {
  it('returns the same answer and places one order (S-07, E-08)', async () => {
    const key = randomUUID();
    const first = await place(one(), { key, userId: 'again' }).expect(201);
    const second = await place(one(), { key, userId: 'again' }).expect(201);
    expect(second.body).toEqual(first.body);
    expect([first.headers['idempotency-replayed'], second.headers['idempotency-replayed']]).toEqual([
      undefined,
      'true',
    ]);
    expect(await countOf('again')).toBe(1);
    expect(order.serviceClients.calls.filter((call) => call === 'reserve')).toHaveLength(1);
  });

  it('returns the same answer after a restart (S-07)', async () => {
    const key = randomUUID();
    const first = await place(one(), { key, userId: 'restart' }).expect(201);
    const fresh = await startTestOrder({ database });
    try {
      const again = await place(one(), { key, userId: 'restart', at: fresh }).expect(201);
      expect(again.body).toEqual(first.body);
    } finally {
      await fresh.stop();
    }
    expect(await countOf('restart')).toBe(1);
  });

  it('is rejected for another body, ignoring the order of its fields (S-07)', async () => {
    const key = randomUUID();
    await place(one(), { key, userId: 'other-body' }).expect(201);
    const refused = await place(two(), { key, userId: 'other-body' }).expect(422);
    expect(refused.body.code).toBe('key-reused');
    await place(Object.fromEntries(Object.entries(one()).toReversed()), {
      key,
      userId: 'other-body',
    }).expect(201);
    expect(await countOf('other-body')).toBe(1);
  });

  it('is rejected for other products at the same total (S-07, O13)', async () => {
    const key = randomUUID();
    await place(one(), { key, userId: 'other-products' }).expect(201);
    const other = orderOf([{ productId: twin, quantity: 1 }], totalOf(1000));
    const refused = await place(other, { key, userId: 'other-products' }).expect(422);
    expect(refused.body.code).toBe('key-reused');
    expect(await countOf('other-products')).toBe(1);
  });

  it('ignores fields that the shop does not use (S-07, SIL-21)', async () => {
    const key = randomUUID();
    const first = await place(one(), { key, userId: 'same-order' }).expect(201);
    const again = await place(
      orderOf([{ productId, quantity: 1, name: 'Renamed', price: 1 }], totalOf(1000), {
        user: 'same-order',
        orderStatus: 'pending',
        paymentStatus: 'pending',
        pricing: { subtotal: 1000, shipping: 0, tax: 80, total: totalOf(1000) },
      }),
      { key, userId: 'same-order' },
    ).expect(201);
    expect(again.body).toEqual(first.body);
  });

  it('is separate for each person (S-07)', async () => {
    const key = randomUUID();
    const mine = await place(one(), { key, userId: 'first-person' }).expect(201);
    const theirs = await place(two(), { key, userId: 'second-person' }).expect(201);
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
      // The first request holds the last piece.
      const reserve = other.serviceClients.reserve.bind(other.serviceClients);
      try {
        const first = place(one(), { key, userId }).then((answer) => answer);
        await inserts.first;
        Object.assign(other.serviceClients, { reserve: soldOut });
        const second = await place(one(), { key, userId, at: other });
        expect([second.status, second.body.code, second.headers['retry-after']]).toEqual([
          409,
          'key-in-progress',
          '1',
        ]);
        inserts.letGo();
        expect((await first).status).toBe(201);
        const again = await place(one(), { key, userId, at: other }).expect(201);
        expect(again.body.order.id).toBe((await first).body.order.id);
        expect(again.headers['idempotency-replayed']).toBe('true');
        await place(two(), { key, userId, at: other }).expect(422);
      } finally {
        Object.assign(other.serviceClients, { reserve });
        inserts.letGo();
        if (isElsewhere) await other.stop();
      }
      expect(await countOf(userId)).toBe(1);
    },
  );

  it('leads to one order for 20 parallel requests over two instances (S-07, I-1)', async () => {
    const fresh = await startTestOrder({ database });
    try {
      for (let round = 0; round < 5; round += 1) {
        const [key, userId] = [randomUUID(), `parallel-${round}`];
        const answers = await Promise.all(
          Array.from({ length: 20 }, (_, n) => place(one(), { key, userId, at: n % 2 ? fresh : order })),
        );
        const placed = answers.filter(({ status }) => status === 201);
        expect(placed.length).toBeGreaterThan(0);
        expect(new Set(placed.map(({ body }) => body.order.id)).size).toBe(1);
        expect(answers.filter(({ status }) => status !== 201).map(({ body }) => body.code)).toEqual(
          Array.from({ length: 20 - placed.length }, () => 'key-in-progress'),
        );
        expect(await countOf(userId)).toBe(1);
      }
    } finally {
      await fresh.stop();
    }
  });

  it('is free when the claim of a dead instance has expired (S-07)', async () => {
    const [key, userId] = [randomUUID(), 'died'];
    await order.context.keyClaims.claim(userId, key, '0'.repeat(24));
    await place(one(), { key, userId }).expect(409);
    await endLeases();
    await place(one(), { key, userId }).expect(201);
    expect(await countOf(userId)).toBe(1);
  });

  it('is free at once after a rejection by another instance (S-07)', async () => {
    const [key, userId] = [randomUUID(), 'refused-there'];
    const fresh = await startTestOrder({ database });
    try {
      await place(orderOf([{ productId, quantity: 1 }], 1), { key, userId, at: fresh }).expect(409);
      await place(one(), { key, userId }).expect(201);
    } finally {
      await fresh.stop();
    }
  });

  it("releases its holds and returns the winner's order when it loses (I-10)", async () => {
    const fresh = await startTestOrder({ database });
    const [key, userId] = [randomUUID(), 'loser'];
    const inserts = holdInserts(fresh);
    try {
      const late = place(one(), { key, userId, at: fresh }).then((answer) => answer);
      await inserts.first;
      expect(fresh.serviceClients.held.size).toBe(1);
      // Its claim has expired.
      await endLeases();
      const winner = await place(one(), { key, userId }).expect(201);
      inserts.letGo();
      expect((await late).body.order.id).toBe(winner.body.order.id);
      expect(fresh.serviceClients.held.size).toBe(0);
      expect(order.serviceClients.held.size).toBe(1);
    } finally {
      inserts.letGo();
      await fresh.stop();
    }
  });

  it('returns the order of another instance that took the last piece (I-1)', async () => {
    const [key, userId] = [randomUUID(), 'last-piece'];
    const reserve = order.serviceClients.reserve.bind(order.serviceClients);
    const fresh = await startTestOrder({ database });
    Object.assign(order.serviceClients, {
      reserve: async () => {
        await endLeases();
        await place(one(), { key, userId, at: fresh }).expect(201);
        await soldOut();
      },
    });
    try {
      await place(one(), { key, userId }).expect(201);
    } finally {
      Object.assign(order.serviceClients, { reserve });
      await fresh.stop();
    }
    expect(await countOf(userId)).toBe(1);
  });

  it.each([
    ['7 characters', 'abcdefg'],
    ['129 characters', 'k'.repeat(129)],
    ['256 characters', 'k'.repeat(256)],
    ['a space', 'abcd efgh'],
    ['letters that are not ASCII', 'schlüssel-1'],
  ])('of %s is refused with 400 and stores nothing (E-08)', async (_, key) => {
    const answer = await place(one(), { key: Buffer.from(key).toString('latin1'), userId: 'bad-key' });
    expect(answer.status).toBe(400);
    expect(await countOf('bad-key')).toBe(0);
  });

  it('is free after a rejection', async () => {
    const [key, userId] = [randomUUID(), 'refused-first'];
    await place(orderOf([{ productId, quantity: 1 }], 1), { key, userId }).expect(409);
    await place(one(), { key, userId }).expect(201);
  });

  it('is stored for 24 hours', async () => {
    const [key, userId] = [randomUUID(), 'old-key'];
    await place(one(), { key, userId }).expect(201);
    order.pass(keyKeptMs - 60_000);
    await forgetOldKeys(order.context);
    await place(two(), { key, userId }).expect(422);
    order.pass(120_000);
    await forgetOldKeys(order.context);
    await endLeases();
    await place(two(), { key, userId }).expect(201);
    expect(await countOf(userId)).toBe(2);
  });

  it('is generated when none is sent', async () => {
    await place(one(), { userId: 'no-key' }).expect(201);
    await place(one(), { userId: 'no-key' }).expect(201);
    expect(await countOf('no-key')).toBe(2);
  });
});
