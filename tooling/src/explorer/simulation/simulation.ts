import { AsyncLocalStorage } from 'node:async_hooks';
import { createRandom, type Random } from './random.ts';

/** A running service, or a program that it calls. Promises that a stopped process awaits never resolve. */
export type Process = ReturnType<typeof createProcess>;

export function createProcess(name: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const created = {
    name,
    isStopped: false,
    /** Resolves when it is stopped. */
    stopped: promise,
    stop(): void {
      created.isStopped = true;
      resolve();
    },
  };
  return created;
}

const processContext = new AsyncLocalStorage<Process>();

/** The process to which the current code belongs; undefined outside of the simulated shop. */
export const currentProcess = (): Process | undefined => processContext.getStore();

/** Runs code as part of a process. */
export const runAsProcess = <Result>(process: Process, work: () => Result): Result =>
  processContext.run(process, work);

/** Runs code outside of the simulation, in real time and without pauses. */
export const runOutside = <Result>(work: () => Result): Result => processContext.exit(work);

const never = new Promise<never>(() => undefined);

/** Never resolves in a stopped process. */
export const suspendIfStopped = async (process: Process | undefined): Promise<void> =>
  process?.isStopped ? never : undefined;

/** Operations that wait until the scheduler continues them. */
interface WaitingOperation {
  readonly what: string;
  readonly isEvent: boolean;
  readonly process: Process;
  readonly resume: () => void;
}

interface Timer {
  readonly id: number;
  readonly process: Process;
  readonly everyMs: number | undefined;
  readonly isShort: boolean;
  readonly run: () => void;
  dueMs: number;
}

/** Probabilities of interference. */
export type Disturbance = Readonly<typeof calm>;

export const calm = {
  /** A database operation waits, so that others run before it. */
  pause: 0,
  /** A call takes effect but its caller gets an error. */
  loseAnswer: 0,
  /** The broker loses an event on the way to one consumer. */
  loseEvent: 0,
  /** A call is lost before it arrives. */
  loseCall: 0,
  /** An event, a webhook or a call is delivered twice. */
  double: 0,
  /** An instance is stopped while it waits. */
  stop: 0,
  /** The database aborts a transaction at its end, and it is repeated. */
  failCommit: 0,
  /** A service whose events are late; empty for none. */
  late: '',
};

/** A timer up to this time is part of work in progress; longer ones are awaited only when nothing else is left. */
const soonMs = 400;
/** Turns of the event loop without work after which nothing will continue by itself. */
const idleTurns = 3;
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * Runs everything sequentially, in an order that the seed decides: calls, events and database operations wait in
 * `waitForTurn`, and timers for their time on the simulated clock.
 */
export class Simulation {
  readonly random: Random;
  nowMs: number;
  /** Whether an event may have been lost that was not resent yet. */
  mayLoseEvents = false;
  #disturbance: Disturbance = calm;
  /** The actions of the simulation, in sentences. */
  readonly story: string[] = [];
  /** Called when nothing can continue. Returns whether it made something continue. */
  whenStuck: () => unknown = () => undefined;
  #waiting: WaitingOperation[] = [];
  #timers: Timer[] = [];
  #timerIds = 0;
  #inProgress = 0;
  #progress: (() => void) | undefined;

  constructor(seed: number, startMs: number) {
    this.random = createRandom(seed);
    this.nowMs = startMs;
  }

  get disturbance(): Disturbance {
    return this.#disturbance;
  }

  set disturbance(next: Disturbance) {
    this.#disturbance = next;
    this.mayLoseEvents ||= next.loseEvent > 0;
  }

  tell(sentence: string): void {
    this.story.push(sentence);
  }

  /** Waits until the scheduler chooses this operation. Never resolves in a stopped process. */
  async waitForTurn(what: string, isEvent = false): Promise<void> {
    const process = currentProcess();
    if (process === undefined) return;
    await suspendIfStopped(process);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push({ what, isEvent, process, resume: resolve });
    await promise;
    await suspendIfStopped(process);
  }

  /** Whether a database operation waits before it starts; decided at random. */
  isPaused(): boolean {
    return this.disturbance.pause > 0 && this.random.chance(this.disturbance.pause);
  }

  /** Runs work of another program (the database) that finishes without a turn of the simulation. */
  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#inProgress += 1;
    try {
      const result = await work();
      // Deliveries of the bus in the current turn of the event loop come first, so the speed of the database has no effect.
      await nextTurn();
      return result;
    } finally {
      this.#inProgress -= 1;
      if (this.#inProgress === 0) this.#progress?.();
    }
  }

