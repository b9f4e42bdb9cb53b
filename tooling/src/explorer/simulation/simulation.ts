import { AsyncLocalStorage } from 'node:async_hooks';
import { createRandom, type Random } from './random.ts';

/** A running service, or one of those it talks to. What a stopped one waits for never comes. */
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

const running = new AsyncLocalStorage<Process>();

/** The process that the present code belongs to; undefined outside of the simulated shop. */
export const currentProcess = (): Process | undefined => running.getStore();

/** Runs code as a part of a process. */
export const asProcess = <Result>(process: Process, work: () => Result): Result => running.run(process, work);

/** Runs code outside of the simulation, in real time and without pauses. */
export const outside = <Result>(work: () => Result): Result => running.exit(work);

const never = new Promise<never>(() => undefined);

/** Never resolves in a stopped process. */
export const whileRunning = async (process: Process | undefined): Promise<void> =>
  process?.isStopped ? never : undefined;

/** What waits until the scheduler lets it go on. */
interface Waiting {
  readonly what: string;
  readonly isEvent: boolean;
  readonly process: Process;
  readonly goOn: () => void;
}

interface Timer {
  readonly id: number;
  readonly process: Process;
  readonly everyMs: number | undefined;
  readonly isShort: boolean;
  readonly run: () => void;
  dueMs: number;
}

/** How often the simulation interferes. */
export type Disturbance = Readonly<typeof calm>;

export const calm = {
  /** A database operation waits, so that others come between. */
  pause: 0,
  /** A call takes effect and its caller sees an error. */
  loseAnswer: 0,
  /** The broker loses an event on the way to one consumer. */
  loseEvent: 0,
  /** A call does not arrive. */
  loseCall: 0,
  /** An event, a webhook or a call comes twice. */
  double: 0,
  /** An instance is stopped while it waits. */
  stop: 0,
  /** The database gives up a transaction at its end, and it is repeated. */
  failCommit: 0,
  /** A service whose events come late; empty: none. */
  late: '',
};

/** A timer of at most this time is a part of something in progress; longer ones are waited for when nothing else is. */
const soonMs = 400;
/** Turns of the event loop without work after which nothing runs by itself any more. */
const idleTurns = 3;
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * Runs everything one at a time, in an order that the seed decides: calls, events and operations of the database wait at
 * `waitForTurn`, timers for their time on the simulated clock.
 */
export class Simulation {
  readonly random: Random;
  nowMs: number;
  /** Whether any may be lost so far. */
  mayLoseEvents = false;
  #disturbance: Disturbance = calm;
  /** What the simulation did, in sentences. */
  readonly story: string[] = [];
  /** Called when nothing goes on; whether it made something go on. */
  whenStuck: () => unknown = () => undefined;
  #waiting: Waiting[] = [];
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

  /** Waits until the scheduler chooses this one. Never resolves in a stopped process. */
  async waitForTurn(what: string, isEvent = false): Promise<void> {
    const process = currentProcess();
    if (process === undefined) return;
    await whileRunning(process);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push({ what, isEvent, process, goOn: resolve });
    await promise;
    await whileRunning(process);
  }

  /** Whether an operation of the database waits before it begins. */
  isPaused(): boolean {
    return this.disturbance.pause > 0 && this.random.chance(this.disturbance.pause);
  }

  /** Work of another program (the database) that ends by itself. */
  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#inProgress += 1;
    try {
      const result = await work();
      // What the bus delivers in a turn of the event loop comes first, however fast the database was.
      await turn();
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
    // Periodic work is not what anything waits for.
    const isShort = !isRepeated && afterMs <= soonMs;
    this.#timers.push({ id: this.#timerIds, process, run, everyMs, isShort, dueMs: this.nowMs + afterMs });
    return this.#timerIds;
  }

  clearTimer(id: number): void {
    this.#timers = this.#timers.filter((timer) => timer.id !== id);
  }

  /** Ends a process as a crash does: what it was doing is not done. */
  stop(process: Process): void {
    process.stop();
    this.#waiting = this.#waiting.filter((one) => one.process !== process);
    this.#timers = this.#timers.filter((one) => one.process !== process);
  }

  /** Resolves when everything waits: for its turn, for its time, or for ever. */
  async untilQuiet(): Promise<void> {
    for (let idle = 0; idle < idleTurns; idle += 1) {
      await turn();
      if (this.#inProgress === 0 && idle === idleTurns - 1) {
        const passed = this.whenStuck();
        if (passed !== undefined) idle = -1;
      }
      if (this.#inProgress === 0) continue;
      idle = -1;
      await new Promise<void>((resolve) => {
        this.#progress = resolve;
      });
      this.#progress = undefined;
    }
  }

  /** Resolves when `work` is done; meanwhile lets operations pass that wait for another process's open transaction. */
  async untilDone(work: Promise<unknown>): Promise<void> {
    let isDone = false;
    void Promise.allSettled([work]).then(() => {
      isDone = true;
    });
    while (!isDone) await this.untilQuiet();
    await work;
  }

  /** Processes that wait in the middle of something. */
  get waitingProcesses(): readonly Process[] {
    return [...new Set(this.#waiting.map(({ process }) => process))];
  }

  #nextTimer(timers: readonly Timer[] = this.#timers): Timer | undefined {
    return timers.reduce<Timer | undefined>(
      (first, one) => (first === undefined || one.dueMs < first.dueMs ? one : first),
      undefined,
    );
  }

  #fire(timer: Timer): void {
    this.nowMs = Math.max(this.nowMs, timer.dueMs);
    if (timer.everyMs === undefined) this.clearTimer(timer.id);
    else timer.dueMs = this.nowMs + timer.everyMs;
    asProcess(timer.process, timer.run);
  }

  /**
   * Lets one thing go on, without an end also what is late; false when nothing is to be done soon, or before `untilMs`.
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
    const one = waiting[this.random.below(choices)];
    // No two steps are at the same moment.
    this.nowMs += 1;
    if (one) {
      this.#waiting = this.#waiting.filter((other) => other !== one);
      one.goOn();
    } else if (timer) this.#fire(timer);
    await this.untilQuiet();
    return true;
  }

  /** Lets everything go on that waits, and time pass. Periodic work that is due more than once is done once. */
  async pass(ms: number): Promise<void> {
    const untilMs = this.nowMs + ms;
    for (;;) {
      while (await this.advance(untilMs));
      const timer = this.#nextTimer();
      if (timer === undefined || timer.dueMs > untilMs) break;
      // In a long pause, the clock jumps to its end first.
      if (ms > 60_000) this.nowMs = untilMs;
      this.#fire(timer);
      await this.untilQuiet();
    }
    this.nowMs = Math.max(this.nowMs, untilMs);
  }
}
