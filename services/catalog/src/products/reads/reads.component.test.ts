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

// These tests take longer on a machine under load.
jest.setTimeout(30_000);

/** Two instances on one database and bus; commands of the first are recorded. */
let database: TestDatabase;
let monitored: mongoose.Connection;
let bus: MemoryBus;
let tokens: TestTokens;
let firstInstance: TestCatalog;
let secondInstance: TestCatalog;
let commands: { name: string; command: mongoose.mongo.Document }[] = [];

const pixel = idNumber(1);
const productCommands = () =>
  commands.filter(({ name, command }) => Object.hasOwn(command, name) && command[name] === 'products');

/** Excludes the periodic reads of relay and sweeper. */
const requestCommands = () =>
  productCommands().filter(({ command }) => {
    const filter = Object.keys(command['filter'] ?? command['query'] ?? {});
    const isPeriodic = filter.includes('reservations.overdueAt');
    return !isPeriodic && !JSON.stringify(command['updates'] ?? '').includes('$$NOW');
  });

beforeAll(async () => {
  database = await testDatabase('catalog-reads');
  tokens = testTokens();
  bus = createMemoryBus();
  monitored = await mongoose
    .createConnection(testMongoUri(), {
      dbName: database.databaseName,
      monitorCommands: true,
      autoIndex: false,
    })
    .asPromise();
  monitored.getClient().on('commandStarted', ({ commandName, command }) => {
    commands.push({ name: commandName, command });
  });
  const products = createProductsStore(createProductModel(database.connection));
  for (let index = 1; index <= 30; index += 1)
    await products.insert(
      aProduct({
        id: idNumber(index),
        name: `Pixel ${index}`,
        stock: index,
        category: index % 2 ? 'smartphone' : 'laptop',
      }),
      [],
    );
  firstInstance = await startTestCatalog({ connection: monitored, tokens, bus });
  secondInstance = await startTestCatalog({
    connection: database.connection,
    tokens,
    bus,
    uploadsFolder: firstInstance.uploadsFolder,
  });
});

afterAll(async () => {
  await secondInstance.stop();
  await firstInstance.stop();
  await monitored.close();
  await database.drop();
});

const settleBoth = async () => {
  await firstInstance.context.settle();
  await secondInstance.context.settle();
};

/** Simulates a cold start. */
const forgetCards = () => firstInstance.context.cards.clear();

const get = (path: string, from = firstInstance) => request(from.server).get(path).expect(200);
const admin = () => ({ Authorization: `Bearer ${tokens.admin()}` });
const rename = (id: string, name: string) =>
  request(firstInstance.server).put(`/api/products/${id}`).set(admin()).send({ name }).expect(200);
/** The number of products that a search finds. */
const countFound = async (text: string, from: TestCatalog): Promise<number> =>
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
    await settleBoth();
    forgetCards();
    commands = [];
    const { text } = await get(address);
    expect(requestCommands().map(({ name }) => name)).toEqual(['find']);
    commands = [];
    expect((await get(address)).text).toBe(text);
    expect(requestCommands()).toEqual([]);
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
    expect(requestCommands()).toEqual([]);
  });

  it('is one read, and one conditional update per product of an order', async () => {
    commands = [];
    await reserveStock(firstInstance.context, {
      reservationId: 'counted',
      lines: [20, 21, 22].map((index) => ({ productId: idNumber(index), quantity: 1 })),
    });
    expect(requestCommands().map(({ name }) => name)).toEqual(['find', ...Array(3).fill('update')]);
  });
});

it('the products of a wishlist are returned in their current state, without deleted ones (CAT-W4)', async () => {
  const ids = [idNumber(3), idNumber(99), idNumber(2)].join(',');
  const { data } = JSON.parse((await get(`/api/products/chosen?ids=${ids}`)).text);
  expect(data).toMatchObject([{ id: idNumber(3), inStock: true }, { id: idNumber(2) }]);
  await request(firstInstance.server).get('/api/products/chosen?ids=none').expect(400);
});

