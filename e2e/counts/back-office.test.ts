import { expect, test } from '../support/journey.ts';
import { openAsStaff } from '../support/people/staff.ts';

/** The pages of the back office by the chunk that each is; a tab needs the dashboard's besides. */
const tabs = [
  'sell-requests',
  'booking-orders',
  'checkout-orders',
  'add-product',
  'add-offer',
  'manage-products',
] as const;
const pages = [
  ...tabs.map((tab) => ({ address: `/admin/dashboard?tab=${tab}`, chunks: ['dashboard', tab] })),
  { address: '/admin/repair-bookings', chunks: ['repair-bookings'] },
  { address: '/admin/work', chunks: ['work'] },
  { address: '/admin/events', chunks: ['events'] },
  { address: '/products', chunks: ['manage-products'] },
];

/** Chunks of pages by their names; what pages share and the federation's own files have other names. */
const pageChunks = new Set(pages.flatMap(({ chunks }) => chunks));

test('"a tab loads its own chunk only": no page of the back office has the code of another', async ({
  page,
}) => {
  await openAsStaff(page, '/admin/repair-bookings');
  for (const { address, chunks } of pages) {
    const loaded: string[] = [];
    const note = (url: string) => {
      const name = /\/remotes\/mfe-admin\/[^/]+\/([\w-]+)\.[0-9a-f]+\.js$/.exec(new URL(url).pathname)?.[1];
      if (name && pageChunks.has(name)) loaded.push(name);
    };
    const listen = (request: { url: () => string }) => note(request.url());
    page.on('request', listen);
    await page.goto(address, { waitUntil: 'networkidle' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
    page.off('request', listen);
    expect([...new Set(loaded)].sort(), address).toEqual([...chunks].sort());
  }
});

test('"at most 60 table rows in the document whatever the list holds": 10,000 booking orders', async ({
  page,
}) => {
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
