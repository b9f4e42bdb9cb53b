import { randomUUID } from 'node:crypto';
import { type TestDatabase, testDatabase, testTokens } from '@kinmel/testing/servers';
import fc from 'fast-check';
import { aProduct, idNumber } from '../testing/product-builder.ts';
import { startTestCatalog, type TestCatalog } from '../testing/test-catalog.ts';
import { confirmReservation } from './confirm-reservation.ts';
import { expireReservations } from './expire-reservations.ts';
import { releaseReservation } from './release-reservation.ts';
import { reserveStock } from './reserve-stock.ts';
import { confirm, expire, release, reserve, type Shelf } from './stock.rules.ts';

// Busy machines take their time; nothing here waits for a clock.
jest.setTimeout(30_000);

let database: TestDatabase;
let catalog: TestCatalog;
let clock = new Date('2026-03-01T10:00:00.000Z');

const [phone, watch, laptop] = [idNumber(1), idNumber(2), idNumber(3)];
const minutes = (count: number) => count * 60_000;
const pass = (ms: number) => {
  clock = new Date(clock.getTime() + ms);
};

beforeAll(async () => {
  database = await testDatabase('catalog-stock');
  catalog = await startTestCatalog({
    connection: database.connection,
    jwks: testTokens().source,
    now: () => clock,
  });
});

afterAll(async () => {
  await catalog.stop();
  await database.drop();
});

beforeEach(() => database.empty());

const put = (id: string, stock: number, isAvailable = true) =>
  catalog.context.products.insert(aProduct({ id, stock, isAvailable }), []);

async function shelfOf(id: string): Promise<Shelf> {
  const shelf = await catalog.context.stock.read(id);
  if (!shelf) throw new Error('There is no such product.');
  return shelf;
}

const stockOf = async (id: string) => (await shelfOf(id)).stock;

const eventsOf = async (id: string) => {
  const document = await catalog.model.findById(id, { outbox: 1, version: 1 }).lean();
  return (document?.outbox ?? []).map(({ event }) => event);
};

const reserveOne = (productId: string, quantity: number, reservationId: string = randomUUID()) =>
  reserveStock(catalog.context, { reservationId, lines: [{ productId, quantity }] });

describe('reserving stock', () => {
  it('takes the pieces of every line (C6)', async () => {
    await put(phone, 10);
    await put(watch, 4);
    const { expiresAt } = await reserveStock(catalog.context, {
      reservationId: 'r1',
      lines: [
        { productId: watch, quantity: 1 },
        { productId: phone, quantity: 2 },
      ],
    });
    expect([await stockOf(phone), await stockOf(watch)]).toEqual([8, 3]);
    expect(expiresAt).toEqual(new Date(clock.getTime() + minutes(15)));
  });

  it('takes all lines or none, and names every product that is short (C6, SIL-22)', async () => {
    await put(phone, 10);
    await put(watch, 0);
    await put(laptop, 1);
    const attempt = reserveStock(catalog.context, {
      reservationId: 'r1',
      lines: [
        { productId: phone, quantity: 2 },
        { productId: watch, quantity: 1 },
        { productId: laptop, quantity: 2 },
      ],
    });
    await expect(attempt).rejects.toMatchObject({
      code: 'out-of-stock',
      details: [
        { path: watch, message: 'short' },
        { path: laptop, message: 'short' },
      ],
    });
    expect([await stockOf(phone), await stockOf(watch), await stockOf(laptop)]).toEqual([10, 0, 1]);
  });

  it('refuses an unknown and a deleted product and gives the rest back', async () => {
    await put(phone, 3);
    const attempt = reserveStock(catalog.context, {
      reservationId: 'r1',
      lines: [
        { productId: phone, quantity: 1 },
        { productId: idNumber(99), quantity: 1 },
      ],
    });
    await expect(attempt).rejects.toMatchObject({ details: [{ path: idNumber(99), message: 'unknown' }] });
    expect(await stockOf(phone)).toBe(3);
  });

  it.each([0, -1, 1.5, Number.NaN])('refuses %s pieces', async (quantity) => {
    await put(phone, 3);
    await expect(reserveOne(phone, quantity)).rejects.toMatchObject({ code: 'invalid-request' });
    expect(await stockOf(phone)).toBe(3);
  });

  it('counts two lines of one product together (C6)', async () => {
    await put(phone, 3);
    const lines = [
      { productId: phone, quantity: 2 },
      { productId: phone, quantity: 2 },
    ];
    await expect(reserveStock(catalog.context, { reservationId: 'r1', lines })).rejects.toMatchObject({
      code: 'out-of-stock',
    });
  });

  it('takes pieces once when the same call is repeated, also at the same moment (C8)', async () => {
    await put(phone, 10);
    await Promise.all(Array.from({ length: 20 }, () => reserveOne(phone, 2, 'r1')));
    expect(await stockOf(phone)).toBe(8);
  });

  it('finishes under the same id what an earlier call left half done (C8)', async () => {
    await put(phone, 10);
    await put(watch, 10);
    await reserveOne(phone, 1, 'r1');
    await reserveStock(catalog.context, {
      reservationId: 'r1',
      lines: [
        { productId: phone, quantity: 1 },
        { productId: watch, quantity: 1 },
      ],
    });
    expect([await stockOf(phone), await stockOf(watch)]).toEqual([9, 9]);
  });

  it('treats an id that looks like an operator as text', async () => {
    await put(phone, 10);
    await reserveOne(phone, 1, '$stock');
    await releaseReservation(catalog.context, { reservationId: '$stock' });
    expect(await stockOf(phone)).toBe(10);
  });
});

