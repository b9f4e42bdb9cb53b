import { rm } from 'node:fs/promises';
import type { BrowserReport } from '@kinmel/contracts';
import { deployPart, rollbackPart } from '@kinmel/tooling/deploy';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { anyProduct } from '../support/pages/shop-products.ts';
import { changedSource, deployFoldersOf, gatewayHas, withChangedFiles } from '../support/stack/deploy.ts';
import { stackState } from '../support/stack/stack-control.ts';

declare global {
  /** The reports that this page has sent. */
  var sentReports: string[];
}

const cart = 'mfe-cart-checkout';
const catalog = 'mfe-catalog';

// The tests cause errors on purpose.
test.beforeEach(async ({ page, allowErrors }) => {
  allowErrors(/./);
  await page.addInitScript(() => {
    globalThis.sentReports = [];
    const send = navigator.sendBeacon.bind(navigator);
    navigator.sendBeacon = (address, body) => {
      globalThis.sentReports.push(`${address} ${body as string}`);
      return send(address, body);
    };
  });
});

async function versionOf(part: string): Promise<string | undefined> {
  const { urls } = await stackState();
  const registry = await (await fetch(`${urls.shop}/remotes/registry.json`)).json();
  return registry.remotes[part]?.version;
}

/** Waits for this number of reports; each has exactly these fields, and the gateway accepts it. */
async function expectReports(page: Page, expected: readonly BrowserReport[]): Promise<void> {
  const sent = () => page.evaluate(() => globalThis.sentReports);
  await expect.poll(async () => (await sent()).length).toBeGreaterThanOrEqual(expected.length);
  const reports = (await sent()).map((text) => {
    const [address, ...body] = text.split(' ');
    expect(address).toBe('/reports');
    expect(text.length).toBeLessThan(1024);
    return JSON.parse(body.join(' ')) as BrowserReport;
  });
  const inOrder = (list: readonly BrowserReport[]) => list.map((each) => JSON.stringify(each)).toSorted();
  expect(inOrder(reports)).toEqual(inOrder(expected));
  for (const report of reports)
    expect((await page.request.post('/reports', { data: report })).status()).toBe(204);
}

test('a remote whose files fail to load or are altered is reported once, without the query of the address', async ({
  page,
}) => {
  const { id } = await anyProduct();
  const version = (await versionOf(cart)) ?? '';
  const report = { part: cart, version, page: '/productdetails' } as const;
  const address = `/productdetails?id=${id}&email=secret@kinmel.example`;
  const errorText = page
    .getByRole('main')
    .getByText('This part of the page is not available right now.')
    .first();

  await page.route(`**/remotes/${cart}/**`, (route) => route.abort());
  await page.goto(address);
  await expect(errorText).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Retry' }).first().click();
  await expect(errorText).toBeVisible();
  await expectReports(page, [{ kind: 'load-failed', ...report }]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });

  const isScript = (file: string) => file.endsWith('.js');
  const oneByteMore = (bytes: Buffer) => Buffer.concat([bytes, Buffer.from(' ')]);
  await withChangedFiles(cart, isScript, oneByteMore, async () => {
    await page.goto(address);
    await expect(errorText).toBeVisible();
    await expectReports(page, [{ kind: 'hash-refused', ...report }]);
  });
});

test('an error boundary and a hydration error are reported once, with the version that failed', async ({
  page,
}) => {
  const { folders } = await stackState();
  const deployFolders = deployFoldersOf(folders);
  const source = await changedSource(catalog, 'src/features/categories/categories-page.tsx', [
    [
      "usePageTitle('Categories');",
      "usePageTitle('Categories'); if (globalThis.location?.hash === '#throw') throw new Error('secret text');",
    ],
    ['>Categories</h1>', ">{globalThis.location?.hash === '#mismatch' ? 'Others' : 'Categories'}</h1>"],
  ]);
  const deployed = await deployPart(catalog, deployFolders, { folder: source });
  try {
    await gatewayHas(catalog, deployed.version);
    await expect.poll(async () => (await page.request.get('/categories')).text()).toContain('data-rendered');
    const report = { part: catalog, version: deployed.version, page: '/categories' } as const;
    await page.goto('/categories?from=secret#throw');
    await expect(page.getByRole('alert')).toContainText('Unexpected Application Error!');
    await expectReports(page, [{ kind: 'error-boundary', ...report }]);
    // A new document: another hash alone would keep the page.
    await page.goto('/cart');
    await page.goto('/categories?from=secret#mismatch');
    await expect(page.getByRole('heading', { level: 1, name: 'Others' })).toBeVisible();
    await expectReports(page, [{ kind: 'hydration', ...report }]);
  } finally {
    await rollbackPart(catalog, deployFolders, { version: deployed.previous });
    await rm(source, { recursive: true, force: true });
  }
});

test('LCP, INP and CLS of a sampled visit are reported when the page is left', async ({ page }) => {
  const version = (await versionOf(catalog)) ?? '';
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'webdriver', { value: false });
    Math.random = () => 0.01;
  });
  await page.goto('/?from=secret');
  await expect.poll(() => requested.filter((path) => /\/load-times\./.test(path))).toHaveLength(1);
  await page.getByRole('main').click({ position: { x: 2, y: 2 } });
  // Simulates what a browser does with the page of a closed tab.
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  const reports = async () =>
    (await page.evaluate(() => globalThis.sentReports)).map((text) =>
      JSON.parse(text.slice('/reports '.length)),
    );
  await expect.poll(async () => (await reports()).map(({ vital }) => vital.name)).toContain('LCP');
  for (const report of await reports()) {
    expect(report).toEqual({
      kind: 'vital',
      part: catalog,
      version,
      page: '/',
      vital: { name: expect.stringMatching(/^(LCP|INP|CLS)$/), value: expect.any(Number) },
    });
    expect((await page.request.post('/reports', { data: report })).status()).toBe(204);
  }
});
