import { cartDeclaration, catalogDeclaration, makeShop } from '../../testing/remote-folder.ts';
import { type RunningGateway, startGateway } from '../../testing/running-gateway.ts';
import { sendJson } from '../../testing/stub-service.ts';

const origin = 'https://shop.example';
const id = '65a000000000000000000001';
const maliciousName = 'Pixel </script><script>alert(1)</script> "9" & \u2028 <b>';
const product = {
  _id: id,
  id,
  name: maliciousName,
  brand: 'Google',
  description: `${maliciousName} ${'A phone that is worth keeping. '.repeat(20)}`,
  price: 91_500,
  category: 'premiumsmartphones',
  inStock: true,
  pictures: ['pixel-9', 'pixel-9-back'].map((picture) => ({
    id: picture,
    alt: '',
    width: 1200,
    height: 1200,
    dominantColor: '#ffffff',
    hasTransparency: false,
  })),
};
let gateway: RunningGateway;
let isInStock = true;
let totalPages = 3;
let mainImage: string;

beforeAll(async () => {
  const pages = catalogDeclaration.pages.map((page) => ({
    ...page,
    ...(page.path === '/productdetails' ? { about: 'product' as const } : {}),
    ...(page.path === '/search-results' ? {} : { isListed: true as const }),
    ...(page.path === '/' ? { title: '', description: 'Phones worth keeping.' } : {}),
  }));
  const smartphones = {
    path: '/smartphone',
    title: 'Smartphones',
    isListed: true as const,
    lists: ['smartphone' as const, 'premiumsmartphones' as const],
    firstData: [
      { request: '/api/products?category={category=smartphone}&limit=24', query: ['brand', 'page'] },
    ],
    parameters: ['category', 'brand', 'page'],
  };
  const folders = await makeShop({ ...catalogDeclaration, pages: [...pages, smartphones] }, cartDeclaration);
  gateway = await startGateway({ folders, env: { GATEWAY_PUBLIC_URL: origin } });
  gateway.catalog.answer = (req, res) => {
    if (req.url === `/api/products/${id}`)
      sendJson(req, res, { success: true, data: { ...product, inStock: isInStock, image: mainImage } });
    else if (req.url?.startsWith('/api/products/65')) res.writeHead(404).end('{}');
    else if (/category=nonsense|page=(0|x)/.test(req.url ?? '')) res.writeHead(400).end('{}');
    else sendJson(req, res, { success: true, data: [], totalPages });
  };
});

beforeEach(() => {
  isInStock = true;
  totalPages = 3;
  mainImage = '/uploads/pixel-9/640.webp';
  gateway.context.responseCache.dropAll();
});

afterAll(() => gateway.stop());

