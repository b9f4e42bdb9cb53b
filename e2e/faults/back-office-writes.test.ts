import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { backOfficeParts } from '../support/pages/back-office-parts.ts';
import { fillOffer } from '../support/pages/offers.ts';
import { sellPhone } from '../support/pages/requests.ts';
import { openAsStaff } from '../support/people/account.ts';
import { adminCall, adminRead } from '../support/people/admin.ts';
import { aBuyer } from '../support/people/buyers.ts';
import { whileDown } from '../support/stack/stack-control.ts';

/** Error when the service of a change does not answer. */
const refusal = /^(Error: )?This part of the shop (is not available right now|takes too long to answer)/;

/** A change that staff prepare and send. */
interface Change {
  readonly address: string;
  readonly prepare: (page: Page) => Promise<void>;
  readonly send: (page: Page) => Promise<void>;
  /** The input is still there. */
  readonly isKept: (page: Page) => Promise<void>;
  /** Shown on success. */
  readonly done: (page: Page) => Locator;
  /** Versions of the changed records. */
  readonly versions: () => Promise<readonly number[]>;
}

interface Changes {
  readonly all: Readonly<Record<string, Change>>;
  /** Deletes the records of the test. */
  readonly leave: () => Promise<void>;
}

const dialogOf = (page: Page) => page.getByRole('dialog');
const aName = (what: string) => `${what} ${randomUUID().slice(0, 8)}`;
const press = (place: Page | Locator, name: string) =>
  place.getByRole('button', { name, exact: true }).click();

const addProduct = (name: string) =>
  adminCall('POST', '/api/products', {
    name,
    description: 'Changed while things break.',
    price: 2500,
    category: 'watch',
    stock: 5,
  });

async function changesOfProducts(): Promise<Changes> {
  const saved = await addProduct(aName('Saved'));
  const name = aName('Switched');
  const switched = [await addProduct(`${name} one`), await addProduct(`${name} two`)];
  const versionsOf = (products: readonly { id: string }[]) => async () => {
    const { data } = await adminRead<{ data: { id: string; version: number }[] }>(
      `/api/admin/products?limit=10&ids=${products.map(({ id }) => id).join(',')}`,
    );
    return products.map(({ id }) => data.find((one) => one.id === id)?.version ?? 0);
  };
  return {
    all: {
      'a save of Edit Product': {
        address: `/edit-product/${saved.id}`,
        prepare: (page) => page.getByLabel('Price', { exact: true }).fill('1999'),
        send: (page) => press(page, 'Save changes'),
        isKept: (page) => expect(page.getByLabel('Price', { exact: true })).toHaveValue('1999'),
        done: (page) => page.getByRole('heading', { level: 1, name: /Products/ }),
        versions: versionsOf([saved]),
      },
      'a bulk step of Manage Products': {
        address: `/products?search=${encodeURIComponent(name)}`,
        prepare: async (page) => {
          await expect(page.getByRole('row')).toHaveCount(3);
          await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
        },
        send: async (page) => {
          await press(page, 'Switch off');
          await press(dialogOf(page), 'Switch off');
        },
        isKept: (page) => expect(page.getByText('2 products selected')).toBeVisible(),
        done: (page) => page.getByText('2 products switched off.').first(),
        versions: versionsOf(switched),
      },
    },
    leave: async () => {
      for (const { id } of [saved, ...switched]) await adminCall('DELETE', `/api/products/${id}`);
    },
  };
}

