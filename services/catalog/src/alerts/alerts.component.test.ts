import { dayMs, deviceListed, userDeleted } from '@kinmel/contracts';
import { createEvent, dataKeyModel, personalDataOf, unseal } from '@kinmel/service-kit';
import { databaseText, eventually } from '@kinmel/testing';
import { type TestDatabase, type TestTokens, testDatabase, testTokens } from '@kinmel/testing/servers';
import request from 'supertest';
import { releaseReservation } from '../stock/release-reservation.ts';
import { reserveStock } from '../stock/reserve-stock.ts';
import { idNumber } from '../testing/product-builder.ts';
import { putProduct, startTestCatalog, type TestCatalog, testSealKey } from '../testing/test-catalog.ts';
import { publishDueAlerts } from './tell-alerts.ts';

const start = new Date('2026-11-20T10:00:00.000Z');
const email = 'asha.rai@kinmel.example';
const userId = '6600000000000000000000c1';

let database: TestDatabase;
let tokens: TestTokens;
let catalog: TestCatalog;
let now: Date;
let knownEmail: string | undefined;

beforeAll(async () => {
  database = await testDatabase('catalog-alerts');
  tokens = testTokens();
});
afterAll(() => database.drop());

beforeEach(async () => {
  await database.empty();
  now = start;
  knownEmail = undefined;
  catalog = await startTestCatalog({
    connection: database.connection,
    tokens,
    now: () => now,
    accountEmail: async () => knownEmail,
  });
});
afterEach(() => catalog.stop());

const advance = (ms: number) => {
  now = new Date(now.getTime() + ms);
};
const post = (path: string, body: object = {}, token?: string) =>
  request(catalog.server)
    .post(path)
    .set(token === undefined ? {} : { Authorization: `Bearer ${token}` })
    .send(body);
/** Unsubscribes like a mail program (RFC 8058). */
const end = (token: string) =>
  request(catalog.server)
    .post(`/api/alerts/${token}/end`)
    .type('form')
    .send('List-Unsubscribe=One-Click')
    .expect(200);
const change = (id: string, body: object) =>
  request(catalog.server)
    .put(`/api/products/${id}`)
    .set('Authorization', `Bearer ${tokens.admin()}`)
    .send(body)
    .expect(200);
const requestAlert = (body: object, token?: string) => post('/api/alerts', { email, ...body }, token);
const wish = { kind: 'wish', text: 'iPhone 13 Pro' };
const alerts = async () =>
  personalDataOf(database.connection).openAll(
    await database.connection.collection('alerts').find().toArray(),
  );
const outbox = (type: string) =>
  database.connection.collection('outbox').find({ 'event.type': type }).toArray();
const events = async (type: string) =>
  (await personalDataOf(database.connection).openAll(await outbox(type))).map(({ event }) => event);
const tokenIn = (event: { data: { sealedAlertToken: string } }) =>
  unseal(event.data.sealedAlertToken, testSealKey);

/** A confirmed alert; resolves with its token. */
async function confirmedAlert(body: object): Promise<string> {
  await requestAlert(body).expect(201);
  const token = tokenIn((await events('alert.requested')).at(-1));
  await post(`/api/alerts/${token}/confirmation`).expect(200);
  return token;
}

/** Handles catalog's own events, publishes due alerts, and resolves with all published ones. */
async function publishedMatches() {
  catalog.context.sendEvents();
  const improvements = async () => {
    const productEvents = [...(await outbox('product.created')), ...(await outbox('product.improved'))];
    const handled = await database.connection.collection('inbox').countDocuments({
      type: { $in: ['product.created', 'product.improved'] },
    });
    return handled >= productEvents.length;
  };
  await eventually(async () => (await improvements()) || false);
  await publishDueAlerts(catalog.context);
  return (await events('alert.matched')).map(({ data }) => ({
    cause: data.cause,
    name: data.product.name,
    price: data.product.price.amountInMinorUnits,
  }));
}

