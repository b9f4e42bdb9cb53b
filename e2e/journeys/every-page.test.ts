import { widestWindowPx } from '@kinmel/ui/widths';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, expectSettled, test } from '../support/journey.ts';
import { addressOf, shopPages } from '../support/pages/shop-pages.ts';
import { anyProduct, productsOf } from '../support/pages/shop-products.ts';

for (const shopPage of shopPages) {
  test(`${shopPage.name}: axe finds no violations`, async ({ page, allowErrors }) => {
    const address = await addressOf(shopPage);
    const hasNoRemote = shopPage.address === '/no-such-page';
    if (hasNoRemote) allowErrors(new RegExp(`status of [45]\\d\\d.*${address}`));
    await page.goto(address);
    await expectSettled(page);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
}

// 720 px is a 1440 px window at 200 % zoom; above the phone layout the navigation is a row.
for (const { tag, widths } of [
  { tag: '@phone', widths: [320] },
  { tag: '@desktop', widths: [720, widestWindowPx.phone + 1, 800, 860, 1024, 1280] },
])
  test(`no page scrolls sideways at ${widths.join(', ')} px ${tag}`, async ({ page, allowErrors }) => {
    allowErrors(/status of [45]\d\d.*\/no-such-page/);
    // Every page of the shop in one test.
    test.setTimeout(120_000);
    for (const shopPage of shopPages)
      await test.step(shopPage.name, async () => {
        await page.goto(await addressOf(shopPage));
        await expectSettled(page);
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 });
          await expectNoSidewaysScroll(page);
        }
      });
  });

test('the price beside the sticky buy button is not cut off at 320 px @phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  // The longest price in the shop.
  const [{ id } = await anyProduct()] = await productsOf('laptop');
  await page.goto(`/productdetails?id=${id}`);
  const bar = page.getByRole('region', { name: 'Buy' });
  const price = await bar.getByText(/^NPR/).first().boundingBox();
  const button = await bar.getByRole('button').boundingBox();
  expect((price?.x ?? 0) + (price?.width ?? 0)).toBeLessThanOrEqual(button?.x ?? 0);
});

test('the chat button covers none of the promises at any scroll position @desktop', async ({ page }) => {
  await page.goto('/');
  await expectSettled(page);
  for (const width of [320, 390, widestWindowPx.phone, 1024, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    const button = await page.getByRole('button', { name: 'Open chat' }).boundingBox();
    const promises = page.getByRole('list', { name: 'What we promise' }).getByRole('listitem');
    const rightEdges = await promises.evaluateAll((items) =>
      items.map((item) => item.getBoundingClientRect().right),
    );
    expect(rightEdges).toHaveLength(4);
    expect(Math.max(...rightEdges), `${width} px`).toBeLessThanOrEqual(button?.x ?? 0);
  }
});

test('no product name overflows at 320 px @phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  const name = 'Anniversary_Edition_'.repeat(4);
  const product = { ...(await anyProduct()), name, specs: { storage: 'S'.repeat(80) } };
  await page.addInitScript(
    (items) => localStorage.setItem('wishlistItems', items),
    JSON.stringify([{ ...product, addedAt: '2026-11-22T00:00:00.000Z' }]),
  );
  await page.route(`**/api/products/${product.id}`, (route) =>
    route.fulfill({ json: { success: true, data: product } }),
  );
  // The wishlist loads the current names and prices of its products.
  await page.route('**/api/products/chosen?*', (route) =>
    route.fulfill({ json: { success: true, data: [product] } }),
  );
  await page.goto('/wishlist');
  await expect(page.getByRole('row', { name })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expectNoSidewaysScroll(page);
});

const doubleTextSize = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });

test('text at 200 % hides nothing in the first view of the home page, and the footer wraps', async ({
  page,
}) => {
  await page.goto('/');
  await expectSettled(page);
  await doubleTextSize(page);
  const footer = page.getByRole('contentinfo');
  expect(await footer.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  const cutOff = await page
    .getByRole('region')
    .first()
    .evaluate((view) => {
      const { top, bottom } = view.getBoundingClientRect();
      return [...view.querySelectorAll('h1, p, a')]
        .map((context) => ({ text: context.textContent, box: context.getBoundingClientRect() }))
        .filter(({ box }) => box.top < top || box.bottom > bottom)
        .map(({ text }) => text);
    });
  expect(cutOff).toEqual([]);
});

test('text at 200 % leaves the request forms readable @phone', async ({ page }) => {
  for (const address of ['/sellyourphone', '/booking', '/newphonebooking']) {
    await test.step(address, async () => {
      await page.goto(address);
      await expectSettled(page);
      await doubleTextSize(page);
      await expectNoSidewaysScroll(page);
      const form = page.getByRole('main').locator('form');
      expect(await form.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    });
  }
});

test('text at 200 % cuts off neither the number on the bag nor the code field', async ({ page }) => {
  await page.goto('/smartphone');
  await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().click();
  await page.goto('/cart');
  await expectSettled(page);
  await doubleTextSize(page);
  const bag = page.getByRole('banner').getByRole('link', { name: /^Cart/ });
  const minDistance = await bag.getByText('1', { exact: true }).evaluate((figure) => {
    const [inner, outer] = [figure, figure.parentElement].map((box) => box?.getBoundingClientRect());
    if (!inner || !outer) throw new Error('The number has no parent element');
    return Math.min(inner.top - outer.top, outer.bottom - inner.bottom, innerWidth - outer.right, outer.top);
  });
  expect(minDistance).toBeGreaterThanOrEqual(0);
  const roomForWords = await page.getByPlaceholder('Enter a code').evaluate((field: HTMLInputElement) => {
    const context = document.createElement('canvas').getContext('2d');
    if (!context) throw new Error('There is no canvas context');
    context.font = getComputedStyle(field).font;
    return field.clientWidth - context.measureText(field.placeholder).width;
  });
  expect(roomForWords).toBeGreaterThanOrEqual(0);
});

for (const shopPage of shopPages.filter(({ name }) =>
  [
    'home',
    'smartphones',
    'product',
    'repair',
    'repair booking',
    'new phone booking',
    'sell your phone',
  ].includes(name),
)) {
  test(`${shopPage.name}: no layout shift while it loads`, async ({ page }) => {
    await page.addInitScript(() => {
      const shifts: { value: number; from: string[] }[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        // Missing in TypeScript's DOM types.
        for (const entry of list.getEntries() as (PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
          sources: { node: Element | null }[];
        })[]) {
          if (entry.hadRecentInput) continue;
          const from = entry.sources.map(({ node }) => `${node?.nodeName} ${node?.className ?? ''}`);
          shifts.push({ value: entry.value, from });
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(await addressOf(shopPage), { waitUntil: 'networkidle' });
    await expectSettled(page);
    const shifts = await page.evaluate(
      // Two frames: layout shifts are reported after they are rendered.
      () =>
        new Promise<{ value: number; from: string[] }[]>((resolve) => {
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(Reflect.get(window, 'shifts'))));
        }),
    );
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    expect(sum, JSON.stringify(shifts)).toBeLessThan(0.01);
  });
}

test('prefers-reduced-motion turns all movement off @desktop', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const address = await addressOf({ address: '/productdetails?id={id}' });
  await page.goto(address);
  await expectSettled(page);
  // Colours may change and elements may fade in within 120 ms; nothing may move, scale or rotate.
  const movingElements = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .map(({ effect }) => effect)
        .filter((effect): effect is KeyframeEffect => effect instanceof KeyframeEffect)
        .filter((effect) => {
          const { duration, iterations } = effect.getComputedTiming();
          const properties = effect.getKeyframes().flatMap((keyframe) => Object.keys(keyframe));
          const isMotion = properties.some((name) =>
            /^(transform|translate|scale|rotate|width|height|top|left|right|bottom|inset)/.test(name),
          );
          return isMotion && (Number(duration) > 120 || iterations === Infinity);
        })
        .map(({ target }) => target?.outerHTML.slice(0, 120)),
    );
  expect(await movingElements()).toEqual([]);
  await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().click();
  await page
    .getByRole('main')
    .getByRole('button', { name: /to wishlist$/ })
    .first()
    .click();
  // Check at once: the heart animates for 600 ms when motion is allowed.
  expect(await movingElements()).toEqual([]);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe('auto');
});
