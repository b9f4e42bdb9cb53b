import { type ProductColumn, productColumnNames, productColumns } from '@kinmel/contracts';
import {
  readCsv,
  type TestDatabase,
  type TestTokens,
  takeCsv,
  testDatabase,
  testTokens,
  type WatchedConnection,
  watchedConnection,
} from '@kinmel/testing/servers';
import mongoose from 'mongoose';
import request from 'supertest';
import { searchEntryOf } from '../search/search-entry.ts';
import { aProduct, idNumber } from '../testing/product-builder.ts';
import { startTestCatalog, type TestCatalog } from '../testing/test-catalog.ts';
import type { ProductState } from './product.rules.ts';
import { exportProducts } from './reads/export-products.ts';

let database: TestDatabase;
let watched: WatchedConnection;
let tokens: TestTokens;
let admin: { Authorization: string };
let catalog: TestCatalog;

beforeAll(async () => {
  database = await testDatabase('catalog-admin-products');
  tokens = testTokens();
  admin = { Authorization: `Bearer ${tokens.admin()}` };
  watched = await watchedConnection(database);
  catalog = await startTestCatalog({ connection: watched.connection, tokens });
});

afterAll(async () => {
  await catalog.stop();
  await watched.close();
  await database.drop();
});

async function putShop(products: readonly ProductState[]) {
  await database.empty();
  for (const product of products) await catalog.context.products.insert(product, []);
  await catalog.context.search.replaceAll(
    (async function* () {
      yield* products.map(searchEntryOf);
    })(),
  );
}

const day = (index: number) => new Date(Date.UTC(2026, 0, index));
const shop = [
  aProduct({ id: idNumber(1), name: 'Pixel 10', stock: 40, createdAt: day(1) }),
  aProduct({ id: idNumber(2), name: 'Pixel 9', stock: 4, isAvailable: false, createdAt: day(2) }),
  aProduct({ id: idNumber(3), name: 'Pixel 8', stock: 0, createdAt: day(3) }),
  aProduct({
    id: idNumber(4),
    name: 'Galaxy "S25", gold',
    brand: 'Samsung',
    category: 'galaxyproducts',
    stock: 2,
    oldPriceInMinorUnits: null,
    createdAt: day(4),
  }),
];

const get = (path: string, headers: object = admin) =>
  request(catalog.server)
    .get(path)
    .set({ ...headers });
const list = async (query: string) => (await get(`/api/admin/products?${query}`).expect(200)).body;
const namesIn = (body: { data: { name: string }[] }) => body.data.map(({ name }) => name);

