import { setTimeout as pause } from 'node:timers/promises';
import { productsPerPage } from '@kinmel/contracts';
import type { Figure } from '../measure/figure.ts';
import { startFloor } from '../measure/floor/floor.ts';
import { isGood, loadInPhases, type OpenLoad, type OpenRequest, tookAtMost } from '../measure/open-load.ts';
import { ordersOf } from '../measure/orders.ts';
import type { MeasuredShop } from '../measure/shop.ts';
import { median, shoot } from '../measure/shot.ts';
import { untilIdle } from '../measure/until-idle.ts';
import { unseen } from './product-reads.ts';

/** As many as keep the shop busy and are all let in: a peak of which a part is refused is none. */
const clients = 24;
const warmUpMs = 3_000;
const peakMs = 5_000;
const halfMs = 5_000;
const overloadMs = 10_000;
const afterMs = 6_000;
/** A third of those who wait in vain go away. */
const givingUp = { oneOf: 3, afterMs: 500 };
const timesThePeak = 2;
/** What comes in so long is judged together, where one late answer is no verdict. */
const windowMs = 250;

/** With more of the machine in the hands of others the peak of a moment ago is none any more. */
const mostNeighbours = 0.15;

type Asked = Pick<OpenLoad, 'paths' | 'posts'>;

const perSecond = (requests: readonly OpenRequest[], durationMs: number) =>
  (requests.filter(isGood).length * 1000) / durationMs;

/** Seconds from the end of the overload until nothing is refused any more and most answers come as fast as at half load. */
function secondsUntilNormal(after: readonly OpenRequest[], normalMs: number): number {
  const [first] = after;
  if (first === undefined) return Number.NaN;
  const windows = Array.from({ length: Math.ceil(afterMs / windowMs) }, (_, index) =>
    after.filter(({ dueAt }) => Math.floor((dueAt - first.dueAt) / windowMs) === index),
  );
  const isBad = (window: readonly OpenRequest[]) =>
    window.some((request) => !isGood(request)) || median(window.map(({ tookMs }) => tookMs)) > normalMs;
  return ((windows.findLastIndex(isBad) + 1) * windowMs) / 1000;
}

async function overloaded(shop: MeasuredShop, name: string, asked: Asked): Promise<Figure[]> {
  const baseUrl = shop.gatewayUrl;
  const {
    phases: [, peak = []],
  } = await loadInPhases({
    baseUrl,
    ...asked,
    phases: [
      { clients, durationMs: warmUpMs },
      { clients, durationMs: peakMs },
    ],
  });
  const peakPerSecond = perSecond(peak, peakMs);
  await untilIdle(shop.serverPids);
  const half = { perSecond: peakPerSecond / 2, durationMs: halfMs };
  const {
    phases: [calm = [], over = [], after = []],
    neighbours,
  } = await loadInPhases({
    baseUrl,
    ...asked,
    phases: [
      half,
      { perSecond: timesThePeak * peakPerSecond, durationMs: overloadMs, givingUp },
      { ...half, durationMs: afterMs },
    ],
  });
  await untilIdle(shop.serverPids);
  const isNoisy = neighbours > mostNeighbours;
  const accepted = over.filter(isGood);
  const [calmP99, overP99] = [tookAtMost(calm.filter(isGood), 0.99), tookAtMost(accepted, 0.99)];
  const refused = over.filter(({ status }) => status === 503 || status === 429);
  const outcomes = [
    `${over.length} asked in 10 s`,
    `${accepted.length} answered`,
    `${refused.length} refused`,
    `${over.filter(({ hasGivenUp }) => hasGivenUp).length} gave up`,
    `${over.filter(({ status, hasGivenUp }) => !hasGivenUp && status === 0).length} lost`,
  ];
  return [
    {
      row: `10 overload, ${name}, good answers over the peak`,
      value: perSecond(over, overloadMs) / peakPerSecond,
      unit: 'ratio',
      gate: 0.8,
      goal: 0.98,
      isMoreBetter: true,
      isExact: false,
      isNoisy,
      remark: `peak ${peakPerSecond.toFixed(0)} a second; ${outcomes.join(', ')}; others used ${(100 * neighbours).toFixed(0)} % of the machine`,
    },
    {
      row: `10 overload, ${name}, p99 of good answers over half load`,
      value: overP99 / calmP99,
      unit: 'ratio',
      gate: 5,
      goal: 2,
      isExact: false,
      isNoisy,
      remark: `${overP99.toFixed(0)} ms, at half load ${calmP99.toFixed(0)} ms; p50 ${tookAtMost(accepted, 0.5).toFixed(0)} and ${tookAtMost(calm, 0.5).toFixed(0)} ms`,
    },
    {
      row: `10 overload, ${name}, until normal after it`,
      value: secondsUntilNormal(after, calmP99),
      unit: 'seconds',
      gate: 3,
      goal: 0.5,
      isExact: false,
      isNoisy,
      remark: `until a quarter of a second in which nothing is refused and half of all answers are within the p99 of half load, which goes on`,
    },
  ];
}

