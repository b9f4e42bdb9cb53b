import { randomUUID } from 'node:crypto';
import { deviceListed } from '@kinmel/contracts';
import { createEvent } from '@kinmel/service-kit';
import { eventually } from '@kinmel/testing';
import {
  cancelledEvent,
  placedEvent,
  returnedEvent,
  storedEvents,
  type TestDatabase,
  testDatabase,
  testTokens,
} from '@kinmel/testing/servers';
import fc from 'fast-check';
import request from 'supertest';
import { releaseReservation } from '../stock/release-reservation.ts';
import { reserveStock } from '../stock/reserve-stock.ts';
import { aProduct, idNumber } from '../testing/product-builder.ts';
import { startTestCatalog, type TestCatalog } from '../testing/test-catalog.ts';
import { settleWithdrawals } from './settle-withdrawals.ts';

const serviceToken = 'a-token-of-the-tests-only';
const [productId, first, second, third] = [idNumber(1), idNumber(11), idNumber(12), idNumber(13)];
const orderId = idNumber(900);
const tokens = testTokens();

let database: TestDatabase;
let catalog: TestCatalog;

beforeAll(async () => {
  database = await testDatabase('catalog-devices');
});
afterAll(() => database.drop());

beforeEach(async () => {
  await database.empty();
  catalog = await startTestCatalog({ connection: database.connection, tokens, serviceToken });
  await putProduct();
});
afterEach(() => catalog.stop());

type Grade = 'A' | 'B' | 'C';

const putProduct = () =>
  catalog.context.products.insert(aProduct({ id: productId, category: 'premiumsmartphones', stock: 0 }), []);

const listedEvent = (deviceId: string, priceInMinorUnits: number, grade: Grade = 'B', version = 5) =>
  createEvent(deviceListed, {
    aggregateId: deviceId,
    aggregateVersion: version,
    data: {
      deviceId,
      storage: '256 GB',
      color: 'Graphite',
      priceInMinorUnits,
      currency: 'NPR',
      forSale: {
        ofProductId: productId,
        grade,
        batteryHealthPercent: 88,
        passportLink: `/passport/${deviceId}`,
        photos: [],
      },
    },
  });

async function publish(...events: Parameters<TestCatalog['bus']['publish']>[0][]): Promise<void> {
  await Promise.all(events.map((event) => catalog.bus.publish(event)));
  await catalog.bus.settle();
}

const listDevices = () =>
  publish(listedEvent(first, 6_000_000), listedEvent(second, 5_000_000), listedEvent(third, 9_000_000, 'A'));

const get = (path: string) => request(catalog.baseUrl).get(path);
const devices = async (): Promise<string[]> =>
  (await get(`/api/products/${productId}/devices`)).body.data.map(({ id }: { id: string }) => id);
const storedProduct = async () => {
  const product = await catalog.context.products.find(productId);
  return product && { stock: product.stock, priceInMinorUnits: product.priceInMinorUnits };
};
const reserve = (deviceId: string, reservationId: string = randomUUID()) =>
  reserveStock(catalog.context, { reservationId, lines: [{ productId: deviceId, quantity: 1 }] });
const withdraw = (deviceId: string, listedVersion = 5) =>
  request(catalog.baseUrl)
    .post(`/internal/devices/${deviceId}/withdrawal`)
    .set('x-kinmel-service-token', serviceToken)
    .send({ listedVersion });

/** Sets fields of the product as if staff had created it with them. */
const setProductFields = (fields: object) => catalog.model.updateOne({ _id: productId }, { $set: fields });
async function holdOwnPiece(): Promise<void> {
  await setProductFields({ stock: 1 });
  await reserve(productId);
}

