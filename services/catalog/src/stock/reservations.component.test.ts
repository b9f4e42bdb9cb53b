import { randomUUID } from 'node:crypto';
import { reserveStock as endpoint } from '@kinmel/contracts';
import { createLogger } from '@kinmel/service-kit';
import { eventually, storedEvents } from '@kinmel/testing';
import { cancelledEvent, placedEvent, returnedEvent } from '@kinmel/testing/servers';
import fc from 'fast-check';
import request from 'supertest';
import { updateProduct } from '../products/changes/update-product.ts';
import { aProduct, idNumber } from '../testing/product-builder.ts';
import { type TestCatalog, useTestCatalog } from '../testing/test-catalog.ts';
import { releaseReservation } from './release-reservation.ts';
import { reserveStock } from './reserve-stock.ts';
import { settleOverdue } from './settle-overdue.ts';
import { release, reserve, type StockState, sellPieces } from './stock.rules.ts';
import type { SettledState } from './stock-context.ts';

// These tests take longer on a machine under load.
jest.setTimeout(30_000);

let clock = new Date('2026-03-01T10:00:00.000Z');
/** The answers of the order service by order id; for other ids it is unavailable. */
const orderStates = new Map<string, SettledState>();
const askedOrderIds: string[] = [];

const serviceToken = 'a-token-of-the-tests-only';
const log = createLogger({ service: 'catalog', level: 'silent' });
const [phone, watch, laptop] = [idNumber(1), idNumber(2), idNumber(3)];
const minutes = (count: number) => count * 60_000;
const advance = (ms: number) => {
  clock = new Date(clock.getTime() + ms);
};

const catalog = useTestCatalog({
  now: () => clock,
  serviceToken,
  settleOrder: async (orderId) => {
    askedOrderIds.push(orderId);
    const state = orderStates.get(orderId);
    if (state === undefined) throw new Error('The order service is unavailable.');
    return state;
  },
});
const { tokens } = catalog;

beforeEach(async () => {
  await catalog.database.empty();
  orderStates.clear();
  askedOrderIds.length = 0;
});

const insertProduct = (id: string, stock: number, isAvailable = true) =>
  catalog.context.products.insert(aProduct({ id, stock, isAvailable }), []);

async function stockStateOf(id: string): Promise<StockState> {
  const state = await catalog.context.stock.read(id);
  if (!state) throw new Error('There is no such product.');
  return state;
}

const stockOf = async (id: string) => (await stockStateOf(id)).stock;

const eventsOf = (id: string) => storedEvents(catalog.model.db, id);
const stockEventsOf = async (id: string) =>
  (await eventsOf(id)).filter(({ type }) => type === 'stock.changed');

const reserveLines = (reservationId: string, ...lines: [string, number][]) =>
  reserveStock(catalog.context, {
    reservationId,
    lines: lines.map(([productId, quantity]) => ({ productId, quantity })),
  });
const reserveOne = (productId: string, quantity: number, reservationId: string = randomUUID()) =>
  reserveLines(reservationId, [productId, quantity]);

/** Publishes events concurrently and waits until they are handled. */
async function publish(...events: Parameters<TestCatalog['bus']['publish']>[0][]): Promise<void> {
  await Promise.all(events.map((event) => catalog.bus.publish(event)));
  await catalog.bus.settle();
}

const expectNoneParked = async () => {
  for (const queue of ['catalog.order-placed', 'catalog.order-cancelled', 'catalog.return-settled'])
    expect((await catalog.bus.parked(queue)).count).toBe(0);
};

