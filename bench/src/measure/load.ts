import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import autocannon from 'autocannon';
import { median } from './figure.ts';
import { cpuTimeMs } from './processes.ts';

export interface Load {
  /** Where to ask; with several, each gets its own connections. */
  readonly urls: readonly string[];
  /** Asked in turn. `{n}` becomes a number that was never used before, so that no cache knows the address. */
  readonly paths?: readonly string[];
  /** Sent in turn instead of reading `paths`. */
  readonly posts?: readonly Post[];
  /** At each of `urls`. */
  readonly connections: number;
  readonly durationMs: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request that is made again and again, each time under a new `Idempotency-Key`. */
export interface Post {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Shot {
  readonly answers: number;
  readonly cpuMsPerAnswer: number;
  readonly answersPerSecond: number;
  readonly p99Ms: number;
}

let nextNumber = Math.floor(performance.timeOrigin % 1e7) * 7;
let nextPath = 0;

/** The requests of a load as autocannon takes them. */
export function requestsOf({ paths = [], posts = [] }: Pick<Load, 'paths' | 'posts'>): autocannon.Request[] {
  const setupRequest = (request: autocannon.Request): autocannon.Request => {
    const index = nextPath++;
    const post = posts[index % posts.length];
    if (post === undefined)
      return { ...request, path: paths[index % paths.length]?.replace('{n}', String(nextNumber++)) };
    const { path, body, headers } = post;
    return {
      method: 'POST',
      path,
      body,
      headers: { ...request.headers, ...headers, 'idempotency-key': randomUUID() },
    };
  };
  return [{ setupRequest }];
}

/**
 * Loads a server and reads the processor time of its processes around it. What its answers leave to do is part of their cost:
 * `untilDone` resolves when that is done for so many answers.
 */
export async function shoot(
  { urls, connections, durationMs, headers, ...asked }: Load,
  pids: readonly number[],
  untilDone?: (answers: number) => Promise<void>,
): Promise<Shot> {
  const before = cpuTimeMs(pids);
  const results = await Promise.all(
    urls.map((url) =>
      autocannon({
        url,
        connections,
        duration: durationMs / 1000,
        headers: { 'accept-encoding': 'br', ...headers },
        requests: requestsOf(asked),
      }),
    ),
  );
  const answers = results.reduce((sum, result) => sum + result['2xx'], 0);
  const failures = results.reduce((sum, { non2xx, errors }) => sum + non2xx + errors, 0);
  if (failures > 0) throw new Error(`${failures} answers of ${urls.join(', ')} were failures.`);
  await untilDone?.(answers);
  return {
    answers,
    cpuMsPerAnswer: (cpuTimeMs(pids) - before) / answers,
    answersPerSecond: results.reduce((sum, { requests }) => sum + requests.average, 0),
    p99Ms: Math.max(...results.map(({ latency }) => latency.p99)),
  };
}

/** A load, the processes that serve it, and how to wait for what the answers leave to do. */
export interface Side {
  readonly load: Load;
  readonly pids: readonly number[];
  readonly untilDone?: (answers: number) => Promise<void>;
}

export interface Comparison {
  /** Measured over floor, processor time for each answer: one ratio for each pair. */
  readonly ratios: readonly number[];
  readonly medianRatio: number;
  readonly measured: readonly Shot[];
  readonly floor: readonly Shot[];
  readonly measuredCpuMs: number;
  readonly floorCpuMs: number;
  /** The floor moved by more than a quarter between pairs: the machine was too busy for a result. */
  readonly isNoisy: boolean;
}

const cpuOf = (shots: readonly Shot[]) => median(shots.map(({ cpuMsPerAnswer }) => cpuMsPerAnswer));

/** Measures two servers in turn and compares pair by pair, so that a drifting machine cancels out. */
export async function compare(measured: Side, floor: Side, pairs = 3): Promise<Comparison> {
  const shootAt = ({ load, pids, untilDone }: Side) => shoot(load, pids, untilDone);
  // Code that ran a few times only is not compiled yet.
  await shootAt(measured);
  await shootAt(floor);
  const shots: { measured: Shot; floor: Shot }[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    shots.push({ measured: await shootAt(measured), floor: await shootAt(floor) });
    await pause(200);
  }
  const floors = shots.map((shot) => shot.floor);
  const floorCpuMs = cpuOf(floors);
  const ratios = shots.map((shot) => shot.measured.cpuMsPerAnswer / shot.floor.cpuMsPerAnswer);
  return {
    ratios,
    medianRatio: median(ratios),
    measured: shots.map((shot) => shot.measured),
    floor: floors,
    measuredCpuMs: cpuOf(shots.map((shot) => shot.measured)),
    floorCpuMs,
    isNoisy: floors.some(({ cpuMsPerAnswer }) => Math.abs(cpuMsPerAnswer / floorCpuMs - 1) > 0.25),
  };
}
