/** Changes by other instances become visible after this time. */
const cacheMs = 60_000;

/** Reads at most once a minute. The next call reads again after a failure or `forget`. */
export function readEachMinute<T>(now: () => Date, read: () => Promise<T>) {
  let cache: { readonly minute: number; readonly value: Promise<T> } | undefined;
  const forget = () => {
    cache = undefined;
  };
  const get = (): Promise<T> => {
    const minute = Math.floor(now().getTime() / cacheMs);
    if (cache?.minute === minute) return cache.value;
    const value = read();
    cache = { minute, value };
    value.catch(forget);
    return value;
  };
  return { get, forget };
}
