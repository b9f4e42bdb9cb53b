import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { totalCpuTimeMs } from './cpu-time.ts';

export interface Load {
  baseUrl: string;
  /** Asked in turn, by each connection from the first on. `{n}` becomes a number that was never used before. */
  paths: readonly string[];
  /** All connections take from one list of paths instead, which goes on from shot to shot: nothing is asked again soon. */
  isOneList?: boolean;
  /** Where in that list to begin. */
  from?: number;
  connections: number;
  durationMs: number;
  /** Sent with every request; `accept-encoding: br` unless told otherwise. */
  headers?: Record<string, string>;
  /** Made in turn instead of reading `paths`. */
  posts?: readonly Post[];
  /** Refusals are the answers that are wanted, and anything else a failure. */
  isRefused?: boolean;
}

/** A request that is made again and again, each time under a new `Idempotency-Key`. */
export interface Post {
  path: string;
  headers: Record<string, string>;
  body: string;
}

export interface Shot {
  answers: number;
  failures: number;
  cpuMsPerAnswer: number;
  answersPerSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/** What a request leaves behind is part of its cost: resolves when so many of them are done altogether. */
export type UntilDone = (answers: number) => Promise<void>;

/** Loads one server from a process of its own and reads the processor time of the server's processes around it. */
export async function shoot(load: Load, pids: readonly number[], untilDone?: UntilDone): Promise<Shot> {
  const before = totalCpuTimeMs(pids);
  const child = fork(join(import.meta.dirname, 'load-process.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.send(load);
  const [result] = (await once(child, 'message')) as [Omit<Shot, 'cpuMsPerAnswer'>];
  await untilDone?.(result.answers);
  const used = totalCpuTimeMs(pids) - before;
  if (result.answers === 0) throw new Error(`${load.baseUrl} gave no answer.`);
  return { ...result, cpuMsPerAnswer: used / result.answers };
}

export interface Comparison {
  /** Measured / floor, processor time for each answer, one ratio for each pair of shots. */
  ratios: number[];
  medianRatio: number;
  floorCpuMs: number;
  measuredCpuMs: number;
  measured: Shot[];
  floor: Shot[];
  /** The floor moved by more than a quarter between pairs: the machine was too busy to say anything. */
  isNoisy: boolean;
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
};

/** Shots at one server; each goes on in its list of paths where the one before ended. */
function inTurn({ load, pids, untilDone }: { load: Load; pids: readonly number[]; untilDone?: UntilDone }) {
  let asked = 0;
  return async (durationMs: number): Promise<Shot> => {
    const shot = await shoot({ ...load, durationMs, from: asked }, pids, untilDone);
    asked += shot.answers + load.connections;
    return shot;
  };
}

/** Measures two servers in turn, A B A B A B, and compares pair by pair so that a drifting machine cancels out. */
export async function compare(
  measured: { load: Load; pids: readonly number[]; untilDone?: UntilDone },
  floor: { load: Load; pids: readonly number[] },
  /** How long each is loaded before anything counts: code that ran a few times only is not compiled yet. */
  warmUpMs = 1_000,
  /** More where the two are so near to each other that their spread counts. */
  pairs = 3,
): Promise<Comparison> {
  const shootMeasured = inTurn(measured);
  const shootFloor = inTurn(floor);
  await shootMeasured(warmUpMs);
  await shootFloor(warmUpMs);
  const shots: { measured: Shot; floor: Shot }[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    const a = await shootMeasured(measured.load.durationMs);
    await pause(200);
    const b = await shootFloor(floor.load.durationMs);
    await pause(200);
    if (a.failures > 0)
      throw new Error(`${a.failures} of ${a.answers} answers of ${measured.load.baseUrl} were failures.`);
    shots.push({ measured: a, floor: b });
  }
  const floorCpu = shots.map((shot) => shot.floor.cpuMsPerAnswer);
  const floorCpuMs = median(floorCpu);
  const ratios = shots.map((shot) => shot.measured.cpuMsPerAnswer / shot.floor.cpuMsPerAnswer);
  return {
    ratios,
    medianRatio: median(ratios),
    floorCpuMs,
    measuredCpuMs: median(shots.map((shot) => shot.measured.cpuMsPerAnswer)),
    measured: shots.map((shot) => shot.measured),
    floor: shots.map((shot) => shot.floor),
    isNoisy: floorCpu.some((value) => Math.abs(value / floorCpuMs - 1) > 0.25),
  };
}
