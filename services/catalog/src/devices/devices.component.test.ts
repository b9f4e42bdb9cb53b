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

async function tell(...events: Parameters<TestCatalog['bus']['publish']>[0][]): Promise<void> {
  await Promise.all(events.map((event) => catalog.bus.publish(event)));
  await catalog.bus.settle();
}

const list = () =>
  tell(listedEvent(first, 6_000_000), listedEvent(second, 5_000_000), listedEvent(third, 9_000_000, 'A'));

const get = (path: string) => request(catalog.baseUrl).get(path);
const devices = async (): Promise<string[]> =>
  (await get(`/api/products/${productId}/devices`)).body.data.map(({ id }: { id: string }) => id);
const stored = async () => {
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

/** Changes the product as if staff had created it so. */
const own = (fields: object) => catalog.model.updateOne({ _id: productId }, { $set: fields });
async function holdOwnPiece(): Promise<void> {
  await own({ stock: 1 });
  await reserve(productId);
}

describe('the devices of a product', () => {
  it('are listed by grade and price, and are its stock and lowest price (CAT-D1, CAT-D2)', async () => {
    await list();
    expect(await devices()).toEqual([third, second, first]);
    expect(await stored()).toEqual({ stock: 3, priceInMinorUnits: 5_000_000 });
    const { body } = await get(`/api/products/${productId}`);
    expect(body.data).toMatchObject({ hasDevices: true, inStock: true, lowStockCount: 3, price: 50_000 });
  });

  it('have the fields of the product with their own price, storage and grade (CAT-D1)', async () => {
    await tell(listedEvent(first, 6_000_000));
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
    await list();
    await eventually(async () => {
      const { body } = await get('/api/products?search=pixel');
      expect(body.data.map(({ id }: { id: string }) => id)).toEqual([productId]);
    });
  });

  it('are listed once by a repeated event (R-12)', async () => {
    const event = listedEvent(first, 6_000_000);
    await tell(event, event);
    expect(await stored()).toEqual({ stock: 1, priceInMinorUnits: 6_000_000 });
  });

  it.each([
    ['without their product', 'no-product', () => catalog.model.deleteMany({})],
    [
      'of a product that is switched off and has other pieces',
      'other-pieces',
      () => own({ isAvailable: false, stock: 2 }),
    ],
    ['of a product with other pieces that are held', 'other-pieces', holdOwnPiece],
  ])('are refused %s, which device is told (CAT-D6)', async (_of, reason, arrange) => {
    await arrange();
    await tell(listedEvent(first, 6_000_000));
    expect((await get(`/api/products/${first}`)).status).toBe(404);
    const refusals = (await storedEvents(database.connection)).filter(
      ({ type }) => type === 'device.listing-refused',
    );
    expect(refusals).toMatchObject([
      { aggregateId: first, aggregateVersion: 5, data: { deviceId: first, ofProductId: productId, reason } },
    ]);
  });

  it('switch a product on that was added as not in stock (CAT-D2)', async () => {
    await own({ isAvailable: false, stock: 0 });
    await tell(listedEvent(first, 6_000_000));
    expect((await get(`/api/products/${productId}`)).body.data).toMatchObject({ inStock: true });
  });
});

describe('a purchase', () => {
  it('of a device holds that one, and the product has the others (CAT-D2)', async () => {
    await list();
    await reserve(second, orderId);
    expect(await devices()).toEqual([third, first]);
    expect(await stored()).toEqual({ stock: 2, priceInMinorUnits: 6_000_000 });
    await tell(placedEvent(orderId, [{ productId: second }]));
    expect(await stored()).toEqual({ stock: 2, priceInMinorUnits: 6_000_000 });
  });

  it.each([
    ['placed, then cancelled', ['placed', 'cancelled']],
    ['cancelled, then placed', ['cancelled', 'placed']],
  ])('that is %s gives its device back by its next listing only (CAT-D4)', async (_when, told) => {
    await list();
    await reserve(second, orderId);
    for (const what of told)
      await tell(what === 'placed' ? placedEvent(orderId, [{ productId: second }]) : cancelledEvent(orderId));
    expect(await devices()).toEqual([third, first]);
    await tell(listedEvent(second, 5_000_000, 'B', 7));
    expect(await devices()).toEqual([third, second, first]);
    expect(await stored()).toEqual({ stock: 3, priceInMinorUnits: 5_000_000 });
  });

  it('that was never placed gives its device back at once (CAT-D4, CAT-C11)', async () => {
    await list();
    await reserve(second, orderId);
    await releaseReservation(catalog.context, { reservationId: orderId });
    expect(await devices()).toEqual([third, second, first]);
  });

  it('of a device that was listed again since gives nothing back (CAT-D4)', async () => {
    await tell(listedEvent(first, 6_000_000));
    await reserve(first, orderId);
    await tell(placedEvent(orderId, [{ productId: first }]));
    await tell(listedEvent(first, 6_000_000, 'B', 9));
    const buyer = idNumber(902);
    await reserve(first, buyer);
    await tell(cancelledEvent(orderId));
    expect(await devices()).toEqual([]);
    expect(await stored()).toMatchObject({ stock: 0 });
  });

  it('of one device by twenty buyers at once is held by one, also when its product changes (CAT-D2)', async () => {
    await list();
    const buyers = [first, second, third].flatMap((id) => Array.from({ length: 20 }, () => reserve(id)));
    const held = (await Promise.allSettled(buyers)).filter(({ status }) => status === 'fulfilled');
    expect(held).toHaveLength(3);
    expect(await stored()).toMatchObject({ stock: 0 });
  });

  it('of the product itself is refused: a buyer chooses a device (CAT-D2)', async () => {
    await list();
    await expect(reserve(productId)).rejects.toMatchObject({ code: 'out-of-stock' });
    expect(await stored()).toMatchObject({ stock: 3 });
  });
});

describe('taking a device off sale (CAT-D3)', () => {
  it('removes it once, and it can be put on sale again', async () => {
    await list();
    for (let time = 0; time < 2; time += 1) expect((await withdraw(second)).status).toBe(200);
    expect(await stored()).toEqual({ stock: 2, priceInMinorUnits: 6_000_000 });
    await tell(listedEvent(second, 4_000_000, 'C', 9));
    expect(await stored()).toEqual({ stock: 3, priceInMinorUnits: 4_000_000 });
    // A late event is about a listing that has ended.
    expect((await withdraw(second, 5)).status).toBe(200);
    expect(await stored()).toMatchObject({ stock: 3 });
  });

  it('before its listing came ends the same as after it (CAT-D5)', async () => {
    expect((await withdraw(first)).status).toBe(200);
    await tell(listedEvent(first, 6_000_000));
    expect(await devices()).toEqual([]);
    await tell(listedEvent(first, 6_000_000, 'B', 7));
    expect(await devices()).toEqual([first]);
  });

  it('before it is listed again is not refused because of its last sale (CAT-D5)', async () => {
    await tell(listedEvent(first, 6_000_000));
    await reserve(first, orderId);
    await tell(placedEvent(orderId, [{ productId: first }]));
    expect((await withdraw(first, 9)).status).toBe(200);
    await tell(listedEvent(first, 6_000_000, 'B', 9));
    expect(await devices()).toEqual([]);
  });

  it('by an older listing that is replayed changes nothing (CAT-D5)', async () => {
    await tell(listedEvent(first, 7_000_000, 'B', 9));
    await tell(listedEvent(first, 6_000_000, 'B', 5));
    expect(await stored()).toEqual({ stock: 1, priceInMinorUnits: 7_000_000 });
    expect((await withdraw(first, 9)).status).toBe(200);
    await tell(listedEvent(first, 7_000_000, 'B', 9));
    expect(await stored()).toMatchObject({ stock: 0 });
  });

  it('is settled by asking device after a minute, again while it does not answer, and once (CAT-D3)', async () => {
    await list();
    await withdraw(first);
    await withdraw(second);
    // It was listed again meanwhile, so there is nothing to ask.
    await tell(listedEvent(second, 5_000_000, 'B', 7));
    const asked: [string, number][] = [];
    const round = async (answer: () => Promise<'listed-again' | 'off-sale'>, seconds: number) => {
      const now = () => new Date(Date.now() + seconds * 1_000);
      const settleListing = (...listing: [string, number]) => {
        asked.push(listing);
        return answer();
      };
      await settleWithdrawals({ ...catalog.context, settleListing, now });
      return asked.splice(0);
    };
    expect(await round(async () => 'off-sale', 50)).toEqual([]);
    expect(await round(() => Promise.reject(new Error('away')), 70)).toEqual([[first, 5]]);
    expect(await round(async () => 'off-sale', 90)).toEqual([[first, 5]]);
    expect(await round(async () => 'off-sale', 200)).toEqual([]);
  });

  it('is refused while it is held, and when it is sold', async () => {
    await list();
    await reserve(second, orderId);
    expect((await withdraw(second)).body).toMatchObject({ code: 'conflict' });
    await tell(placedEvent(orderId, [{ productId: second }]));
    expect((await withdraw(second)).status).toBe(409);
  });

  it('is unknown for other products, and for callers without the token of services', async () => {
    expect((await withdraw(productId)).status).toBe(404);
    await list();
    expect((await request(catalog.baseUrl).post(`/internal/devices/${first}/withdrawal`)).status).not.toBe(
      200,
    );
    expect(await stored()).toMatchObject({ stock: 3 });
  });
});

it('whatever order its events come in, and however often, a device ends on sale by its last listing (CAT-D5)', async () => {
  const returned = returnedEvent(orderId, [{ productId: first }]);
  const stories = fc.record({
    end: fc.constantFrom('cancelled', 'returned'),
    // The end of the second listing.
    isWithdrawn: fc.boolean(),
    hasThird: fc.boolean(),
    order: fc.array(fc.nat(), { minLength: 12, maxLength: 12 }),
  });
  await fc.assert(
    fc.asyncProperty(stories, async ({ end, isWithdrawn, hasThird, order }) => {
      await database.empty();
      await putProduct();
      await tell(listedEvent(first, 6_000_000));
      await reserve(first, orderId);
      const events = [
        placedEvent(orderId, [{ productId: first }]),
        end === 'cancelled' ? cancelledEvent(orderId) : returned,
        listedEvent(first, 7_000_000, 'B', 9),
        ...(hasThird ? [listedEvent(first, 8_000_000, 'B', 11)] : []),
      ];
      const steps = [
        ...[...events, ...events].map((event) => () => tell(event)),
        ...(isWithdrawn ? [() => withdraw(first, 9).expect(200)] : []),
      ];
      const inOrder = steps.map((step, index) => ({ step, at: order[index] ?? 0 }));
      for (const { step } of inOrder.toSorted((one, other) => one.at - other.at)) await step();
      const isOnSale = hasThird || !isWithdrawn;
      expect(await devices()).toEqual(isOnSale ? [first] : []);
      expect(await stored()).toMatchObject({ stock: isOnSale ? 1 : 0 });
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
    await list();
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
    await list();
    const refused = await asAdmin('put', productId, body).expect(409);
    expect(refused.body).toMatchObject({
      code: 'conflict',
      details: [{ path: path === 'switch' ? 'inStock' : path }],
    });
    expect(await stored()).toEqual({ stock: 3, priceInMinorUnits: 5_000_000 });
  });

  it('is not the description of a product with devices, nor anything that stays the same (CAT-C22)', async () => {
    await list();
    const body = {
      description: 'Another.',
      price: 50_000,
      stock: 3,
      stockSeen: 3,
      version: 4,
      inStock: true,
    };
    await asAdmin('put', productId, body).expect(200);
    expect(await stored()).toEqual({ stock: 3, priceInMinorUnits: 5_000_000 });
  });

  it('keeps a product from being deleted while one of its devices is for sale or held (CAT-C22)', async () => {
    await tell(listedEvent(first, 6_000_000));
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
    await tell(placedEvent(orderId, [{ productId: first }]));
    await asAdmin('delete', productId).expect(200);
  });
});

it('a device of a settled return does not raise the stock before it is put on sale again (CAT-D4)', async () => {
  await tell(listedEvent(first, 6_000_000));
  await reserve(first, orderId);
  await tell(placedEvent(orderId, [{ productId: first }]));
  await tell(returnedEvent(orderId, [{ productId: first }]));
  expect(await stored()).toMatchObject({ stock: 0 });
  await tell(listedEvent(first, 5_500_000, 'C', 9));
  expect(await stored()).toEqual({ stock: 1, priceInMinorUnits: 5_500_000 });
});