describe('the list of products for staff', () => {
  beforeAll(() => putShop(shop));

  it('has stock and switches, newest first, uncacheable (SIL-22, SIL-27)', async () => {
    const answer = await get('/api/admin/products').expect(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(
      answer.body.data.map(({ id, stock, isAvailable }: Record<string, unknown>) => [id, stock, isAvailable]),
    ).toEqual([
      [idNumber(4), 2, true],
      [idNumber(3), 0, true],
      [idNumber(2), 4, false],
      [idNumber(1), 40, true],
    ]);
    expect(answer.body.pagination).toMatchObject({ total: 4, page: 1, totalPages: 1 });
  });

  it('searches, filters, sorts and pages like the public list (AGEN-04, SIL-54, APROD-01, APROD-02)', async () => {
    expect(namesIn(await list('search=pixel&sort=name_asc&limit=2'))).toEqual(['Pixel 10', 'Pixel 8']);
    expect(namesIn(await list('search=pixel&sort=name_asc&limit=2&page=2'))).toEqual(['Pixel 9']);
    expect(namesIn(await list('category=galaxyproducts'))).toEqual(['Galaxy "S25", gold']);
  });

  it.each([
    ['minStock=1&maxStock=5', ['Galaxy "S25", gold', 'Pixel 9']],
    ['maxStock=5&search=pixel&sort=name_asc', ['Pixel 8', 'Pixel 9']],
    [`ids=${idNumber(1)},${idNumber(99)},${idNumber(3)}`, ['Pixel 8', 'Pixel 10']],
    [`ids=${idNumber(1)},${idNumber(3)}&maxStock=0`, ['Pixel 8']],
    ['minStock=41', []],
  ])('filters by stock and ids, combined with every other filter: %s', async (query, names) => {
    const body = await list(query);
    expect([namesIn(body), body.pagination.total]).toEqual([names, names.length]);
  });

  it('filters sold-out products, current even after sales without an event (CAT-C5)', async () => {
    expect(namesIn(await list('maxStock=0'))).toEqual(['Pixel 8']);
    await catalog.model.updateOne({ _id: idNumber(1) }, { $set: { stock: 0 } });
    expect(namesIn(await list('maxStock=0'))).toEqual(['Pixel 8', 'Pixel 10']);
    await catalog.model.updateOne({ _id: idNumber(1) }, { $set: { stock: 40 } });
  });

  it.each([
    'limit=101',
    'sort[$ne]=x',
    'minStock=-1',
    'maxStock=1.5',
    'ids=x',
    `ids=${Array.from({ length: 101 }, (_, index) => idNumber(index + 1)).join(',')}`,
    'status=hacked',
  ])('refuses %s (C-04, F-10)', async (query) => {
    const answer = await get(`/api/admin/products?${query}`).expect(400);
    expect(answer.body).toMatchObject({ success: false, code: 'invalid-request' });
  });

  it('does not affect the public list: the same with a token, without stock (AAPI-25, AAPI-26, CONF-29)', async () => {
    const publicAnswer = await get('/api/products', {}).expect(200);
    const signedIn = await get('/api/products').expect(200);
    expect(signedIn.text).toBe(publicAnswer.text);
    expect(publicAnswer.text).not.toMatch(/"stock"|"isAvailable"/);
  });
});

const csvOf = async (query: string) => {
  const answer = await get(`/api/admin/products/export?${query}`).expect(200);
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
  return answer.text.replace('\uFEFF', '').split('\r\n').slice(0, -1);
};

describe('the CSV of products', () => {
  beforeAll(() => putShop(shop));

  it('has the given columns in order and all rows of the list', async () => {
    expect(await csvOf('columns=stock,name,price,oldPrice,isAvailable&sort=name_asc')).toEqual([
      'Pieces,Product,Price,Old price,Available',
      '2,"Galaxy ""S25"", gold",114900,,true',
      '40,Pixel 10,114900,129900,true',
      '0,Pixel 8,114900,129900,true',
      '4,Pixel 9,114900,129900,false',
    ]);
  });

  it('is filtered like the list, and has only a header with all columns when nothing matches', async () => {
    const names = await csvOf('columns=name&search=pixel&maxStock=4&sort=name_asc');
    expect(names).toEqual(['Product', 'Pixel 8', 'Pixel 9']);
    const header = productColumnNames.map((name) => productColumns[name]).join(',');
    expect(await csvOf('minStock=41')).toEqual([header]);
  });

  it.each(['columns=', 'columns=name,secret', 'page=1', 'sort=hacked'])(
    'refuses %s (F-10)',
    async (query) => {
      const answer = await get(`/api/admin/products/export?${query}`).expect(400);
      expect(answer.body).toMatchObject({ success: false, code: 'invalid-request' });
    },
  );

  it('of 10,000 products equals the database, with quotes, line breaks, Nepali and a formula, and is streamed with backpressure (F-06)', async () => {
    const names = ['Phone "P", black', 'two\r\nlines', 'किनमेल', '=HYPERLINK("http://x")'];
    const [template] = shop;
    if (!template) throw new Error('The shop is not empty.');
    await putShop([]);
    const many = Array.from({ length: 10_000 }, (_, index) => ({
      ...template,
      id: idNumber(index + 1),
      name: `${names[index % names.length]}${index}`,
      stock: index % 50,
    }));
    await catalog.model.collection.insertMany(
      many.map(({ id, ...fields }) => ({
        ...fields,
        _id: new mongoose.Types.ObjectId(id),
        deletedAt: null,
        reservations: [],
      })) as never[],
    );
    await catalog.context.search.replaceAll(
      (async function* () {
        yield* many.map(searchEntryOf);
      })(),
    );
    const spy = jest.spyOn(catalog.context.products, 'findMany');
    const columns: ProductColumn[] = ['id', 'name', 'stock'];
    const { text } = await get(`/api/admin/products/export?columns=${columns.join(',')}`).expect(200);
    const batchSizes = spy.mock.calls.map(([ids]) => ids.length);
    spy.mockRestore();
    const expectedLines = many.map(({ id, name, stock }) => {
      return [id, `${name.startsWith('=') ? "'" : ''}${name}`, String(stock)];
    });
    const byId = (lines: string[][]) =>
      lines.slice(1).toSorted(([left = ''], [right = '']) => left.localeCompare(right));
    expect(byId(readCsv(text))).toEqual(expectedLines);
    expect([batchSizes.length, Math.max(...batchSizes)]).toEqual([20, 500]);

    const taken = await takeCsv(
      await exportProducts(catalog.context, { sort: 'createdAt_desc', search: '', columns }),
      watched.connection,
    );
    expect(byId(taken.lines)).toEqual(expectedLines);
    expect(taken.largestBatch).toBe(500);
    // The current batch and the stream's buffers.
    expect(taken.furthestAhead).toBeLessThan(2_500);
  });
});

describe('deleting with a version', () => {
  beforeEach(() => putShop(shop));
  const pixel = `/api/products/${idNumber(1)}`;
  const send = (method: 'put' | 'delete', path: string, body: object = {}) =>
    request(catalog.server)[method](path).set(admin).send(body);

  it('deletes the version that was read (CAT-C3, AAPI-33)', async () => {
    await send('delete', `${pixel}?version=1`).expect(200);
    await get(pixel).expect(404);
  });

  it('refuses when another admin has changed the product, with its version (CAT-C3, S-10)', async () => {
    await send('put', pixel, { name: 'Pixel 10a' }).expect(200);
    const answer = await send('delete', `${pixel}?version=1`).expect(409);
    expect(answer.body).toMatchObject({
      code: 'version-conflict',
      details: [{ path: 'version', message: '2' }],
    });
    expect((await get(pixel).expect(200)).body.data.name).toBe('Pixel 10a');
  });

  it.each(['version=0', 'force=true'])('refuses %s', async (query) => {
    await send('delete', `${pixel}?${query}`).expect(400);
    await get(pixel).expect(200);
  });
});

describe('a bulk update of products', () => {
  beforeEach(() => putShop(shop));
  const bulk = (body: object) =>
    request(catalog.server).post('/api/admin/products/bulk').set(admin).send(body);
  const readVersions = (...numbers: number[]) =>
    numbers.map((index) => ({ id: idNumber(index), version: 1 }));

  it('switches each product off and on by its own write (CAT-C17, SIL-22)', async () => {
    const off = await bulk({ change: 'switch-off', products: readVersions(1, 4) }).expect(200);
    expect(off.body.data).toEqual(readVersions(1, 4).map(({ id }) => ({ id, problem: null })));
    expect(
      (await list('sort=name_asc')).data.map(({ isAvailable }: { isAvailable: boolean }) => isAvailable),
    ).toEqual([false, false, true, false]);
    await bulk({ change: 'switch-on', products: [{ id: idNumber(1), version: 2 }] }).expect(200);
    expect((await get(`/api/products/${idNumber(1)}`)).body.data.inStock).toBe(true);
  });

  it('reports stale and missing products and updates the others (CAT-C17, S-10)', async () => {
    const pathOf = (index: number) => `/api/products/${idNumber(index)}`;
    await request(catalog.server).put(pathOf(2)).set(admin).send({ name: 'Pixel 9a' }).expect(200);
    await request(catalog.server).delete(pathOf(3)).set(admin).expect(200);
    const { body } = await bulk({ change: 'delete', products: readVersions(1, 2, 3, 4) }).expect(200);
    expect(body.data).toEqual([
      { id: idNumber(1), problem: null },
      { id: idNumber(2), problem: { code: 'version-conflict', message: expect.any(String) } },
      { id: idNumber(3), problem: { code: 'not-found', message: expect.any(String) } },
      { id: idNumber(4), problem: null },
    ]);
    expect(namesIn(await list(''))).toEqual(['Pixel 9a']);
  });

  it.each([
    ['no product', { change: 'delete', products: [] }],
    ['101 products', { change: 'delete', products: readVersions(...Array(101).keys()) }],
    ['an unknown change', { change: 'free', products: readVersions(1) }],
    ['a product without its version', { change: 'delete', products: [{ id: idNumber(1) }] }],
  ])('refuses %s and changes nothing', async (_, body) => {
    await bulk(body).expect(400);
    expect(await catalog.context.products.count()).toBe(4);
  });
});
