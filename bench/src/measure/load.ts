import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import autocannon from 'autocannon';
import { median } from './figure.ts';
import { cpuTimeMs } from './processes.ts';

export interface Load {
  /** Each URL gets its own connections. */
  readonly urls: readonly string[];
  /** Requested in turn. `{n}` is replaced by a unique number, so that every request misses the cache. */
  readonly paths?: readonly string[];
  /** Sent in turn instead of reading `paths`. */
  readonly posts?: readonly Post[];
  /** Per URL. */
  readonly connections: number;
  readonly durationMs: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request that is repeated with a new `Idempotency-Key` each time. */
export interface Post {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Measurement {
  readonly answers: number;
  readonly cpuMsPerAnswer: number;
  readonly answersPerSecond: number;
  readonly p99Ms: number;
}

let nextNumber = Math.floor(performance.timeOrigin % 1e7) * 7;
let nextPath = 0;

/** The requests in autocannon's format. */
export function requestsOf({ paths = [], posts = [] }: Pick<Load, 'paths' | 'posts'>): autocannon.Request[] {
  const setupRequest = (request: autocannon.Request): autocannon.Request => {
    const index = nextPath++;
    const post = posts[index % posts.length];
    if (post === undefined)
      return { ...request, path: paths[index % paths.length]?.replace('{n}', String(nextNumber++)) };
    const { path, body, headers } = post;
    return {
      // The gateway refuses a request without the host of the shop.
      ...request,
      method: 'POST',
      path,
      body,
      headers: { ...request.headers, ...headers, 'idempotency-key': randomUUID() },
    };
  };
  return [{ setupRequest }];
}

/**
 * Loads a server and measures the CPU time of its processes. `untilDone` waits for the work that the answers caused,
 * whose cost is included.
 */
export async function measureLoad(
  { urls, connections, durationMs, headers, ...targets }: Load,
  pids: readonly number[],
  untilDone?: (answers: number) => Promise<void>,
): Promise<Measurement> {
  const before = cpuTimeMs(pids);
  const results = await Promise.all(
    urls.map((url) =>
      autocannon({
        url,
        connections,
        duration: durationMs / 1000,
        headers: { 'accept-encoding': 'br', ...headers },
        requests: requestsOf(targets),
      }),
    ),
  );
  const answers = results.reduce((sum, result) => sum + result['2xx'], 0);
  const failures = results.reduce((sum, { non2xx, errors }) => sum + non2xx + errors, 0);
  if (failures > 0)
    throw new Error(
      `${failures} answers of ${urls.join(', ')} were failures: ${JSON.stringify(results.map(({ statusCodeStats }) => statusCodeStats))}`,
    );
  await untilDone?.(answers);
  return {
    answers,
    cpuMsPerAnswer: (cpuTimeMs(pids) - before) / answers,
    answersPerSecond: results.reduce((sum, { requests }) => sum + requests.average, 0),
    p99Ms: Math.max(...results.map(({ latency }) => latency.p99)),
  };
}

/** A load, the processes that serve it, and how to wait for the work it causes. */
export interface Side {
  readonly load: Load;
  readonly pids: readonly number[];
  readonly untilDone?: (answers: number) => Promise<void>;
}

export interface Comparison {
  /** CPU time per answer, measured over floor, for each pair. */
  readonly ratios: readonly number[];
  readonly medianRatio: number;
  readonly measured: readonly Measurement[];
  readonly floor: readonly Measurement[];
  readonly measuredCpuMs: number;
  readonly floorCpuMs: number;
  /** The floor varied by more than a quarter: the machine was too busy for a result. */
  readonly isNoisy: boolean;
}

const cpuOf = (measurements: readonly Measurement[]) =>
  median(measurements.map(({ cpuMsPerAnswer }) => cpuMsPerAnswer));

/** Measures two servers in turn and compares pair by pair, so that a slow drift of the machine cancels out. */
export async function compare(measured: Side, floor: Side, pairs = 3): Promise<Comparison> {
  const shootAt = ({ load, pids, untilDone }: Side) => measureLoad(load, pids, untilDone);
  // Warm-up for the JIT compiler.
  await shootAt(measured);
  await shootAt(floor);
  const measurements: { measured: Measurement; floor: Measurement }[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    measurements.push({ measured: await shootAt(measured), floor: await shootAt(floor) });
    await pause(200);
  }
  const floors = measurements.map((measurement) => measurement.floor);
  const floorCpuMs = cpuOf(floors);
  const ratios = measurements.map(
    (measurement) => measurement.measured.cpuMsPerAnswer / measurement.floor.cpuMsPerAnswer,
  );
  return {
    ratios,
    medianRatio: median(ratios),
    measured: measurements.map((measurement) => measurement.measured),
    floor: floors,
    measuredCpuMs: cpuOf(measurements.map((measurement) => measurement.measured)),
    floorCpuMs,
    isNoisy: floors.some(({ cpuMsPerAnswer }) => Math.abs(cpuMsPerAnswer / floorCpuMs - 1) > 0.25),
  };
}
