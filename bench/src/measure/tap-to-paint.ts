import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession, Locator, Page } from 'playwright-core';
import type { Figure } from './figure.ts';
import { median } from './shot.ts';

/** How many times slower the processor of a phone is than that of this machine. */
export const slowdown = 4;
/** Two taps that follow each other faster than after 300 ms are one double tap. */
const betweenTapsMs = 400;

export interface Painted {
  /** Where the change shows. */
  readonly selector: string;
  /** What stands there then; without it any other text than before. */
  readonly text?: string;
  /** What must stand in the page as well by then. */
  readonly beside?: readonly string[];
  /** Words that the page must show as well by then. */
  readonly words?: string;
}

/** A page on the slowed phone, with what a finger does to it. */
export interface SlowPage {
  readonly page: Page;
  /** The processor of the phone, so many times slower than this one. */
  slowDown(rate: number): Promise<void>;
  /** A finger comes down on the middle of an element, and stays. */
  touch(target: Locator): Promise<void>;
  /** It goes up again: a tap, from which the browser makes pointer, mouse, focus and click. */
  release(): Promise<void>;
}

/** A phone in a hand is at rest before each tap; so is the page when it has nothing to do. */
async function untilAtRest(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

/** Milliseconds from the next event of this type to the end of the first frame that shows what it leads to. */
const untilPainted = (page: Page, event: 'click' | 'change', painted: Painted): Promise<number> =>
  page.evaluate(
    ({ type, painted: { selector, text, beside = [], words = '' } }) =>
      new Promise<number>((resolve, reject) => {
        setTimeout(
          () => reject(new Error(`A ${type} changed nothing in ${selector} of ${location.href}.`)),
          10_000,
        );
        const textNow = () => document.querySelector(selector)?.textContent;
        const isBeside = () =>
          beside.every((other) => document.querySelector(other)) &&
          document.querySelector('main')?.textContent.includes(words) === true;
        const before = textNow();
        addEventListener(
          type,
          ({ timeStamp }) => {
            new MutationObserver((_changes, observer) => {
              const now = textNow();
              if ((text === undefined ? now === before : now !== text) || !isBeside()) return;
              observer.disconnect();
              // After the frame's own work: a message comes when it is drawn.
              requestAnimationFrame(() => {
                const { port1, port2 } = new MessageChannel();
                port1.onmessage = () => resolve(performance.now() - timeStamp);
                port2.postMessage(0);
              });
            }).observe(document, { subtree: true, childList: true, characterData: true });
          },
          { capture: true, once: true },
        );
      }),
    { type: event, painted },
  );

/**
 * Milliseconds from the end of a tap to what it leads to. The tap is the browser's own, without the checks that Playwright
 * makes in the page before its clicks; what is asked for when the finger comes down has `until` to arrive.
 */
export async function tapToPaint(
  phone: SlowPage,
  target: Locator,
  painted: Painted,
  until: () => Promise<void> = async () => {},
): Promise<number> {
  const measured = untilPainted(phone.page, 'click', painted);
  await phone.touch(target);
  await until();
  await untilAtRest(phone.page);
  await phone.release();
  return measured;
}

/** The same for a value that is chosen in a select. */
export async function choiceToPaint(
  { page }: SlowPage,
  select: Locator,
  value: string,
  painted: Painted,
): Promise<number> {
  await pause(betweenTapsMs);
  await untilAtRest(page);
  const measured = untilPainted(page, 'change', painted);
  await select.selectOption(value);
  return measured;
}

export async function openPhone(page: Page, session: CDPSession, address: string): Promise<SlowPage> {
  const phone: SlowPage = {
    page,
    async slowDown(rate) {
      await session.send('Emulation.setCPUThrottlingRate', { rate });
    },
    async touch(target) {
      await pause(betweenTapsMs);
      await target.scrollIntoViewIfNeeded();
      await untilAtRest(page);
      const box = await target.boundingBox();
      if (!box) throw new Error('What should be tapped is not on the page.');
      const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
    },
    async release() {
      await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    },
  };
  await phone.slowDown(1);
  await page.goto(address, { waitUntil: 'networkidle' });
  return phone;
}

/** A figure of row 18: what the shop takes from a tap to what it leads to, over a page of nothing but React. Milliseconds. */
export function overBarePage(
  row: string,
  shopTimes: readonly number[],
  bareTimes: readonly number[],
  { goal, note }: { readonly goal: number; readonly note?: string },
): Figure {
  const shopMs = median(shopTimes);
  const bareMs = median(bareTimes);
  const remark = `median of ${shopTimes.length}: ${shopMs.toFixed(0)} ms, bare React page ${bareMs.toFixed(0)} ms, tapped, processor slowed ${slowdown} times`;
  return {
    row,
    value: shopMs / bareMs,
    unit: 'ratio',
    gate: 4,
    goal,
    isExact: false,
    remark: note === undefined ? remark : `${remark}; ${note}`,
  };
}
