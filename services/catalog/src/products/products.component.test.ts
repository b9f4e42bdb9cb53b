import { listProducts, type Product, productSchema, productSpecNames } from '@kinmel/contracts';
import { eventually } from '@kinmel/testing';
import { testAccess } from '@kinmel/testing/servers';
import sharp from 'sharp';
import request from 'supertest';
import { searchEntryOf } from '../search/search-entry.ts';
import { aProduct, idNumber } from '../testing/product-builder.ts';
import { useTestCatalog } from '../testing/test-catalog.ts';
import type { ProductState } from './product.rules.ts';

// These tests take longer on a machine under load.
jest.setTimeout(30_000);

const catalog = useTestCatalog();
const { tokens } = catalog;
const admin = { Authorization: `Bearer ${tokens.admin()}` };

async function putShop(products: readonly ProductState[]) {
  await catalog.database.empty();
  for (const product of products) await catalog.context.products.insert(product, []);
  await catalog.context.search.replaceAll(
    (async function* () {
      yield* products.map(searchEntryOf);
    })(),
  );
  catalog.bus.published.length = 0;
}

const rupees = (amount: number) => amount * 100;
const day = (index: number) => new Date(Date.UTC(2026, 0, index));

const shop = [
  aProduct({ id: idNumber(1), name: 'Pixel 10', createdAt: day(1) }),
  aProduct({
    id: idNumber(2),
    name: 'iPhone 16',
    category: 'premiumsmartphones',
    brand: 'Apple',
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

const published = (type: string) =>
  eventually(() => catalog.bus.published.find((event) => event.type === type) ?? false);

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
    const onlyPage = { page: 1, limit: 100, total: 4, totalPages: 1, hasPrev: false, hasNext: false };
    expect(body.pagination).toEqual(onlyPage);
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
    expect(answer.text).not.toMatch(/"stock"|isAvailable|reservations/);
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
    const query = 'brand=apple,Samsung&minPrice=100000&sort=price_asc&page=2&limit=1';
    const { body } = await get(`/api/products?${query}`).expect(200);
    expect(body.data).toHaveLength(1);
    const middlePage = { page: 2, limit: 1, total: 3, totalPages: 3, hasPrev: true, hasNext: true };
    expect(body.pagination).toEqual(middlePage);
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
    `category=${'watch,'.repeat(6)}laptop`,
    'brand=Apple,,Samsung',
    `brand=${'Apple,'.repeat(20)}Samsung`,
    'sort=$where',
    'page=0',
    'page=1.5',
    'page[]=1',
    'limit=-5',
    'limit=101',
    `search=${'a'.repeat(10_000)}`,
    'search[$regex]=.*',
    'minPrice=1e309',
    'inStock=maybe',
    '__proto__[x]=1',
    'unknown=1',
  ])('refuses ?%s with 400 and the error shape (C-01, C-02, C-04, C-05)', async (query) => {
    isProblem('invalid-request')(await get(`/api/products?${query}`).expect(400));
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

  it.each(['%24ne', 'laptop?sort=relevance', 'laptop?limit=3'])('refuses %s (C-01, C-02)', async (suffix) => {
    isProblem('invalid-request')(await get(`/api/products/category/${suffix}`).expect(400));
  });

  it('explains a wrong category in one sentence (SIL-55)', async () => {
    const { body } = await get('/api/products/category/nonsense').expect(400);
    expect(body.message).toBe('Invalid category selected');
  });
});

describe('GET /api/products/{id}', () => {
  beforeAll(() => putShop(shop));

  it('returns one product to anyone, also with a customer token or an expired one (AAPI-27, ROLE-01, ROLE-03)', async () => {
    for (const token of ['', tokens.customer(), tokens.expired()]) {
      const { body } = await get(`/api/products/${idNumber(1)}`)
        .set('Authorization', `Bearer ${token}`)
        .expect(200);
      expect(productSchema.parse(body.data).name).toBe('Pixel 10');
      expect(body.data).not.toHaveProperty('stock');
    }
  });

  it('answers 404 for an unknown id (C-03)', async () => {
    isProblem('not-found')(await get(`/api/products/${idNumber(999)}`).expect(404));
  });

  it.each(['1', `${idNumber(1)}0`, '%2e%2e', '%E0%A4%A', '{"$ne":null}'])(
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

  it('adds a product, which is visible at once, and publishes it with the trace (AAPI-28, AAPI-29, ENT-09)', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const { body } = await send('post', '/api/products', newProduct, { ...admin, traceparent }).expect(201);
    expect(body).toMatchObject({ success: true, message: 'Product added successfully!' });
    expect(body.data).toMatchObject({ ...newProduct, version: 1, inStock: true, isAvailable: true });
    const shown = await get(`/api/products/${body.data.id}`).expect(200);
    expect(shown.body.data).toMatchObject({ name: 'Watch SE', price: 42_900 });
    expect((await get('/api/products?search=watch')).body.pagination.total).toBe(1);
    const event = await eventually(
      () => catalog.bus.published.find(({ aggregateId }) => aggregateId === body.data.id) ?? false,
    );
    expect(event).toMatchObject({
      type: 'product.created',
      aggregateVersion: 1,
      data: { productId: body.data.id, name: 'Watch SE', priceInMinorUnits: 4_290_000, inStock: true },
    });
    expect(event.traceparent).toContain('4bf92f3577b34da6a3ce929d0e0e4736');
    expect(event.data).not.toHaveProperty('stock');
  });

  it('ignores fields that the sender does not control (CONF-49, C-13)', async () => {
    const { body } = await send('post', '/api/products', {
      ...newProduct,
      _id: idNumber(77),
      version: 9,
      createdAt: '2000-01-01',
      reservations: [{}],
    }).expect(201);
    expect(body.data.version).toBe(1);
    expect(body.data.id).not.toBe(idNumber(77));
    expect(new Date(body.data.createdAt).getFullYear()).toBeGreaterThan(2020);
  });

  const specs = Object.fromEntries(productSpecNames.map((name) => [name, `${name} of it`]));
  it.each([
    ['a category in lower case (CONF-35, AADD-13, C-08)', { category: 'LAPTOP' }, { category: 'laptop' }],
    ['a blank brand as Unknown (AADD-14)', { brand: '   ' }, { brand: 'Unknown' }],
    ['a missing brand as Unknown (AADD-14)', { brand: undefined }, { brand: 'Unknown' }],
    [
      'featured and the eight specs (SIL-28, ENT-04, AENT-15)',
      { featured: true, specs },
      { featured: true, specs },
    ],
    ['a script as text (C-09)', { description: '<script>x</script>' }, { description: '<script>x</script>' }],
    [
      'an external picture address unread (C-12)',
      { image: 'http://169.254.169.254/a.png' },
      { pictures: [] },
    ],
  ])('stores %s', async (_, given, stored) => {
    const { body } = await send('post', '/api/products', { ...newProduct, ...given }).expect(201);
    expect((await get(`/api/products/${body.data.id}`)).body.data).toMatchObject(stored);
  });

  it.each([
    ['Product name is required', { name: undefined }],
    ['Product name is required', { name: '   ' }],
    ['Product name is required', { name: { $ne: null } }],
    ['Description is required', { description: '' }],
    ['Valid price is required', { price: undefined }],
    ['Valid price is required', { price: 0 }],
    ['Valid price is required', { price: '12abc' }],
    ['Valid price is required', { price: 1e15 }],
    ['At most two decimals.', { price: 0.001 }],
    ['Original price must be a positive number', { oldPrice: -5 }],
    ['Original price must be higher than current price', { oldPrice: 42_900 }],
    ['Category is required', { category: undefined }],
    ['Invalid category selected', { category: 'toaster' }],
    ['Product name must be at most 120 characters', { name: 'x'.repeat(121) }],
    ['Description must be at most 4000 characters', { description: 'x'.repeat(4001) }],
    ['Enter a valid image URL (jpg/png/gif/webp)', { image: 'javascript:alert(1)' }],
    ['Enter a valid image URL (jpg/png/gif/webp)', { image: '//evil.example/a.png' }],
    ['Enter a valid image URL (jpg/png/gif/webp)', { image: '\\\\evil\\a.png' }],
    ['Enter a valid image URL (jpg/png/gif/webp)', { image: '/uploads/never-uploaded/640.webp' }],
    ['Enter a valid image URL (jpg/png/gif/webp)', { images: ['https://elsewhere.example/a.png'] }],
    [
      'A product has at most 8 pictures',
      { images: [...Array(8).keys()].map((index) => `/uploads/p-${index}/640.webp`) },
    ],
    [expect.any(String), { specs: { $where: 'x' } }],
    [expect.any(String), { specs: { 'a.b': 'x' } }],
    [expect.any(String), { specs: { storage: { deep: {} } } }],
    [expect.any(String), { stock: [] }],
  ])('refuses with "%s" when given %j (C-07, C-08, C-10, C-11)', async (message, change) => {
    const before = await catalog.context.products.count();
    const answer = await send('post', '/api/products', { ...newProduct, ...change }).expect(400);
    isProblem('invalid-request')(answer);
    expect(answer.body.message).toEqual(message);
    expect(await catalog.context.products.count()).toBe(before);
  });
});

describe('calls of staff (CONF-28, C-06, F-08)', () => {
  beforeAll(() => putShop(shop));

  describe('are refused to others (ROLE-08)', () => {
    testAccess('catalog', () => ({ server: catalog.server, tokens }));
  });

  it('are not affected by client headers (X-User-Role, method override; C-16)', async () => {
    const headers = { 'X-User-Role': 'admin', 'X-HTTP-Method-Override': 'DELETE' };
    await send('post', `/api/products/${idNumber(1)}`, {}, headers).expect(405);
    await send('delete', `/api/products/${idNumber(1)}`, undefined, headers).expect(401);
  });

  it('count the products for the dashboard (AAPI-02)', async () => {
    const { body } = await get('/api/admin/dashboard-stats').set(admin).expect(200);
    expect(body).toEqual({ success: true, totalProducts: 4, data: { totalProducts: 4 } });
  });
});

describe('PUT /api/products/{id}', () => {
  beforeEach(() => putShop(shop));
  const pixel = `/api/products/${idNumber(1)}`;

  it('changes the given fields, keeps the others, and publishes it (AAPI-30)', async () => {
    const { body } = await send('put', pixel, { name: 'Pixel 10 Pro', price: 120_000 }).expect(200);
    expect(body).toMatchObject({ success: true, message: 'Product updated successfully!' });
    const unchanged = { oldPrice: 129_900, stock: 11 };
    expect(body.data).toMatchObject({ name: 'Pixel 10 Pro', price: 120_000, ...unchanged, version: 2 });
    expect(await published('product.updated')).toMatchObject({
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

  it('lets one of many concurrent edits of a version succeed, and refuses the others with the current version (C-14)', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => send('put', pixel, { name: `Edit ${index}`, version: 1 })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const stale = answers.filter(({ status }) => status === 409);
    expect(stale).toHaveLength(19);
    for (const answer of stale) isProblem('version-conflict')(answer);
    expect(stale[0]?.body.details).toEqual([{ path: 'version', message: '2' }]);
    expect((await get(pixel)).body.data.version).toBe(2);
  });

  it('applies all concurrent edits without a version', async () => {
    const fields = [{ name: 'N' }, { description: 'D' }, { featured: true }, { price: 100 }];
    await Promise.all(fields.map((change) => send('put', pixel, change).expect(200)));
    expect((await get(pixel)).body.data).toMatchObject({ ...Object.assign({}, ...fields), version: 5 });
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
});

describe('DELETE /api/products/{id}', () => {
  beforeEach(() => putShop(shop));
  const pixel = `/api/products/${idNumber(1)}`;

  it('deletes the product, returns it, and publishes it (AAPI-33, SIL-02)', async () => {
    await get('/api/products').expect(200);
    const { body } = await send('delete', pixel).expect(200);
    const data = { id: idNumber(1), name: 'Pixel 10' };
    expect(body).toMatchObject({ success: true, message: expect.any(String), data });
    await get(pixel).expect(404);
    expect((await get('/api/products')).body.pagination.total).toBe(3);
    expect((await get('/api/products?search=pixel')).body.data).toEqual([]);
    const envelope = { aggregateId: idNumber(1), data: { productId: idNumber(1) } };
    expect(await published('product.deleted')).toMatchObject({ ...envelope, aggregateVersion: 2 });
  });

  it('is 404 when repeated (C-15, SIL-02)', async () => {
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

  it('are at most eight, in the given order, the first being the main one (CAT-C19)', async () => {
    const colors = ['#aa0001', '#aa0002', '#aa0003', '#aa0004', '#aa0005', '#aa0006', '#aa0007', '#aa0008'];
    const urls = (await Promise.all(colors.map(upload))).map(({ imageUrl }) => imageUrl);
    const [main, ...furtherUrls] = urls;
    const { body } = await send('post', '/api/products', { ...newProduct, image: main, images: furtherUrls });
    const path = `/api/products/${body.data.id}`;
    const shownPictures = async () =>
      (await get(path)).body.data.pictures.map(({ id }: { id: string }) => `/uploads/${id}/640.webp`);
    expect(await shownPictures()).toEqual(urls);
    const [newMain, ...others] = furtherUrls.toReversed();
    const edit = { image: newMain, images: [main, ...others] };
    const { body: edited } = await send('put', path, edit).expect(200);
    expect(edited.data.image).toBe(newMain);
    expect(await shownPictures()).toEqual([newMain, main, ...others]);
    await send('put', path, { images: urls }).expect(400);
    expect(await shownPictures()).toEqual([newMain, main, ...others]);
    await send('put', path, { images: [] }).expect(200);
    expect(await shownPictures()).toEqual([newMain]);
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

  it.each(['', 'q=a&q=b', `q=${'a'.repeat(101)}`])('refuses ?%s', async (query) => {
    isProblem('invalid-request')(await get(`/api/products/suggestions?${query}`).expect(400));
  });
});
