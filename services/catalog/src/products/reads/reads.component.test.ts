import { createMemoryBus, type MemoryBus } from '@kinmel/service-kit';
import { eventually } from '@kinmel/testing';
import {
  type TestDatabase,
  type TestTokens,
  testDatabase,
  testMongoUri,
  testTokens,
} from '@kinmel/testing/servers';
import mongoose from 'mongoose';
import request from 'supertest';
import { reserveStock } from '../../stock/reserve-stock.ts';
import { aProduct, idNumber } from '../../testing/product-builder.ts';
import { startTestCatalog, type TestCatalog } from '../../testing/test-catalog.ts';
import { createProductModel, createProductsStore } from '../products.store.ts';

// For loaded machines.
jest.setTimeout(30_000);

/** Two instances on one database and bus; commands of the first are recorded. */
let database: TestDatabase;
let listened: mongoose.Connection;
let bus: MemoryBus;
let tokens: TestTokens;
let one: TestCatalog;
let other: TestCatalog;
let commands: { name: string; command: mongoose.mongo.Document }[] = [];

const pixel = idNumber(1);
const ofProducts = () =>
  commands.filter(({ name, command }) => Object.hasOwn(command, name) && command[name] === 'products');

/** Excludes the periodic reads of relay and sweeper. */
const ofRequests = () =>
  ofProducts().filter(({ command }) => {
    const filter = Object.keys(command['filter'] ?? command['query'] ?? {});
    const isByTheClock = filter.includes('reservations.overdueAt');
    return !isByTheClock && !JSON.stringify(command['updates'] ?? '').includes('$$NOW');
  });

beforeAll(async () => {
  database = await testDatabase('catalog-reads');
  tokens = testTokens();
  bus = createMemoryBus();
  listened = await mongoose
    .createConnection(testMongoUri(), {
      dbName: database.databaseName,
      monitorCommands: true,
      autoIndex: false,
    })
    .asPromise();
  listened.getClient().on('commandStarted', ({ commandName, command }) => {
    commands.push({ name: commandName, command });
  });
  const products = createProductsStore(createProductModel(database.connection));
  for (let n = 1; n <= 30; n += 1)
    await products.insert(
      aProduct({ id: idNumber(n), name: `Pixel ${n}`, stock: n, category: n % 2 ? 'smartphone' : 'laptop' }),
      [],
    );
  one = await startTestCatalog({ connection: listened, tokens, bus });
  other = await startTestCatalog({
    connection: database.connection,
    tokens,
    bus,
    uploadsFolder: one.uploadsFolder,
  });
});

afterAll(async () => {
  await other.stop();
  await one.stop();
  await listened.close();
  await database.drop();
});

const settled = async () => {
  await one.context.settle();
  await other.context.settle();
};

/** Simulates a cold start. */
const forgetCards = () => one.context.cards.clear();

const get = (path: string, from = one) => request(from.server).get(path).expect(200);
const admin = () => ({ Authorization: `Bearer ${tokens.admin()}` });
const rename = (id: string, name: string) =>
  request(one.server).put(`/api/products/${id}`).set(admin()).send({ name }).expect(200);
/** The number of products that a search finds. */
const found = async (text: string, from: TestCatalog): Promise<number> =>
  (await get(`/api/products?search=${text}`, from)).body.pagination.total;

describe('the number of database calls', () => {
  const addresses = [
    '/api/products',
    '/api/products?limit=24&page=2',
    '/api/products?search=pixel&brand=Google&sort=price_asc',
    '/api/products?category=laptop&inStock=true',
    '/api/products/category/laptop?sort=createdAt_desc',
    `/api/products/${pixel}`,
    `/api/products/chosen?ids=${pixel},${idNumber(2)}`,
  ];

  it.each(addresses)('for %s is one when cold and none when cached', async (address) => {
    await settled();
    forgetCards();
    commands = [];
    const { text } = await get(address);
    expect(ofRequests().map(({ name }) => name)).toEqual(['find']);
    commands = [];
    expect((await get(address)).text).toBe(text);
    expect(ofRequests()).toEqual([]);
  });

  it('is none for suggestions, empty lists and the list of all ids', async () => {
    forgetCards();
    commands = [];
    await get('/api/products/suggestions?q=pix');
    await get('/api/products?search=zzzzqqqq');
    const { success, data, total } = JSON.parse((await get('/api/products/ids')).text);
    expect([success, total, new Set(data).size, data.length]).toEqual([true, 30, 30, 30]);
    const beyond = JSON.parse((await get('/api/products/ids?page=2')).text);
    expect(beyond).toEqual({ success: true, data: [], total: 30 });
    expect(ofRequests()).toEqual([]);
  });

  it('is one read, and one conditional update per product of an order', async () => {
    commands = [];
    await reserveStock(one.context, {
      reservationId: 'counted',
      lines: [20, 21, 22].map((n) => ({ productId: idNumber(n), quantity: 1 })),
    });
    expect(ofRequests().map(({ name }) => name)).toEqual(['find', ...Array(3).fill('update')]);
  });
});

it('the products of a wishlist are answered as they are now, without those that are gone (CAT-W4)', async () => {
  const ids = [idNumber(3), idNumber(99), idNumber(2)].join(',');
  const { data } = JSON.parse((await get(`/api/products/chosen?ids=${ids}`)).text);
  expect(data).toMatchObject([{ id: idNumber(3), inStock: true }, { id: idNumber(2) }]);
  await request(one.server).get('/api/products/chosen?ids=none').expect(400);
});

