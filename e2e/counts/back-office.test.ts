import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../support/journey.ts';
import { anyProduct } from '../support/pages/shop-products.ts';
import { openAsStaff } from '../support/people/account.ts';
import { stackState } from '../support/stack/stack-control.ts';

/** Tabs of the dashboard by chunk name. */
const tabs = [
  'sell-requests',
  'booking-orders',
  'checkout-orders',
  'add-product',
  'add-offer',
  'manage-products',
] as const;
/** Every page of the back office with the chunks that it loads. */
const pagesWith = (productId: string) => [
  ...tabs.map((tab) => ({ address: `/admin/dashboard?tab=${tab}`, chunks: ['dashboard', tab] })),
  { address: `/admin/dashboard?tab=${tabs[0]}&charts=30`, chunks: ['charts', 'dashboard', tabs[0]] },
  { address: '/admin/add-product', chunks: ['add-product'] },
  { address: '/admin/add-offer', chunks: ['add-offer'] },
  { address: '/admin/repair-bookings', chunks: ['repair-bookings'] },
  { address: '/admin/returns', chunks: ['returns'] },
  { address: '/admin/work', chunks: ['work'] },
  { address: '/admin/events', chunks: ['events'] },
  { address: '/admin/audit', chunks: ['audit'] },
  { address: '/admin/rates', chunks: ['rates'] },
  { address: '/admin/staff', chunks: ['staff'] },
  { address: '/admin/devices', chunks: ['devices'] },
  { address: `/admin/devices/${productId}`, chunks: ['devices'] },
  { address: '/admin/payouts', chunks: ['payouts'] },
  { address: `/admin/credit/${productId}`, chunks: ['credit'] },
  { address: '/admin/releases', chunks: ['releases'] },
  { address: '/admin/releases/shell', chunks: ['release'] },
  { address: `/admin/credit/${productId}`, chunks: ['credit'] },
  { address: '/products', chunks: ['manage-products'] },
  { address: `/edit-product/${productId}`, chunks: ['edit-product'] },
];

/** Scripts of a single chunk, read from the folders because the public registry does not list the back office. */
async function ownScripts(): Promise<ReadonlyMap<string, string>> {
  const { folders } = await stackState();
  const versions = join(folders.remotes, 'mfe-admin');
  const scripts = new Map<string, string[]>();
  for (const version of await readdir(versions)) {
    const { chunks }: { chunks: Record<string, { scripts: string[] }> } = JSON.parse(
      await readFile(join(versions, version, 'version.json'), 'utf8'),
    );
    for (const [name, chunk] of Object.entries(chunks))
      for (const script of chunk.scripts) scripts.set(script, [...(scripts.get(script) ?? []), name]);
  }
  return new Map(
    [...scripts].flatMap(([script, [name, ...others]]) =>
      name && others.length === 0 ? [[script, name]] : [],
    ),
  );
}

test('each page of the back office loads its own chunks only', async ({ page, allowErrors }) => {
  // There is no device with the id of a product.
  allowErrors(/api\/admin\/devices\//);
  // One page load for each of its pages.
  test.setTimeout(90_000);
  const { id } = await anyProduct();
  const pages = pagesWith(id);
  const scripts = await ownScripts();
  expect(
    new Set(scripts.values()),
    'every chunk is one of a page here, of the search, which a key opens, or of a proof by passkey',
  ).toEqual(new Set([...pages.flatMap(({ chunks }) => chunks), 'search', 'passkeys']));
  await openAsStaff(page, '/admin/repair-bookings');
  for (const { address, chunks } of pages) {
    const loaded = new Set<string>();
    const listen = (request: { url: () => string }) => {
      const name = scripts.get(new URL(request.url()).pathname.replace(/^.*\//, ''));
      if (name) loaded.add(name);
    };
    page.on('request', listen);
    await page.goto(address, { waitUntil: 'networkidle' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
    page.off('request', listen);
    expect([...loaded].toSorted(), address).toEqual(chunks.toSorted());
  }
});

test('the document has at most 60 table rows for 10,000 booking orders', async ({ page }) => {
  await page.route('**/api/admin/phone-orders', async (route) => {
    const answer = await route.fetch();
    const body: { data: Record<string, unknown>[] } = await answer.json();
    const [first] = body.data;
    const data = Array.from({ length: 10_000 }, (_, index) => {
      const id = index.toString(16).padStart(24, '0');
      return { ...first, _id: id, id, name: `Buyer ${index}` };
    });
    await route.fulfill({ response: answer, json: { ...body, data } });
  });
  await openAsStaff(page, '/admin/dashboard?tab=booking-orders');
  const rows = page.getByRole('tabpanel').getByRole('row');
  await expect(rows.filter({ hasText: 'Buyer ' }).first()).toBeVisible();
  await expect(page.getByText(/10,?000/).first()).toBeVisible();
  expect(await rows.count()).toBeLessThanOrEqual(60);
});
