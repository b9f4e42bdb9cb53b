import { setTimeout as pause } from 'node:timers/promises';
import { productsPerPage } from '@kinmel/contracts';
import autocannon from 'autocannon';
import { type Figure, median } from '../measure/figure.ts';
import { type Post, requestsOf } from '../measure/load.ts';
import { untilIdle } from '../measure/processes.ts';
import { acceptableOrders, type MeasuredShop } from '../measure/shop.ts';
import { uncachedFilter } from './product-reads.ts';

/** Enough to keep the shop busy without being refused. */
const clients = 24;
/** autocannon sends the requests of a second at its beginning; several generators spread them. */
const generators = 10;
const overloadFactor = 3;
const [warmUpMs, peakMs, overloadMs, calmMs] = [15_000, 5_000, 10_000, 5_000];
/** Not judged, as most connections are opened then: a busy event loop accepts one at each turn (libuv since 1.45). */
const connectMs = 15_000;
/** Answers are judged per window, so that a single late answer does not count. */
const windowMs = 250;

interface Answer {
  readonly status: number;
  readonly tookMs: number;
  readonly at: number;
}

type Calls = { readonly paths?: readonly string[]; readonly posts?: readonly Post[] };

/** Sends requests for `durationMs`, from a number of clients or at a fixed rate. */
async function load(
  url: string,
  calls: Calls,
  { durationMs, perSecond }: { readonly durationMs: number; readonly perSecond?: number },
): Promise<{ answers: Answer[]; errors: number }> {
  const answers: Answer[] = [];
  const generate = async (nth: number) => {
    await pause(nth * (1000 / generators));
    const options = {
      url,
      duration: durationMs / 1000,
      requests: requestsOf(calls),
      ...(perSecond === undefined
        ? { connections: clients }
        : { connections: 50, overallRate: Math.round(perSecond / generators) }),
    };
    return new Promise<number>((resolve, reject) => {
      autocannon(options, (error: unknown, result) => (error ? reject(error) : resolve(result.errors))).on(
        'response',
        (_client, status, _bytes, tookMs) => answers.push({ status, tookMs, at: performance.now() }),
      );
    });
  };
  const parts = Array.from({ length: perSecond === undefined ? 1 : generators }, (_, nth) => generate(nth));
  const errors = (await Promise.all(parts)).reduce((sum, one) => sum + one, 0);
  return { answers, errors };
}

const isGood = ({ status }: Answer) => status < 300;

function percentile(answers: readonly Answer[], share: number): number {
  const times = answers.map(({ tookMs }) => tookMs).sort((left, right) => left - right);
  return times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
}

/** Seconds until nothing is refused and the median is within `normalMs`. */
function secondsUntilNormal(answers: readonly Answer[], began: number, normalMs: number): number {
  const windows = Map.groupBy(answers, ({ at }) => Math.floor((at - began) / windowMs));
  const bad = [...windows].filter(
    ([, window]) => !window.every(isGood) || median(window.map(({ tookMs }) => tookMs)) > normalMs,
  );
  return (Math.max(0, ...bad.map(([index]) => index + 1)) * windowMs) / 1000;
}

async function overloaded(shop: MeasuredShop, name: string, calls: Calls): Promise<Figure[]> {
  const url = shop.gatewayUrl;
  await load(url, calls, { durationMs: warmUpMs });
  const peak = (await load(url, calls, { durationMs: peakMs })).answers.filter(isGood).length;
  const peakPerSecond = peak / (peakMs / 1000);
  await untilIdle(shop.serverPids);
  const half = { perSecond: peakPerSecond / 2, durationMs: calmMs };
  const calm = await load(url, calls, half);
  const overload = { perSecond: overloadFactor * peakPerSecond, durationMs: connectMs + overloadMs };
  const over = await load(url, calls, overload);
  const began = performance.now();
  const judged = over.answers.filter(({ at }) => at > began - overloadMs);
  const after = await load(url, calls, half);
  const good = judged.filter(isGood);
  const [calmP99, overP99] = [percentile(calm.answers.filter(isGood), 0.99), percentile(good, 0.99)];
  const row = `10 overload, ${name}`;
  return [
    {
      row: `${row}, good answers over the peak`,
      value: good.length / (overloadMs / 1000) / peakPerSecond,
      unit: 'ratio',
      gate: 0.8,
      goal: 0.95,
      isHigherBetter: true,
      remark: `peak ${peakPerSecond.toFixed(0)} per second; at ${overloadFactor} times that rate ${good.length} answered in 10 s, ${judged.length - good.length} refused, ${over.errors} lost`,
    },
    {
      row: `${row}, p99 of good answers over half load`,
      value: overP99 / calmP99,
      unit: 'ratio',
      gate: 5,
      goal: 2,
      remark: `${overP99.toFixed(0)} ms, at half load ${calmP99.toFixed(0)} ms`,
    },
    {
      row: `${row}, until normal after it`,
      value: secondsUntilNormal(after.answers, began, calmP99),
      unit: 'seconds',
      gate: 3,
      goal: 0.5,
      remark: `until the last quarter of a second with a refusal, or with a median above the p99 at half load; half load continues meanwhile`,
    },
  ];
}

/** Row 10: three times as many requests per second as the shop can answer. */
export async function* overload(shop: MeasuredShop): AsyncGenerator<Figure> {
  yield* await overloaded(shop, 'cold lists', {
    paths: [`/api/products?limit=${productsPerPage}&${uncachedFilter}`],
  });
  yield* await overloaded(shop, 'orders', { posts: await acceptableOrders(shop) });
}
