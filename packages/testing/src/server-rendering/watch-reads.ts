/** Whether the caller is code of the shop, not a library. */
function isCalledByShopCode(): boolean {
  const frame = new Error().stack?.split('\n')[3] ?? '';
  return !frame.includes('/node_modules/');
}

/**
 * Forbids reads of storage, clock and random numbers, which differ between server and browser. Each read throws and is
 * listed, because a `catch` may hide the error. `window` and `document` are undefined.
 */
export function watchReads(): { readonly reads: readonly string[]; readonly stop: () => void } {
  const reads: string[] = [];
  const rejectRead = (source: string): never => {
    reads.push(source);
    throw new Error(`${source} was read while a first view was rendered`);
  };
  const originalDescriptors = new Map<PropertyKey, PropertyDescriptor | undefined>();
  const storages = ['localStorage', 'sessionStorage'] as const;
  for (const name of storages) {
    originalDescriptors.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
    Object.defineProperty(globalThis, name, {
      configurable: true,
      get: () => (isCalledByShopCode() ? rejectRead(name) : undefined),
    });
  }
  const RealDate = globalThis.Date;
  const { now } = RealDate;
  const { random } = Math;
  RealDate.now = () => (isCalledByShopCode() ? rejectRead('Date.now') : now());
  Math.random = () => (isCalledByShopCode() ? rejectRead('Math.random') : random());
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args: unknown[]) =>
      args.length === 0 && isCalledByShopCode() ? rejectRead('new Date()') : Reflect.construct(target, args),
  });
  return {
    reads,
    stop: () => {
      globalThis.Date = RealDate;
      RealDate.now = now;
      Math.random = random;
      for (const [name, descriptor] of originalDescriptors) {
        if (descriptor) Object.defineProperty(globalThis, name, descriptor);
        else Reflect.deleteProperty(globalThis, name);
      }
    },
  };
}
