import { deviceListed } from '@kinmel/contracts';
import { createEvent, storedToken } from '@kinmel/service-kit';
import { eventually } from '@kinmel/testing';
import { consumersOf, verifyContract } from '@kinmel/testing/contracts';
import {
  type TestDatabase,
  type TestTokens,
  testDatabase,
  testTokens,
  unreadableEvent,
} from '@kinmel/testing/servers';
import request from 'supertest';
import { alertFieldsOf, newAlert } from './alerts/alert.rules.ts';
import { publishDueAlerts } from './alerts/tell-alerts.ts';
import { reserveStock } from './stock/reserve-stock.ts';
import { aProduct, idNumber } from './testing/product-builder.ts';
import { startTestCatalog, type TestCatalog } from './testing/test-catalog.ts';

const serviceToken = 'a-token-of-the-tests-only';
const picture = {
  id: 'c0ffee00c0ffee00',
  alt: 'Pixel 10, back and front',
  width: 1000,
  height: 1000,
  dominantColor: '#4b5a8c',
  hasTransparency: true,
};

let database: TestDatabase;
let tokens: TestTokens;
let catalog: TestCatalog;

beforeAll(async () => {
  database = await testDatabase('catalog-consumers');
  tokens = testTokens();
});

afterAll(() => database.drop());

// A new service for each consumer, as catalog ignores older states of known products.
beforeEach(async () => {
  await database.empty();
  catalog = await startTestCatalog({ connection: database.connection, tokens, serviceToken });
});

afterEach(() => catalog.stop());

const iphone = aProduct({
  id: '25ee728f50f0dfc3eee9b45d',
  name: 'iPhone 13 Pro',
  brand: 'Apple',
  category: 'premiumsmartphones',
  priceInMinorUnits: 9_150_000,
  oldPriceInMinorUnits: 13_190_000,
  stock: 3,
  image: `/uploads/${picture.id}/640.webp`,
  pictures: [picture],
});
const macbook = { ...iphone, id: idNumber(2), name: 'MacBook Air', category: 'laptop' as const };

/** The initial state of most contracts. */
async function insertProducts(pieces = 3): Promise<void> {
  await database.empty();
  for (const product of [{ ...iphone, stock: pieces }, macbook])
    await catalog.context.products.insert(product, []);
  catalog.context.stockMoved([iphone.id, macbook.id]);
  await catalog.context.settle();
}

const deviceId = '00000000000000000000000b';

/** Device puts a device on sale. */
async function publishListing(): Promise<void> {
  await catalog.bus.publish(
    createEvent(deviceListed, {
      aggregateId: deviceId,
      aggregateVersion: 1,
      data: {
        deviceId,
        storage: '256 GB',
        color: 'Graphite',
        priceInMinorUnits: 6_000_000,
        currency: 'NPR',
        forSale: {
          ofProductId: iphone.id,
          grade: 'B',
          batteryHealthPercent: 88,
          passportLink: '/passport/a-token',
          photos: [],
        },
      },
    }),
  );
  await catalog.bus.settle();
}

/** The initial state with a device for sale. */
async function insertProductsWithDevice(): Promise<void> {
  await insertProducts(0);
  await publishListing();
}

const hold = (productId: string) =>
  reserveStock(catalog.context, {
    reservationId: '00000000000000000000a0d1',
    lines: [{ productId, quantity: 1 }],
  });

/** An alert with the id from which the contract's link is derived. */
async function putAlert(userId: string | null): Promise<void> {
  await insertProducts();
  const { alerts, alertTokenOf, now } = catalog.context;
  const maxPrice = { amountInMinorUnits: 7_000_000, currency: 'NPR' } as const;
  const email = 'asha.rai@kinmel.example';
  const wish = { kind: 'wish', text: 'iPhone 13 Pro', email, maxPrice, minGrade: 'A' } as const;
  const alertFields = alertFieldsOf(wish, undefined);
  const alert = newAlert('00000000000000000000a1e7', alertFields, { email, userId, now: now() });
  await alerts.insert(alert, storedToken(alertTokenOf(alert.id)), []);
}

