import vm from 'node:vm';
import type { ServerCode } from '../sets/server-files.ts';

/** What the code of pages may do: nothing that reaches out of the rendering. */
export interface Sandbox {
  /** Runs a server file; its `exports.modules`. Throws what it throws, or when it takes longer than `timeoutMs`. */
  load(part: ServerCode, require: (key: string) => unknown, timeoutMs: number): ServerModules;
  /** Calls within the same bound of time. */
  call<Result>(run: () => Result, timeoutMs: number): Result;
  /** Parses with the objects of the sandbox, so that its code meets no object of another realm. */
  parse(text: string): unknown;
  /** Forgets the timers that are left. */
  clearTimers(): void;
}

export type ServerModules = Readonly<Record<string, () => unknown>>;

/**
 * A context with what React needs and no more: there is no `process`, `require`, `fetch` or socket, and no code is made of
 * text. It holds back mistakes of code that was deployed; the process around it has no secret to lose and no network to use.
 */
export function createSandbox(note: (text: string) => void): Sandbox {
  const timers = new Set<NodeJS.Timeout>();
  const later = (run: (...values: unknown[]) => void, ms?: number, ...values: unknown[]) => {
    const timer = setTimeout(
      () => {
        timers.delete(timer);
        run(...values);
      },
      typeof ms === 'number' ? ms : 0,
    );
    timers.add(timer);
    return timer[Symbol.toPrimitive]();
  };
  const forget = (id: unknown) => {
    for (const timer of timers) {
      if (timer[Symbol.toPrimitive]() !== id) continue;
      clearTimeout(timer);
      timers.delete(timer);
    }
  };
  const write = (...values: unknown[]) => note(values.map(String).join(' '));
  const globals: Record<string, unknown> = {
    console: { debug: () => {}, error: write, info: () => {}, log: () => {}, warn: write },
    setTimeout: later,
    clearTimeout: forget,
    queueMicrotask,
    structuredClone,
    performance: { now: () => performance.now() },
    AbortController,
    AbortSignal,
    DOMException,
    Event,
    EventTarget,
    ReadableStream,
    TextDecoder,
    TextEncoder,
    URL,
    URLSearchParams,
    atob,
    btoa,
  };
  const context = vm.createContext(
    { ...globals },
    { codeGeneration: { strings: false, wasm: false }, microtaskMode: undefined },
  );
  const inContext = (code: string, options: vm.RunningScriptOptions & { filename?: string } = {}) =>
    vm.runInContext(code, context, options) as unknown;
  // React asks for its own global by this name.
  inContext('globalThis.self = globalThis;');
  const parse = inContext('JSON.parse') as (text: string) => unknown;

  /** The time limit of a script holds only while a script runs: what it has to call waits for it in a variable. */
  const call = <Result>(run: () => Result, timeoutMs: number): Result => {
    context['kinmelRun'] = run;
    try {
      return inContext('kinmelRun()', { timeout: timeoutMs }) as Result;
    } finally {
      delete context['kinmelRun'];
    }
  };

  return {
    parse,
    call,
    load: ({ code, name, version, folder }, require, timeoutMs) => {
      const wrapped = `(function (module, exports, require, kinmelFolder) {${code}\n})`;
      const filename = `${name}/${version}`;
      const run = inContext(wrapped, { filename }) as (...values: unknown[]) => void;
      const module: { exports: { modules?: ServerModules } } = { exports: {} };
      call(() => run(module, module.exports, require, folder), timeoutMs);
      if (typeof module.exports.modules !== 'object') throw new Error(`${filename} exports no modules`);
      return module.exports.modules;
    },
    clearTimers: () => {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}