describe('every query', () => {
  it('of this service uses a declared index', async () => {
    commands = [];
    forgetCards();
    await get('/api/products');
    forgetCards();
    await get('/api/products/category/laptop');
    await get(`/api/products/${pixel}`);
    await request(one.server).get('/api/admin/dashboard-stats').set(admin()).expect(200);
    await request(one.server).put(`/api/products/${pixel}`).set(admin()).send({ featured: true }).expect(200);
    const { body } = await request(one.server)
      .post('/api/products')
      .set(admin())
      .send({ name: 'Short lived', description: 'x', price: 1, category: 'watch' })
      .expect(201);
    await request(one.server).delete(`/api/products/${body.data.id}`).set(admin()).expect(200);
    const { stock } = one.context;
    const when = { now: new Date() };
    const line = { reservationId: 'explained', quantity: 1, overdueAt: new Date(0) };
    await stock.reserve(idNumber(25), line, when);
    await stock.heldLines('explained');
    await stock.overdue(when.now, 10);
    await stock.claim({ productId: idNumber(25), reservationId: 'explained' }, when.now, 1);
    await stock.countOverdue(when.now);
    await stock.take(idNumber(25), line, when);
    await stock.release(idNumber(25), 'explained', when);
    await stock.giveBack(idNumber(25), 1, when);
    await one.context.products.purge(new Date(0));
    await one.context.products.findIdsByStock({ min: 0, max: 5 });
    for await (const product of one.context.products.all()) expect(product.id).toBeDefined();

    const filters = ofProducts().flatMap(({ name, command }) => {
      if (name === 'find') return [{ kind: name, filter: command['filter'] }];
      if (name === 'findAndModify' || name === 'count') return [{ kind: name, filter: command['query'] }];
      if (name === 'aggregate') return [{ kind: name, filter: command['pipeline'][0]?.$match ?? {} }];
      if (name === 'update')
        return command['updates'].map(({ q }: { q: object }) => ({ kind: name, filter: q }));
      if (name === 'delete')
        return command['deletes'].map(({ q }: { q: object }) => ({ kind: name, filter: q }));
      return [];
    });
    expect(filters.length).toBeGreaterThan(14);
    for (const { filter } of filters) {
      const plan = await database.connection.collection('products').find(filter).explain('executionStats');
      const stages = JSON.stringify(plan.queryPlanner.winningPlan);
      expect({ filter, stages: stages.includes('COLLSCAN') ? stages : 'indexed' }).toEqual({
        filter,
        stages: 'indexed',
      });
    }
  });

  it('for a page of a list examines only returned documents', async () => {
    forgetCards();
    commands = [];
    await get('/api/products?limit=10&sort=price_asc');
    const [command] = ofRequests();
    const plan = await database.connection
      .collection('products')
      .find(command?.command['filter'])
      .explain('executionStats');
    expect(plan.executionStats.nReturned).toBe(10);
    expect(plan.executionStats.totalDocsExamined).toBe(10);
  });
});

describe('a second instance', () => {
  it('shows writes of the first in lists, by id, in search and suggestions', async () => {
    for (const address of ['/api/products', `/api/products/${pixel}`, '/api/products?search=zenfone'])
      await get(address, other);
    await rename(pixel, 'Zenfone');
    await eventually(async () => (await get(`/api/products/${pixel}`, other)).body.data.name === 'Zenfone');
    await eventually(async () => (await found('zenfone', other)) === 1);
    expect((await get('/api/products', other)).text).toContain('Zenfone');
    expect((await get('/api/products/suggestions?q=zenf', other)).text).toContain('Zenfone');
  });

  it('shows new products and no deleted ones', async () => {
    const { body } = await request(one.server)
      .post('/api/products')
      .set(admin())
      .send({ name: 'Nokia 3310', description: 'Lasts.', price: 5_000, category: 'smartphone' })
      .expect(201);
    await eventually(async () => (await found('nokia', other)) === 1);
    await request(one.server).delete(`/api/products/${body.data.id}`).set(admin()).expect(200);
    await eventually(async () => (await found('nokia', other)) === 0);
    await request(other.server).get(`/api/products/${body.data.id}`).expect(404);
  });

  it('shows that the last piece was reserved, as the first does (SIL-22)', async () => {
    await get(`/api/products/${pixel}`);
    await reserveStock(one.context, { reservationId: 'last', lines: [{ productId: pixel, quantity: 1 }] });
    expect((await get(`/api/products/${pixel}`)).body.data.inStock).toBe(false);
    for (const instance of [one, other]) {
      await eventually(async () => {
        const { body } = await get(`/api/products/${pixel}`, instance);
        return body.data.inStock === false && (await found('zenfone&inStock=false', instance)) === 1;
      });
    }
  });

  it('reads everything again when events may have been missed', async () => {
    bus.disconnect();
    const before = aProduct({ id: idNumber(2), name: 'Pixel 2', stock: 2, category: 'laptop' });
    const after = { ...before, name: 'Found after the gap', version: 2 };
    await other.context.products.replace(before, after, []);
    bus.reconnect();
    for (const instance of [one, other]) await eventually(async () => (await found('gap', instance)) === 1);
  });

  it('does not read its own writes again', async () => {
    await settled();
    const { body } = await get(`/api/products/${idNumber(3)}`);
    await rename(idNumber(3), 'Own');
    await eventually(() =>
      bus.published.some(
        (event) => event.aggregateId === idNumber(3) && event.aggregateVersion > body.data.version,
      ),
    );
    await settled();
    await get('/api/products');
    commands = [];
    await get('/api/products');
    expect(ofRequests()).toEqual([]);
  });
});