describe('many at once', () => {
  it('200 parallel reservations of the last piece: exactly one wins, the stock never goes below zero (C7)', async () => {
    await put(phone, 1);
    const results = await Promise.allSettled(Array.from({ length: 200 }, () => reserveOne(phone, 1)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await stockOf(phone)).toBe(0);
  });

  it('64 buyers of a product with 32 pieces: exactly 32 get one', async () => {
    await put(phone, 32);
    const results = await Promise.allSettled(Array.from({ length: 64 }, () => reserveOne(phone, 1)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(32);
    expect(await stockOf(phone)).toBe(0);
  });

  it('orders of the same products in different order never block each other and lose no piece (C6)', async () => {
    await put(phone, 5);
    await put(watch, 5);
    const lines = [phone, watch].map((productId) => ({ productId, quantity: 1 }));
    const results = await Promise.allSettled(
      Array.from({ length: 40 }, (_, n) =>
        reserveStock(catalog.context, { reservationId: `r${n}`, lines: n % 2 ? lines : lines.toReversed() }),
      ),
    );
    const won = results.filter(({ status }) => status === 'fulfilled').length;
    expect(won).toBeLessThanOrEqual(5);
    expect([await stockOf(phone), await stockOf(watch)]).toEqual([5 - won, 5 - won]);
  });

  it('confirming and releasing one reservation at the same moment ends in one of the two, never in both', async () => {
    for (let round = 0; round < 20; round += 1) {
      const id = idNumber(1000 + round);
      await put(id, 3);
      await reserveOne(id, 2, `r${round}`);
      const [{ short }] = await Promise.all([
        confirmReservation(catalog.context, {
          reservationId: `r${round}`,
          lines: [{ productId: id, quantity: 2 }],
        }),
        releaseReservation(catalog.context, { reservationId: `r${round}` }),
      ]);
      const { stock, reservations } = await shelfOf(id);
      expect(short).toEqual([]);
      expect(reservations).toMatchObject([{ state: 'sold', quantity: 2 }]);
      expect(stock).toBe(1);
    }
  });
});

describe('a sale', () => {
  it('happens once however often it is confirmed (C9)', async () => {
    await put(phone, 5);
    await reserveOne(phone, 2, 'r1');
    const sale = { reservationId: 'r1', lines: [{ productId: phone, quantity: 2 }] };
    await confirmReservation(catalog.context, sale);
    await confirmReservation(catalog.context, sale);
    pass(minutes(60));
    await expireReservations(catalog.context);
    expect(await stockOf(phone)).toBe(3);
  });

  it('of a reservation that ran out names the product when its pieces are gone (C10)', async () => {
    await put(phone, 2);
    await reserveOne(phone, 2, 'r1');
    pass(minutes(16));
    await reserveOne(phone, 2, 'r2');
    const sale = { reservationId: 'r1', lines: [{ productId: phone, quantity: 2 }] };
    await expect(confirmReservation(catalog.context, sale)).resolves.toEqual({ short: [phone] });
    expect(await stockOf(phone)).toBe(0);
  });
});

describe('giving back', () => {
  it('returns the pieces of every line once (C11)', async () => {
    await put(phone, 5);
    await put(watch, 5);
    const lines = [phone, watch].map((productId) => ({ productId, quantity: 2 }));
    await reserveStock(catalog.context, { reservationId: 'r1', lines });
    await releaseReservation(catalog.context, { reservationId: 'r1' });
    await releaseReservation(catalog.context, { reservationId: 'r1' });
    expect([await stockOf(phone), await stockOf(watch)]).toEqual([5, 5]);
  });
});

describe('running out (C12)', () => {
  it('returns what nobody paid for, and only that', async () => {
    await put(phone, 5);
    await reserveOne(phone, 1, 'abandoned');
    pass(minutes(10));
    await reserveOne(phone, 1, 'fresh');
    pass(minutes(6));
    await expect(expireReservations(catalog.context)).resolves.toBe(1);
    expect(await stockOf(phone)).toBe(4);
  });

  it('is not waited for: the last piece goes to the next order as soon as its time is over', async () => {
    await put(phone, 1);
    await reserveOne(phone, 1, 'abandoned');
    pass(minutes(15));
    await reserveOne(phone, 1, 'next');
    expect((await shelfOf(phone)).reservations).toMatchObject([{ state: 'released' }, { state: 'held' }]);
  });

  it('may be looked after by several instances at once', async () => {
    await put(phone, 5);
    await reserveOne(phone, 2);
    pass(minutes(20));
    await Promise.all(Array.from({ length: 8 }, () => expireReservations(catalog.context)));
    expect(await stockOf(phone)).toBe(5);
  });
});

describe('the event stock.changed (C5)', () => {
  it('is saved with the reservation that makes the stock low, with the raised version', async () => {
    await put(phone, 6);
    await reserveOne(phone, 1);
    expect(await eventsOf(phone)).toMatchObject([
      {
        type: 'stock.changed',
        aggregateId: phone,
        aggregateVersion: 2,
        data: { productId: phone, inStock: true, lowStockCount: 5 },
      },
    ]);
    expect(await catalog.context.products.find(phone)).toMatchObject({ version: 2, stock: 5 });
  });

  it('tells that the last piece went and that it came back', async () => {
    await put(phone, 1);
    await reserveOne(phone, 1, 'r1');
    await releaseReservation(catalog.context, { reservationId: 'r1' });
    expect((await eventsOf(phone)).map(({ data }) => data)).toEqual([
      { productId: phone, inStock: false, lowStockCount: null },
      { productId: phone, inStock: true, lowStockCount: 1 },
    ]);
  });

  it('is not sent, and the version stays, while a shopper sees no difference', async () => {
    await put(phone, 50);
    await reserveOne(phone, 1);
    expect(await eventsOf(phone)).toEqual([]);
    expect(await catalog.context.products.find(phone)).toMatchObject({ version: 1, stock: 49 });
  });

  it('leaves one event per visible step when many buy at once, with versions in order', async () => {
    await put(phone, 8);
    await Promise.all(Array.from({ length: 8 }, () => reserveOne(phone, 1)));
    const events = await eventsOf(phone);
    expect(events.map(({ aggregateVersion }) => aggregateVersion)).toEqual([2, 3, 4, 5, 6, 7]);
    expect(events.map(({ data }) => data)).toMatchObject(
      [5, 4, 3, 2, 1, null].map((lowStockCount) => ({ lowStockCount })),
    );
  });
});

describe('the database', () => {
  const action = fc.record({
    kind: fc.constantFrom('reserve', 'reserve', 'confirm', 'release', 'expire'),
    id: fc.constantFrom('r1', 'r2', 'r3'),
    quantity: fc.integer({ min: 1, max: 4 }),
    minute: fc.integer({ min: 0, max: 20 }),
  });

  it('does exactly what the rules say, whatever happens in whatever order (C6 to C12)', async () => {
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 9 }),
        fc.array(action, { maxLength: 14 }),
        async (stock, actions) => {
          runs += 1;
          const id = idNumber(5000 + runs);
          await put(id, stock);
          let expected: Shelf = { stock, isAvailable: true, reservations: [] };
          for (const { kind, id: reservationId, quantity, minute } of actions) {
            pass(minutes(minute));
            const when = { now: clock };
            const line = { reservationId, quantity, expiresAt: new Date(clock.getTime() + minutes(15)) };
            if (kind === 'reserve') {
              const decided = reserve(expected, line);
              expect((await catalog.context.stock.reserve(id, line, when)).outcome).toBe(decided.outcome);
              expected = decided.shelf;
            } else if (kind === 'confirm') {
              const decided = confirm(expected, line, clock);
              expect((await catalog.context.stock.confirm(id, line, when)).outcome).toBe(decided.outcome);
              expected = decided.shelf;
            } else if (kind === 'release') {
              await catalog.context.stock.release(id, reservationId, when);
              expected = release(expected, reservationId, clock);
            } else {
              await catalog.context.stock.expire(id, when);
              expected = expire(expected, clock);
            }
            const found = await shelfOf(id);
            const byId = (shelf: Shelf) => shelf.reservations.toSorted((a, b) => (a.id < b.id ? -1 : 1));
            expect({ ...found, reservations: byId(found) }).toEqual({
              ...expected,
              reservations: byId(expected),
            });
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
