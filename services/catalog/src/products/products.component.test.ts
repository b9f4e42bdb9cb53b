import { listProducts, type Product, productSchema } from '@kinmel/contracts';
import { eventually } from '@kinmel/testing';
import { type TestDatabase, type TestTokens, testDatabase, testTokens } from '@kinmel/testing/servers';
import sharp from 'sharp';
import request from 'supertest';
import { searchEntryOf } from '../search/search-entry.ts';
import { aProduct, idNumber } from '../testing/product-builder.ts';
import { startTestCatalog, type TestCatalog } from '../testing/test-catalog.ts';
import type { ProductState } from './product.rules.ts';

// For loaded machines.
jest.setTimeout(30_000);

let database: TestDatabase;
let catalog: TestCatalog;
let tokens: TestTokens;
let admin: { Authorization: string };

beforeAll(async () => {
  database = await testDatabase('catalog-products');
  tokens = testTokens();
  admin = { Authorization: `Bearer ${tokens.admin()}` };
  catalog = await startTestCatalog({ connection: database.connection, tokens });
});

afterAll(async () => {
  await catalog.stop();
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
  catalog.bus.published.length = 0;
}

const rupees = (amount: number) => amount * 100;
const day = (n: number) => new Date(Date.UTC(2026, 0, n));

const shop = [
  aProduct({ id: idNumber(1), name: 'Pixel 10', createdAt: day(1) }),
  aProduct({
    id: idNumber(2),
    name: 'iPhone 16',
    brand: 'Apple',
    category: 'premiumsmartphones',
    createdAt: day(2),
  }),
  aProduct({
    id: idNumber(3),
    name: 'MacBook Air',
    brand: 'Apple',
    category: 'laptop',
    priceInMinorUnits: rupees(169_900),
    oldPriceInMinorUnits: null,
    stock: 3,
    createdAt: day(3),
  }),
  aProduct({
    id: idNumber(4),
    name: 'Galaxy S25',
    brand: 'Samsung',
    category: 'galaxyproducts',
    stock: 0,
    createdAt: day(4),
  }),
];

const get = (path: string) => request(catalog.server).get(path);
const send = (method: 'post' | 'put' | 'delete', path: string, body?: object, headers: object = admin) =>
  request(catalog.server)
    [method](path)
    .set({ ...headers })
    .send(body);
const eventTypes = () => catalog.bus.published.map(({ type }) => type);

const newProduct = {
  name: 'Watch SE',
  brand: 'Apple',
  description: 'A watch.',
  price: 42_900,
  oldPrice: 45_900,
  category: 'watch',
  stock: 7,
  specs: { color: 'Starlight' },
};

const isProblem = (code: string) => (answer: request.Response) => {
  expect(answer.headers['content-type']).toContain('application/json');
  expect(answer.body).toMatchObject({ success: false, code, message: expect.any(String) });
  expect(answer.body.error).toBe(answer.body.message);
  expect(JSON.stringify(answer.body)).not.toMatch(/at .*\.ts|node_modules/);
};

describe('GET /api/products', () => {
  beforeAll(() => putShop(shop));

  it('lists the whole shop, newest first (API-16, ROLE-01, SIL-27, CONF-43)', async () => {
    const { body } = await get('/api/products').expect(200);
    expect(listProducts.answer.safeParse(body).success).toBe(true);
    expect(body.data.map(({ name }: Product) => name)).toEqual([
      'Galaxy S25',
      'MacBook Air',
      'iPhone 16',
      'Pixel 10',
    ]);
    expect(body.pagination).toEqual({
      page: 1,
      limit: 100,
      total: 4,
      totalPages: 1,
      hasPrev: false,
      hasNext: false,
    });
  });

  it('has the fields of a product, prices as plain numbers, _id also as id (ENT-01, ENT-02, ENT-03)', async () => {
    const { body } = await get('/api/products?search=pixel').expect(200);
    expect(body.data[0]).toMatchObject({
      _id: idNumber(1),
      id: idNumber(1),
      name: 'Pixel 10',
      brand: 'Google',
      price: 114_900,
      oldPrice: 129_900,
      category: 'smartphone',
      featured: false,
      inStock: true,
      image: '',
      specs: { storage: '128 GB', color: 'Indigo' },
    });
  });

  it('has no stock except as "Only n left" (SIL-22)', async () => {
    const answer = await get('/api/products').expect(200);
    expect(answer.text).not.toMatch(/"stock"|isAvailable|reservations|outbox/);
    const byName = new Map<string, Product>(
      answer.body.data.map((product: Product) => [product.name, product]),
    );
    expect(byName.get('MacBook Air')).toMatchObject({ inStock: true, lowStockCount: 3 });
    expect(byName.get('Pixel 10')).toMatchObject({ inStock: true, lowStockCount: null });
    expect(byName.get('Galaxy S25')).toMatchObject({ inStock: false, lowStockCount: null });
  });

  it.each(['laptop', 'Laptop', 'LAPTOP', '%20laptop'])(
    'accepts the category %s in any letter case (API-17, CONF-35)',
    async (category) => {
      const { body } = await get(`/api/products?category=${category}`).expect(200);
      expect(body.data.map(({ name }: Product) => name)).toEqual(['MacBook Air']);
    },
  );

  it('combines a search with a typo, filters, order and page (SIL-09)', async () => {
    const { body } = await get(
      '/api/products?brand=apple,Samsung&minPrice=100000&sort=price_asc&page=2&limit=1',
    ).expect(200);
    expect(body.data.map(({ name }: Product) => name)).toHaveLength(1);
    expect(body.pagination).toEqual({
      page: 2,
      limit: 1,
      total: 3,
      totalPages: 3,
      hasPrev: true,
      hasNext: true,
    });
    expect((await get('/api/products?search=iphnoe').expect(200)).body.data[0].name).toBe('iPhone 16');
  });

  it('returns an empty page after the last one (C-04)', async () => {
    const { body } = await get('/api/products?page=1000000').expect(200);
    expect(body.data).toEqual([]);
    expect(body.pagination).toMatchObject({ hasPrev: true, hasNext: false, total: 4 });
  });

  it.each([
    'category[$ne]=x',
    'category=laptop&category=watch',
    `category=${'x'.repeat(5_000)}`,
    'category=nonsense',
    'category=',
    'category=laptop,',
    `category=${'watch,'.repeat(6)}laptop`,
    'brand=',
    'brand=Apple,,Samsung',
    `brand=${'Apple,'.repeat(20)}Samsung`,
    'sort=$where',
    'sort=passwordHash',
    'sort[a]=1',
    'sort=createdAt_desc;x',
    'page=0',
    'page=-1',
    'page=1.5',
    'page=abc',
    'page=',
    'page[]=1',
    'limit=0',
    'limit=-5',
    'limit=101',
    'limit=10000',
    'limit[]=1',
    `search=${'a'.repeat(10_000)}`,
    'search[$regex]=.*',
    'search=a&search=b',
    'minPrice=-1',
    'minPrice=1e309',
    'maxPrice=NaN',
    'inStock=maybe',
    'inStock=1',
    '__proto__[x]=1',
    'unknown=1',
  ])('refuses ?%s with 400 and the error shape (C-01, C-02, C-04, C-05)', async (query) => {
    isProblem('invalid-request')(await get(`/api/products?${query}`).expect(400));
  });

  it.each(['(a+)+$', '.*.*.*x', '\\', '[', '{"$regex":""}', '$where', '😀', '%00'])(
    'takes the search %s as text (C-05)',
    async (text) => {
      const { body } = await get(`/api/products?search=${encodeURIComponent(text)}`).expect(200);
      expect(body.data).toEqual([]);
    },
  );

  it('answers 304 for a known entity tag', async () => {
    const first = await get('/api/products').expect(200);
    expect(first.headers).toMatchObject({
      etag: expect.any(String),
    });
    await get('/api/products')
      .set('If-None-Match', first.headers['etag'] ?? '')
      .expect(304);
    await get('/api/products').set('If-None-Match', '"other"').expect(200);
  });
});

describe('GET /api/products/category/{category}', () => {
  beforeAll(() => putShop(shop));

  it.each(['premiumsmartphones', 'galaxyproducts'])(
    'returns success and a data array for %s (API-19, API-21)',
    async (category) => {
      const { body } = await get(`/api/products/category/${category}?sort=createdAt_desc`).expect(200);
      expect(body.success).toBe(true);
      expect(body.data.map((product: Product) => product.category)).toEqual([category]);
    },
  );

  it.each(['nonsense', '%24ne', 'laptop?sort=relevance', 'laptop?sort=$where', 'laptop?limit=3'])(
    'refuses %s (C-01, C-02)',
    async (rest) => {
      isProblem('invalid-request')(await get(`/api/products/category/${rest}`).expect(400));
    },
  );

  it('explains a wrong category in one sentence (SIL-55)', async () => {
    const { body } = await get('/api/products/category/nonsense').expect(400);
    expect(body.message).toBe('Invalid category selected');
  });
});

describe('GET /api/products/{id}', () => {
  beforeAll(() => putShop(shop));

  it('returns one product to anyone (AAPI-27, ROLE-01)', async () => {
    const { body } = await get(`/api/products/${idNumber(1)}`).expect(200);
    expect(productSchema.parse(body.data).name).toBe('Pixel 10');
    expect(body.data).not.toHaveProperty('stock');
  });

  it('returns it to a customer and with an expired token too (ROLE-03)', async () => {
    for (const token of [tokens.customer(), tokens.expired()])
      await get(`/api/products/${idNumber(1)}`)
        .set('Authorization', `Bearer ${token}`)
        .expect(200);
  });

  it('answers 404 for an unknown id (C-03)', async () => {
    isProblem('not-found')(await get(`/api/products/${idNumber(999)}`).expect(404));
  });

  it.each(['1', 'x'.repeat(24), `${idNumber(1)}0`, '%2e%2e', '%E0%A4%A', '{"$ne":null}', '__proto__'])(
    'refuses the id %s quickly and without a stack (C-03)',
    async (id) => {
      const answer = await get(`/api/products/${id}`);
      expect([400, 404]).toContain(answer.status);
      isProblem(answer.body.code)(answer);
    },
  );
});

describe('POST /api/products', () => {
  beforeAll(() => putShop(shop));

  it('adds a product, which is visible at once, and publishes it (AAPI-28, AAPI-29, ENT-09)', async () => {
    const { body } = await send('post', '/api/products', newProduct).expect(201);
    expect(body).toMatchObject({ success: true, message: 'Product added successfully!' });
    expect(body.data).toMatchObject({ ...newProduct, version: 1, inStock: true, isAvailable: true });
    const seen = await get(`/api/products/${body.data.id}`).expect(200);
    expect(seen.body.data).toMatchObject({ name: 'Watch SE', price: 42_900 });
    expect((await get('/api/products?search=watch')).body.pagination.total).toBe(1);
    const event = await eventually(
      () => catalog.bus.published.find(({ aggregateId }) => aggregateId === body.data.id) ?? false,
    );
    expect(event).toMatchObject({
      type: 'product.created',
      aggregateVersion: 1,
      data: { productId: body.data.id, name: 'Watch SE', priceInMinorUnits: 4_290_000, inStock: true },
    });
    expect(event.data).not.toHaveProperty('stock');
  });

  it('passes the trace of the request on with the event', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const { body } = await send('post', '/api/products', newProduct, { ...admin, traceparent }).expect(201);
    const event = await eventually(
      () => catalog.bus.published.find(({ aggregateId }) => aggregateId === body.data.id) ?? false,
    );
    expect(event.traceparent).toContain('4bf92f3577b34da6a3ce929d0e0e4736');
  });

  it.each(['LAPTOP', 'Laptop', 'laptop'])(
    'stores the category %s in lower case (CONF-35, AADD-13, C-08)',
    async (category) => {
      const { body } = await send('post', '/api/products', { ...newProduct, category }).expect(201);
      expect(body.data.category).toBe('laptop');
    },
  );

  it.each(['', '   ', undefined])('calls a blank brand (%j) Unknown (AADD-14)', async (brand) => {
    const { body } = await send('post', '/api/products', { ...newProduct, brand }).expect(201);
    expect(body.data.brand).toBe('Unknown');
  });

  it('stores featured and the eight specs (SIL-28, ENT-04, AENT-15)', async () => {
    const specs = {
      storage: '1',
      display: '2',
      battery: '3',
      camera: '4',
      connectivity: '5',
      features: '6',
      sensors: '7',
      color: '8',
    };
    const { body } = await send('post', '/api/products', { ...newProduct, featured: true, specs }).expect(
      201,
    );
    expect((await get(`/api/products/${body.data.id}`)).body.data).toMatchObject({ featured: true, specs });
  });

  it('ignores fields that the sender does not control (CONF-49, C-13)', async () => {
    const { body } = await send('post', '/api/products', {
      ...newProduct,
      _id: idNumber(77),
      version: 9,
      createdAt: '2000-01-01',
      outbox: [],
      reservations: [{}],
    }).expect(201);
    expect(body.data.version).toBe(1);
    expect(body.data.id).not.toBe(idNumber(77));
    expect(new Date(body.data.createdAt).getFullYear()).toBeGreaterThan(2020);
  });

  it('stores a script in a description as text (C-09)', async () => {
    const description = '<script>alert(1)</script>';
    const { body } = await send('post', '/api/products', { ...newProduct, description }).expect(201);
    expect(body.data.description).toBe(description);
  });

  it('keeps an external picture address and does not fetch it (C-12)', async () => {
    const image = 'http://169.254.169.254/latest/meta-data.png';
    const { body } = await send('post', '/api/products', { ...newProduct, image }).expect(201);
    expect(body.data).toMatchObject({ image, pictures: [] });
  });

  it.each([
    ['Product name is required', { name: undefined }],
    ['Product name is required', { name: '   ' }],
    ['Description is required', { description: '' }],
    ['Valid price is required', { price: undefined }],
    ['Valid price is required', { price: 0 }],
    ['Valid price is required', { price: -1 }],
    ['Valid price is required', { price: '12abc' }],
    ['Valid price is required', { price: 1e15 }],
    ['At most two decimals.', { price: 0.001 }],
    ['Valid price is required', { price: [1] }],
    ['Original price must be a positive number', { oldPrice: -5 }],
    ['Original price must be higher than current price', { oldPrice: 42_900 }],
    ['Original price must be higher than current price', { oldPrice: 1 }],
    ['Category is required', { category: undefined }],
    ['Invalid category selected', { category: 'toaster' }],
    ['Enter a valid image URL (jpg/png/gif/webp)', { image: 'javascript:alert(1)' }],
    ['Product name must be at most 120 characters', { name: 'x'.repeat(121) }],
    ['Description must be at most 4000 characters', { description: 'x'.repeat(4001) }],
    ['Enter a valid image URL (jpg/png/gif/webp)', { image: 'data:text/html,x' }],
    ['Enter a valid image URL (jpg/png/gif/webp)', { image: '//evil.example/a.png' }],
    ['Enter a valid image URL (jpg/png/gif/webp)', { image: '\\\\evil\\a.png' }],
    ['Enter a valid image URL (jpg/png/gif/webp)', { image: '/uploads/never-uploaded/640.webp' }],
    ['Enter a valid image URL (jpg/png/gif/webp)', { images: ['https://elsewhere.example/a.png'] }],
    [
      'A product has at most 8 pictures',
      { images: Array.from({ length: 8 }, (_, index) => `/uploads/picture-${index}/640.webp`) },
    ],
  ])('refuses with "%s" when given %j (C-07, C-08, C-11)', async (message, change) => {
    const before = await catalog.context.products.count();
    const answer = await send('post', '/api/products', { ...newProduct, ...change }).expect(400);
    isProblem('invalid-request')(answer);
    expect(answer.body.message).toBe(message);
    expect(await catalog.context.products.count()).toBe(before);
  });

  const mutations: [string, unknown][] = [
    ['null', null],
    ['an object', {}],
    ['an operator', { $ne: null }],
    ['an array', []],
    ['a boolean for text', true],
    ['too long', 'x'.repeat(5_000)],
  ];
  it.each(
    ['name', 'description', 'brand', 'category', 'image', 'specs', 'stock', 'price'].flatMap((field) =>
      mutations
        .filter(([, value]) => !(field === 'specs' && JSON.stringify(value) === '{}'))
        .map(([kind, value]) => [field, kind, value] as const),
    ),
  )('refuses %s given as %s: nothing stored, nothing told', async (field, _kind, value) => {
    const before = await catalog.context.products.count();
    const told = catalog.bus.published.length;
    isProblem('invalid-request')(
      await send('post', '/api/products', { ...newProduct, [field]: value }).expect(400),
    );
    expect(await catalog.context.products.count()).toBe(before);
    expect(catalog.bus.published.slice(told).filter(({ type }) => type !== 'product.created')).toEqual([]);
  });

  it.each([
    [{ $where: 'x' }],
    [{ 'a.b': 'x' }],
    [Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`k${n}`, 'x']))],
    [{ storage: { deep: {} } }],
  ])('refuses specs that are none (C-10)', async (specs) => {
    isProblem('invalid-request')(await send('post', '/api/products', { ...newProduct, specs }).expect(400));
  });

  it('ignores __proto__ (C-10)', async () => {
    const body = JSON.stringify(newProduct).replace('{', '{"__proto__":{"polluted":true},');
    await request(catalog.server)
      .post('/api/products')
      .set(admin)
      .set('Content-Type', 'application/json')
      .send(body);
    expect({}).not.toHaveProperty('polluted');
  });

  it.each([
    ['broken JSON', 'application/json', '{"name":', 400],
    ['a form', 'application/x-www-form-urlencoded', 'name=x', 415],
    ['text', 'text/plain', 'hello', 415],
    ['1 MB', 'application/json', JSON.stringify({ ...newProduct, description: 'x'.repeat(1_000_000) }), 413],
    ['a list', 'application/json', '[]', 400],
  ])('refuses %s', async (_, type, body, status) => {
    const answer = await request(catalog.server)
      .post('/api/products')
      .set(admin)
      .set('Content-Type', type)
      .send(body);
    expect(answer.status).toBe(status);
    isProblem(answer.body.code)(answer);
  });
});

