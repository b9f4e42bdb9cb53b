import type { SessionAnswer } from '@kinmel/contracts';
import type { CDPSession, Page } from 'playwright-core';
import { inBrowser, slowdown } from '../measure/browser.ts';
import type { Figure } from '../measure/figure.ts';
import { acceptableOrders, type MeasuredShop, postJson, withDatabase } from '../measure/shop.ts';
import { choiceToPaint, clickToPaint, overBarePage, withBarePages } from '../measure/tap-to-paint.ts';

const rounds = 3;
const perRound = 10;
const listLength = 10_000;
const statuses = ['pending', 'confirmed', 'processing', 'shipped', 'delivered', 'cancelled'];
/** Clicked in this order, each sort changes the first row. */
const heads = ['Customer', 'Total price', 'Phone model', 'Date'];
const dayMs = 86_400_000;

/** Numbers that sort differently for each column. */
const orderedBy = (index: number, factor: number) =>
  String(((index + 1) * factor) % listLength).padStart(5, '0');

/** The minimal React page for each input. */
const barePrograms = {
  '/cart': `
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
function Page() {
  const [count, setCount] = useState(1);
  return <main><header>{count}</header><button onClick={() => setCount(count + 1)}>Add to Cart</button></main>;
}
createRoot(document.body).render(<Page />);
`,
  '/list': `
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
const names = Array.from({ length: 24 }, (_, index) => 'Product ' + index);
const shown = () => decodeURIComponent(location.hash.slice(1));
function Page() {
  const [name, setName] = useState(shown());
  useEffect(() => addEventListener('popstate', () => setName(shown())), []);
  const open = (event, next) => {
    event.preventDefault();
    history.pushState(null, '', '#' + encodeURIComponent(next));
    setName(next);
  };
  if (name) return <main><h1>{name}</h1></main>;
  const links = names.map((one) => <article key={one}><a href={'#' + one} onClick={(event) => open(event, one)}><h3>{one}</h3></a></article>);
  return <main><h1>Products</h1>{links}</main>;
}
createRoot(document.body).render(<Page />);
`,
  '/table': `
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
const statuses = ${JSON.stringify(statuses)};
const orderedBy = (index, factor) => String(((index + 1) * factor) % ${listLength}).padStart(5, '0');
const orders = Array.from({ length: ${listLength} }, (_, index) => ({
  id: String(index),
  customer: 'Customer ' + orderedBy(index, 6007),
  model: 'Phone ' + orderedBy(index, 4001),
  quantity: (index % 10) + 1,
  total: (1 + Number(orderedBy(index, 3001))) * ((index % 10) + 1),
  status: statuses[index % statuses.length],
  priority: 'standard',
  date: new Date(1.7e12 - Number(orderedBy(index, 7919)) * 60_000).toISOString(),
}));
const columns = [
  ['Order ID', 'id'], ['Customer', 'customer'], ['Phone model', 'model'], ['Quantity', 'quantity'],
  ['Total price', 'total'], ['Status', 'status'], ['Priority', 'priority'], ['Date', 'date'],
];
function Page() {
  const [sort, setSort] = useState();
  const [status, setStatus] = useState('all');
  const found = orders.filter((order) => status === 'all' || order.status === status);
  if (sort) found.sort((a, b) => (a[sort] < b[sort] ? -1 : a[sort] > b[sort] ? 1 : 0));
  return <main>
    <select aria-label="Status" value={status} onChange={(event) => setStatus(event.target.value)}>
      {['all', ...statuses].map((one) => <option key={one}>{one}</option>)}
    </select>
    <table>
      <thead><tr>{columns.map(([head, key]) => <th key={key}><button onClick={() => setSort(key)}>{head}</button></th>)}</tr></thead>
      <tbody>{found.slice(0, 20).map((order) => <tr key={order.id}>{columns.map(([, key]) => <td key={key}>{order[key]}</td>)}</tr>)}</tbody>
    </table>
  </main>;
}
createRoot(document.body).render(<Page />);
`,
};

/** Fills the list of phone orders with copies of an order of the sample data. */
const fillPhoneOrders = (shop: MeasuredShop): Promise<void> =>
  withDatabase(shop, async (databaseOf) => {
    const orders = databaseOf('service_request').collection('phone_orders');
    const sample = await orders.findOne({ deletedAt: null, name: { $ne: '' } });
    if (!sample) throw new Error('The sample data has no phone order.');
    const { _id, idempotencyKey: _key, bodyHash: _hash, ...fields } = sample;
    const there = await orders.countDocuments({ deletedAt: null });
    const added = Array.from({ length: Math.max(0, listLength - there) }, (_, index) => {
      const createdAt = new Date(Date.now() - 30 * dayMs - Number(orderedBy(index, 7919)) * 60_000);
      return {
        ...fields,
        name: `Customer ${orderedBy(index, 6007)}`,
        email: `customer-${index}@example.com`,
        model: `Phone ${orderedBy(index, 4001)}`,
        status: statuses[index % statuses.length],
        quantity: (index % 10) + 1,
        unitPriceInMinorUnits: 100 * (1 + Number(orderedBy(index, 3001))),
        tokenHash: `bench-${index}`,
        createdAt,
        updatedAt: createdAt,
        promisedAt: null,
        forgetAt: null,
      };
    });
    if (added.length > 0) await orders.insertMany(added);
  });