const iphone = (stock: number, price = 91_500) =>
  putProduct(catalog, { name: 'iPhone 13 Pro', price, stock });
const restock = (id: string, stock: number) => change(id, { inStock: true, stock });

describe('a requested alert', () => {
  it('must be confirmed by its mail, and sends nothing before (CAT-A1, CAT-A2)', async () => {
    const productId = await iphone(0);
    const { body } = await requestAlert({ kind: 'product', productId }).expect(201);
    expect(body.data).toEqual({ isConfirmed: false });
    const [requested] = await events('alert.requested');
    expect(requested.data).toMatchObject({ email, userId: null, kind: 'product', subject: 'iPhone 13 Pro' });
    expect(requested.data.expiresAt).toBe(new Date(start.getTime() + 2 * dayMs).toISOString());
    await restock(productId, 3);
    expect(await publishedMatches()).toEqual([]);
    const link = `/api/alerts/${tokenIn(requested)}`;
    for (const path of [link, `${link}/end`]) await request(catalog.server).get(path);
    expect(await publishedMatches()).toEqual([]);
    await post(`${link}/confirmation`).expect(200);
    await post(`${link}/confirmation`).expect(200);
    expect(await publishedMatches()).toEqual([{ cause: 'back', name: 'iPhone 13 Pro', price: 9_150_000 }]);
  });

  it('is deleted by a TTL index unless it is confirmed (CAT-A2)', async () => {
    await requestAlert(wish).expect(201);
    const indexes = await database.connection.collection('alerts').indexes();
    expect(indexes).toContainEqual(expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 }));
    const [alert] = await alerts();
    expect(alert?.['expiresAt']).toEqual(new Date(start.getTime() + 2 * dayMs));
    await post(`/api/alerts/${tokenIn((await events('alert.requested'))[0])}/confirmation`).expect(200);
    expect((await alerts())[0]?.['expiresAt']).toBeNull();
  });

  it('is confirmed at once with the address of the account, which then lists it (CAT-A1)', async () => {
    knownEmail = 'Asha.Rai@kinmel.example';
    const customer = tokens.customer(userId);
    const { body } = await requestAlert(wish, customer).expect(201);
    expect(body.data).toEqual({ isConfirmed: true });
    expect(await events('alert.requested')).toEqual([]);
    await post('/api/alerts', { ...wish, email: 'another@kinmel.example' }, customer).expect(201);
    const listed = await request(catalog.server)
      .get('/api/alerts')
      .set('Authorization', `Bearer ${customer}`);
    expect(listed.body.data).toEqual([expect.objectContaining({ subject: wish.text, isConfirmed: true })]);
    await end(listed.body.data[0].token);
    expect((await alerts()).map((alert) => alert['address'])).toEqual(['another@kinmel.example']);
  });

  it('is stored once, however often and in whatever spelling, with one mail in ten minutes (CAT-A2)', async () => {
    await Promise.all([
      requestAlert(wish),
      requestAlert(wish),
      requestAlert({ ...wish, text: 'Pro iPhone13', email: ` ${email} ` }),
    ]);
    expect(await alerts()).toHaveLength(1);
    expect(await events('alert.requested')).toHaveLength(1);
    advance(10 * 60_000);
    await requestAlert(wish).expect(201);
    expect(await events('alert.requested')).toHaveLength(2);
    await requestAlert({ ...wish, maxPrice: { amountInMinorUnits: 7_000_000, currency: 'NPR' } }).expect(201);
    expect(await alerts()).toHaveLength(2);
  });

  it('exists at most twenty times per address, also under concurrency; more are refused to its owner (CAT-A3)', async () => {
    knownEmail = email;
    const calls = Array.from({ length: 24 }, (_, index) =>
      requestAlert({ ...wish, text: `Phone ${index}` }, tokens.customer(userId)),
    );
    const answers = await Promise.all(calls);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body.message).toMatch(/^You have 20 alerts already/);
    expect(await alerts()).toHaveLength(20);
  });

  it('of a stranger does not reveal the others and takes no slot of the owner (CAT-A3)', async () => {
    const requests = Array.from({ length: 24 }, (_, index) =>
      requestAlert({ ...wish, text: `Phone ${index}` }),
    );
    expect((await Promise.all(requests)).map(({ status }) => status)).toEqual(requests.map(() => 201));
    expect(await alerts()).toHaveLength(20);
    knownEmail = email;
    for (let index = 0; index < 20; index += 1)
      await requestAlert({ ...wish, text: `Watch ${index}` }, tokens.customer(userId)).expect(201);
    expect(await alerts()).toHaveLength(40);
    const unconfirmed = (await alerts()).find(({ expiresAt }) => expiresAt !== null);
    const link = (await events('alert.requested')).find(
      ({ data }) => data.alertId === String(unconfirmed?._id),
    );
    const refused = await post(`/api/alerts/${tokenIn(link)}/confirmation`);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringMatching(/^You have 20 alerts/),
    ]);
    expect(await alerts()).toHaveLength(40);
  });

  it('is limited per mailbox, not for the people of one network (CAT-A3)', async () => {
    const requestsOfMany = Array.from({ length: 41 }, (_, index) =>
      requestAlert({ ...wish, email: `n${index}@kinmel.example` }),
    );
    expect((await Promise.all(requestsOfMany)).filter(({ status }) => status !== 201)).toEqual([]);
    const requestsOfOne = Array.from({ length: 41 }, () => requestAlert({ ...wish }));
    expect((await Promise.all(requestsOfOne)).filter(({ status }) => status === 429)).toHaveLength(1);
  });

  it.each([
    ['without words', { kind: 'wish', text: 'the of' }, 400],
    ['for an unknown product', { kind: 'product', productId: '0'.repeat(24) }, 404],
    ['with no mailbox', { ...wish, email: 'nobody' }, 400],
    ['for an unknown grade', { ...wish, minGrade: 'D' }, 400],
    ['for a price of zero', { ...wish, maxPrice: { amountInMinorUnits: 0, currency: 'NPR' } }, 400],
  ])('%s is refused (CAT-A2)', async (_, body, status) => {
    await requestAlert(body).expect(status);
    expect(await alerts()).toEqual([]);
  });
});