async function headOf(path: string) {
  const { text } = await gateway.get(path, { host: 'shop.example' });
  const decode = (value: string | undefined) =>
    value?.replace(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code)));
  const attribute = (pattern: RegExp) => decode(pattern.exec(text)?.[1]);
  return {
    text,
    title: attribute(/<title>([^<]*)<\/title>/),
    canonical: attribute(/<link rel="canonical" href="([^"]*)">/),
    meta: (name: string) => attribute(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`)),
    structured: [...text.matchAll(/<script type="application\/ld\+json">([^<]*)<\/script>/g)].map(
      ([, json = '']) => JSON.parse(json) as Record<string, unknown>,
    ),
  };
}

/** Required fields by the documentation of schema.org's consumers. */
const requiredFields: Record<string, readonly string[]> = {
  Product: ['name', 'image', 'description', 'offers'],
  Offer: ['price', 'priceCurrency', 'availability', 'url', 'itemCondition'],
  BreadcrumbList: ['itemListElement'],
  ListItem: ['position', 'name', 'item'],
  Brand: ['name'],
  Organization: ['name'],
  WebSite: ['name', 'url'],
};

function missingIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(missingIn);
  if (typeof value !== 'object' || value === null) return [];
  const fields = value as Record<string, unknown>;
  const type = fields['@type'];
  const missingHere =
    typeof type === 'string'
      ? (requiredFields[type] ?? ['a type that is known']).filter(
          (name) => fields[name] === undefined || fields[name] === '',
        )
      : [];
  return [
    ...missingHere.map((name) => `${String(type)}.${name}`),
    ...Object.values(fields).flatMap(missingIn),
  ];
}

describe('the head of a list', () => {
  it('is 404, noindex and without a canonical address where a list has no such page or filter', async () => {
    const statusOf = async (path: string) => (await gateway.get(path)).status;
    for (const path of [
      '/smartphone?page=4',
      '/smartphone?page=99&brand=Apple',
      '/smartphone?page=1e9',
      '/smartphone?page=0',
      '/smartphone?page=x',
      '/smartphone?category=nonsense',
    ]) {
      const { meta, canonical } = await headOf(path);
      expect([path, await statusOf(path), meta('robots'), canonical]).toEqual([
        path,
        404,
        'noindex',
        undefined,
      ]);
    }
    expect(await statusOf('/smartphone?page=3')).toBe(200);
    totalPages = 0;
    gateway.context.responseCache.dropAll();
    expect([await statusOf('/smartphone'), await statusOf('/smartphone?page=2')]).toEqual([200, 404]);
  });
});

describe('the head of a product page', () => {
  it('has title, description and Open Graph tags of the product', async () => {
    const { title, canonical, meta } = await headOf(`/productdetails?utm_source=mail&id=${id}`);
    expect(title).toBe(`${maliciousName} | Kinmel`);
    expect(canonical).toBe(`${origin}/productdetails?id=${id}`);
    expect(meta('og:title')).toBe(maliciousName);
    expect(meta('og:url')).toBe(canonical);
    expect(meta('og:type')).toBe('product');
    expect(meta('og:image')).toBe(`${origin}/uploads/pixel-9/1200.webp`);
    expect(meta('product:price:amount')).toBe('91500');
    expect(meta('description')?.length).toBeLessThanOrEqual(160);
    expect(meta('description')).toMatch(/^Pixel .*worth keeping.*…$/);
    expect(meta('robots')).toBeUndefined();
  });

  it('starts the pictures with a main image on another host (CONF-47)', async () => {
    mainImage = 'https://pictures.example/a.png';
    const { meta, structured } = await headOf(`/productdetails?id=${id}`);
    expect(meta('og:image')).toBe(mainImage);
    expect(structured[0]).toMatchObject({
      image: [mainImage, `${origin}/uploads/pixel-9/1200.webp`, `${origin}/uploads/pixel-9-back/1200.webp`],
    });
  });

  it('has Product, Offer and BreadcrumbList with every required field', async () => {
    const { structured } = await headOf(`/productdetails?id=${id}`);
    expect(structured.map((one) => one['@type'])).toEqual(['Product', 'BreadcrumbList']);
    expect(missingIn(structured)).toEqual([]);
    expect(structured[0]).toMatchObject({
      '@context': 'https://schema.org',
      name: maliciousName,
      sku: id,
      brand: { name: 'Google' },
      image: [`${origin}/uploads/pixel-9/1200.webp`, `${origin}/uploads/pixel-9-back/1200.webp`],
      offers: {
        '@type': 'Offer',
        price: 91_500,
        priceCurrency: 'NPR',
        availability: 'https://schema.org/InStock',
        itemCondition: 'https://schema.org/UsedCondition',
        url: `${origin}/productdetails?id=${id}`,
      },
    });
    expect(structured[1]?.itemListElement).toEqual([
      { '@type': 'ListItem', position: 1, name: 'Kinmel', item: `${origin}/` },
      { '@type': 'ListItem', position: 2, name: 'Smartphones', item: `${origin}/smartphone` },
      { '@type': 'ListItem', position: 3, name: maliciousName, item: `${origin}/productdetails?id=${id}` },
    ]);
    expect(missingIn([{ '@type': 'Offer', price: 1 }])).toContain('Offer.priceCurrency');
  });

  it('escapes all texts of a product (N-10)', async () => {
    const { text } = await headOf(`/productdetails?id=${id}`);
    expect(text).not.toContain('alert(1)</script>');
    expect(text).not.toContain('<b>');
    for (const [, json = ''] of text.matchAll(/<script type="application\/ld\+json">([^<]*)<\/script>/g))
      expect(json).not.toMatch(/[\u2028\u2029]/);
    const { headers } = await gateway.get(`/productdetails?id=${id}`, { host: 'shop.example' });
    expect(headers['content-security-policy']).toContain("script-src 'self'");
    expect(headers['content-security-policy']).not.toContain('unsafe');
  });

  it('marks a product as out of stock', async () => {
    isInStock = false;
    const { structured } = await headOf(`/productdetails?id=${id}`);
    expect(structured[0]).toMatchObject({ offers: { availability: 'https://schema.org/OutOfStock' } });
  });

  it.each(['?id=65ffffffffffffffffffffff', '?id=65', '?id=65(1)2', `?id=${'6'.repeat(201)}`, '?id=', ''])(
    'is 404, noindex and without product data for the missing product %s (SIL-63)',
    async (missing) => {
      const { title, structured, text, canonical } = await headOf(`/productdetails${missing}`);
      expect(canonical).toBeUndefined();
      expect([title, structured]).toEqual(['Product details | Kinmel', []]);
      expect(text).toContain('<meta name="robots" content="noindex">');
      expect(text).toContain('page-product.33333333.js');
      const answer = await gateway.get(`/productdetails${missing}`);
      expect([answer.status, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect((await gateway.get(`/productdetails?id=${id}`)).status).toBe(200);
    },
  );

  it('is not a 404 while catalog is down', async () => {
    await gateway.catalog.kill();
    expect((await gateway.get(`/productdetails?id=${id}`)).status).toBe(200);
  });

  it('names no address when it is shared without first-view data', async () => {
    const first = await gateway.context.htmlPages.answer(
      '/productdetails',
      new URLSearchParams({ id: '65a00000000000000000aaaa' }),
      { isAdmin: false, visitor: undefined },
      false,
    );
    expect(first?.plain().toString()).not.toMatch(/canonical|65a00000000000000000aaaa/);
  });
});

describe('the head of other pages', () => {
  it('has a title and a description, and describes the site on the home page', async () => {
    const home = await headOf('/');
    expect([home.title, home.meta('description'), home.canonical]).toEqual([
      'Kinmel',
      'Phones worth keeping.',
      `${origin}/`,
    ]);
    expect(home.structured).toMatchObject([{ '@type': 'WebSite', url: `${origin}/` }]);
    expect(home.text.match(/name="description"/g)).toHaveLength(1);
  });

  it('has the canonical address of a list with its page number, without filters', async () => {
    const { canonical, structured } = await headOf('/smartphone?page=2&brand=Apple&utm_source=x');
    expect(canonical).toBe(`${origin}/smartphone?page=2`);
    expect((await headOf('/smartphone/?page=1')).canonical).toBe(`${origin}/smartphone`);
    expect(missingIn(structured)).toEqual([]);
  });

  it('is noindex for a cart, a search, an unlisted page and an unknown address', async () => {
    for (const path of ['/cart', '/search-results?search=pixel', '/nowhere', '/login']) {
      const { meta, canonical } = await headOf(path);
      expect([path, meta('robots'), canonical]).toEqual([path, 'noindex', undefined]);
    }
  });
});
