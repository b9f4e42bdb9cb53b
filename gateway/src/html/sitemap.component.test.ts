import { productIdsPerPage } from '@kinmel/contracts';
import { openRegistry } from '../registry/open-registry.ts';
import {
  cartDeclaration,
  catalogDeclaration,
  makeFolders,
  writeRemote,
  writeShell,
} from '../testing/remote-folder.ts';
import { type RunningGateway, startGateway, until } from '../testing/running-gateway.ts';
import { sendJson } from '../testing/stub-service.ts';

const origin = 'https://shop.example';
const idAt = (index: number) => index.toString(16).padStart(24, '0');
let gateway: RunningGateway;
let total: number;

async function start(
  env: Record<string, string> = { GATEWAY_PUBLIC_URL: origin },
  listsProducts = true,
): Promise<void> {
  const folders = await makeFolders();
  await writeShell(folders);
  const pages = catalogDeclaration.pages.map((page) => ({
    ...page,
    ...(page.path === '/productdetails' ? { about: 'product' as const } : {}),
    ...(page.path === '/search-results' || (page.path === '/productdetails' && !listsProducts)
      ? {}
      : { isListed: true as const }),
  }));
  await writeRemote(folders, { ...catalogDeclaration, pages }, '1.0.0');
  await writeRemote(folders, cartDeclaration, '1.0.0');
  for (const [index, remote] of ['mfe-catalog', 'mfe-cart-checkout'].entries())
    await openRegistry(folders).activate({
      remote,
      version: '1.0.0',
      expectedRevision: index,
      action: 'deploy',
    });
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
  it('has every listed page and every product that is there, and follows what changes', async () => {
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
    expect(gateway.catalog.seen).toHaveLength(1);
    total = 1;
    gateway.feed.tell({ type: 'product.deleted', aggregateId: idAt(1) });
    expect(await locations('/sitemap.xml')).not.toContain(`${origin}/productdetails?id=${idAt(1)}`);
    expect((await get('/sitemap-1.xml')).status).toBe(404);
  });

  it('with more than 50,000 addresses is split, and no address is missing or twice', async () => {
    total = 60_000;
    await start();
    const files = await locations('/sitemap.xml');
    expect(files).toEqual([`${origin}/sitemap-1.xml`, `${origin}/sitemap-2.xml`]);
    const found: (string | undefined)[] = [];
    for (const file of files) {
      const addresses = await locations(String(file).slice(origin.length));
      expect(addresses.length).toBeLessThanOrEqual(50_000);
      found.push(...addresses);
    }
    expect(found).toHaveLength(60_001);
    expect(new Set(found).size).toBe(60_001);
    expect((await get('/sitemap-3.xml')).status).toBe(404);
  });

  it('follows the remotes in force: a page that a deployment lists stands in it at once', async () => {
    total = 1;
    await start();
    expect(await locations('/sitemap.xml')).not.toContain(`${origin}/deals`);
    const { folders } = gateway;
    const pages = [{ path: '/deals', title: 'Deals', isListed: true as const, firstData: [] }];
    await writeRemote(folders, { ...cartDeclaration, pages }, '2.0.0');
    const { revision } = await openRegistry(folders).activate({
      remote: 'mfe-cart-checkout',
      version: '2.0.0',
      expectedRevision: 2,
      action: 'deploy',
    });
    await until(() => gateway.context.remotes.revision === revision);
    expect(await locations('/sitemap.xml')).toContain(`${origin}/deals`);
  });

  it('is made anew while changes are not heard, so that it never tells what is over', async () => {
    total = 1;
    await start();
    expect(await locations('/sitemap.xml')).toContain(`${origin}/productdetails?id=${idAt(0)}`);
    gateway.feed.isConnected = false;
    total = 2;
    gateway.context.responseCache.dropAll();
    expect(await locations('/sitemap.xml')).toContain(`${origin}/productdetails?id=${idAt(1)}`);
  });

  it('names no product while no listed page shows one', async () => {
    total = 2;
    await start({ GATEWAY_PUBLIC_URL: origin }, false);
    expect(await locations('/sitemap.xml')).toEqual([`${origin}/`]);
  });

  it('says so when the products cannot be had, and does not tell that there are none', async () => {
    total = 1;
    await start();
    gateway.catalog.answer = (_req, res) => res.writeHead(503).end('{}');
    expect((await get('/sitemap.xml')).status).toBe(503);
  });

  it('is named by robots.txt, where the public address is known', async () => {
    total = 0;
    await start();
    expect((await get('/robots.txt')).text).toMatch(
      /^User-agent: \*\n(Disallow: .*\n)+\nSitemap: https:\/\/shop.example\/sitemap.xml\n$/,
    );
    await gateway.stop();
    await start({});
    expect((await get('/robots.txt')).text).not.toContain('Sitemap');
    expect((await get('/sitemap.xml')).status).toBe(404);
  });
});