const states = {
  'the alert 00000000000000000000a1e7 waits to be confirmed': () => putAlert(null),
  'the account has the alert 00000000000000000000a1e7': () => putAlert('admin-1'),
  'the product 25ee728f50f0dfc3eee9b45d is on the wishlist of the account': async () => {
    await insertProducts();
    await catalog.context.wishlists.change('admin-1', [iphone.id], []);
  },
  'a laptop is in the shop': () => insertProducts(),
  'a pre-loved iPhone 13 Pro is in the shop': () => insertProducts(),
  'the product 25ee728f50f0dfc3eee9b45d is in the shop': () => insertProducts(),
  'the product 000000000000000000000000 is not in the shop': () => insertProducts(),
  'a device of the product 25ee728f50f0dfc3eee9b45d is for sale': insertProductsWithDevice,
  'the device 00000000000000000000000b is for sale': insertProductsWithDevice,
  'somebody buys the device 00000000000000000000000b': async () => {
    await insertProductsWithDevice();
    await hold(deviceId);
  },
  'there are 3 pieces of the product 25ee728f50f0dfc3eee9b45d': () => insertProducts(3),
  'there is no piece of the product 25ee728f50f0dfc3eee9b45d': () => insertProducts(0),
  'the order 00000000000000000000a0d1 holds a piece of the product 25ee728f50f0dfc3eee9b45d': async () => {
    await insertProducts();
    await hold(iphone.id);
  },
  'staff have made the change updateProduct': async () => {
    await insertProducts();
    await request(catalog.server)
      .put(`/api/products/${iphone.id}`)
      .set(admin())
      .send({ name: 'Renamed' })
      .expect(200);
  },
  'a message about the order 00000000000000000000a0d1 is parked': async () => {
    await database.empty();
    await catalog.bus.publish(unreadableEvent('order.placed', '00000000000000000000a0d1'));
    await catalog.bus.settle();
  },
};

const phone = {
  name: 'Pixel 10',
  brand: 'Google',
  description: 'A phone.',
  price: 114_900,
  oldPrice: 129_900,
  category: 'smartphone',
  stock: 6,
  image: 'https://pictures.example/pixel-10.webp',
  specs: { storage: '128 GB', color: 'Indigo' },
};
const admin = () => ({ Authorization: `Bearer ${tokens.admin()}` });

/** Events as published after real calls. */
const published = (type: string, cause?: (id: string) => Promise<unknown>) => async () => {
  const { body } = await request(catalog.server).post('/api/products').set(admin()).send(phone).expect(201);
  const id: string = body.data.id;
  await cause?.(id);
  return eventually(
    () => catalog.bus.published.find((event) => event.type === type && event.aggregateId === id) ?? false,
  );
};

/** An event of a confirmed alert whose product came back. */
const publishedOfAlert = (type: string) => async () => {
  await database.empty();
  await catalog.context.products.insert({ ...iphone, stock: 0 }, []);
  const maxPrice = { amountInMinorUnits: 9_500_000, currency: 'NPR' };
  const body = { kind: 'wish', text: 'iPhone 13 Pro', maxPrice, email: 'asha.rai@kinmel.example' };
  await request(catalog.server).post('/api/alerts').send(body).expect(201);
  const alert = await database.connection.collection<{ _id: string }>('alerts').findOne({});
  const id = alert?._id ?? '';
  const link = `/api/alerts/${catalog.context.alertTokenOf(id)}`;
  await request(catalog.server).post(`${link}/confirmation`).expect(200);
  await request(catalog.server).put(`/api/products/${iphone.id}`).set(admin()).send({ stock: 3 }).expect(200);
  return eventually(async () => {
    await publishDueAlerts(catalog.context);
    return catalog.bus.published.find((event) => event.type === type && event.aggregateId === id) ?? false;
  });
};

const events = {
  'alert.requested': publishedOfAlert('alert.requested'),
  'alert.matched': publishedOfAlert('alert.matched'),
  'product.created': published('product.created'),
  'product.updated': published('product.updated', (id) =>
    request(catalog.server).put(`/api/products/${id}`).set(admin()).send({ name: 'Renamed' }).expect(200),
  ),
  'product.deleted': published('product.deleted', (id) =>
    request(catalog.server).delete(`/api/products/${id}`).set(admin()).expect(200),
  ),
  async 'device.listing-refused'() {
    await database.empty();
    await publishListing();
    return eventually(
      () => catalog.bus.published.find(({ type }) => type === 'device.listing-refused') ?? false,
    );
  },
  'stock.changed': published('stock.changed', (id) =>
    reserveStock(catalog.context, { reservationId: id, lines: [{ productId: id, quantity: 1 }] }),
  ),
};

it.each(consumersOf('catalog'))(
  'catalog answers and publishes what %s needs',
  (consumer) =>
    verifyContract(consumer, {
      name: 'catalog',
      server: catalog.server,
      states,
      events,
      headers: { 'x-kinmel-service-token': serviceToken, authorization: admin().Authorization },
    }),
  120_000,
);
