import vm from 'node:vm';
import type { ServerCode } from '../sets/server-files.ts';

/** An isolated context for page code, without access to anything outside the rendering. */
export interface Sandbox {
  /** Runs a server file and returns its `exports.modules`. Throws its error, or after `timeoutMs`. */
  load(part: ServerCode, require: (key: string) => unknown, timeoutMs: number): ServerModules;
  /** Calls `run` with the same time limit. */
  call<Result>(run: () => Result, timeoutMs: number): Result;
  /** Parses JSON into objects of the sandbox's realm. */
  parse(text: string): unknown;
  /** Clears pending timers. */
  clearTimers(): void;
}

export type ServerModules = Readonly<Record<string, () => unknown>>;

/**
 * A context with only what React needs: no `process`, `require`, `fetch`, sockets or code generation from strings. It
 * contains mistakes of deployed code, not attacks; the process around it has no secrets and no network access.
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
  // React looks up the global object by this name.
  inContext('globalThis.self = globalThis;');
  const parse = inContext('JSON.parse') as (text: string) => unknown;

  /** `vm` limits the time of scripts only, so the function is called by a script through a variable. */
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
