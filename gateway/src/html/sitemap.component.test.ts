import { productIdsPerPage } from '@kinmel/contracts';
import {
  cartDeclaration,
  catalogDeclaration,
  deploy,
  makeShop,
  writeRemote,
} from '../testing/remote-folder.ts';
import { type RunningGateway, startGateway, waitUntil } from '../testing/running-gateway.ts';
import { sendJson } from '../testing/stub-service.ts';

const origin = 'https://shop.example';
const idAt = (index: number) => index.toString(16).padStart(24, '0');
let gateway: RunningGateway;
let total: number;

async function start(
  env: Record<string, string> = { GATEWAY_PUBLIC_URL: origin },
  listsProducts = true,
): Promise<void> {
  const pages = catalogDeclaration.pages.map((page) => ({
    ...page,
    ...(page.path === '/productdetails' ? { about: 'product' as const } : {}),
    ...(page.path === '/search-results' || (page.path === '/productdetails' && !listsProducts)
      ? {}
      : { isListed: true as const }),
  }));
  const folders = await makeShop({ ...catalogDeclaration, pages }, cartDeclaration);
  gateway = await startGateway({ folders, env });
  gateway.catalog.answer = (req, res) => {
    const page = Number(/page=(\d+)/.exec(req.url ?? '')?.[1] ?? 1);
    const from = (page - 1) * productIdsPerPage;
    const count = Math.max(Math.min(total - from, productIdsPerPage), 0);
    const data = Array.from({ length: count }, (_value, index) => idAt(from + index));
    sendJson(req, res, { success: true, data, total }, `${total}-${page}`);
  };
}

afterEach(() => gateway.stop());

const get = (path: string) => gateway.get(path, { host: 'shop.example' });
const locations = async (path: string) =>
  [...(await get(path)).text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc]) => loc);

describe('sitemap.xml', () => {
  it('lists every listed page and every product, and follows changes', async () => {
    total = 2;
    await start();
    const { headers, text } = await get('/sitemap.xml');
    expect(headers['content-type']).toBe('application/xml; charset=utf-8');
    expect(text).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset xmlns="http:\/\/www.sitemaps.org/,
    );
    expect(await locations('/sitemap.xml')).toEqual([
      `${origin}/`,
      `${origin}/productdetails?id=${idAt(0)}`,
      `${origin}/productdetails?id=${idAt(1)}`,
    ]);
    expect(gateway.catalog.requests).toHaveLength(1);
    total = 1;
    gateway.feed.announce({ type: 'product.deleted', aggregateId: idAt(1) });
    expect(await locations('/sitemap.xml')).not.toContain(`${origin}/productdetails?id=${idAt(1)}`);
    expect((await get('/sitemap-1.xml')).status).toBe(404);
  });

  it('is split beyond 50,000 addresses, without missing or duplicate ones', async () => {
    total = 60_000;
    await start();
    const files = await locations('/sitemap.xml');
    expect(files).toEqual([`${origin}/sitemap-1.xml`, `${origin}/sitemap-2.xml`]);
    const allAddresses: (string | undefined)[] = [];
    for (const file of files) {
      const addresses = await locations(String(file).slice(origin.length));
      expect(addresses.length).toBeLessThanOrEqual(50_000);
      allAddresses.push(...addresses);
    }
    expect(allAddresses).toHaveLength(60_001);
    expect(new Set(allAddresses).size).toBe(60_001);
    expect((await get('/sitemap-3.xml')).status).toBe(404);
  });

  it('lists the pages of a new deployment at once', async () => {
    total = 1;
    await start();
    expect(await locations('/sitemap.xml')).not.toContain(`${origin}/deals`);
    const { folders } = gateway;
    const pages = [{ path: '/deals', title: 'Deals', isListed: true as const, firstData: [] }];
    await writeRemote(folders, { ...cartDeclaration, pages }, '2.0.0');
    const revision = await deploy(folders, 'mfe-cart-checkout', '2.0.0');
    await waitUntil(() => gateway.context.remotes.revision === revision);
    expect(await locations('/sitemap.xml')).toContain(`${origin}/deals`);
  });

  it('is not cached while events cannot arrive', async () => {
    total = 1;
    await start();
    expect(await locations('/sitemap.xml')).toContain(`${origin}/productdetails?id=${idAt(0)}`);
    gateway.feed.disconnect();
    total = 2;
    gateway.context.responseCache.dropAll();
    expect(await locations('/sitemap.xml')).toContain(`${origin}/productdetails?id=${idAt(1)}`);
  });

  it('lists no products without a listed product page, and is 503 when they cannot be loaded', async () => {
    total = 2;
    await start({ GATEWAY_PUBLIC_URL: origin }, false);
    expect(await locations('/sitemap.xml')).toEqual([`${origin}/`]);
    gateway.catalog.answer = (_req, res) => res.writeHead(503).end('{}');
    gateway.feed.announce({ type: 'product.deleted', aggregateId: idAt(1) });
    expect((await get('/sitemap.xml')).status).toBe(503);
  });

  it('is named by robots.txt if the public address is configured', async () => {
    total = 0;
    await start();
    expect((await get('/robots.txt')).text).toMatch(
      /^User-agent: \*\n(Disallow: .*\n)+\nSitemap: https:\/\/shop.example\/sitemap.xml\n$/,
    );
    await gateway.stop();
    await start({});
    expect((await get('/robots.txt')).text).not.toContain('Sitemap');
    expect((await get('/sitemap.xml')).status).toBe(404);
    expect((await get('/.well-known/security.txt')).status).toBe(404);
  });

  it('is accompanied by security.txt, which says where to report a weakness and expires within a year (RFC 9116)', async () => {
    total = 0;
    await start();
    const { status, text } = await get('/.well-known/security.txt');
    expect([status, text]).toEqual([
      200,
      expect.stringMatching(/^Contact: https:\/\/shop.example\/contact\nExpires: /),
    ]);
    const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '');
    expect(expires - Date.now()).toBeGreaterThan(150 * 24 * 60 * 60_000);
    expect(expires - Date.now()).toBeLessThan(365 * 24 * 60 * 60_000);
  });
});