describe('who may change products (CONF-28, C-06)', () => {
  beforeAll(() => putShop(shop));

  const calls = [
    ['post', '/api/products'],
    ['put', `/api/products/${idNumber(1)}`],
    ['delete', `/api/products/${idNumber(1)}`],
    ['post', '/api/upload'],
    ['post', '/api/upload/upload'],
  ] as const;

  it.each(calls)('%s %s is refused without a token', async (method, path) => {
    isProblem('not-signed-in')(await send(method, path, newProduct, {}).expect(401));
  });

  it.each(calls)('%s %s is refused to a customer (ROLE-08)', async (method, path) => {
    const headers = { Authorization: `Bearer ${tokens.customer()}` };
    isProblem('not-allowed')(await send(method, path, newProduct, headers).expect(403));
  });

  it('is not affected by client headers (X-User-Role, method override; C-16)', async () => {
    const headers = { 'X-User-Role': 'admin', 'X-HTTP-Method-Override': 'DELETE' };
    await send('post', `/api/products/${idNumber(1)}`, {}, headers).expect(405);
    await send('delete', `/api/products/${idNumber(1)}`, undefined, { 'X-User-Role': 'admin' }).expect(401);
  });

  it('changes nothing when refused', async () => {
    expect(await catalog.context.products.count()).toBe(shop.length);
    expect(catalog.bus.published).toEqual([]);
  });
});

