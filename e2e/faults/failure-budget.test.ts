import { join } from 'node:path';
import { failureCases } from '@kinmel/tooling/failure-budget';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { putInCart } from '../support/pages/checkout.ts';
import { freeSlots } from '../support/pages/requests.ts';
import { aProductOf } from '../support/pages/shop-products.ts';
import { expectSignedIn, logIn, openAsStaff } from '../support/people/account.ts';
import { signedUp } from '../support/people/customer.ts';
import { isLong } from '../support/repeats.ts';
import { remoteFaults } from '../support/stack/remote-faults.ts';
import { restartPart, type StackPart, stackState, whileDown } from '../support/stack/stack-control.ts';

/** What is opened and done where a part is needed, and what a page shows when the part works. */
interface Place {
  readonly address: string;
  /** Before the fault. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  /** After the page was opened. */
  readonly use?: (page: Page) => Promise<unknown>;
  readonly content: (main: Locator) => Locator;
}

const products = (main: Locator) => main.getByRole('article').first();
const offers = (main: Locator) => main.getByRole('article', { name: /^Galaxy S25 Ultra/ });
const model = (main: Locator) => main.getByLabel('Model');

/** Only auth and its database know who may sign in. */
const signIn: Place = {
  address: '/login',
  use: async (page) => logIn(page, (await stackState()).people.customer),
  content: (main) => main.page().getByRole('banner').getByRole('link', { name: 'Profile' }).first(),
};

const places: Readonly<Record<string, Place>> = {
  'mfe-catalog': { address: '/smartphone', content: products },
  'mfe-cart-checkout': { address: '/cart', content: (main) => main.getByText('Your cart is empty') },
  'mfe-account': { address: '/login', content: (main) => main.getByLabel('Email') },
  'mfe-services': { address: '/specialoffers', content: offers },
  'mfe-admin': {
    address: '/admin/work',
    prepare: (page) => openAsStaff(page, '/categories'),
    content: (main) => main.getByRole('row').nth(1),
  },
  // Addresses that the gateway has no cached data for.
  render: { address: '/laptops?maxPrice=987654', content: products },
  catalog: { address: '/smartphone?maxPrice=987653', content: products },
  database: signIn,
  broker: { address: '/smartphone?maxPrice=987651', content: products },
  auth: signIn,
  order: {
    address: '/orders',
    prepare: signedUp,
    content: (main) => main.getByText('You have no orders yet.'),
  },
  offer: { address: '/specialoffers', prepare: () => restartPart('gateway'), content: offers },
  'service-request': {
    address: '/booking',
    prepare: aDay,
    use: async (page) => {
      await page.getByLabel('Model').selectOption('S25');
      await page.getByRole('radio', { name: /^High/ }).check();
      await page.getByLabel('Date').fill(await aDay());
    },
    content: (main) => main.getByRole('button', { name: /^\d+:\d\d/ }).first(),
  },
  notification: {
    address: '/specialoffers',
    use: async (page) => {
      await page.getByPlaceholder('Your email').fill('budget@kinmel.example');
      await page.getByRole('button', { name: 'Subscribe' }).click();
    },
    content: (main) => main.getByText(/^Thank you\./),
  },
};

/** What works while another part fails, each with its own page load. */
const stillWorks: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  products: async (page) => {
    const { id, name } = await aProductOf();
    await page.goto(`/productdetails?id=${id}`);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByText(/NPR [\d,]+/).first()).toBeVisible();
  },
  'add to cart': async (page) => putInCart(page, (await aProductOf()).id),
  cart: async (page) => {
    await page.goto('/cart');
    await expect(page.getByText('Your cart is empty')).toBeVisible();
  },
  'sign-in': async (page) => {
    await page.goto('/login');
    await logIn(page, (await stackState()).people.customer);
    await expectSignedIn(page);
  },
  'special offers': async (page) => {
    await page.goto('/specialoffers');
    await expect(offers(page.getByRole('main'))).toBeVisible();
  },
  'repair booking': async (page) => {
    await page.goto('/booking');
    await expect(model(page.getByRole('main'))).toBeVisible();
  },
};

let day: string | undefined;

/** With free half hours, read before the service is down. */
async function aDay(): Promise<string> {
  day ??= (await freeSlots())[0]?.date ?? '';
  return day;
}

/** Opens a page by its address, or by a link of an open page. */
async function open(page: Page, { address, use }: Place, by: 'address' | 'link'): Promise<void> {
  if (by === 'address') await page.goto(address, { waitUntil: 'commit' });
  else {
    await page.goto('/no-such-page');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.evaluate((url) => {
      history.pushState(null, '', url);
      dispatchEvent(new PopStateEvent('popstate'));
    }, address);
  }
  await use?.(page);
}

async function expectSaid(page: Page, says: string | null, { content }: Place): Promise<void> {
  const main = page.getByRole('main');
  if (says === null) return expect(content(main)).toBeVisible();
  await expect(main.getByText(says).first()).toBeVisible();
  // The way on to the rest of the shop.
  await expect(page.getByRole('banner').getByRole('link', { name: 'Home' }).first()).toBeVisible();
}

const placeOf = (part: string): Place => {
  const place = places[part];
  if (!place) throw new Error(`The test of the failure budget opens no page for ${part}`);
  return place;
};

async function expectOthersWork(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names)
    await test.step(`${name} still works`, async () => {
      const check = stillWorks[name];
      if (!check) throw new Error(`The test of the failure budget has no check of ${name}`);
      await check(page);
    });
}

const retry = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Retry' }).first();

const cases = failureCases(join(import.meta.dirname, '../..')).filter(
  ({ isEveryday }) => isLong || isEveryday,
);

for (const { part, fault, says, stillWorks: names } of cases) {
  if (fault === 'down') continue;
  test(`${part} ${fault}: its page says so, the rest works, and it comes back`, async ({
    page,
    allowErrors,
  }) => {
    allowErrors(/remotes\/|RemoteLoadError|ChunkLoadError|planted|Loading (CSS )?chunk|status of 404/);
    // React renders a server-rendered part again when its code did not load.
    allowErrors(/^uncaught: Minified React error #42[0-9];/);
    const place = placeOf(part);
    await place.prepare?.(page);
    const isHanging = fault === 'hanging';
    if (isHanging) await page.clock.install();
    const end = await remoteFaults[fault](page, part);
    try {
      await open(page, place, fault === 'without styles' ? 'link' : 'address');
      if (isHanging) {
        await page.waitForFunction(() => document.querySelector('h1, [aria-busy]') !== null);
        await page.clock.fastForward(11_000);
      }
      await expectSaid(page, says, place);
      const other = await page.context().newPage();
      await expectOthersWork(other, names);
      await other.close();
    } finally {
      await end();
    }
    if (says !== null && (await retry(page).count()) > 0 && !fault.startsWith('throwing'))
      await retry(page).click();
    else await page.reload();
    await expect(place.content(page.getByRole('main'))).toBeVisible();
  });
}

for (const { part, fault, says, stillWorks: names } of cases) {
  if (fault !== 'down') continue;
  test(`${part} down: the shop says so, the rest works, and it comes back`, async ({ page, allowErrors }) => {
    allowErrors(/status of 50[0-9]|Failed to (fetch|load)/);
    const place = placeOf(part);
    await place.prepare?.(page);
    await whileDown(part as StackPart, async () => {
      await open(page, place, 'address');
      await expectSaid(page, says, place);
      await expectOthersWork(page, names);
    });
    await expect(async () => {
      await open(page, place, 'address');
      await expect(place.content(page.getByRole('main'))).toBeVisible({ timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
  });
}
