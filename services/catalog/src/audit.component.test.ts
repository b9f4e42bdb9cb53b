import { userDeleted } from '@kinmel/contracts';
import { createEvent } from '@kinmel/service-kit';
import {
  auditedRequestId,
  type LeftEntry,
  shownChange,
  type TestDatabase,
  type TestTokens,
  testAudit,
  testDatabase,
  testTokens,
} from '@kinmel/testing/servers';
import sharp from 'sharp';
import request from 'supertest';
import { aProduct, idNumber } from './testing/product-builder.ts';
import { startTestCatalog, type TestCatalog } from './testing/test-catalog.ts';

let database: TestDatabase;
let tokens: TestTokens;
let admin: { Authorization: string };
let catalog: TestCatalog;

beforeAll(async () => {
  database = await testDatabase('catalog-audit');
  tokens = testTokens();
  admin = { Authorization: `Bearer ${tokens.admin()}` };
  // Provides names, which tokens do not contain.
  const liveSessions: TestTokens['liveSessions'] = {
    confirm: (caller) => tokens.liveSessions.confirm({ ...caller, name: 'Sunita Gurung' }),
  };
  catalog = await startTestCatalog({
    connection: database.connection,
    tokens: { source: tokens.source, liveSessions },
  });
});
afterAll(async () => {
  await catalog.stop();
  await database.drop();
});

const pixel = aProduct({ id: idNumber(1), name: 'Pixel 10', priceInMinorUnits: 9_000_000, stock: 4 });

beforeEach(async () => {
  await database.empty();
  await catalog.context.products.insert(pixel, []);
});

const call = (method: 'get' | 'post' | 'put' | 'delete', path: string) =>
  request(catalog.server)
    [method](path)
    .set({ ...admin, 'X-Request-Id': auditedRequestId });
const product = { kind: 'product', id: pixel.id };
const path = `/api/products/${pixel.id}`;

/** One real call of each kind, and the expected entry. */
const calls: Readonly<Record<string, () => Promise<LeftEntry>>> = {
  async createProduct() {
    const fields = { name: 'Pixel 11', category: 'smartphone', description: 'New.', price: 1000 };
    const { body } = await call('post', '/api/products').send(fields).expect(201);
    const changes = expect.arrayContaining([shownChange('name', null, 'Pixel 11')]);
    return { record: { kind: 'product', id: body.data.id }, changes };
  },
  async updateProduct() {
    await call('put', path)
      .send({ price: 85_000.5, specs: { color: 'Red' } })
      .expect(200);
    return {
      record: product,
      changes: expect.arrayContaining([
        shownChange('price', 90_000, 85_000.5),
        shownChange('specs.color', pixel.specs.color ?? null, 'Red'),
      ]),
    };
  },
  async deleteProduct() {
    await call('delete', `/api/products/${pixel.id}`).expect(200);
    const changes = expect.arrayContaining([shownChange('name', 'Pixel 10', null)]);
    return { record: product, changes };
  },
  async bulkUpdateProducts() {
    await call('post', '/api/admin/products/bulk')
      .send({ change: 'switch-off', products: [{ id: pixel.id, version: pixel.version }] })
      .expect(200);
    return { record: product, changes: [shownChange('isAvailable', true, false)] };
  },
  async exportProducts() {
    await call('get', '/api/admin/products/export?columns=name,stock').expect(200);
    return {
      record: { kind: 'product', id: null },
      changes: expect.arrayContaining([shownChange('columns', null, '["name","stock"]')]),
    };
  },
  async uploadImage() {
    const create = { width: 8, height: 6, channels: 3, background: '#3366cc' } as const;
    const picture = await sharp({ create }).png().toBuffer();
    const { body } = await call('post', '/api/upload').attach('image', picture, 'a.png').expect(201);
    return { record: { kind: 'picture', id: body.picture.id } };
  },
};

const entries = testAudit({
  service: 'catalog',
  rule: 'CAT-C18',
  calls,
  call,
  async publish(event) {
    await catalog.bus.publish(event);
    await catalog.bus.settle();
  },
  consumed: 'order.cancelled',
  name: 'Sunita Gurung',
});

describe('calls without a change leave no entry', () => {
  it.each([
    ['a stale save', () => call('put', path).send({ price: 1, version: 99 }).expect(409)],
    ['a save without a difference', () => call('put', path).send({ name: 'Pixel 10' }).expect(200)],
    ['an unknown product', () => call('delete', `/api/products/${idNumber(9)}`).expect(404)],
    [
      'a refused row of a bulk update',
      () =>
        call('post', '/api/admin/products/bulk')
          .send({ change: 'delete', products: [{ id: pixel.id, version: 99 }] })
          .expect(200),
    ],
  ])('%s', async (_, act) => {
    await act();
    expect(await entries()).toEqual([]);
  });
});

it('of two concurrent saves only the successful one leaves an entry', async () => {
  const saves = await Promise.all(
    [1000, 2000, 3000].map((price) => call('put', path).send({ price, version: pixel.version })),
  );
  const data = await entries();
  expect(data).toHaveLength(saves.filter(({ status }) => status === 200).length);
  const { body } = await call('get', `/api/products/${pixel.id}`);
  expect(data[0]?.changes).toEqual([expect.objectContaining({ field: 'price', after: body.data.price })]);
});

it('entries of a deleted staff account lose its name', async () => {
  await calls['updateProduct']?.();
  const envelope = { aggregateId: 'admin-1', aggregateVersion: 2, data: { userId: 'admin-1' } };
  await catalog.bus.publish(createEvent(userDeleted, envelope));
  await catalog.bus.settle();
  const person = { id: 'admin-1', name: '' };
  expect(await entries()).toMatchObject([{ action: 'updateProduct', person }]);
});

it('entries of a deleted product stay', async () => {
  await calls['updateProduct']?.();
  await calls['deleteProduct']?.();
  const data = await entries(`?record=${pixel.id}`);
  expect(data.map(({ action }) => action)).toEqual(['deleteProduct', 'updateProduct']);
});