describe('PUT /api/products/{id}', () => {
  beforeEach(() => putShop(shop));
  const pixel = `/api/products/${idNumber(1)}`;

  it('changes the given fields, keeps the others, and publishes it (AAPI-30)', async () => {
    const { body } = await send('put', pixel, { name: 'Pixel 10 Pro', price: 120_000 }).expect(200);
    expect(body).toMatchObject({ success: true, message: 'Product updated successfully!' });
    expect(body.data).toMatchObject({
      name: 'Pixel 10 Pro',
      price: 120_000,
      oldPrice: 129_900,
      stock: 11,
      version: 2,
    });
    const event = await eventually(
      () => catalog.bus.published.find(({ type }) => type === 'product.updated') ?? false,
    );
    expect(event).toMatchObject({
      aggregateVersion: 2,
      data: { name: 'Pixel 10 Pro', priceInMinorUnits: 12_000_000 },
    });
  });

  it('shows the change at once in cached lists and products', async () => {
    await get(pixel).expect(200);
    await get('/api/products').expect(200);
    await send('put', pixel, { name: 'Renamed' }).expect(200);
    expect((await get(pixel)).body.data.name).toBe('Renamed');
    expect((await get('/api/products?search=renamed')).body.pagination.total).toBe(1);
    expect((await get('/api/products')).text).toContain('Renamed');
  });

  it('accepts the whole product of the edit page and ignores _id, createdAt and others (AAPI-31, CONF-49)', async () => {
    const { body: read } = await get(pixel);
    const { body } = await send('put', pixel, {
      ...read.data,
      name: 'Edited',
      createdAt: '2000-01-01',
      _id: 'x',
      id: 'y',
    }).expect(200);
    expect(body.data).toMatchObject({ id: idNumber(1), name: 'Edited', createdAt: read.data.createdAt });
  });

  it('refuses a stale version with 409 and the current one (C-14)', async () => {
    await send('put', pixel, { name: 'First', version: 1 }).expect(200);
    const answer = await send('put', pixel, { name: 'Second', version: 1 }).expect(409);
    isProblem('version-conflict')(answer);
    expect(answer.body.details).toEqual([{ path: 'version', message: '2' }]);
    expect((await get(pixel)).body.data.name).toBe('First');
  });

  it('lets one of many concurrent edits of a version succeed (C-14)', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => send('put', pixel, { name: `Edit ${n}`, version: 1 })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    expect((await get(pixel)).body.data.version).toBe(2);
  });

  it('applies all concurrent edits without a version', async () => {
    const fields = [{ name: 'N' }, { description: 'D' }, { featured: true }, { price: 100 }];
    await Promise.all(fields.map((change) => send('put', pixel, change).expect(200)));
    expect((await get(pixel)).body.data).toMatchObject({
      name: 'N',
      description: 'D',
      featured: true,
      price: 100,
      version: 5,
    });
  });

  it('switches a product off and on whatever its stock (SIL-22)', async () => {
    const off = await send('put', pixel, { inStock: false }).expect(200);
    expect(off.body.data).toMatchObject({ inStock: false, isAvailable: false, stock: 11 });
    await send('put', pixel, { inStock: true }).expect(200);
    expect((await get(pixel)).body.data.inStock).toBe(true);
    await eventually(() => eventTypes().filter((type) => type === 'stock.changed').length === 2);
  });

  it.each([
    ['Price must be a positive number', { price: 0 }],
    ['Product name is required', { name: ' ' }],
    ['Invalid category selected', { category: 'x' }],
  ])('refuses with "%s" when given %j (AAPI-32)', async (message, change) => {
    const { body } = await send('put', pixel, change).expect(400);
    expect([body.message, body.error]).toEqual([message, message]);
  });

  it('answers 404 for an unknown id (SIL-02)', async () => {
    isProblem('not-found')(await send('put', `/api/products/${idNumber(999)}`, { name: 'x' }).expect(404));
  });
});