describe('reserving stock', () => {
  it('takes the pieces of every line (CAT-C6)', async () => {
    await insertProduct(phone, 10);
    await insertProduct(watch, 4);
    await reserveLines('r1', [watch, 1], [phone, 2]);
    expect([await stockOf(phone), await stockOf(watch)]).toEqual([8, 3]);
    const overdueAt = new Date(clock.getTime() + minutes(1));
    expect((await stockStateOf(phone)).reservations).toEqual([{ id: 'r1', quantity: 2, overdueAt }]);
  });

  it('takes all lines or none, and names every short product (CAT-C6, SIL-22)', async () => {
    await insertProduct(phone, 10);
    await insertProduct(watch, 0);
    await insertProduct(laptop, 1);
    const details = [
      { path: watch, message: '0' },
      { path: laptop, message: '1' },
      { path: idNumber(99), message: 'gone' },
    ];
    await expect(
      reserveLines('r1', [phone, 2], [watch, 1], [laptop, 2], [idNumber(99), 1]),
    ).rejects.toMatchObject({ code: 'out-of-stock', details });
    expect([await stockOf(phone), await stockOf(watch), await stockOf(laptop)]).toEqual([10, 0, 1]);
  });

  it('adds two lines of one product (CAT-C6)', async () => {
    await insertProduct(phone, 3);
    await expect(reserveLines('r1', [phone, 2], [phone, 2])).rejects.toMatchObject({ code: 'out-of-stock' });
  });

  it('takes pieces once when the call is repeated, also concurrently (CAT-C8)', async () => {
    await insertProduct(phone, 10);
    await Promise.all(Array.from({ length: 20 }, () => reserveOne(phone, 2, 'r1')));
    expect(await stockOf(phone)).toBe(8);
  });

  it('completes an interrupted call under the same id (CAT-C8)', async () => {
    await insertProduct(phone, 10);
    await insertProduct(watch, 10);
    await reserveOne(phone, 1, 'r1');
    await reserveLines('r1', [phone, 1], [watch, 1]);
    expect([await stockOf(phone), await stockOf(watch)]).toEqual([9, 9]);
  });

  it('treats an id like an operator as text', async () => {
    await insertProduct(phone, 10);
    await reserveOne(phone, 1, '$stock');
    await releaseReservation(catalog.context, { reservationId: '$stock' });
    expect(await stockOf(phone)).toBe(10);
  });
});

