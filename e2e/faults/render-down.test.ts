import { expect, test } from '../support/journey.ts';
import { stackState, whileDown } from '../support/stack/stack-control.ts';

/** Requests a page; `isRendered` when it was rendered on the server. */
async function requestPage(
  shop: string,
  path: string,
): Promise<{ status: number; isRendered: boolean; ms: number }> {
  const startedAt = performance.now();
  const answer = await fetch(shop + path, { signal: AbortSignal.timeout(15_000) });
  const text = await answer.text();
  return {
    status: answer.status,
    isRendered: text.includes('<div id="app" data-rendered>'),
    ms: performance.now() - startedAt,
  };
}

test('render is killed under load: every page is answered in time, and rendered on the server again afterwards', async ({
  page,
}) => {
  const { urls } = await stackState();
  const isRendered = (path: string) => async () => (await requestPage(urls.shop, path)).isRendered;
  await expect.poll(isRendered('/categories'), { timeout: 30_000 }).toBe(true);

  let isStopped = false;
  let counter = 0;
  const responses: { status: number; isRendered: boolean; ms: number }[] = [];
  const shopper = async () => {
    while (!isStopped) {
      counter += 1;
      // Most pages are not cached.
      responses.push(
        await requestPage(urls.shop, counter % 4 === 0 ? '/categories' : `/watches?minPrice=${counter}`),
      );
    }
  };
  const shoppers = [shopper(), shopper(), shopper(), shopper()];
  await whileDown('render', async () => {
    const before = responses.length;
    await expect.poll(() => responses.length, { timeout: 60_000 }).toBeGreaterThan(before + 40);
    // Rendered in the browser.
    await page.goto('/smartphone?maxPrice=150000');
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
    expect((await requestPage(urls.shop, '/smartphone?maxPrice=150001')).isRendered).toBe(false);
  });
  isStopped = true;
  await Promise.all(shoppers);
  expect(responses.filter(({ status }) => status !== 200)).toEqual([]);
  expect(Math.max(...responses.map(({ ms }) => ms)), 'the slowest page in ms').toBeLessThan(11_000);
  await expect.poll(isRendered('/watches?minPrice=1000001'), { timeout: 30_000 }).toBe(true);
});

test('a slow render process delays no page, and later requests get its result', async () => {
  const { urls, pids } = await stackState();
  const signalRender = (signal: NodeJS.Signals) => {
    for (const pid of pids['render'] ?? []) process.kill(pid, signal);
  };
  expect(pids['render']).toHaveLength(1);
  await expect
    .poll(async () => (await requestPage(urls.shop, '/airpods')).isRendered, { timeout: 30_000 })
    .toBe(true);
  const addresses = Array.from({ length: 8 }, (_, index) => `/airpods?minPrice=${index + 7}`);
  const responses: Awaited<ReturnType<typeof requestPage>>[] = [];
  // A stopped process accepts connections and does not answer.
  signalRender('SIGSTOP');
  try {
    for (const address of addresses) responses.push(await requestPage(urls.shop, address));
  } finally {
    signalRender('SIGCONT');
  }
  expect(responses.map(({ status, isRendered }) => [status, isRendered])).toEqual(
    addresses.map(() => [200, false]),
  );
  // The gateway waits up to five seconds for render; pages are sent before that.
  expect(Math.max(...responses.map(({ ms }) => ms)), 'the slowest page in ms').toBeLessThan(4_000);
  for (const address of addresses)
    await expect
      .poll(async () => (await requestPage(urls.shop, address)).isRendered, { timeout: 30_000 })
      .toBe(true);
});