describe('DELETE /api/products/{id}', () => {
  beforeEach(() => putShop(shop));
  const pixel = `/api/products/${idNumber(1)}`;

  it('deletes the product, returns it, and publishes it (AAPI-33, SIL-02)', async () => {
    await get('/api/products').expect(200);
    const { body } = await send('delete', pixel).expect(200);
    expect(body).toMatchObject({
      success: true,
      message: expect.any(String),
      data: { id: idNumber(1), name: 'Pixel 10' },
    });
    await get(pixel).expect(404);
    expect((await get('/api/products')).body.pagination.total).toBe(3);
    expect((await get('/api/products?search=pixel')).body.data).toEqual([]);
    const event = await eventually(
      () => catalog.bus.published.find(({ type }) => type === 'product.deleted') ?? false,
    );
    expect(event).toMatchObject({
      aggregateId: idNumber(1),
      aggregateVersion: 2,
      data: { productId: idNumber(1) },
    });
  });

  it('is 404 when repeated (C-15)', async () => {
    await send('delete', pixel).expect(200);
    isProblem('not-found')(await send('delete', pixel).expect(404));
    isProblem('not-found')(await send('put', pixel, { name: 'Zombie' }).expect(404));
  });

  it('succeeds once when concurrent (C-15)', async () => {
    const answers = await Promise.all([send('delete', pixel), send('delete', pixel)]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 404]));
  });
});