async function changesOfOffers(): Promise<Changes> {
  const [added, switched] = [aName('Added'), aName('Switched')];
  type Offers = { offers: { id: string; title: string; version: number }[] };
  const found = async (title: string) =>
    (await adminRead<Offers>('/api/special-offers')).offers.filter((offer) => offer.title === title);
  return {
    all: {
      'a new offer': {
        address: '/admin/add-offer',
        prepare: (page) => fillOffer(page, added),
        send: (page) => press(page, 'Create Offer'),
        isKept: async (page) => {
          await expect(page.getByLabel('Title', { exact: true })).toHaveValue(added);
          await expect(page.getByLabel('Step 1')).toHaveValue('Enter the code.');
        },
        done: (page) => page.getByText('Special offer created successfully!').first(),
        versions: async () => [(await found(added)).length],
      },
      'the switch of an offer': {
        address: '/admin/add-offer',
        prepare: async (page) => {
          await fillOffer(page, switched);
          await press(page, 'Create Offer');
          await expect(page.getByRole('button', { name: `Deactivate ${switched}` })).toBeVisible();
        },
        send: (page) => press(page, `Deactivate ${switched}`),
        isKept: (page) =>
          expect(page.getByRole('button', { name: `Deactivate ${switched}`, exact: true })).toBeVisible(),
        done: (page) => page.getByRole('button', { name: `Activate ${switched}`, exact: true }),
        versions: async () => (await found(switched)).map(({ version }) => version),
      },
    },
    leave: async () => {
      for (const { id } of [...(await found(added)), ...(await found(switched))])
        await adminCall('DELETE', `/api/special-offers/${id}`);
    },
  };
}

async function changesOfOrders(): Promise<Changes> {
  const buyer = await aBuyer();
  await buyer.buy(3, 1, 'shop');
  const read = (id: string) =>
    adminRead<{ order: { orderNumber: string; version: number } }>(`/api/checkout-orders/${id}`);
  const ids = buyer.purchases.flatMap(({ orderIds }) => [...orderIds]);
  expect(ids).toHaveLength(3);
  const [moved = '', ...several] = ids;
  const numberOf = async (id: string) => (await read(id)).order.orderNumber;
  const [number, numbers] = [await numberOf(moved), await Promise.all(several.map(numberOf))];
  const versionsOf = (orders: readonly string[]) => () =>
    Promise.all(orders.map(async (id) => (await read(id)).order.version));
  return {
    all: {
      'a status of Checkout Orders': {
        address: `/admin/dashboard?tab=checkout-orders&search=${number}`,
        prepare: async (page) => {
          await page
            .getByRole('row')
            .filter({ hasText: number })
            .getByRole('button', { name: /^Update/ })
            .click();
          await dialogOf(page).getByLabel('Order status').selectOption('Processing');
          await dialogOf(page)
            .getByLabel(/^Admin notes/)
            .fill('Packed this morning.');
        },
        send: (page) => dialogOf(page).getByRole('button', { name: /^Save/ }).click(),
        isKept: async (page) => {
          await expect(dialogOf(page).getByLabel('Order status')).toHaveValue('processing');
          await expect(dialogOf(page).getByLabel(/^Admin notes/)).toHaveValue('Packed this morning.');
        },
        done: (page) => page.getByRole('row').filter({ hasText: number }).getByText('Processing'),
        versions: versionsOf([moved]),
      },
      'a bulk step of Checkout Orders': {
        address: '/admin/dashboard?tab=checkout-orders',
        prepare: async (page) => {
          for (const one of numbers) await page.getByRole('checkbox', { name: `Select ${one}` }).check();
          await press(page, 'Set status');
          await dialogOf(page).getByLabel('Status', { exact: true }).selectOption('Processing');
          await dialogOf(page)
            .getByLabel(/^Admin notes/)
            .fill('Packed together.');
        },
        send: (page) => press(dialogOf(page), 'Save status'),
        isKept: async (page) => {
          await expect(dialogOf(page).getByLabel('Status', { exact: true })).toHaveValue('processing');
          await expect(dialogOf(page).getByLabel(/^Admin notes/)).toHaveValue('Packed together.');
        },
        done: (page) => page.getByText('2 orders changed.'),
        versions: versionsOf(several),
      },
    },
    leave: () => buyer.leave(),
  };
}

