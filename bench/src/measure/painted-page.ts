import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from './browser.ts';
import { bundleProgram } from './bundle-program.ts';
import type { RecordedAnswer } from './floor/floor.ts';

const brotli = promisify(brotliCompress);

const phone = { width: 390, height: 844 };
/** A phone on a slow network: 150 ms there and back, 1.6 Mbit/s, a quarter of this processor. */
const network = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
export const slowdown = 4;

export interface Paint {
  readonly largestMs: number;
  readonly firstMs: number;
  /** What tasks longer than 50 ms took beyond that, after the first paint. */
  readonly blockedMs: number;
  /** All of each task longer than 50 ms, from the first byte until nothing is to be done. */
  readonly longTasksMs: number;
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

const openPhonePage = (browser: Browser): Promise<Page> =>
  browser.newPage({ viewport: phone, deviceScaleFactor: 2, isMobile: true, hasTouch: true });

/** Opens a page as a new visitor on the phone, until nothing more comes and nothing is to be done. */
export async function paintOf(address: string): Promise<Paint> {
  const browser = await openBrowser();
  try {
    const page = await openPhonePage(browser);
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
      const longTasksMs = seen.tasks.reduce((sum, { duration }) => sum + duration, 0);
      const { largestMs, firstMs, shift } = seen;
      return { largestMs, firstMs, blockedMs, longTasksMs, shift };
    });
  } finally {
    await browser.close();
  }
}

/** An element as a React program can make it again, or a text. */
type Drawn = string | readonly [tag: string, attributes: Record<string, string>, children: readonly Drawn[]];

interface PageParts {
  /** The document without its programs: its elements and a link to its styles. */
  readonly html: string;
  /** All of its styles as one file. */
  readonly css: string;
  /** What stands in `#app`. */
  readonly drawn: readonly Drawn[];
}

/** What is left of a page without its programs. */
async function withoutPrograms(page: Page): Promise<PageParts> {
  return page.evaluate(() => {
    const css = [...document.styleSheets]
      .flatMap((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText))
      .join('\n');
    // What a field holds and what a switch says are no attributes to React, and styles are refused by the page's policy.
    const notTaken =
      /^(style|value|checked|selected|disabled|hidden|inert|multiple|required|readonly|open|novalidate)$/;
    const reactName = (name: string) => ({ class: 'className', for: 'htmlFor' })[name] ?? name;
    const drawnIn = (parent: Element): Drawn[] => {
      const drawn: Drawn[] = [];
      for (const node of parent.childNodes) {
        const last = drawn.at(-1);
        if (node instanceof Text) {
          // Two texts side by side are one in HTML.
          if (typeof last === 'string') drawn[drawn.length - 1] = last + node.data;
          else if (node.data !== '') drawn.push(node.data);
        } else if (node instanceof Element) {
          const attributes = [...node.attributes]
            .filter(({ name }) => !notTaken.test(name))
            .map(({ name, value }) => [reactName(name), value]);
          drawn.push([node.localName, Object.fromEntries(attributes), drawnIn(node)]);
        }
      }
      return drawn;
    };
    const app = document.getElementById('app');
    if (!app) throw new Error('The page has no #app.');
    const drawn = drawnIn(app);
    const copy = document.documentElement.cloneNode(true) as HTMLElement;
    const gone =
      'script, noscript, link[rel=stylesheet], link[as=script], link[as=style], link[rel=modulepreload], style';
    for (const element of copy.querySelectorAll(gone)) element.remove();
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = '/static.css';
    copy.querySelector('head')?.append(link);
    return { html: `<!doctype html>${copy.outerHTML}`, css, drawn };
  });
}

const compressed = async (path: string, type: string, text: string): Promise<RecordedAnswer> => ({
  path,
  headers: { 'content-type': `${type}; charset=utf-8`, 'content-encoding': 'br' },
  body: await brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
});

/** A page of the shop in parts, with the pictures and fonts that it fetched. */
async function partsOf(
  gatewayUrl: string,
  path: string,
): Promise<PageParts & { readonly files: readonly RecordedAnswer[] }> {
  const browser = await openBrowser();
  try {
    const page = await openPhonePage(browser);
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
    const { html, css, drawn } = await withoutPrograms(page);
    const found = (await Promise.all(files)).filter((file) => file !== undefined);
    return { html, css: css.replaceAll(gatewayUrl, ''), drawn, files: found };
  } finally {
    await browser.close();
  }
}

/** The same words, pictures and styles as a page of the shop, as files that nothing has to be done for. */
export async function staticCopy(gatewayUrl: string, path: string): Promise<RecordedAnswer[]> {
  const { html, css, files } = await partsOf(gatewayUrl, path);
  return [
    await compressed(path, 'text/html', html),
    await compressed('/static.css', 'text/css', css),
    ...files,
  ];
}

/** Takes over what it has drawn, or draws it where nothing stands yet. */
const bareProgram = (drawn: readonly Drawn[]) => `
import { createElement } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
const drawn = ${JSON.stringify(drawn)};
const made = (one) => (typeof one === 'string' ? one : createElement(one[0], one[1], ...one[2].map(made)));
const app = document.getElementById('app');
const Page = () => drawn.map((one) => made(one));
if (app.firstChild) hydrateRoot(app, createElement(Page));
else createRoot(app).render(createElement(Page));
`;

/**
 * A page of the shop as a bare React page: the same elements, words, pictures and styles in its HTML, and a program of nothing but
 * React that takes them over.
 */
export async function bareReactCopy(gatewayUrl: string, path: string): Promise<RecordedAnswer[]> {
  const { html, css, drawn, files } = await partsOf(gatewayUrl, path);
  const program = (await bundleProgram(bareProgram(drawn))).toString();
  const browser = await openBrowser();
  try {
    // As it draws itself, so that it takes over what it would have drawn.
    const page = await openPhonePage(browser);
    const faults: Error[] = [];
    page.on('pageerror', (error) => faults.push(error));
    await page.setContent(html);
    await page.evaluate(() => document.getElementById('app')?.replaceChildren());
    await page.addScriptTag({ content: program, type: 'module' });
    await page.waitForFunction(() => document.getElementById('app')?.firstChild);
    const itself = await page.evaluate(() => {
      for (const script of document.querySelectorAll('script')) script.remove();
      const script = document.createElement('script');
      script.defer = true;
      script.src = '/bare.js';
      script.setAttribute('fetchpriority', 'low');
      document.head.append(script);
      return `<!doctype html>${document.documentElement.outerHTML}`;
    });
    if (faults.length > 0) throw new AggregateError(faults, 'The bare page did not draw itself.');
    return [
      await compressed(path, 'text/html', itself),
      await compressed('/static.css', 'text/css', css),
      await compressed('/bare.js', 'text/javascript', program),
      ...files,
    ];
  } finally {
    await browser.close();
  }
}