describe('pictures of products', () => {
  beforeEach(() => putShop(shop));

  async function upload(color: string): Promise<{ imageUrl: string; picture: { id: string } }> {
    const png = await sharp({ create: { width: 60, height: 40, channels: 3, background: color } })
      .png()
      .toBuffer();
    const { body } = await request(catalog.server)
      .post('/api/upload')
      .set(admin)
      .attach('image', png, 'a.png')
      .expect(201);
    return body;
  }

  it("are found by the path of the upload, with size, colour and the product's name (CONF-47)", async () => {
    const first = await upload('#ff0000');
    const second = await upload('#00ff00');
    const { body } = await send('post', '/api/products', {
      ...newProduct,
      image: first.imageUrl,
      images: [second.imageUrl],
    }).expect(201);
    expect(body.data.image).toBe(first.imageUrl);
    expect(body.data.pictures).toMatchObject([
      { id: first.picture.id, width: 60, height: 40, alt: 'Watch SE' },
      { id: second.picture.id },
    ]);
  });

  it("may be given with the shop's address, as the admin pages send it (API-38, CONF-47)", async () => {
    const { imageUrl, picture } = await upload('#0000ff');
    const { body } = await send('put', `/api/products/${idNumber(1)}`, {
      image: `http://localhost:8080${imageUrl}`,
    }).expect(200);
    expect(body.data).toMatchObject({ image: imageUrl, pictures: [{ id: picture.id }] });
  });

  it('stay when an edit does not name them', async () => {
    const [first, second, third] = await Promise.all(['#111111', '#222222', '#333333'].map(upload));
    const { body } = await send('post', '/api/products', {
      ...newProduct,
      image: first?.imageUrl,
      images: [second?.imageUrl],
    });
    const path = `/api/products/${body.data.id}`;
    await send('put', path, { name: 'Renamed' }).expect(200);
    expect((await get(path)).body.data.pictures).toHaveLength(2);
    await send('put', path, { image: third?.imageUrl }).expect(200);
    expect((await get(path)).body.data.pictures.map(({ id }: { id: string }) => id)).toEqual([
      third?.picture.id,
      second?.picture.id,
    ]);
  });

  it('are at most eight, in the given order, the first being the main one (C19)', async () => {
    const colors = ['#aa0001', '#aa0002', '#aa0003', '#aa0004', '#aa0005', '#aa0006', '#aa0007', '#aa0008'];
    const urls = (await Promise.all(colors.map(upload))).map(({ imageUrl }) => imageUrl);
    const [main, ...further] = urls;
    const { body } = await send('post', '/api/products', { ...newProduct, image: main, images: further });
    const path = `/api/products/${body.data.id}`;
    const shownPictures = async () =>
      (await get(path)).body.data.pictures.map(({ id }: { id: string }) => `/uploads/${id}/640.webp`);
    expect(await shownPictures()).toEqual(urls);
    const [next, ...others] = further.toReversed();
    const named = { image: next, images: [main, ...others] };
    const { body: edited } = await send('put', path, named).expect(200);
    expect(edited.data.image).toBe(next);
    expect(await shownPictures()).toEqual([next, main, ...others]);
    await send('put', path, { images: urls }).expect(400);
    expect(await shownPictures()).toEqual([next, main, ...others]);
    await send('put', path, { images: [] }).expect(200);
    expect(await shownPictures()).toEqual([next]);
  });

  it('are removed when the first is emptied and there are no others', async () => {
    const { imageUrl } = await upload('#444444');
    const { body } = await send('post', '/api/products', { ...newProduct, image: imageUrl });
    const edited = await send('put', `/api/products/${body.data.id}`, { image: '' }).expect(200);
    expect(edited.body.data).toMatchObject({ image: '', pictures: [] });
  });
});

