import { widestWindowPx } from '@kinmel/ui/widths';
import { expect, tabTo, test } from '../support/journey.ts';
import { anyProduct } from '../support/pages/shop-products.ts';

test('the menu opens on a phone, navigates, and closes when the window grows beyond that of a phone @phone', async ({
  page,
}) => {
  await page.goto('/');
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(menu).toBeVisible();
  await menu.getByRole('link', { name: 'Categories' }).click();
  await expect(page).toHaveURL(/\/categories$/);
  await expect(menu).toBeHidden();

  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(menu).toBeVisible();
  await page.setViewportSize({ width: widestWindowPx.phone + 1, height: 844 });
  await expect(menu).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

test('keyboard only: skip link, tab order, opening a product, adding it to the cart @desktop', async ({
  page,
}) => {
  const product = await anyProduct('watch');
  await page.goto('/watches');
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();

  await page.keyboard.press('Tab');
  const skipLink = page.getByRole('link', { name: 'Skip to content' });
  await expect(skipLink).toBeFocused();
  await expect(skipLink).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  // After the skip link the focus follows reading order: breadcrumbs before products.
  const main = page.getByRole('main');
  await tabTo(page, main.getByRole('link', { name: 'Home', exact: true }), 2);
  await tabTo(page, main.getByRole('link', { name: 'Categories', exact: true }), 2);
  await tabTo(page, main.getByRole('article').getByRole('link', { name: product.name }).first(), 120);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: product.name })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add to Cart' }).first()).toBeEnabled();
  await tabTo(page, main.getByRole('button', { name: /^Add to Cart/ }).first());
  await page.keyboard.press('Enter');
  await expect(page.getByText('Added to Cart!')).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: /^Cart/ })).toContainText('1');
});

/** One frame of a product page: positions of title, picture and buy button, and what else is visible. */
interface Frame {
  tops: (number | undefined)[];
  isComplete: boolean;
  isFooterVisible: boolean;
}

test('a product opened from a list is visible in the first frame and does not move as the page loads (ROUTE-31)', async ({
  page,
}) => {
  // A product of the sample data, because those of other tests have no picture.
  const { name } = await anyProduct('watch');
  await page.goto('/watches');
  const link = page.getByRole('main').getByRole('article').getByRole('link', { name }).first();
  await page.evaluate((productName) => {
    const frames: Frame[] = [];
    const topOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().top;
    const recordFrame = () => {
      if (document.querySelector('main h1')?.textContent === productName) {
        frames.push({
          tops: [
            'main h1',
            'main ul[aria-label="Pictures"]',
            'main [data-widget="mfe-cart-checkout/add-to-cart"] button',
          ].map(topOf),
          isComplete: document.querySelector('main [role="tablist"]') !== null,
          isFooterVisible: (topOf('footer') ?? 0) < window.innerHeight,
        });
      }
      requestAnimationFrame(recordFrame);
    };
    recordFrame();
    Object.assign(globalThis, { framesOfProduct: frames });
  }, name);
  await link.click();
  await expect(page.getByRole('tablist', { name: 'About this product' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Related products' })).toBeVisible();
  const recordedFrames = (): Promise<Frame[]> =>
    page.evaluate(() => Reflect.get(globalThis, 'framesOfProduct'));
  await expect.poll(async () => (await recordedFrames()).at(-1)?.isComplete).toBe(true);
  const frames = await recordedFrames();
  expect(frames[0]?.isComplete).toBe(false);
  expect(frames[0]?.tops.every((top) => typeof top === 'number')).toBe(true);
  for (const frame of frames) expect(frame).toMatchObject({ tops: frames[0]?.tops, isFooterVisible: false });
});

test('the Services link scrolls to the section from any page, even if content above it loads late (NAV-21) @desktop', async ({
  page,
}) => {
  await page.goto('/categories');
  await page.getByRole('banner').getByRole('button', { name: 'Services' }).click();
  const section = page.locator('#services');
  await expect(section).toBeFocused();
  // Below the sticky bar, which shows after scrolling up.
  await expect
    .poll(() => section.evaluate((element) => Math.round(element.getBoundingClientRect().top)))
    .toBe(88);
});