describe('concurrent reservations', () => {
  it('by 64 buyers of 32 pieces: exactly 32 succeed, and each visible step is published once (CAT-C5, CAT-C7)', async () => {
    await insertProduct(phone, 32);
    const results = await Promise.allSettled(Array.from({ length: 64 }, () => reserveOne(phone, 1)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(32);
    const state = await stockStateOf(phone);
    expect([state.stock, state.reservations.length]).toEqual([0, 32]);
    const events = await eventsOf(phone);
    expect(events.map(({ aggregateVersion }) => aggregateVersion)).toEqual([2, 3, 4, 5, 6, 7]);
    expect(events.map(({ data }) => data)).toEqual([
      ...[5, 4, 3, 2, 1].map((lowStockCount) => ({ productId: phone, inStock: true, lowStockCount })),
      { productId: phone, inStock: false, lowStockCount: null },
    ]);
  });
});

describe('a sale', () => {
  it('leaves no reservation, and repeated events change nothing (CAT-C9, R-12)', async () => {
    await insertProduct(phone, 5);
    const orderId = idNumber(700);
    await reserveOne(phone, 2, orderId);
    const event = placedEvent(orderId, [{ productId: phone, quantity: 2 }]);
    await publish(event, event, event);
    await publish({ ...event, eventId: randomUUID() });
    expect(await stockStateOf(phone)).toEqual({ stock: 3, isAvailable: true, reservations: [] });
    await expectNoneParked();
  });

  it('includes product lines only, and takes nothing twice', async () => {
    await insertProduct(phone, 5);
    const orderId = idNumber(701);
    await reserveOne(phone, 1, orderId);
    await publish(
      placedEvent(orderId, [
        { productId: phone, quantity: 1 },
        { productId: idNumber(88), quantity: 1, isProduct: false },
      ]),
    );
    expect(await stockOf(phone)).toBe(4);
    await expectNoneParked();
  });

  it('counts each of many concurrent orders, and one without a hold takes free pieces (CAT-C10, I-4)', async () => {
    await insertProduct(phone, 140);
    const orders = Array.from({ length: 100 }, (_, index) => idNumber(800 + index));
    await Promise.all(orders.slice(1).map((orderId) => reserveOne(phone, 1, orderId)));
    await publish(...orders.map((orderId) => placedEvent(orderId, [{ productId: phone, quantity: 1 }])));
    expect(await stockStateOf(phone)).toMatchObject({ stock: 40, reservations: [] });
    expect(await catalog.database.connection.collection('sales').countDocuments({ state: 'sold' })).toBe(100);
    await expectNoneParked();
  });
});

describe('a cancelled order', () => {
  it('returns every piece once, however often and concurrently announced (CAT-C11, S-03, I-10)', async () => {
    await insertProduct(phone, 5);
    await insertProduct(watch, 5);
    const orderId = idNumber(710);
    const lines = [phone, watch].map((productId) => ({ productId, quantity: 2 }));
    await reserveStock(catalog.context, { reservationId: orderId, lines });
    await publish(placedEvent(orderId, lines));
    const event = cancelledEvent(orderId);
    await publish(event, event, { ...event, eventId: randomUUID() }, { ...event, eventId: randomUUID() });
    expect([await stockOf(phone), await stockOf(watch)]).toEqual([5, 5]);
    await expectNoneParked();
  });

  it("has the same result before, after and concurrently with the order's own event, 20 times (R-22)", async () => {
    for (let round = 0; round < 20; round += 1) {
      const [id, orderId] = [idNumber(1000 + round), idNumber(2000 + round)];
      await insertProduct(id, 3);
      await reserveOne(id, 2, orderId);
      const events = [cancelledEvent(orderId), placedEvent(orderId, [{ productId: id, quantity: 2 }])];
      if (round % 2 === 0) await publish(...events);
      else for (const event of events) await publish(event);
      expect(await stockStateOf(id)).toMatchObject({ stock: 3, reservations: [] });
    }
    await expectNoneParked();
  });

  it('returns its pieces long after the sale', async () => {
    await insertProduct(phone, 5);
    const orderId = idNumber(711);
    await reserveOne(phone, 2, orderId);
    await publish(placedEvent(orderId, [{ productId: phone, quantity: 2 }]));
    advance(minutes(60 * 24 * 10));
    await publish(cancelledEvent(orderId));
    expect(await stockOf(phone)).toBe(5);
  });
});

describe('an overdue hold (CAT-C12)', () => {
  it('is asked about after a minute, not before', async () => {
    await insertProduct(phone, 5);
    await reserveOne(phone, 1, 'r1');
    advance(minutes(1) - 1);
    await settleOverdue(catalog.context, log);
    expect(askedOrderIds).toEqual([]);
    advance(1);
    await settleOverdue(catalog.context, log);
    expect(askedOrderIds).toEqual(['r1']);
  });

  it.each([
    ['abandoned', 5, 0],
    ['cancelled', 5, 1],
    ['placed', 3, 1],
  ] as const)(
    'of an order that is %s leaves %s of 5 pieces, and changes nothing when repeated',
    async (state, expectedStock, sales) => {
      await insertProduct(phone, 5);
      const orderId = idNumber(720);
      await reserveOne(phone, 2, orderId);
      advance(minutes(2));
      orderStates.set(orderId, state);
      await Promise.all([settleOverdue(catalog.context, log), settleOverdue(catalog.context, log)]);
      await settleOverdue(catalog.context, log);
      expect(await stockStateOf(phone)).toMatchObject({ stock: expectedStock, reservations: [] });
      expect(await catalog.database.connection.collection('sales').countDocuments()).toBe(sales);
      // The events arrive after a long outage of the broker.
      if (state !== 'abandoned') await publish(placedEvent(orderId, [{ productId: phone, quantity: 2 }]));
      if (state === 'cancelled') await publish(cancelledEvent(orderId));
      expect(await stockOf(phone)).toBe(expectedStock);
      await expectNoneParked();
    },
  );

  it('stays held while order is unavailable, and is reported as stuck after a minute', async () => {
    await insertProduct(phone, 1);
    await reserveOne(phone, 1, 'r1');
    advance(minutes(1));
    expect(await settleOverdue(catalog.context, log)).toEqual({ settled: 0, unsettled: 1, stuck: 0 });
    advance(minutes(60 * 24));
    expect(await settleOverdue(catalog.context, log)).toEqual({ settled: 0, unsettled: 1, stuck: 1 });
    await expect(reserveOne(phone, 1)).rejects.toMatchObject({ code: 'out-of-stock' });
  });

  it('is asked about in turn: first those never asked, then those asked longest ago', async () => {
    await insertProduct(phone, 10);
    for (const id of ['r1', 'r2', 'r3']) {
      await reserveOne(phone, 1, id);
      advance(1);
    }
    advance(minutes(2));
    const { stock } = catalog.context;
    const due = async () => (await stock.overdue(clock, 10)).map(({ reservationId }) => reservationId);
    expect(await due()).toEqual(['r1', 'r2', 'r3']);
    const claim = (reservationId: string, claimMs: number) =>
      stock.claim({ productId: phone, reservationId }, clock, claimMs);
    expect(await claim('r2', 1)).toMatchObject({ orderId: 'r2' });
    await eventually(async () => expect(await claim('r1', 1)).toBeDefined());
    await eventually(async () => expect(await due()).toEqual(['r3', 'r2', 'r1']));
    expect(await claim('r3', 60_000)).toBeDefined();
    expect(await claim('r3', 60_000)).toBeUndefined();
    expect(await due()).toEqual(['r2', 'r1']);
    expect(await stock.countOverdue(clock)).toBe(3);
  });

  it('settled concurrently with the event of its order ends as sold (S-04)', async () => {
    for (let round = 0; round < 20; round += 1) {
      const [id, orderId] = [idNumber(3000 + round), idNumber(4000 + round)];
      await insertProduct(id, 3);
      await reserveOne(id, 2, orderId);
      advance(minutes(2));
      orderStates.set(orderId, 'placed');
      await Promise.all([
        settleOverdue(catalog.context, log),
        publish(placedEvent(orderId, [{ productId: id, quantity: 2 }])),
      ]);
      expect(await stockStateOf(id)).toMatchObject({ stock: 1, reservations: [] });
    }
    await expectNoneParked();
  });

  it('from a late repeated call of a sold order is released', async () => {
    await insertProduct(phone, 5);
    const orderId = idNumber(730);
    await reserveOne(phone, 2, orderId);
    await publish(placedEvent(orderId, [{ productId: phone, quantity: 2 }]));
    await reserveOne(phone, 2, orderId);
    advance(minutes(2));
    orderStates.set(orderId, 'placed');
    await settleOverdue(catalog.context, log);
    expect(await stockStateOf(phone)).toMatchObject({ stock: 3, reservations: [] });
  });
});

describe('the calls for order', () => {
  const call = (path: string, token?: string) => {
    const post = request(catalog.server).post(path);
    return token === undefined ? post : post.set('X-Kinmel-Service-Token', token);
  };
  const body = (quantity: unknown) => ({ orderId: idNumber(750), lines: [{ productId: phone, quantity }] });

  it('reserve and release over HTTP, idempotently (CAT-C8, CAT-C11)', async () => {
    await insertProduct(phone, 5);
    for (let time = 0; time < 2; time += 1) {
      const answer = await call('/internal/reservations', serviceToken).send(body(2)).expect(200);
      expect(endpoint.answer.parse(answer.body)).toEqual({ success: true });
    }
    expect(await stockOf(phone)).toBe(3);
    const path = `/internal/reservations/${idNumber(750)}/release`;
    expect((await call(path, serviceToken).expect(200)).body).toEqual({ success: true, released: 1 });
    expect((await call(path, serviceToken).expect(200)).body).toEqual({ success: true, released: 0 });
    expect(await stockOf(phone)).toBe(5);
  });

  it('name short products and how many are left (SIL-22)', async () => {
    await insertProduct(phone, 1);
    const answer = await call('/internal/reservations', serviceToken).send(body(2)).expect(409);
    expect(answer.body).toMatchObject({ code: 'out-of-stock', details: [{ path: phone, message: '1' }] });
  });

  it.each([0, -1, 1.5, 1e9, '2'])('refuse %p pieces and take none', async (quantity) => {
    await insertProduct(phone, 5);
    await call('/internal/reservations', serviceToken).send(body(quantity)).expect(400);
    expect(await stockOf(phone)).toBe(5);
  });

  it('are for services only', async () => {
    await insertProduct(phone, 5);
    await call('/internal/reservations').send(body(1)).expect(401);
    await call('/internal/reservations', 'something else entirely').send(body(1)).expect(401);
    await call(`/internal/reservations/${idNumber(750)}/release`).expect(401);
    expect(await stockOf(phone)).toBe(5);
  });
});

describe('the event stock.changed (CAT-C5)', () => {
  it('is saved with the reservation that makes stock low, with a new version, and not before', async () => {
    await insertProduct(phone, 7);
    await reserveOne(phone, 1);
    expect(await eventsOf(phone)).toEqual([]);
    expect(await catalog.context.products.find(phone)).toMatchObject({ version: 1, stock: 6 });
    await reserveOne(phone, 1);
    const data = { productId: phone, inStock: true, lowStockCount: 5 };
    const envelope = { type: 'stock.changed', aggregateId: phone, aggregateVersion: 2 };
    expect(await eventsOf(phone)).toMatchObject([{ ...envelope, data }]);
    expect(await catalog.context.products.find(phone)).toMatchObject({ version: 2, stock: 5 });
  });

  it('announces that the last piece was taken and that it returned', async () => {
    await insertProduct(phone, 1);
    await reserveOne(phone, 1, 'r1');
    await releaseReservation(catalog.context, { reservationId: 'r1' });
    expect((await stockEventsOf(phone)).map(({ data }) => data)).toEqual([
      { productId: phone, inStock: false, lowStockCount: null },
      { productId: phone, inStock: true, lowStockCount: 1 },
    ]);
  });

  it('announces the current stock when pieces return while the product is switched on', async () => {
    const { context } = catalog;
    const { products } = context;
    await insertProduct(phone, 1);
    await reserveOne(phone, 1, 'r1');
    await updateProduct(context, phone, { inStock: false });
    let reads = 0;
    const find = async (id: string) => {
      const found = await products.find(id);
      reads += 1;
      if (reads === 1) await releaseReservation(context, { reservationId: 'r1' });
      return found;
    };
    await updateProduct({ ...context, products: { ...products, find } }, phone, { inStock: true });
    expect((await stockEventsOf(phone)).at(-1)?.data).toMatchObject({ inStock: true, lowStockCount: 1 });
    expect(await stockOf(phone)).toBe(1);
  });
});

describe('stock entered by an admin during sales (CAT-C16)', () => {
  const save = (body: object) =>
    request(catalog.server)
      .put(`/api/products/${phone}`)
      .set('Authorization', `Bearer ${tokens.admin()}`)
      .send(body);
  const buy = (count: number) => Promise.all(Array.from({ length: count }, () => reserveOne(phone, 1)));

  it('is refused with 409 for the second of two admins who read the same stock', async () => {
    await insertProduct(phone, 50);
    const answers = await Promise.all([60, 70].map((stock) => save({ stock, stockSeen: 50, version: 1 })));
    expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]));
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('version-conflict');
    expect([60, 70]).toContain(await stockOf(phone));
  });

  it('counts each piece once while 30 are sold', async () => {
    await insertProduct(phone, 60);
    const [answer] = await Promise.all([save({ stock: 80, stockSeen: 60, version: 1 }), buy(30)]);
    expect(answer.status).toBe(200);
    expect(await stockOf(phone)).toBe(50);
  });

  it('without the read stock is refused with 409 after sales', async () => {
    await insertProduct(phone, 100);
    await buy(7);
    const answer = await save({ stock: 100, version: 1 }).expect(409);
    expect(answer.body).toMatchObject({
      code: 'version-conflict',
      details: [{ path: 'stockSeen', message: 'the number of pieces that you saw' }],
    });
    expect(await stockOf(phone)).toBe(93);
    await save({ name: 'Renamed', version: 1 }).expect(200);
    await save({ stock: 100, stockSeen: 93 }).expect(400);
    await save({ stock: 20 }).expect(200);
    expect(await stockOf(phone)).toBe(20);
  });
});

