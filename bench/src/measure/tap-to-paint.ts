import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from 'playwright-core';
import { bundleProgram, slowdown } from './browser.ts';
import { type Figure, median } from './figure.ts';

/** The visible result of an input. */
export interface Answered {
  /** Element whose text changes. */
  readonly selector: string;
  /** Text after the input; without it any change counts. */
  readonly text?: string;
}

/** Milliseconds from the next event of this type to the end of the first frame with its result. */
const untilPainted = (page: Page, event: 'click' | 'change', answered: Answered): Promise<number> =>
  page.evaluate(
    ({ event: type, answered: { selector, text } }) =>
      new Promise<number>((resolve, reject) => {
        setTimeout(() => reject(new Error(`A ${type} changed nothing in ${selector}.`)), 10_000);
        const textNow = () => document.querySelector(selector)?.textContent;
        const before = textNow();
        const onEvent = ({ timeStamp }: Event) =>
          new MutationObserver((_changes, observer) => {
            if (text === undefined ? textNow() === before : textNow() !== text) return;
            observer.disconnect();
            // A message is delivered after the frame is painted.
            requestAnimationFrame(() => {
              const { port1, port2 } = new MessageChannel();
              port1.onmessage = () => resolve(performance.now() - timeStamp);
              port2.postMessage(0);
            });
          }).observe(document, { subtree: true, childList: true, characterData: true });
        addEventListener(type, onEvent, { capture: true, once: true });
      }),
    { event, answered },
  );

const untilIdle = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));

/** Milliseconds from a click to the frame with its result. Hovers over the target first. */
export async function clickToPaint(page: Page, target: Locator, answered: Answered): Promise<number> {
  await target.hover();
  await page.waitForLoadState('networkidle');
  await untilIdle(page);
  const measured = untilPainted(page, 'click', answered);
  await page.mouse.down();
  await page.mouse.up();
  return measured;
}

/** The same for choosing an option. */
export async function choiceToPaint(
  page: Page,
  select: Locator,
  value: string,
  answered: Answered,
): Promise<number> {
  await untilIdle(page);
  const measured = untilPainted(page, 'change', answered);
  await select.selectOption(value);
  return measured;
}

/** Serves pages with a React program each while `work` runs. */
export async function withBarePages<Result>(
  programs: Readonly<Record<string, string>>,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const scripts = new Map<string, Buffer>();
  for (const [path, program] of Object.entries(programs))
    scripts.set(`${path}.js`, await bundleProgram(program));
  const server = createServer((request, response) => {
    const script = scripts.get(request.url ?? '');
    response.setHeader('content-type', script ? 'text/javascript' : 'text/html');
    response.end(script ?? `<!doctype html><script type="module" src="${request.url}.js"></script><body>`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
  }
}

/** A figure of row 18: the time in the shop over the time on a bare React page, from an input to its result. */
export const overBarePage = (
  row: string,
  shopTimes: readonly number[],
  bareTimes: readonly number[],
  goal: number,
): Figure => ({
  row: `18 ${row}`,
  value: median(shopTimes) / median(bareTimes),
  unit: 'ratio',
  gate: 4,
  goal,
  remark: `median of ${shopTimes.length}: ${median(shopTimes).toFixed(0)} ms, bare React page ${median(bareTimes).toFixed(0)} ms, processor slowed ${slowdown} times`,
});
