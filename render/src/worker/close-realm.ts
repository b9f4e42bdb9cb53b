import { registerHooks } from 'node:module';

/**
 * Defence against code that has escaped its context: removes everything from the thread's own realm that would lead out
 * of the thread. Its permissions (`set-worker.ts`) do not cover the network, so loading modules is disabled too.
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
  const functionKinds = [() => {}, async () => {}, function* () {}, async function* () {}];
  for (const functionKind of functionKinds)
    Object.defineProperty(Object.getPrototypeOf(functionKind), 'constructor', {
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