describe('GET /api/products/suggestions', () => {
  beforeAll(() => putShop(shop));

  it('completes the text and shows products, for anyone (SIL-09, ROLE-02)', async () => {
    const { body } = await get('/api/products/suggestions?q=iph').expect(200);
    expect(body).toMatchObject({
      success: true,
      data: expect.arrayContaining([{ kind: 'query', text: 'iPhone 16' }]),
    });
    expect(body.data.at(-1)).toMatchObject({ kind: 'product', text: 'iPhone 16', price: 114_900 });
  });

  it('is empty for an empty text', async () => {
    expect((await get('/api/products/suggestions?q=').expect(200)).body.data).toEqual([]);
  });

  it.each(['', 'q[$ne]=x', 'q=a&q=b', `q=${'a'.repeat(101)}`, 'q=a&limit=100'])(
    'refuses ?%s',
    async (query) => {
      isProblem('invalid-request')(await get(`/api/products/suggestions?${query}`).expect(400));
    },
  );
});

describe('GET /api/admin/dashboard-stats', () => {
  beforeAll(() => putShop(shop));

  it('counts the products for an admin (AAPI-02)', async () => {
    const { body } = await get('/api/admin/dashboard-stats').set(admin).expect(200);
    expect(body).toEqual({ success: true, totalProducts: 4, data: { totalProducts: 4 } });
  });

  it('is refused to others (CONF-28)', async () => {
    isProblem('not-signed-in')(await get('/api/admin/dashboard-stats').expect(401));
    const customer = { Authorization: `Bearer ${tokens.customer()}` };
    isProblem('not-allowed')(await get('/api/admin/dashboard-stats').set(customer).expect(403));
  });
});

describe('other calls', () => {
  it.each([
    ['get', '/api/products/'],
    ['get', '/api/nothing'],
    ['patch', `/api/products/${idNumber(1)}`],
    ['delete', '/api/products'],
    ['get', '/api/upload'],
  ] as const)('%s %s is answered in the error shape (C-16)', async (method, path) => {
    const answer = await request(catalog.server)[method](path);
    if (answer.status === 200) return;
    expect([404, 405]).toContain(answer.status);
    isProblem(answer.body.code)(answer);
  });
});
