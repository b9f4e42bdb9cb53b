import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build } from 'esbuild';
import { chromium, type Locator, type Page } from 'playwright-core';
import type { Figure } from '../measure/figure.ts';
import { ordersOf } from '../measure/orders.ts';
import type { MeasuredShop } from '../measure/shop.ts';
import { median } from '../measure/shot.ts';

const clicks = 30;
const slowdown = 4;
const benchFolder = join(import.meta.dirname, '../..');

/** The least that a click on a React page can be: one state, one button, one number. */
const bareProgram = `
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
function Page() {
  const [count, setCount] = useState(1);
  return <main><header>{count}</header><button onClick={() => setCount(count + 1)}>Add to Cart</button></main>;
}
createRoot(document.body).render(<Page />);
`;

async function bareScript(): Promise<string> {
  // In the checkout, so that the shop's own React is found.
  const folder = await mkdtemp(join(benchFolder, '.minimal-'));
  try {
    const entry = join(folder, 'main.tsx');
    await writeFile(entry, bareProgram);
    const outfile = join(folder, 'out.js');
    await build({
      entryPoints: [entry],
      outfile,
      bundle: true,
      minify: true,
      format: 'esm',
      jsx: 'automatic',
      define: { 'process.env.NODE_ENV': '"production"' },
      logLevel: 'error',
    });
    return await readFile(outfile, 'utf8');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Milliseconds from a click to the end of the first frame that shows another text in the header. */
async function clickToPaint(page: Page, button: Locator): Promise<number> {
  const measured = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const header = document.querySelector('header');
        addEventListener(
          'click',
          ({ timeStamp }) => {
            new MutationObserver((_changes, observer) => {
              observer.disconnect();
              // After the frame's own work: a message comes when it is drawn.
              requestAnimationFrame(() => {
                const { port1, port2 } = new MessageChannel();
                port1.onmessage = () => resolve(performance.now() - timeStamp);
                port2.postMessage(0);
              });
            }).observe(header ?? document, { subtree: true, childList: true, characterData: true });
          },
          { capture: true, once: true },
        );
      }),
  );
  await button.click();
  return measured;
}

/** Opens the address on a slowed phone and clicks; the first click, which may load something, is not counted. */
async function measureClicks(page: Page, address: string): Promise<number[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await page.goto(address, { waitUntil: 'networkidle' });
  const button = page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first();
  await clickToPaint(page, button);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const took: number[] = [];
  for (let click = 0; click < clicks / 3; click += 1) took.push(await clickToPaint(page, button));
  return took;
}

/**
 * Row 18: from a click on Add to Cart to the badge repainted, on a processor slowed down four times, over the same click
 * on a page of nothing but React.
 */
export async function interaction(shop: MeasuredShop): Promise<Figure> {
  // The product has pieces enough for all clicks.
  const [order] = await ordersOf(shop, { buyers: 1, products: 1 });
  const { products } = JSON.parse(order?.body ?? '') as { products: { productId: string }[] };
  const script = await bareScript();
  const bare = createServer((request, response) => {
    const isScript = request.url === '/main.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : '<!doctype html><script type="module" src="/main.js"></script><body>');
  }).listen(0, '127.0.0.1');
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    const shopTimes: number[] = [];
    const bareTimes: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      shopTimes.push(
        ...(await measureClicks(
          page,
          `${shop.gatewayUrl}/productdetails?id=${products[0]?.productId ?? ''}`,
        )),
      );
      bareTimes.push(
        ...(await measureClicks(page, `http://127.0.0.1:${(bare.address() as AddressInfo).port}/`)),
      );
    }
    const shopMs = median(shopTimes);
    const bareMs = median(bareTimes);
    return {
      row: '18 add to cart to badge repainted',
      value: shopMs / bareMs,
      unit: 'ratio',
      gate: 4,
      goal: 1.5,
      isExact: false,
      remark: `median of ${shopTimes.length}: ${shopMs.toFixed(0)} ms, bare React page ${bareMs.toFixed(0)} ms, processor slowed ${slowdown} times`,
    };
  } finally {
    await browser.close();
    bare.close();
  }
}
