import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { openBrowser } from '../measure/browser.ts';
import { bundleProgram } from '../measure/bundle-program.ts';
import type { Figure } from '../measure/figure.ts';
import { ordersOf } from '../measure/orders.ts';
import type { MeasuredShop } from '../measure/shop.ts';
import { openPhone, overBarePage, type SlowPage, slowdown, tapToPaint } from '../measure/tap-to-paint.ts';

const taps = 30;
const rounds = 3;

/** The least that these taps can be on a React page: one state, and one number or one heading that shows it. */
const barePrograms = {
  '/cart.js': `
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
function Page() {
  const [count, setCount] = useState(1);
  return <main><header>{count}</header><button onClick={() => setCount(count + 1)}>Add to Cart</button></main>;
}
createRoot(document.body).render(<Page />);
`,
  '/list.js': `
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
};

/** Adds to the cart again and again; the first tap, which may load something, is not counted. */
async function addToCart(phone: SlowPage): Promise<number[]> {
  const button = phone.page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first();
  const badge = { selector: 'header' };
  await tapToPaint(phone, button, badge);
  await phone.slowDown(slowdown);
  const took: number[] = [];
  for (let tap = 0; tap < taps / rounds; tap += 1) took.push(await tapToPaint(phone, button, badge));
  return took;
}

/** What a page of the shop shows of a product beside its name: the box of its picture and the button that buys it. */
const productParts = ['main img', 'main [data-widget="mfe-cart-checkout/add-to-cart"] button'];

/** Ends when the browser has the answer of a path. */
async function untilAnswered(page: Page, path: string): Promise<void> {
  await page.waitForFunction(
    (end) => performance.getEntriesByType('resource').some(({ name }) => name.endsWith(end)),
    path,
  );
}

/**
 * Opens one product of a list after the other; the first, which loads its page's code, is not counted. The finger's coming
 * down asks for the product, and it goes up when the answer is there: what is measured is the page's own work. Cards are
 * found by their elements: asking for roles would lay out every card of the list, also those out of view.
 */
async function openProducts(phone: SlowPage): Promise<number[]> {
  const { page } = phone;
  const took: number[] = [];
  for (let index = 0; index <= taps / rounds; index += 1) {
    const card = page.locator('main article').nth(index);
    const link = card.locator('a');
    const name = (await link.locator('h3').textContent()) ?? '';
    const price = /NPR [\d,.]+/.exec((await card.textContent()) ?? '')?.[0];
    const id = new URL((await link.getAttribute('href')) ?? '', page.url()).searchParams.get('id');
    const painted = {
      selector: 'main h1',
      text: name,
      ...(price === undefined ? {} : { words: price, beside: productParts }),
    };
    took.push(
      await tapToPaint(phone, link, painted, async () => {
        if (id !== null) await untilAnswered(page, `/api/products/${id}`);
      }),
    );
    if (index === 0) await page.waitForLoadState('networkidle');
    await page.goBack();
    await page.locator('main article').first().waitFor();
    await phone.slowDown(slowdown);
  }
  return took.slice(1);
}

/**
 * Row 18, on a processor slowed down four times: from a tap on Add to Cart to the badge repainted, and from a tap on a
 * product of a list to its name, price, picture and buy button, each over the same tap on a page of nothing but React.
 */
export async function interaction(shop: MeasuredShop): Promise<Figure[]> {
  // The product has pieces enough for all taps.
  const [order] = await ordersOf(shop, { buyers: 1, products: 1 });
  const { products } = JSON.parse(order?.body ?? '') as { products: { productId: string }[] };
  const scripts = new Map(
    await Promise.all(
      Object.entries(barePrograms).map(
        async ([path, program]) => [path, await bundleProgram(program)] as const,
      ),
    ),
  );
  const bare = createServer((request, response) => {
    const path = request.url ?? '/';
    const script = scripts.get(path);
    response.setHeader('content-type', script ? 'text/javascript' : 'text/html');
    response.end(script ?? `<!doctype html><script type="module" src="${path}.js"></script><body>`);
  }).listen(0, '127.0.0.1');
  const bareUrl = () => `http://127.0.0.1:${(bare.address() as AddressInfo).port}`;
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 }, hasTouch: true });
    const session = await page.context().newCDPSession(page);
    const open = (address: string) => openPhone(page, session, address);
    const times = {
      add: [] as number[],
      bareAdd: [] as number[],
      open: [] as number[],
      bareOpen: [] as number[],
    };
    for (let round = 0; round < rounds; round += 1) {
      const product = `${shop.gatewayUrl}/productdetails?id=${products[0]?.productId ?? ''}`;
      times.add.push(...(await addToCart(await open(product))));
      times.bareAdd.push(...(await addToCart(await open(`${bareUrl()}/cart`))));
      times.open.push(...(await openProducts(await open(`${shop.gatewayUrl}/smartphone`))));
      times.bareOpen.push(...(await openProducts(await open(`${bareUrl()}/list`))));
    }
    return [
      overBarePage('18 add to cart to badge repainted', times.add, times.bareAdd, { goal: 1.5 }),
      overBarePage('18 open product from list', times.open, times.bareOpen, { goal: 1.5 }),
    ];
  } finally {
    await browser.close();
    bare.close();
  }
}