describe('a settled return', () => {
  const orderId = 'd'.repeat(24);
  const returnEvent = (...lines: Parameters<typeof returnedEvent>[1]) =>
    returnedEvent(
      orderId,
      lines.map((line) => ({ quantity: 2, ...line })),
    );
  const sell = async (...lines: { productId: string; quantity: number }[]) =>
    publish(placedEvent(orderId, lines));

  it('raises the stock once by the pieces that can be sold again, of products that exist (CAT-C20)', async () => {
    await insertProduct(phone, 5);
    await insertProduct(watch, 3);
    await sell({ productId: phone, quantity: 4 }, { productId: watch, quantity: 2 });
    const event = returnEvent(
      { productId: idNumber(99) },
      { productId: watch, isRestocked: false },
      { productId: phone },
      { productId: laptop, isProduct: false },
      { productId: phone },
    );
    await insertProduct(laptop, 1);
    await publish(event, event);
    await publish(event);
    expect([await stockOf(phone), await stockOf(watch), await stockOf(laptop)]).toEqual([5, 1, 1]);
    await expectNoneParked();
  });

  it('and a cancellation of its order never give back more than was sold, in any order (CAT-C20, CAT-C11)', async () => {
    const phoneReturn = () => ({ ...returnEvent({ productId: phone }), eventId: randomUUID() });
    for (const [index, events] of [
      [phoneReturn(), cancelledEvent(orderId)],
      [cancelledEvent(orderId), phoneReturn()],
      [phoneReturn(), phoneReturn(), cancelledEvent(orderId)],
      [phoneReturn(), phoneReturn(), phoneReturn()],
    ].entries()) {
      await catalog.database.empty();
      await insertProduct(phone, 10);
      await sell({ productId: phone, quantity: 3 });
      if (index % 2 === 0) await publish(...events);
      else for (const event of events) await publish(event);
      expect(await stockOf(phone)).toBe(10);
    }
    await expectNoneParked();
  });

  it('whose pieces were written off leaves them out of a later cancellation (CAT-C20)', async () => {
    await insertProduct(phone, 10);
    await sell({ productId: phone, quantity: 3 });
    await publish(returnEvent({ productId: phone, isRestocked: false }));
    await publish(cancelledEvent(orderId));
    expect(await stockOf(phone)).toBe(8);
  });

  it('is parked while the sale of its order is unknown (CAT-C20)', async () => {
    await insertProduct(phone, 5);
    await publish(returnEvent({ productId: phone }));
    expect([await stockOf(phone), (await catalog.bus.parked('catalog.return-settled')).count]).toEqual([
      5, 1,
    ]);
  });
});

