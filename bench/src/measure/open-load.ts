import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { watchNeighbours } from './cpu-time.ts';
import type { Post } from './shot.ts';

/** One stretch of a load. */
export interface OpenPhase {
  readonly durationMs: number;
  /** So many requests a second, each sent when it is due: nobody waits for the answer to another (open loop). */
  readonly perSecond?: number;
  /** Instead of it so many clients that ask again when they are answered (closed loop): finds the peak. */
  readonly clients?: number;
  /** One of so many clients goes away when it has no answer by then. */
  readonly givingUp?: { readonly oneOf: number; readonly afterMs: number };
}

export interface OpenLoad {
  readonly baseUrl: string;
  /** Asked in turn; `{n}` becomes a number that was never used before. */
  readonly paths?: readonly string[];
  /** Made in turn instead of reading `paths`, each under a new `Idempotency-Key`. */
  readonly posts?: readonly Post[];
  readonly headers?: Readonly<Record<string, string>>;
  /** One after the other without a pause. */
  readonly phases: readonly OpenPhase[];
}

export interface OpenRequest {
  /** When it was to be sent, by the clock of the load. */
  readonly dueAt: number;
  /** From then to the end of its answer, or to the moment when its client went away. */
  readonly tookMs: number;
  /** 0 without an answer. */
  readonly status: number;
  readonly hasGivenUp: boolean;
}

/** What became of each request, by phase. */
export interface OpenResult {
  readonly phases: readonly OpenRequest[][];
  /** Share of the machine that others used meanwhile; see `watchNeighbours`. */
  readonly neighbours: number;
}

/** Loads a server from a process of its own. */
export async function loadInPhases(load: OpenLoad): Promise<OpenResult> {
  const neighboursSince = watchNeighbours();
  const child = fork(join(import.meta.dirname, 'open-load-process.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  child.send(load);
  const [phases] = (await once(child, 'message')) as [OpenRequest[][]];
  // While it is there: what a process that has ended used is not told.
  const neighbours = neighboursSince();
  child.disconnect();
  return { phases, neighbours };
}

export const isGood = ({ status }: OpenRequest): boolean => status >= 200 && status < 300;

/** In milliseconds; NaN of none. */
export function tookAtMost(requests: readonly OpenRequest[], share: number): number {
  const times = requests.map(({ tookMs }) => tookMs).sort((left, right) => left - right);
  return times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
}