/** Repeats an input; the first run warms up and is not counted. */
async function repeated(session: CDPSession, work: (nth: number) => Promise<number>): Promise<number[]> {
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await work(0);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const took: number[] = [];
  for (let nth = 1; nth <= perRound; nth += 1) took.push(await work(nth));
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  return took;
}

type Visit = (page: Page, session: CDPSession, address: string) => Promise<number[]>;

const addToCart: Visit = async (page, session, address) => {
  await page.goto(address, { waitUntil: 'networkidle' });
  const button = page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first();
  return repeated(session, () => clickToPaint(page, button, { selector: 'header' }));
};

const openProducts: Visit = async (page, session, address) => {
  await page.goto(address, { waitUntil: 'networkidle' });
  return repeated(session, async (nth) => {
    const link = page.locator('main article').nth(nth).locator('a');
    const text = (await link.locator('h3').textContent()) ?? '';
    const took = await clickToPaint(page, link, { selector: 'main h1', text });
    await page.goBack();
    await page.locator('main article').first().waitFor();
    return took;
  });
};

const firstRow = { selector: 'main tbody tr' };

const sortRows: Visit = async (page, session, address) => {
  await page.goto(address, { waitUntil: 'networkidle' });
  const head = (nth: number) =>
    page.locator('main thead').getByRole('button', { name: heads[nth % heads.length] ?? '' });
  return repeated(session, (nth) => clickToPaint(page, head(nth), firstRow));
};

const filterRows: Visit = async (page, session, address) => {
  await page.goto(address, { waitUntil: 'networkidle' });
  const filter = page.getByRole('combobox', { name: 'Status', exact: true });
  return repeated(session, (nth) =>
    choiceToPaint(page, filter, statuses[(nth + 1) % statuses.length] ?? '', firstRow),
  );
};

/** Stores a session in the browser like the shop's pages. */
async function signIn(page: Page, { gatewayUrl, stack }: MeasuredShop): Promise<void> {
  const { email, password } = stack.people.admin;
  const session = await postJson<SessionAnswer>(`${gatewayUrl}/api/auth/login`, { email, password });
  await page.goto(`${gatewayUrl}/categories`);
  await page.evaluate(({ token, refreshToken, user }) => {
    localStorage.setItem('token', token);
    localStorage.setItem('refreshToken', refreshToken);
    localStorage.setItem('loggedInUser', JSON.stringify(user));
  }, session);
}

/** Row 18, with a CPU slowdown of four: from an input to the frame with its result, over a bare React page. */
export async function interaction(shop: MeasuredShop): Promise<Figure[]> {
  // A product with enough stock for all clicks.
  const [order] = await acceptableOrders(shop);
  const { products } = JSON.parse(order?.body ?? '') as { products: { productId: string }[] };
  await fillPhoneOrders(shop);
  const product = `/productdetails?id=${products[0]?.productId ?? ''}`;
  const list = '/admin/dashboard?tab=booking-orders';
  const inputs = [
    { row: 'add to cart to badge repainted', goal: 1.5, visit: addToCart, path: product, bare: '/cart' },
    { row: 'open product from list', goal: 1.5, visit: openProducts, path: '/smartphone', bare: '/list' },
    { row: 'sort of 10,000 phone orders', goal: 2, visit: sortRows, path: list, bare: '/table' },
    { row: 'filter of 10,000 phone orders', goal: 2, visit: filterRows, path: list, bare: '/table' },
  ];
  return withBarePages(barePrograms, (bareUrl) =>
    inBrowser(async (browser) => {
      const figures: Figure[] = [];
      for (const { row, goal, visit, path, bare } of inputs) {
        const page = await browser.newPage({ viewport: { width: path === list ? 1440 : 390, height: 844 } });
        const session = await page.context().newCDPSession(page);
        if (path === list) await signIn(page, shop);
        const shopTimes: number[] = [];
        const bareTimes: number[] = [];
        for (let round = 0; round < rounds; round += 1) {
          shopTimes.push(...(await visit(page, session, `${shop.gatewayUrl}${path}`)));
          bareTimes.push(...(await visit(page, session, `${bareUrl}${bare}`)));
        }
        await page.context().close();
        figures.push(overBarePage(row, shopTimes, bareTimes, goal));
      }
      return figures;
    }),
  );
}