describe('the database', () => {
  const action = fc.record({
    kind: fc.constantFrom('reserve', 'reserve', 'take', 'release'),
    id: fc.constantFrom('r1', 'r2', 'r3'),
    quantity: fc.integer({ min: 1, max: 4 }),
  });

  it('matches the rules for any sequence (CAT-C6 to CAT-C11)', async () => {
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 9 }),
        fc.array(action, { maxLength: 14 }),
        async (stock, actions) => {
          runs += 1;
          const id = idNumber(5000 + runs);
          await insertProduct(id, stock);
          let expected: StockState = { stock, isAvailable: true, reservations: [] };
          for (const { kind, id: reservationId, quantity } of actions) {
            const writeContext = { now: clock };
            const line = { reservationId, quantity, overdueAt: new Date(clock.getTime() + minutes(1)) };
            if (kind === 'reserve') {
              const decision = reserve(expected, line);
              expect((await catalog.context.stock.reserve(id, line, writeContext)).outcome).toBe(
                decision.outcome,
              );
              expected = decision.state;
            } else if (kind === 'take') {
              const decision = sellPieces(expected, line);
              expect((await catalog.context.stock.take(id, line, writeContext)).outcome).toBe(
                decision.outcome,
              );
              expected = decision.state;
            } else {
              await catalog.context.stock.release(id, reservationId, writeContext);
              expected = release(expected, reservationId);
            }
            expect(await stockStateOf(id)).toEqual(expected);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