describe('the link of an alert', () => {
  it('is stored as a hash only, and unknown after the end (CAT-A4, CAT-A7)', async () => {
    const token = await confirmedAlert(wish);
    expect(JSON.stringify(await alerts())).not.toContain(token);
    const { body } = await request(catalog.server).get(`/api/alerts/${token}`).expect(200);
    expect(body.data).toEqual({
      kind: 'wish',
      subject: 'iPhone 13 Pro',
      productId: null,
      maxPrice: null,
      minGrade: null,
      isConfirmed: true,
    });
    await end(token);
    await end(token);
    expect(await alerts()).toEqual([]);
    await request(catalog.server).get(`/api/alerts/${token}`).expect(404);
    await post(`/api/alerts/${token}/confirmation`).expect(404);
  });

  it('opens the page when the one-click address is followed, and ends nothing (CAT-A4)', async () => {
    const token = await confirmedAlert(wish);
    const answer = await request(catalog.server).get(`/api/alerts/${token}/end`).expect(303);
    expect(answer.headers['location']).toBe(`/alerts/${token}`);
    expect(await alerts()).toHaveLength(1);
  });
});

describe('an alert is mailed', () => {
  it('when pieces come back or an admin switches the product on, and not while pieces sell (CAT-A6)', async () => {
    const productId = await iphone(1);
    await confirmedAlert({ kind: 'product', productId });
    const lines = [{ productId, quantity: 1 }];
    const reservationId = '00000000000000000000a0d1';
    await reserveStock(catalog.context, { reservationId, lines });
    expect(await publishedMatches()).toEqual([]);
    await releaseReservation(catalog.context, { reservationId });
    expect(await publishedMatches()).toHaveLength(1);
    await change(productId, { stock: 4 });
    await change(productId, { inStock: false });
    advance(dayMs);
    expect(await publishedMatches()).toHaveLength(1);
    await change(productId, { inStock: true });
    expect(await publishedMatches()).toHaveLength(2);
  });

  it('when the price is below the lowest that was seen or mailed (CAT-A6)', async () => {
    const productId = await iphone(9, 90_000);
    await confirmedAlert({ kind: 'product', productId });
    for (const [price, count] of [
      [95_000, 0],
      [92_000, 0],
      [89_000, 1],
      [91_000, 1],
      [89_500, 1],
      [88_000, 2],
    ] as const) {
      await change(productId, { price });
      advance(dayMs);
      expect(await publishedMatches()).toHaveLength(count);
    }
  });

  it('for a wish when a product has all its words and does not cost too much (CAT-A6)', async () => {
    await confirmedAlert({ ...wish, maxPrice: { amountInMinorUnits: 7_000_000, currency: 'NPR' } });
    await putProduct(catalog, { name: 'iPhone 13', price: 60_000, stock: 2 });
    await iphone(0, 60_000);
    const expensiveId = await iphone(2, 80_000);
    expect(await publishedMatches()).toEqual([]);
    await change(expensiveId, { price: 70_000 });
    expect(await publishedMatches()).toEqual([{ cause: 'cheaper', name: 'iPhone 13 Pro', price: 7_000_000 }]);
    advance(dayMs);
    await putProduct(catalog, { name: 'Apple iPhone 13 Pro Max', price: 69_000, stock: 1 });
    expect((await publishedMatches()).at(-1)).toEqual({
      cause: 'new',
      name: 'Apple iPhone 13 Pro Max',
      price: 6_900_000,
    });
  });

  it('for a wish with a grade only when a device of it or a better one is for sale (CAT-A6)', async () => {
    const maxPrice = { amountInMinorUnits: 7_000_000, currency: 'NPR' };
    await confirmedAlert({ ...wish, maxPrice, minGrade: 'B' });
    const ofProductId = await iphone(0, 65_000);
    const list = async (index: number, grade: 'A' | 'C', priceInMinorUnits: number) => {
      const deviceId = idNumber(index);
      const listingFields = { batteryHealthPercent: 88, passportLink: `/passport/${deviceId}`, photos: [] };
      const device = { deviceId, storage: '256 GB', color: 'Graphite', priceInMinorUnits, currency: 'NPR' };
      const data = { ...device, forSale: { ofProductId, grade, ...listingFields } } as const;
      const event = { aggregateId: deviceId, aggregateVersion: 5, data: data as never };
      await catalog.bus.publish(createEvent(deviceListed, event));
      await catalog.bus.settle();
    };
    await list(11, 'C', 5_000_000);
    await list(12, 'A', 8_000_000);
    expect(await publishedMatches()).toEqual([]);
    // These products were not added to the alert either.
    expect((await alerts())[0]?.['version']).toBe(2);
    await list(13, 'A', 6_000_000);
    expect(await publishedMatches()).toEqual([{ cause: 'new', name: 'iPhone 13 Pro', price: 6_000_000 }]);
    const [matched] = await events('alert.matched');
    expect(matched.data).toMatchObject({ minGrade: 'B', product: { productId: idNumber(13) } });
  });

  it('at most once a day, with the state at that time (CAT-A5)', async () => {
    const productId = await iphone(0, 90_000);
    await confirmedAlert({ kind: 'product', productId });
    await restock(productId, 2);
    await publishedMatches();
    await change(productId, { price: 80_000 });
    expect(await publishedMatches()).toHaveLength(1);
    advance(dayMs - 1);
    expect(await publishedMatches()).toHaveLength(1);
    advance(1);
    expect((await publishedMatches()).at(-1)).toEqual({
      cause: 'cheaper',
      name: 'iPhone 13 Pro',
      price: 8_000_000,
    });
  });

  it('once when two sweeps read it at the same time (CAT-A5)', async () => {
    const productId = await iphone(0);
    await confirmedAlert({ kind: 'product', productId });
    await restock(productId, 2);
    await eventually(async () => (await alerts())[0]?.['due'].length === 1 || false);
    await Promise.all([1, 2, 3].map(() => publishDueAlerts(catalog.context)));
    expect(await events('alert.matched')).toHaveLength(1);
  });

  it('not when the product is sold out or more expensive by then (CAT-A6)', async () => {
    const productId = await iphone(0);
    await confirmedAlert({ kind: 'product', productId });
    await restock(productId, 2);
    await eventually(async () => (await alerts())[0]?.['due'].length === 1 || false);
    await change(productId, { stock: 0 });
    expect(await publishedMatches()).toEqual([]);
    expect((await alerts())[0]?.['due']).toEqual([]);
    await restock(productId, 2);
    expect(await publishedMatches()).toHaveLength(1);
  });
});

