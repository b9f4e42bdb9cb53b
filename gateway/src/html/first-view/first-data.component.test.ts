import { catalogDeclaration, makeShop } from '../../testing/remote-folder.ts';
import { blockOf, type RunningGateway, startGateway } from '../../testing/running-gateway.ts';
import { sendJson } from '../../testing/stub-service.ts';

const listRequest = '/api/products/category/galaxyproducts?sort=createdAt_desc';
const products = Array.from({ length: 1000 }, (_value, index) => ({
  _id: index.toString(16).padStart(24, '0'),
  name: `Phone ${index}`,
  description: 'A phone that is worth keeping, checked by us. '.repeat(4),
  pictures: [{ id: 'phone-1' }],
}));
let gateway: RunningGateway;

async function start(items: number | undefined): Promise<void> {
  const pages = catalogDeclaration.pages.map((page) =>
    page.path === '/'
      ? { ...page, firstData: [{ request: listRequest, items }, { request: '/api/policy' }] }
      : page,
  );
  const folders = await makeShop({ ...catalogDeclaration, pages });
  gateway = await startGateway({ folders, env: { GATEWAY_FIRST_DATA_MS: '5000' } });
  gateway.catalog.answer = (req, res) => sendJson(req, res, { success: true, data: products });
}

afterEach(() => gateway.stop());

type Lists = Record<string, { data: unknown[]; total?: number }>;

async function firstData() {
  const page = await gateway.get('/');
  return { bytes: page.body.length, data: blockOf(page, 'first-data') as Lists };
}

describe('first-view data', () => {
  it('contains the declared number of list entries, and the total', async () => {
    await start(4);
    const { data, bytes } = await firstData();
    expect(data[listRequest]?.data).toEqual(products.slice(0, 4));
    expect(data[listRequest]?.total).toBe(1000);
    expect(bytes).toBeLessThan(8 * 1024);
    // A request for the list itself returns all of it.
    expect((await gateway.get(listRequest)).text).toContain('Phone 999');
  });

  it('has no total when the list is complete', async () => {
    await start(4);
    gateway.catalog.answer = (req, res) => sendJson(req, res, { success: true, data: products.slice(0, 4) });
    expect((await firstData()).data[listRequest]).toEqual({ success: true, data: products.slice(0, 4) });
  });

  it('leaves out an answer that is not JSON, whatever its type says', async () => {
    await start(4);
    gateway.catalog.answer = (_req, res) =>
      res.writeHead(200, { 'Content-Type': 'application/json' }).end('<h1>502</h1>');
    expect(Object.keys((await firstData()).data)).toEqual(['/api/policy']);
  });

  it('is limited in size: a larger answer is left to the browser, the others stay', async () => {
    await start(undefined);
    const { data, bytes } = await firstData();
    expect(Object.keys(data)).toEqual(['/api/policy']);
    expect(bytes).toBeLessThan(8 * 1024);
    expect(gateway.logLines.join()).toContain('first-view data is too large for the page');
  });
});
