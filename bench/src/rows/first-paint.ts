import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Page } from 'playwright-core';
import { openBrowser } from '../measure/browser.ts';
import type { Figure } from '../measure/figure.ts';
import { type RecordedAnswer, startFloor } from '../measure/floor/floor.ts';
import type { MeasuredShop } from '../measure/shop.ts';
import { median } from '../measure/shot.ts';

const brotli = promisify(brotliCompress);

const pairs = 3;
const phone = { width: 390, height: 844 };
/** A phone on a slow network: 150 ms there and back, 1.6 Mbit/s, a quarter of this processor. */
const network = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const slowdown = 4;

interface Paint {
  readonly largestMs: number;
  readonly firstMs: number;
  /** What tasks longer than 50 ms took beyond that, after the first paint. */
  readonly blockedMs: number;
  readonly shift: number;
}

/** Runs in the page, before anything of it. */
function watchPaint(): void {
  const seen = { largestMs: 0, firstMs: 0, shift: 0, tasks: [] as { start: number; duration: number }[] };
  Object.assign(globalThis, { seenOfPaint: seen });
  const observe = (type: string, see: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({ type, buffered: true });
  observe('largest-contentful-paint', ({ startTime }) => {
    seen.largestMs = startTime;
  });
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.firstMs = startTime;
  });
  observe('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) seen.shift += value;
  });
  observe('longtask', ({ startTime, duration }) => seen.tasks.push({ start: startTime, duration }));
}

/** Opens a page as a new visitor on the phone, until nothing more comes and nothing is to be done. */
async function paintOf(address: string): Promise<Paint> {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({
      viewport: phone,
      deviceScaleFactor: 2,
      isMobile: true,
      hasTouch: true,
    });
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', network);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.addInitScript(watchPaint);
    await page.goto(address, { waitUntil: 'networkidle', timeout: 60_000 });
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    return await page.evaluate(() => {
      const { seenOfPaint: seen } = globalThis as unknown as {
        seenOfPaint: {
          largestMs: number;
          firstMs: number;
          shift: number;
          tasks: { start: number; duration: number }[];
        };
      };
      const blockedMs = seen.tasks
        .filter(({ start }) => start >= seen.firstMs)
        .reduce((sum, { duration }) => sum + duration - 50, 0);
      return { largestMs: seen.largestMs, firstMs: seen.firstMs, blockedMs, shift: seen.shift };
    });
  } finally {
    await browser.close();
  }
}

/** What is left of a page without its programs: its elements, its styles as one file, its pictures and fonts. */
async function withoutPrograms(page: Page): Promise<{ html: string; css: string }> {
  return page.evaluate(() => {
    const css = [...document.styleSheets]
      .flatMap((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText))
      .join('\n');
    const copy = document.documentElement.cloneNode(true) as HTMLElement;
    const gone =
      'script, noscript, link[rel=stylesheet], link[as=script], link[as=style], link[rel=modulepreload], style';
    for (const element of copy.querySelectorAll(gone)) element.remove();
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = '/static.css';
    copy.querySelector('head')?.append(link);
    return { html: `<!doctype html>${copy.outerHTML}`, css };
  });
}

const compressed = async (path: string, type: string, text: string): Promise<RecordedAnswer> => ({
  path,
  headers: { 'content-type': `${type}; charset=utf-8`, 'content-encoding': 'br' },
  body: await brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
});

/** The same words, pictures and styles as a page of the shop, as files that nothing has to be done for. */
async function staticCopy(gatewayUrl: string, path: string): Promise<RecordedAnswer[]> {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({
      viewport: phone,
      deviceScaleFactor: 2,
      isMobile: true,
      hasTouch: true,
    });
    const files: Promise<RecordedAnswer | undefined>[] = [];
    page.on('response', (response) => {
      const type = response.request().resourceType();
      if (type !== 'image' && type !== 'font') return;
      files.push(
        response.body().then(
          (body) => ({
            path: new URL(response.url()).pathname,
            headers: { 'content-type': response.headers()['content-type'] ?? '' },
            body,
          }),
          () => undefined,
        ),
      );
    });
    await page.goto(new URL(path, gatewayUrl).href, { waitUntil: 'networkidle' });
    const { html, css } = await withoutPrograms(page);
    const found = (await Promise.all(files)).filter((file) => file !== undefined);
    return [
      await compressed(path, 'text/html', html),
      await compressed('/static.css', 'text/css', css.replaceAll(gatewayUrl, '')),
      ...found,
    ];
  } finally {
    await browser.close();
  }
}

/** Row 15: what a new visitor with a phone sees, and when, over a static page of the same content. */
export async function firstPaint(shop: MeasuredShop): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const path of ['/', '/smartphone', `/productdetails?id=${shop.productIds[0] ?? ''}`]) {
    const floor = await startFloor(await staticCopy(shop.gatewayUrl, path));
    const shots: { shop: Paint; floor: Paint }[] = [];
    try {
      // A page that is kept: the first to ask for it has had it made.
      await fetch(new URL(path, shop.gatewayUrl));
      for (let tries = 0; shots.length < pairs; tries += 1) {
        if (tries === 2 * pairs) throw new Error(`${path} was not painted in time.`);
        const still = await paintOf(new URL(path, floor.url).href);
        const shot = { floor: still, shop: await paintOf(new URL(path, shop.gatewayUrl).href) };
        // A browser that had no time to tell of its largest paint has measured nothing.
        if (shot.floor.largestMs > 0 && shot.shop.largestMs > 0) shots.push(shot);
      }
    } finally {
      await floor.stop();
    }
    const ratios = (of: 'largestMs' | 'firstMs') => shots.map((shot) => shot.shop[of] / shot.floor[of]);
    const remark = (of: 'largestMs' | 'firstMs') =>
      `${shots.map((shot) => `${shot.shop[of].toFixed(0)}/${shot.floor[of].toFixed(0)}`).join(' ')} ms, shop/static page`;
    const floors = shots.map((shot) => shot.floor.largestMs);
    const isNoisy = Math.max(...floors) > 1.25 * Math.min(...floors);
    const name = path.split('?')[0];
    figures.push(
      {
        row: `15 largest paint, ${name}`,
        value: median(ratios('largestMs')),
        unit: 'ratio',
        gate: 1.5,
        goal: 1.2,
        isExact: false,
        isNoisy,
        remark: remark('largestMs'),
      },
      {
        row: `15 first paint, ${name}`,
        value: median(ratios('firstMs')),
        unit: 'ratio',
        gate: 1.5,
        goal: 1.1,
        isExact: false,
        isNoisy,
        remark: remark('firstMs'),
      },
      {
        row: `15 blocking time, ${name}`,
        value: median(shots.map((shot) => shot.shop.blockedMs - shot.floor.blockedMs)),
        unit: 'ms',
        gate: 150,
        goal: 30,
        isExact: false,
        isNoisy,
        remark: `more than the static page; ${shots.map((shot) => shot.shop.blockedMs.toFixed(0)).join(' ')} ms, processor slowed ${slowdown} times`,
      },
      {
        row: `15 layout shift, ${name}`,
        value: Math.max(...shots.map((shot) => shot.shop.shift)),
        unit: 'shift',
        gate: 0.01,
        goal: 0,
        isExact: false,
        remark: `the largest of ${pairs}`,
      },
    );
  }
  return figures;
}