describe('the address of an alert', () => {
  const keysOf = (person: string) =>
    dataKeyModel(database.connection).countDocuments({ person, isCurrent: true });

  it('is in no collection, before and after it is confirmed, with and without an account (CAT-A8)', async () => {
    await requestAlert(wish).expect(201);
    await confirmedAlert({ ...wish, text: 'iPhone 14' });
    knownEmail = email;
    await requestAlert({ ...wish, text: 'iPhone 15' }, tokens.customer(userId)).expect(201);
    expect(await alerts()).toHaveLength(3);
    expect(await databaseText(database.connection)).not.toMatch(/asha\.rai/i);
    const productId = await iphone(2);
    advance(dayMs);
    await change(productId, { price: 10 });
    await publishedMatches();
    expect(await databaseText(database.connection)).not.toMatch(/asha\.rai/i);
  });

  it('that was stored before the key existed is found, and sealed with the next change (CAT-A3, CAT-A8)', async () => {
    const token = await confirmedAlert(wish);
    await database.connection.collection('alerts').updateOne({}, { $set: { email }, $unset: { address: 1 } });
    await requestAlert(wish).expect(201);
    expect(await alerts()).toHaveLength(1);
    await iphone(2);
    expect(await publishedMatches()).toHaveLength(1);
    expect((await events('alert.matched'))[0].data).toMatchObject({ email });
    expect(await databaseText(database.connection)).not.toMatch(/asha\.rai/i);
    await end(token);
  });

  it('has an encryption key that is deleted with the alert or with the account (CAT-A7, CAT-A8)', async () => {
    await requestAlert(wish).expect(201);
    const [{ _id: id } = {} as never] = await alerts();
    expect(await keysOf(String(id))).toBe(0);
    const token = tokenIn((await events('alert.requested'))[0]);
    await post(`/api/alerts/${token}/confirmation`).expect(200);
    expect(await keysOf(String(id))).toBe(1);
    await end(token);
    expect(await keysOf(String(id))).toBe(0);

    knownEmail = email;
    await requestAlert(wish, tokens.customer(userId)).expect(201);
    expect(await keysOf(userId)).toBe(1);
    const event = { aggregateId: userId, aggregateVersion: 4, data: { userId } };
    await catalog.bus.publish(createEvent(userDeleted, event));
    await catalog.bus.settle();
    expect([(await alerts()).length, await keysOf(userId)]).toEqual([0, 0]);
  });
});

describe('an alert ends', () => {
  it('with its product (CAT-A7)', async () => {
    const productId = await iphone(1);
    await confirmedAlert({ kind: 'product', productId });
    await request(catalog.server)
      .delete(`/api/products/${productId}`)
      .set('Authorization', `Bearer ${tokens.admin()}`)
      .expect(200);
    await eventually(async () => (await alerts()).length === 0 || false);
  });
});