/** What the gateway spends on a refusal while catalog stands still, over the floor that answers the same bytes. */
async function refusal(shop: MeasuredShop): Promise<Figure> {
  const path = `/api/products?limit=${productsPerPage}&${unseen}`;
  const rounds: { refusedMs: number; floorMs: number }[] = [];
  for (const pid of shop.catalogPids) process.kill(pid, 'SIGSTOP');
  try {
    // More than the gateway waits for at once.
    const held = loadInPhases({
      baseUrl: shop.gatewayUrl,
      paths: [path],
      phases: [{ perSecond: 1_500, durationMs: 1_000, givingUp: { oneOf: 1, afterMs: 9_000 } }],
    });
    await pause(1_500);
    const answer = await fetch(`${shop.gatewayUrl}${path.replace('{n}', '0000001')}`);
    if (answer.status !== 503) throw new Error(`The gateway answered ${answer.status} instead of a refusal.`);
    const headers = Object.fromEntries(
      ['content-type', 'retry-after'].flatMap((name) => {
        const value = answer.headers.get(name);
        return value === null ? [] : [[name, value]];
      }),
    );
    const floor = await startFloor([{ path, headers, body: Buffer.from(await answer.arrayBuffer()) }]);
    try {
      const load = { paths: [path], connections: 50, durationMs: 2_000 };
      const floorPids = [floor.pid];
      for (let round = 0; round < 2; round += 1) {
        const refused = await shoot({ ...load, baseUrl: shop.gatewayUrl, isRefused: true }, shop.gatewayPids);
        const bare = await shoot({ ...load, baseUrl: floor.url }, floorPids);
        rounds.push({ refusedMs: refused.cpuMsPerAnswer, floorMs: bare.cpuMsPerAnswer });
      }
    } finally {
      await floor.stop();
    }
    for (const pid of shop.catalogPids) process.kill(pid, 'SIGCONT');
    await held;
  } finally {
    for (const pid of shop.catalogPids) process.kill(pid, 'SIGCONT');
  }
  const ratios = rounds.map(({ refusedMs, floorMs }) => refusedMs / floorMs);
  return {
    row: '10 overload, refused answer',
    value: median(ratios),
    unit: 'times the floor',
    goal: 2,
    isExact: false,
    remark: `the gateway's processor time, ${median(rounds.map(({ refusedMs }) => refusedMs)).toFixed(3)} ms while catalog stands still, pairs ${ratios.map((ratio) => ratio.toFixed(1)).join(' ')}`,
  };
}

/**
 * Row 10: twice as many requests as the shop can answer, sent when they are due and not when the one before was answered, a third
 * of them by clients who go away after half a second.
 */
export async function* overload(shop: MeasuredShop): AsyncGenerator<Figure> {
  const lists = { paths: [`/api/products?limit=${productsPerPage}&${unseen}`] };
  const posts = await ordersOf(shop, { buyers: 200, products: 200 });
  yield* await overloaded(shop, 'cold lists', lists);
  yield* await overloaded(shop, 'orders', { posts });
  yield await refusal(shop);
}
