import { registerHooks } from 'node:module';

/**
 * For code that has left its context: takes what would lead out of this thread from the thread's own realm. Its
 * permissions (`set-worker.ts`) do not cover the network, so no module is loaded any more either.
 */
export function closeRealm(): void {
  registerHooks({
    resolve(specifier) {
      throw new Error(`${specifier}: there are no modules here`);
    },
  });
  Reflect.deleteProperty(process, 'getBuiltinModule');
  function refuse(): never {
    throw new EvalError('Code is not generated from strings here');
  }
  const constructed = [() => {}, async () => {}, function* () {}, async function* () {}];
  for (const each of constructed)
    Object.defineProperty(Object.getPrototypeOf(each), 'constructor', {
      value: refuse,
      writable: false,
      configurable: false,
    });
  for (const name of [
    'process',
    'eval',
    'Function',
    'fetch',
    'WebSocket',
    'EventSource',
    'BroadcastChannel',
    'navigator',
    'Buffer',
  ])
    Reflect.deleteProperty(globalThis, name);
}