describe('the devices of a product', () => {
  it('are listed by grade and price, and are its stock and lowest price (CAT-D1, CAT-D2)', async () => {
    await listDevices();
    expect(await devices()).toEqual([third, second, first]);
    expect(await storedProduct()).toEqual({ stock: 3, priceInMinorUnits: 5_000_000 });
    const { body } = await get(`/api/products/${productId}`);
    expect(body.data).toMatchObject({ hasDevices: true, inStock: true, lowStockCount: 3, price: 50_000 });
  });

  it('have the fields of the product with their own price, storage and grade (CAT-D1)', async () => {
    await publish(listedEvent(first, 6_000_000));
    const { body } = await get(`/api/products/${first}`);
    expect(body.data).toMatchObject({
      id: first,
      name: 'Pixel 10',
      price: 60_000,
      oldPrice: null,
      specs: { storage: '256 GB', color: 'Graphite' },
      inStock: true,
      device: { ofProductId: productId, grade: 'B', batteryHealthPercent: 88 },
    });
  });

  it('are found by their product, in lists and searches (CAT-D1)', async () => {
    await listDevices();
    await eventually(async () => {
      const { body } = await get('/api/products?search=pixel');
      expect(body.data.map(({ id }: { id: string }) => id)).toEqual([productId]);
    });
  });

  it('are listed once by a repeated event (R-12)', async () => {
    const event = listedEvent(first, 6_000_000);
    await publish(event, event);
    expect(await storedProduct()).toEqual({ stock: 1, priceInMinorUnits: 6_000_000 });
  });

  it.each([
    ['without their product', 'no-product', () => catalog.model.deleteMany({})],
    [
      'of a product that is switched off and has other pieces',
      'other-pieces',
      () => setProductFields({ isAvailable: false, stock: 2 }),
    ],
    ['of a product with other pieces that are held', 'other-pieces', holdOwnPiece],
  ])('are refused %s, by an event to device (CAT-D6)', async (_of, reason, arrange) => {
    await arrange();
    await publish(listedEvent(first, 6_000_000));
    expect((await get(`/api/products/${first}`)).status).toBe(404);
    const refusals = (await storedEvents(database.connection)).filter(
      ({ type }) => type === 'device.listing-refused',
    );
    expect(refusals).toMatchObject([
      { aggregateId: first, aggregateVersion: 5, data: { deviceId: first, ofProductId: productId, reason } },
    ]);
  });

  it('switch on a product that was added as not in stock (CAT-D2)', async () => {
    await setProductFields({ isAvailable: false, stock: 0 });
    await publish(listedEvent(first, 6_000_000));
    expect((await get(`/api/products/${productId}`)).body.data).toMatchObject({ inStock: true });
  });
});

describe('a purchase', () => {
  it('of a device holds that one and leaves the others for sale (CAT-D2)', async () => {
    await listDevices();
    await reserve(second, orderId);
    expect(await devices()).toEqual([third, first]);
    expect(await storedProduct()).toEqual({ stock: 2, priceInMinorUnits: 6_000_000 });
    await publish(placedEvent(orderId, [{ productId: second }]));
    expect(await storedProduct()).toEqual({ stock: 2, priceInMinorUnits: 6_000_000 });
  });

  it.each([
    ['placed, then cancelled', ['placed', 'cancelled']],
    ['cancelled, then placed', ['cancelled', 'placed']],
  ])('that is %s gives its device back by its next listing only (CAT-D4)', async (_when, steps) => {
    await listDevices();
    await reserve(second, orderId);
    for (const step of steps)
      await publish(
        step === 'placed' ? placedEvent(orderId, [{ productId: second }]) : cancelledEvent(orderId),
      );
    expect(await devices()).toEqual([third, first]);
    await publish(listedEvent(second, 5_000_000, 'B', 7));
    expect(await devices()).toEqual([third, second, first]);
    expect(await storedProduct()).toEqual({ stock: 3, priceInMinorUnits: 5_000_000 });
  });

  it('that was never placed gives its device back at once (CAT-D4, CAT-C11)', async () => {
    await listDevices();
    await reserve(second, orderId);
    await releaseReservation(catalog.context, { reservationId: orderId });
    expect(await devices()).toEqual([third, second, first]);
  });

  it('of a device that was listed again since gives nothing back (CAT-D4)', async () => {
    await publish(listedEvent(first, 6_000_000));
    await reserve(first, orderId);
    await publish(placedEvent(orderId, [{ productId: first }]));
    await publish(listedEvent(first, 6_000_000, 'B', 9));
    const buyer = idNumber(902);
    await reserve(first, buyer);
    await publish(cancelledEvent(orderId));
    expect(await devices()).toEqual([]);
    expect(await storedProduct()).toMatchObject({ stock: 0 });
  });

  it('of one device by twenty concurrent buyers succeeds once, also while its product changes (CAT-D2)', async () => {
    await listDevices();
    const buyers = [first, second, third].flatMap((id) => Array.from({ length: 20 }, () => reserve(id)));
    const held = (await Promise.allSettled(buyers)).filter(({ status }) => status === 'fulfilled');
    expect(held).toHaveLength(3);
    expect(await storedProduct()).toMatchObject({ stock: 0 });
  });

  it('of the product itself is refused: a buyer chooses a device (CAT-D2)', async () => {
    await listDevices();
    await expect(reserve(productId)).rejects.toMatchObject({ code: 'out-of-stock' });
    expect(await storedProduct()).toMatchObject({ stock: 3 });
  });
});

