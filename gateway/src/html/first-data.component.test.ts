import { openRegistry } from '../registry/open-registry.ts';
import { catalogDeclaration, makeFolders, writeRemote, writeShell } from '../testing/remote-folder.ts';
import { type RunningGateway, startGateway } from '../testing/running-gateway.ts';
import { sendJson } from '../testing/stub-service.ts';

const range = '/api/products/category/galaxyproducts?sort=createdAt_desc';
const products = Array.from({ length: 1000 }, (_value, index) => ({
  _id: index.toString(16).padStart(24, '0'),
  name: `Phone ${index}`,
  description: 'A phone that is worth keeping, checked by us. '.repeat(4),
  pictures: [{ id: 'phone-1' }],
}));
let gateway: RunningGateway;

async function start(items: number | undefined): Promise<void> {
  const folders = await makeFolders();
  await writeShell(folders);
  const pages = catalogDeclaration.pages.map((page) =>
    page.path === '/'
      ? { ...page, firstData: [{ request: range, items }, { request: '/api/policy' }] }
      : page,
  );
  await writeRemote(folders, { ...catalogDeclaration, pages }, '1.0.0');
  const change = { remote: 'mfe-catalog', version: '1.0.0', expectedRevision: 0, action: 'deploy' } as const;
  await openRegistry(folders).activate(change);
  gateway = await startGateway({ folders, env: { GATEWAY_FIRST_DATA_MS: '5000' } });
  gateway.catalog.answer = (req, res) => sendJson(req, res, { success: true, data: products });
}

afterEach(() => gateway.stop());

async function firstData(): Promise<{
  bytes: number;
  data: Record<string, { data: unknown[]; total?: number }>;
}> {
  const { text } = await gateway.get('/');
  const block = /id="kinmel-first-data">([^<]*)</.exec(text)?.[1] ?? '';
  return { bytes: Buffer.byteLength(text), data: JSON.parse(block) };
}

describe('the first-view data of a page', () => {
  it('has of a list as many as the page declares, and says how many there are', async () => {
    await start(4);
    const { data, bytes } = await firstData();
    expect(data[range]?.data).toEqual(products.slice(0, 4));
    expect(data[range]?.total).toBe(1000);
    expect(bytes).toBeLessThan(8 * 1024);
    // A request for the list itself gets all of it.
    expect((await gateway.get(range)).text).toContain('Phone 999');
  });

  it('says nothing of a total where the list is whole', async () => {
    await start(4);
    gateway.catalog.answer = (req, res) => sendJson(req, res, { success: true, data: products.slice(0, 4) });
    expect((await firstData()).data[range]).toEqual({ success: true, data: products.slice(0, 4) });
  });

  it('has a bound whatever is declared: an answer beyond it is left to the browser, the others are there', async () => {
    await start(undefined);
    const { data, bytes } = await firstData();
    expect(Object.keys(data)).toEqual(['/api/policy']);
    expect(bytes).toBeLessThan(8 * 1024);
    expect(gateway.logLines.join()).toContain('first-view data is too large for the page');
  });
});
