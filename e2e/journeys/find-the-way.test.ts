import { expect, tabTo, test } from '../support/journey.ts';
import { aProductOf } from '../support/pages/shop-products.ts';

test('the menu opens on a phone, leads on, and closes when the window grows beyond 768 px @phone', async ({
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
  await page.setViewportSize({ width: 769, height: 844 });
  await expect(menu).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

test('a keyboard is enough: skip link, tab order, opening a product, putting it into the cart @desktop', async ({
  page,
}) => {
  const product = await aProductOf('watch');
  await page.goto('/watches');
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();

  await page.keyboard.press('Tab');
  const skipLink = page.getByRole('link', { name: 'Skip to content' });
  await expect(skipLink).toBeFocused();
  await expect(skipLink).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  // After the skip link comes the page itself, in reading order: breadcrumbs before the products.
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

test('an address that leads nowhere is answered with 404, inside the frame of the shop', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/status of 404.*no-such-page/);
  const answer = await page.goto('/no-such-page');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL(/\/$/);
});

/** What a frame of a product page showed: where title, picture and buy button stood, and what else was there. */
interface Frame {
  tops: (number | undefined)[];
  isWhole: boolean;
  isFootSeen: boolean;
}

test('a product of a list is there in the first frame, and nothing of it moves when the rest of its page comes (ROUTE-31)', async ({
  page,
}) => {
  await page.goto('/watches');
  const link = page.locator('main article a').first();
  const name = (await link.locator('h3').textContent()) ?? '';
  await page.evaluate((opened) => {
    const frames: Frame[] = [];
    const topOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().top;
    const look = () => {
      if (document.querySelector('main h1')?.textContent === opened) {
        frames.push({
          tops: [
            'main h1',
            'main ul[aria-label="Pictures"]',
            'main [data-widget="mfe-cart-checkout/add-to-cart"] button',
          ].map(topOf),
          isWhole: document.querySelector('main [role="tablist"]') !== null,
          isFootSeen: (topOf('footer') ?? 0) < window.innerHeight,
        });
      }
      requestAnimationFrame(look);
    };
    look();
    Object.assign(globalThis, { framesOfProduct: frames });
  }, name);
  await link.click();
  await expect(page.getByRole('tablist', { name: 'About this product' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Related products' })).toBeVisible();
  const frames: Frame[] = await page.evaluate(() => Reflect.get(globalThis, 'framesOfProduct'));
  expect(frames[0]?.isWhole).toBe(false);
  expect(frames.at(-1)?.isWhole).toBe(true);
  expect(frames[0]?.tops.every((top) => typeof top === 'number')).toBe(true);
  for (const frame of frames) expect(frame).toMatchObject({ tops: frames[0]?.tops, isFootSeen: false });
});

test('Services from another page ends at the section, whatever comes above it on the way (NAV-21) @desktop', async ({
  page,
}) => {
  await page.goto('/categories');
  await page.getByRole('banner').getByRole('button', { name: 'Services' }).click();
  const section = page.locator('#services');
  await expect(section).toBeFocused();
  // Clear of the bar, which stands there when the way to the section was upwards.
  await expect
    .poll(() => section.evaluate((element) => Math.round(element.getBoundingClientRect().top)))
    .toBe(88);
});