describe('taking a device off sale (CAT-D3)', () => {
  it('removes it once, and it can be put on sale again', async () => {
    await listDevices();
    for (let time = 0; time < 2; time += 1) expect((await withdraw(second)).status).toBe(200);
    expect(await storedProduct()).toEqual({ stock: 2, priceInMinorUnits: 6_000_000 });
    await publish(listedEvent(second, 4_000_000, 'C', 9));
    expect(await storedProduct()).toEqual({ stock: 3, priceInMinorUnits: 4_000_000 });
    // A late event is about a listing that has ended.
    expect((await withdraw(second, 5)).status).toBe(200);
    expect(await storedProduct()).toMatchObject({ stock: 3 });
  });

  it('has the same result before its listing arrives as after it (CAT-D5)', async () => {
    expect((await withdraw(first)).status).toBe(200);
    await publish(listedEvent(first, 6_000_000));
    expect(await devices()).toEqual([]);
    await publish(listedEvent(first, 6_000_000, 'B', 7));
    expect(await devices()).toEqual([first]);
  });

  it('is not refused because of an earlier sale before it is listed again (CAT-D5)', async () => {
    await publish(listedEvent(first, 6_000_000));
    await reserve(first, orderId);
    await publish(placedEvent(orderId, [{ productId: first }]));
    expect((await withdraw(first, 9)).status).toBe(200);
    await publish(listedEvent(first, 6_000_000, 'B', 9));
    expect(await devices()).toEqual([]);
  });

  it('is not undone by a replayed listing, and an older listing changes nothing (CAT-D5)', async () => {
    await publish(listedEvent(first, 7_000_000, 'B', 9));
    await publish(listedEvent(first, 6_000_000, 'B', 5));
    expect(await storedProduct()).toEqual({ stock: 1, priceInMinorUnits: 7_000_000 });
    expect((await withdraw(first, 9)).status).toBe(200);
    await publish(listedEvent(first, 7_000_000, 'B', 9));
    expect(await storedProduct()).toMatchObject({ stock: 0 });
  });

  it('is settled by asking device after a minute, again while it does not answer, and once (CAT-D3)', async () => {
    await listDevices();
    await withdraw(first);
    await withdraw(second);
    // It was listed again meanwhile, so there is nothing to ask.
    await publish(listedEvent(second, 5_000_000, 'B', 7));
    const calls: [string, number][] = [];
    const round = async (answer: () => Promise<'listed-again' | 'off-sale'>, seconds: number) => {
      const now = () => new Date(Date.now() + seconds * 1_000);
      const settleListing = (...listing: [string, number]) => {
        calls.push(listing);
        return answer();
      };
      await settleWithdrawals({ ...catalog.context, settleListing, now });
      return calls.splice(0);
    };
    expect(await round(async () => 'off-sale', 50)).toEqual([]);
    expect(await round(() => Promise.reject(new Error('away')), 70)).toEqual([[first, 5]]);
    expect(await round(async () => 'off-sale', 90)).toEqual([[first, 5]]);
    expect(await round(async () => 'off-sale', 200)).toEqual([]);
  });

  it('is refused while it is held, and when it is sold', async () => {
    await listDevices();
    await reserve(second, orderId);
    expect((await withdraw(second)).body).toMatchObject({ code: 'conflict' });
    await publish(placedEvent(orderId, [{ productId: second }]));
    expect((await withdraw(second)).status).toBe(409);
  });

  it('is not found for other products, and refused to callers without the service token', async () => {
    expect((await withdraw(productId)).status).toBe(404);
    await listDevices();
    expect((await request(catalog.baseUrl).post(`/internal/devices/${first}/withdrawal`)).status).not.toBe(
      200,
    );
    expect(await storedProduct()).toMatchObject({ stock: 3 });
  });
});