async function changesOfRequests(): Promise<Changes> {
  const [quoted, several] = [aName('Seller'), aName('Sellers')];
  for (const name of [quoted, several, several]) await sellPhone(name);
  const versionsOf = (name: string) => async () => {
    const { data } = await adminRead<{ data: { requests: { version: number }[] } }>(
      `/api/sell-phone/requests?search=${encodeURIComponent(name)}`,
    );
    return data.requests.map(({ version }) => version);
  };
  return {
    all: {
      'a quote of Sell Phone Requests': {
        address: `/admin/dashboard?search=${encodeURIComponent(quoted)}`,
        prepare: async (page) => {
          await page
            .getByRole('row')
            .filter({ hasText: quoted })
            .getByRole('button', { name: /^Quote/ })
            .click();
          await dialogOf(page).getByLabel('Estimated price').fill('275.50');
          await dialogOf(page)
            .getByLabel(/^Admin notes/)
            .fill('With its charger.');
        },
        send: (page) => press(dialogOf(page), 'Save quote'),
        isKept: async (page) => {
          await expect(dialogOf(page).getByLabel('Estimated price')).toHaveValue('275.50');
          await expect(dialogOf(page).getByLabel(/^Admin notes/)).toHaveValue('With its charger.');
        },
        done: (page) => page.getByRole('row').filter({ hasText: quoted }).getByText('Quoted'),
        versions: versionsOf(quoted),
      },
      'a bulk step of Sell Phone Requests': {
        address: `/admin/dashboard?search=${encodeURIComponent(several)}`,
        prepare: async (page) => {
          await expect(page.getByRole('row')).toHaveCount(3);
          await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
          await press(page, 'Set status');
          await dialogOf(page).getByLabel('Status', { exact: true }).selectOption('Reviewed');
          await dialogOf(page)
            .getByLabel(/^Admin notes/)
            .fill('Looked at together.');
        },
        send: (page) => press(dialogOf(page), 'Save status'),
        isKept: async (page) => {
          await expect(dialogOf(page).getByLabel('Status', { exact: true })).toHaveValue('reviewed');
          await expect(dialogOf(page).getByLabel(/^Admin notes/)).toHaveValue('Looked at together.');
        },
        done: (page) => page.getByText('2 requests changed.'),
        versions: versionsOf(several),
      },
    },
    leave: async () => undefined,
  };
}

const changesOf: Readonly<Record<string, () => Promise<Changes>>> = {
  catalog: changesOfProducts,
  offer: changesOfOffers,
  order: changesOfOrders,
  'service-request': changesOfRequests,
};

for (const { stopped, refuses } of backOfficeParts().filter((row) => row.refuses.length > 0))
  test(`${stopped} is stopped while staff save: the save is refused, no input is lost, and sending again changes each record once (issue 20: each service stopped in turn)`, async ({
    page,
    allowErrors,
  }) => {
    allowErrors(/status of 50[0-9]|Failed to|Network error/);
    const { all, leave } = (await changesOf[stopped]?.()) ?? { all: {}, leave: async () => undefined };
    const changes = Object.entries(all);
    expect(changes.map(([name]) => name)).toEqual(refuses);
    const open: { name: string; change: Change; tab: Page; before: readonly number[] }[] = [];
    for (const [name, change] of changes) {
      const tab = open.length === 0 ? page : await page.context().newPage();
      if (tab === page) await openAsStaff(tab, change.address);
      else await tab.goto(change.address);
      await change.prepare(tab);
      open.push({ name, change, tab, before: await change.versions() });
    }
    await whileDown(stopped, async () => {
      for (const { name, change, tab } of open) {
        await tab.bringToFront();
        await change.send(tab);
        await expect(tab.getByText(refusal).first(), `${name} is refused`).toBeVisible();
        await change.isKept(tab);
      }
    });
    for (const { name, change, tab, before } of open) {
      // The gateway's circuit stays open for a moment.
      await expect(async () => expect(await change.versions()).toEqual(before)).toPass({ timeout: 60_000 });
      await tab.bringToFront();
      await change.send(tab);
      await expect(change.done(tab), `${name} works again`).toBeVisible();
      await expect
        .poll(change.versions, `${name} changed each record once`)
        .toEqual(before.map((version) => version + 1));
    }
    await leave();
  });