  setTimer(run: () => void, ms: number, isRepeated = false): number {
    const process = currentProcess();
    if (process === undefined) throw new Error('A timer of the simulation belongs to a process.');
    this.#timerIds += 1;
    const afterMs = Number.isFinite(ms) ? Math.max(1, ms) : 1;
    const everyMs = isRepeated ? afterMs : undefined;
    // The scheduler never waits for periodic work.
    const isShort = !isRepeated && afterMs <= soonMs;
    this.#timers.push({ id: this.#timerIds, process, run, everyMs, isShort, dueMs: this.nowMs + afterMs });
    return this.#timerIds;
  }

  clearTimer(id: number): void {
    this.#timers = this.#timers.filter((timer) => timer.id !== id);
  }

  /** Ends a process as a crash would: its current work is not finished. */
  stop(process: Process): void {
    process.stop();
    this.#waiting = this.#waiting.filter((operation) => operation.process !== process);
    this.#timers = this.#timers.filter((timer) => timer.process !== process);
  }

  /** Resolves when all work waits for a turn or a timer, or is blocked. */
  async untilQuiet(): Promise<void> {
    for (let idle = 0; idle < idleTurns; idle += 1) {
      await nextTurn();
      if (this.#inProgress === 0 && idle === idleTurns - 1) {
        const unblocked = this.whenStuck();
        if (unblocked !== undefined) idle = -1;
      }
      if (this.#inProgress === 0) continue;
      idle = -1;
      await new Promise<void>((resolve) => {
        this.#progress = resolve;
      });
      this.#progress = undefined;
    }
  }

  /** Resolves when `work` is done. Meanwhile operations may run that wait for another process's open transaction. */
  async untilDone(work: Promise<unknown>): Promise<void> {
    let isDone = false;
    void Promise.allSettled([work]).then(() => {
      isDone = true;
    });
    while (!isDone) await this.untilQuiet();
    await work;
  }

  /** Processes that are waiting in the middle of some work. */
  get waitingProcesses(): readonly Process[] {
    return [...new Set(this.#waiting.map(({ process }) => process))];
  }

  #nextTimer(timers: readonly Timer[] = this.#timers): Timer | undefined {
    return timers.reduce<Timer | undefined>(
      (earliest, timer) => (earliest === undefined || timer.dueMs < earliest.dueMs ? timer : earliest),
      undefined,
    );
  }

  #fire(timer: Timer): void {
    this.nowMs = Math.max(this.nowMs, timer.dueMs);
    if (timer.everyMs === undefined) this.clearTimer(timer.id);
    else timer.dueMs = this.nowMs + timer.everyMs;
    runAsProcess(timer.process, timer.run);
  }

  /**
   * Continues one operation; false when none waits and no timer is due soon. Without `untilMs` events of the late service
   * are left waiting.
   */
  async advance(untilMs?: number): Promise<boolean> {
    const { late } = this.disturbance;
    const waiting =
      untilMs === undefined && late !== ''
        ? this.#waiting.filter(({ isEvent, process }) => !isEvent || process.name !== late)
        : this.#waiting;
    const timer = this.#nextTimer(this.#timers.filter(({ isShort }) => isShort));
    const isDueSoon = timer !== undefined && (untilMs === undefined || timer.dueMs <= untilMs);
    const choices = waiting.length + (isDueSoon ? 1 : 0);
    if (choices === 0) return false;
    const chosen = waiting[this.random.below(choices)];
    // So that no two steps have the same time.
    this.nowMs += 1;
    if (chosen) {
      this.#waiting = this.#waiting.filter((other) => other !== chosen);
      chosen.resume();
    } else if (timer) this.#fire(timer);
    await this.untilQuiet();
    return true;
  }

  /** Continues all waiting operations and advances the clock. Periodic work that is due several times runs once. */
  async pass(ms: number): Promise<void> {
    const untilMs = this.nowMs + ms;
    for (;;) {
      while (await this.advance(untilMs));
      const timer = this.#nextTimer();
      if (timer === undefined || timer.dueMs > untilMs) break;
      // In a long pause, the clock first jumps to its end.
      if (ms > 60_000) this.nowMs = untilMs;
      this.#fire(timer);
      await this.untilQuiet();
    }
    this.nowMs = Math.max(this.nowMs, untilMs);
  }
}