it('a device ends on sale by its last listing, in whatever order and however often its events arrive (CAT-D5)', async () => {
  const returnEvent = returnedEvent(orderId, [{ productId: first }]);
  const histories = fc.record({
    end: fc.constantFrom('cancelled', 'returned'),
    // Whether the second listing is withdrawn.
    isWithdrawn: fc.boolean(),
    hasThird: fc.boolean(),
    order: fc.array(fc.nat(), { minLength: 12, maxLength: 12 }),
  });
  await fc.assert(
    fc.asyncProperty(histories, async ({ end, isWithdrawn, hasThird, order }) => {
      await database.empty();
      await putProduct();
      await publish(listedEvent(first, 6_000_000));
      await reserve(first, orderId);
      const events = [
        placedEvent(orderId, [{ productId: first }]),
        end === 'cancelled' ? cancelledEvent(orderId) : returnEvent,
        listedEvent(first, 7_000_000, 'B', 9),
        ...(hasThird ? [listedEvent(first, 8_000_000, 'B', 11)] : []),
      ];
      const steps = [
        ...[...events, ...events].map((event) => () => publish(event)),
        ...(isWithdrawn ? [() => withdraw(first, 9).expect(200)] : []),
      ];
      const positionedSteps = steps.map((step, index) => ({ step, position: order[index] ?? 0 }));
      for (const { step } of positionedSteps.toSorted((one, other) => one.position - other.position))
        await step();
      const isOnSale = hasThird || !isWithdrawn;
      expect(await devices()).toEqual(isOnSale ? [first] : []);
      expect(await storedProduct()).toMatchObject({ stock: isOnSale ? 1 : 0 });
      if (!isOnSale) return;
      await reserve(first, idNumber(902));
      await expect(reserve(first, idNumber(903))).rejects.toMatchObject({ code: 'out-of-stock' });
    }),
    { numRuns: 40 },
  );
}, 60_000);

describe('what staff change at the device only', () => {
  const asAdmin = (method: 'put' | 'delete', id: string, body: object = {}) =>
    request(catalog.baseUrl)
      [method](`/api/products/${id}`)
      .set('Authorization', `Bearer ${tokens.admin()}`)
      .send(body);

  it.each([
    ['price', { price: 1 }],
    ['stock', { stock: 2 }],
    ['switch', { inStock: false }],
    ['name', { name: 'Another' }],
  ])('is the %s of a device (CAT-C21)', async (_what, body) => {
    await listDevices();
    const refused = await asAdmin('put', first, body).expect(409);
    expect(refused.body).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('at the device'),
    });
    await asAdmin('delete', first).expect(409);
    expect(await devices()).toEqual([third, second, first]);
  });

  it.each([
    ['price', { price: 1 }],
    ['stock', { stock: 9, stockSeen: 3, version: 4 }],
    ['switch', { inStock: false }],
  ])('is the %s of a product with devices for sale (CAT-C22)', async (path, body) => {
    await listDevices();
    const refused = await asAdmin('put', productId, body).expect(409);
    expect(refused.body).toMatchObject({
      code: 'conflict',
      details: [{ path: path === 'switch' ? 'inStock' : path }],
    });
    expect(await storedProduct()).toEqual({ stock: 3, priceInMinorUnits: 5_000_000 });
  });

  it('is not the description of a product with devices, nor anything that stays the same (CAT-C22)', async () => {
    await listDevices();
    const body = {
      description: 'Another.',
      price: 50_000,
      stock: 3,
      stockSeen: 3,
      version: 4,
      inStock: true,
    };
    await asAdmin('put', productId, body).expect(200);
    expect(await storedProduct()).toEqual({ stock: 3, priceInMinorUnits: 5_000_000 });
  });

  it('keeps a product from being deleted while one of its devices is for sale or held (CAT-C22)', async () => {
    await publish(listedEvent(first, 6_000_000));
    await asAdmin('delete', productId).expect(409);
    await reserve(first, orderId);
    await asAdmin('delete', productId).expect(409);
    const bulk = await request(catalog.baseUrl)
      .post('/api/admin/products/bulk')
      .set('Authorization', `Bearer ${tokens.admin()}`)
      .send({
        change: 'delete',
        products: [
          { id: productId, version: 3 },
          { id: first, version: 1 },
        ],
      })
      .expect(200);
    expect(bulk.body.data).toMatchObject([
      { problem: { code: 'conflict' } },
      { problem: { code: 'conflict' } },
    ]);
    await publish(placedEvent(orderId, [{ productId: first }]));
    await asAdmin('delete', productId).expect(200);
  });
});

it('a device of a settled return does not raise the stock before it is put on sale again (CAT-D4)', async () => {
  await publish(listedEvent(first, 6_000_000));
  await reserve(first, orderId);
  await publish(placedEvent(orderId, [{ productId: first }]));
  await publish(returnedEvent(orderId, [{ productId: first }]));
  expect(await storedProduct()).toMatchObject({ stock: 0 });
  await publish(listedEvent(first, 5_500_000, 'C', 9));
  expect(await storedProduct()).toEqual({ stock: 1, priceInMinorUnits: 5_500_000 });
});
