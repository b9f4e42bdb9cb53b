import vm from 'node:vm';
import type { ServerCode } from '../sets/server-files.ts';

export type ServerModules = Readonly<Record<string, () => unknown>>;

/**
 * Runs in the context. A function of the worker would lead to the worker's own realm, through its constructor or an
 * error that it throws, so each is wrapped in a function of the context's realm.
 */
const wrapText = `(function (run, textOf) {
  'use strict';
  return (...values) => {
    try {
      return run(...values);
    } catch (error) {
      throw new Error(textOf(error));
    }
  };
})`;

/** The text of whatever page code has thrown. Never throws. */
export function failureText(error: unknown): string {
  try {
    const hasMessage = typeof error === 'object' && error !== null && 'message' in error;
    return String(hasMessage ? error.message : error).slice(0, 500);
  } catch {
    return 'unknown';
  }
}

/**
 * A context with only what React needs: no `process`, `require`, `fetch`, sockets or code generation from strings. It
 * limits the effect of mistakes in deployed code; code that escapes from it is stopped by the worker (`close-realm.ts`)
 * and its permissions.
 */
export function createSandbox(note: (text: string) => void) {
  const timers = new Set<NodeJS.Timeout>();
  const setSandboxTimeout = (run: (...values: unknown[]) => void, ms?: number, ...values: unknown[]) => {
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
  const clearSandboxTimeout = (id: unknown) => {
    for (const timer of timers) {
      if (timer[Symbol.toPrimitive]() !== id) continue;
      clearTimeout(timer);
      timers.delete(timer);
    }
  };
  const write = (...values: unknown[]) => note(values.map(String).join(' '));
  const functions = {
    setTimeout: setSandboxTimeout,
    clearTimeout: clearSandboxTimeout,
    queueMicrotask,
    structuredClone,
    atob,
    btoa,
  };
  const classes = {
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
  };
  const context = vm.createContext(vm.constants.DONT_CONTEXTIFY, {
    codeGeneration: { strings: false, wasm: false },
    microtaskMode: undefined,
  });
  const inContext = (code: string, options: vm.RunningScriptOptions & { filename?: string } = {}) =>
    vm.runInContext(code, context, options) as unknown;
  const parse = inContext('JSON.parse') as (text: string) => object;
  const wrapWith = inContext(wrapText) as <Run>(run: Run, textOf: (error: unknown) => string) => Run;
  const wrap = <Run>(run: Run) => wrapWith(run, failureText);
  const wrapAll = (target: object, implementations: object) => {
    for (const [name, run] of Object.entries(implementations)) Object.assign(target, { [name]: wrap(run) });
    return target;
  };
  const ignore = () => {};
  // React looks up the global object by the name self.
  Object.assign(wrapAll(context, functions), classes, {
    self: context,
    console: wrapAll(parse('{}'), { debug: ignore, error: write, info: ignore, log: ignore, warn: write }),
    performance: wrapAll(parse('{}'), { now: () => performance.now() }),
  });

  /** `vm` limits the time of scripts only, so the function is called by a script through a variable. */
  const call = <Result>(run: () => Result, timeoutMs: number): Result => {
    context['kinmelRun'] = wrap(run);
    try {
      return inContext('kinmelRun()', { timeout: timeoutMs }) as Result;
    } finally {
      delete context['kinmelRun'];
    }
  };

  return {
    /** Parses JSON into objects of the sandbox's realm. */
    parse,
    /** Creates a function of the sandbox's realm that calls this one. */
    wrap,
    call,
    /** Runs a server file and returns its `exports.modules`. Throws its error, or after `timeoutMs`. */
    load: (
      { code, name, version, folder }: ServerCode,
      require: (key: string) => unknown,
      timeoutMs: number,
    ): ServerModules => {
      const wrappedCode = `(function (module, exports, require, kinmelFolder) {${code}\n})`;
      const filename = `${name}/${version}`;
      const run = inContext(wrappedCode, { filename }) as (...values: unknown[]) => void;
      const module = parse('{"exports":{}}') as { exports: { modules?: ServerModules } };
      call(() => run(module, module.exports, wrap(require), folder), timeoutMs);
      if (typeof module.exports.modules !== 'object') throw new Error(`${filename} exports no modules`);
      return module.exports.modules;
    },
    clearTimers: () => {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}
