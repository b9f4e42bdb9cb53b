import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { cpuSlowdownFactor, inBrowser } from '../measure/browser.ts';
import { type Figure, formatValues, median } from '../measure/figure.ts';
import { type RecordedAnswer, startRecorded } from '../measure/floor.ts';
import type { MeasuredShop } from '../measure/shop.ts';

const pairs = 3;
/** Round trip of 150 ms, 1.6 Mbit/s. */
const slowNetwork = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };

const openMobilePage = (browser: Browser): Promise<Page> =>
  browser.newPage({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  });

interface Paint {
  readonly largestMs: number;
  readonly firstMs: number;
  /** Sum of task time beyond 50 ms each, after the first paint. */
  readonly blockedMs: number;
  readonly shift: number;
}

/** Opens a page as a new visitor with a slow phone and reads the browser's timings. */
const paintOf = (address: string): Promise<Paint> =>
  inBrowser(async (browser) => {
    const page = await openMobilePage(browser);
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', slowNetwork);
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdownFactor });
    await page.goto(address, { waitUntil: 'networkidle', timeout: 60_000 });
    return page.evaluate(async () => {
      await new Promise((resolve) => requestIdleCallback(resolve));
      const buffered = (type: string) =>
        new Promise<PerformanceEntry[]>((resolve) => {
          const observer = new PerformanceObserver((list) => resolve(list.getEntries()));
          observer.observe({ type, buffered: true });
          // Without entries the observer is not called.
          setTimeout(() => resolve([]), 500);
        });
      const [largest, paints, shifts, tasks] = await Promise.all(
        ['largest-contentful-paint', 'paint', 'layout-shift', 'longtask'].map(buffered),
      );
      const firstMs = paints?.find(({ name }) => name === 'first-contentful-paint')?.startTime ?? 0;
      const sum = (entries: PerformanceEntry[] | undefined, metric: (entry: PerformanceEntry) => number) =>
        (entries ?? []).reduce((total, entry) => total + metric(entry), 0);
      return {
        largestMs: largest?.at(-1)?.startTime ?? 0,
        firstMs,
        blockedMs: sum(
          tasks?.filter(({ startTime }) => startTime >= firstMs),
          ({ duration }) => duration - 50,
        ),
        shift: sum(shifts, (entry) => (entry as PerformanceEntry & { value: number }).value),
      };
    });
  });

const withoutPrograms = (html: string): string =>
  html
    .replaceAll(/<(script|noscript)\b.*?<\/\1>/gs, '')
    .replaceAll(/<link\b[^>]*(modulepreload|as="?(script|fetch))[^>]*>/g, '');

/** Text, pictures, fonts and styles of a page as static files. */
const staticCopy = (address: string): Promise<RecordedAnswer[]> =>
  inBrowser(async (browser) => {
    const page = await openMobilePage(browser);
    const answers: Promise<RecordedAnswer>[] = [];
    const add = async (path: string, type: string, body: Buffer): Promise<RecordedAnswer> => {
      if (!/text|svg/.test(type))
        return { path, headers: { 'content-type': type }, body: body.toString('base64') };
      const headers = { 'content-type': type, 'content-encoding': 'br' };
      return { path, headers, body: (await promisify(brotliCompress)(body)).toString('base64') };
    };
    page.on('response', (response) => {
      const { pathname, search } = new URL(response.url());
      if (!['image', 'font', 'stylesheet'].includes(response.request().resourceType()) || !response.ok())
        return;
      const type = response.headers()['content-type'] ?? '';
      answers.push(response.body().then((body) => add(pathname + search, type, body)));
    });
    await page.goto(address, { waitUntil: 'networkidle' });
    const { pathname, search } = new URL(address);
    const html = withoutPrograms(await (await fetch(address)).text());
    return [
      await add(pathname + search, 'text/html; charset=utf-8', Buffer.from(html)),
      ...(await Promise.all(answers)),
    ];
  });

/** Row 15: paint times on a phone, relative to a static page with the same content. */
export async function* firstPaint(shop: MeasuredShop): AsyncGenerator<Figure> {
  for (const path of ['/', '/smartphone', `/productdetails?id=${shop.productIds[0] ?? ''}`]) {
    const address = new URL(path, shop.gatewayUrl).href;
    const floor = await startRecorded(await staticCopy(address));
    const measurements: { shop: Paint; floor: Paint }[] = [];
    try {
      for (let pair = 0; pair < pairs; pair += 1) {
        const floorPaint = await paintOf(new URL(path, floor.url).href);
        measurements.push({ floor: floorPaint, shop: await paintOf(address) });
      }
    } finally {
      await floor.stop();
    }
    const name = path.split('?')[0];
    const floors = measurements.map((measurement) => measurement.floor.largestMs);
    const isNoisy = Math.max(...floors) > 1.25 * Math.min(...floors);
    const overStatic = (row: string, metric: 'largestMs' | 'firstMs', goal: number): Figure => ({
      row: `15 ${row}, ${name}`,
      value: median(measurements.map((measurement) => measurement.shop[metric] / measurement.floor[metric])),
      unit: 'ratio',
      gate: 1.5,
      goal,
      isNoisy,
      remark: `${measurements.map((measurement) => `${measurement.shop[metric].toFixed(0)}/${measurement.floor[metric].toFixed(0)}`).join(' ')} ms, shop/static page`,
    });
    const blocked = measurements.map(
      (measurement) => measurement.shop.blockedMs - measurement.floor.blockedMs,
    );
    yield overStatic('largest paint', 'largestMs', 1.2);
    yield overStatic('first paint', 'firstMs', 1.1);
    yield {
      row: `15 blocking time, ${name}`,
      value: median(blocked),
      unit: 'ms',
      gate: 150,
      goal: 30,
      isNoisy,
      remark: `more than the static page; ${formatValues(blocked, 0)} ms, processor slowed ${cpuSlowdownFactor} times`,
    };
    yield {
      row: `15 layout shift, ${name}`,
      value: Math.max(...measurements.map((measurement) => measurement.shop.shift)),
      unit: 'shift',
      gate: 0.01,
      goal: 0,
      remark: `the largest of ${pairs}`,
    };
  }
}