describe('every query', () => {
  it('of this service uses a declared index', async () => {
    commands = [];
    forgetCards();
    await get('/api/products');
    forgetCards();
    await get('/api/products/category/laptop');
    await get(`/api/products/${pixel}`);
    await request(firstInstance.server).get('/api/admin/dashboard-stats').set(admin()).expect(200);
    await request(firstInstance.server)
      .put(`/api/products/${pixel}`)
      .set(admin())
      .send({ featured: true })
      .expect(200);
    const { body } = await request(firstInstance.server)
      .post('/api/products')
      .set(admin())
      .send({ name: 'Short lived', description: 'x', price: 1, category: 'watch' })
      .expect(201);
    await request(firstInstance.server).delete(`/api/products/${body.data.id}`).set(admin()).expect(200);
    const { stock } = firstInstance.context;
    const writeContext = { now: new Date() };
    const line = { reservationId: 'explained', quantity: 1, overdueAt: new Date(0) };
    await stock.reserve(idNumber(25), line, writeContext);
    await stock.heldLines('explained');
    await stock.overdue(writeContext.now, 10);
    await stock.claim({ productId: idNumber(25), reservationId: 'explained' }, writeContext.now, 1);
    await stock.countOverdue(writeContext.now);
    await stock.take(idNumber(25), line, writeContext);
    await stock.release(idNumber(25), 'explained', writeContext);
    await stock.giveBack(idNumber(25), 1, writeContext);
    await firstInstance.context.products.purge(new Date(0));
    await firstInstance.context.products.findIdsByStock({ min: 0, max: 5 });
    for await (const product of firstInstance.context.products.all()) expect(product.id).toBeDefined();

    const filters = productCommands().flatMap(({ name, command }) => {
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
    const [command] = requestCommands();
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
      await get(address, secondInstance);
    await rename(pixel, 'Zenfone');
    await eventually(
      async () => (await get(`/api/products/${pixel}`, secondInstance)).body.data.name === 'Zenfone',
    );
    await eventually(async () => (await countFound('zenfone', secondInstance)) === 1);
    expect((await get('/api/products', secondInstance)).text).toContain('Zenfone');
    expect((await get('/api/products/suggestions?q=zenf', secondInstance)).text).toContain('Zenfone');
  });

  it('shows new products and no deleted ones', async () => {
    const { body } = await request(firstInstance.server)
      .post('/api/products')
      .set(admin())
      .send({ name: 'Nokia 3310', description: 'Lasts.', price: 5_000, category: 'smartphone' })
      .expect(201);
    await eventually(async () => (await countFound('nokia', secondInstance)) === 1);
    await request(firstInstance.server).delete(`/api/products/${body.data.id}`).set(admin()).expect(200);
    await eventually(async () => (await countFound('nokia', secondInstance)) === 0);
    await request(secondInstance.server).get(`/api/products/${body.data.id}`).expect(404);
  });

  it('shows that the last piece was reserved, as the first does (SIL-22)', async () => {
    await get(`/api/products/${pixel}`);
    await reserveStock(firstInstance.context, {
      reservationId: 'last',
      lines: [{ productId: pixel, quantity: 1 }],
    });
    expect((await get(`/api/products/${pixel}`)).body.data.inStock).toBe(false);
    for (const instance of [firstInstance, secondInstance]) {
      await eventually(async () => {
        const { body } = await get(`/api/products/${pixel}`, instance);
        return body.data.inStock === false && (await countFound('zenfone&inStock=false', instance)) === 1;
      });
    }
  });

  it('reads everything again when events may have been missed', async () => {
    bus.disconnect();
    const before = aProduct({ id: idNumber(2), name: 'Pixel 2', stock: 2, category: 'laptop' });
    const after = { ...before, name: 'Found after the gap', version: 2 };
    await secondInstance.context.products.replace(before, after, []);
    bus.reconnect();
    for (const instance of [firstInstance, secondInstance])
      await eventually(async () => (await countFound('gap', instance)) === 1);
  });

  it('does not read its own writes again', async () => {
    await settleBoth();
    const { body } = await get(`/api/products/${idNumber(3)}`);
    await rename(idNumber(3), 'Own');
    await eventually(() =>
      bus.published.some(
        (event) => event.aggregateId === idNumber(3) && event.aggregateVersion > body.data.version,
      ),
    );
    await settleBoth();
    await get('/api/products');
    commands = [];
    await get('/api/products');
    expect(requestCommands()).toEqual([]);
  });
});
