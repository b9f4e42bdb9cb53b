import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { performance } from 'node:perf_hooks';
import timersPromises from 'node:timers/promises';
import { currentProcess, runOutside, type Simulation } from './simulation.ts';

let simulation: Simulation | undefined;
/** The simulation to which the current code belongs. */
const activeSimulation = () => (currentProcess() === undefined ? undefined : simulation);

export type Fetch = (url: URL, init: RequestInit) => Promise<Response>;
let fetchInShop: Fetch = () => Promise.reject(new Error('Nothing is reachable from here.'));

/** Replaces clock, timers, random numbers and provider calls of the services by those of this simulation. */
export function simulate(next: Simulation, fetch: Fetch): void {
  simulation = next;
  fetchInShop = fetch;
}

const RealDate = Date;
class SimulatedDate extends RealDate {
  constructor(...args: readonly unknown[]) {
    // The constructor of Date has several forms; the arguments are passed on unchanged.
    super(...((args.length === 0 ? [SimulatedDate.now()] : args) as [number]));
  }

  static override now(): number {
    return activeSimulation()?.nowMs ?? RealDate.now();
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return Object.prototype.toString.call(value) === '[object Date]';
  }
}

// Libraries recognize types by the name of their constructor.
Object.defineProperty(SimulatedDate, 'name', { value: 'Date' });

/** Implements Node's timers as far as the services use them. */
function timerObject(owner: Simulation, id: number) {
  const timer = {
    id,
    clear: () => owner.clearTimer(id),
    ref: () => timer,
    unref: () => timer,
    hasRef: () => true,
    [Symbol.dispose]: () => owner.clearTimer(id),
  };
  return timer;
}

const isTimerObject = (value: unknown): value is ReturnType<typeof timerObject> =>
  typeof value === 'object' && value !== null && 'clear' in value && typeof value.clear === 'function';

function replaceTimer(name: 'setTimeout' | 'setInterval'): void {
  const original = globalThis[name] as (...args: readonly unknown[]) => unknown;
  Object.assign(globalThis, {
    [name]: (run: (...args: readonly unknown[]) => void, ms = 0, ...args: readonly unknown[]) => {
      const owner = activeSimulation();
      if (owner === undefined) return original(run, ms, ...args);
      return timerObject(
        owner,
        owner.setTimer(() => run(...args), ms, name === 'setInterval'),
      );
    },
  });
}

function replaceClear(name: 'clearTimeout' | 'clearInterval'): void {
  const original = globalThis[name] as (timer: unknown) => void;
  Object.assign(globalThis, {
    [name]: (timer: unknown) => (isTimerObject(timer) ? timer.clear() : original(timer)),
  });
}

/** Call it once per process, before the services are loaded. Code outside of the simulation keeps the real ones. */
export function installSimulatedGlobals(): void {
  replaceTimer('setTimeout');
  replaceTimer('setInterval');
  replaceClear('clearTimeout');
  replaceClear('clearInterval');

  const realNow = performance.now.bind(performance);
  performance.now = () => activeSimulation()?.nowMs ?? realNow();
  const realRandom = Math.random;
  Math.random = () => activeSimulation()?.random.next() ?? realRandom();
  const realTimeout = AbortSignal.timeout.bind(AbortSignal);
  AbortSignal.timeout = (ms) => {
    const owner = activeSimulation();
    if (owner === undefined) return realTimeout(ms);
    const controller = new AbortController();
    owner.setTimer(() => controller.abort(new DOMException('The time is over.', 'TimeoutError')), ms);
    return controller.signal;
  };
  const realFetch = globalThis.fetch;
  globalThis.fetch = (input, init = {}) => {
    if (activeSimulation() === undefined) return realFetch(input, init);
    return fetchInShop(new URL(String(input instanceof Request ? input.url : input)), init);
  };

  const original = {
    randomUUID: crypto.randomUUID,
    randomBytes: crypto.randomBytes,
    randomInt: crypto.randomInt,
    setTimeout: timersPromises.setTimeout,
  };
  const uuidOf = (bytes: Buffer): crypto.UUID => {
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
    const hex = bytes.toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  };
  Object.assign(crypto, {
    randomUUID: (options?: crypto.RandomUUIDOptions) => {
      const owner = activeSimulation();
      return owner === undefined ? original.randomUUID(options) : uuidOf(owner.random.bytes(16));
    },
    randomBytes: (count: number) => activeSimulation()?.random.bytes(count) ?? original.randomBytes(count),
    randomInt: (...range: readonly [number, number?]) => {
      const [from, to] = range[1] === undefined ? [0, range[0]] : [range[0], range[1]];
      const owner = activeSimulation();
      return owner === undefined ? original.randomInt(from, to) : from + owner.random.below(to - from);
    },
  });
  Object.assign(timersPromises, {
    setTimeout: (ms: number, value?: unknown, options?: object) => {
      const owner = activeSimulation();
      if (owner === undefined) return runOutside(() => original.setTimeout(ms, value, options));
      return new Promise((resolve) => owner.setTimer(() => resolve(value), ms));
    },
  });
  syncBuiltinESMExports();
  globalThis.Date = SimulatedDate as DateConstructor;
}
