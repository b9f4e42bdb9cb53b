import { join } from 'node:path';
import { remoteFileDeadlineMs } from '@kinmel/contracts/browser';
import { failureCases, readBudget } from '@kinmel/tooling/failure-budget';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { putInCart } from '../support/pages/checkout.ts';
import { freeSlots } from '../support/pages/requests.ts';
import { anyProduct } from '../support/pages/shop-products.ts';
import { expectSignedIn, logIn, openAsStaff } from '../support/people/account.ts';
import { signedUp } from '../support/people/customer.ts';
import { isLong } from '../support/repeats.ts';
import { faults } from '../support/stack/faults.ts';
import { restartPart, stackState } from '../support/stack/stack-control.ts';

/** Opens a page that needs a part and uses it, and describes the page when the part works. */
interface Place {
  readonly address: string;
  /** Runs before the fault. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  /** Runs after the page was opened. */
  readonly use?: (page: Page) => Promise<unknown>;
  readonly content: (main: Locator) => Locator;
}

const products = (main: Locator) => main.getByRole('article').first();
const offers = (main: Locator) => main.getByRole('article', { name: /^Galaxy S25 Ultra/ });
const model = (main: Locator) => main.getByLabel('Model');

/** Signing in needs only auth and its database. */
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
  // Addresses that are not in the gateway's cache.
  render: { address: '/laptops?maxPrice=987654', content: products },
  catalog: { address: '/smartphone?maxPrice=987653', content: products },
  database: { ...signIn, prepare: emptyCache },
  broker: { address: '/smartphone?maxPrice=987651', content: products },
  auth: signIn,
  order: {
    address: '/orders',
    prepare: signedUp,
    content: (main) => main.getByText('You have no orders yet.'),
  },
  offer: { address: '/specialoffers', prepare: emptyCache, content: offers },
  'service-request': {
    address: '/booking',
    prepare: freeDay,
    use: async (page) => {
      await page.getByLabel('Model').selectOption('S25');
      await page.getByRole('radio', { name: /^High/ }).check();
      await page.getByLabel('Date').fill(await freeDay());
    },
    content: (main) => main.getByRole('button', { name: /^\d+:\d\d/ }).first(),
  },
  // Only staff and passports use this service.
  device: { address: '/smartphone?maxPrice=987650', content: products },
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
const checks: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  products: async (page) => {
    const { id, name } = await anyProduct();
    await page.goto(`/productdetails?id=${id}`);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByText(/NPR [\d,]+/).first()).toBeVisible();
  },
  'add to cart': async (page) => putInCart(page, (await anyProduct()).id),
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

/** The gateway answers from its cache for up to a minute, which would hide the fault. */
async function emptyCache(): Promise<void> {
  await restartPart('gateway');
}

let day: string | undefined;

/** A day with free half hours, read before the service is stopped. */
async function freeDay(): Promise<string> {
  day ??= (await freeSlots())[0]?.date ?? '';
  return day;
}

/** Opens a page by its address, or by a link on an open page. */
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

/** The expected text, or the content by default. */
async function expectTextOrContent(
  page: Page,
  fault: string,
  says: string | null,
  { content }: Place,
): Promise<void> {
  const main = page.getByRole('main');
  const expected = says === null ? content(main) : main.getByText(says).first();
  await expect(async () => {
    // The deadline of a file starts at an unknown time of the page load.
    if (fault === 'hanging') await page.clock.fastForward(remoteFileDeadlineMs);
    await expect(expected).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 30_000 });
  // The navigation to the rest of the shop, also on a page with its own frame.
  if (says !== null)
    await expect(page.getByRole('banner').getByRole('link', { name: 'Home' }).first()).toBeVisible();
}

function entryOf<Value>(entries: Readonly<Record<string, Value>>, name: string): Value {
  const value = entries[name];
  if (value === undefined) throw new Error(`The test of the failure budget has no ${name}`);
  return value;
}

for (const { part, fault, says, stillWorks, isEveryday } of failureCases(
  readBudget(join(import.meta.dirname, '../..')),
)) {
  const place = entryOf(places, part);
  const otherChecks = stillWorks.map((name) => ({ name, check: entryOf(checks, name) }));
  if (!isLong && !isEveryday) continue;
  test(`${part} ${fault}: an error is shown, the rest works, and the part recovers`, async ({
    page,
    context,
    allowErrors,
  }) => {
    allowErrors(
      /remotes\/|RemoteLoadError|ChunkLoadError|planted|Loading (CSS )?chunk|status of (404|50[0-9])/,
    );
    allowErrors(/Failed to (fetch|load)/);
    // React renders a server-rendered part again when its code did not load.
    allowErrors(/^uncaught: Minified React error #42[0-9];/);
    await place.prepare?.(page);
    if (fault === 'hanging') await page.clock.install();
    await faults[fault](page, part, async () => {
      await open(page, place, fault === 'without styles' ? 'link' : 'address');
      await expectTextOrContent(page, fault, says, place);
      const other = await context.newPage();
      for (const { name, check } of isLong ? otherChecks : otherChecks.slice(0, 1))
        await test.step(`${name} still works`, () => check(other));
      await other.close();
    });
    await expect(async () => {
      if (fault === 'down') await open(page, place, 'address');
      await expect(place.content(page.getByRole('main'))).toBeVisible({ timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
  });
}
