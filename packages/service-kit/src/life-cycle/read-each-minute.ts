/** Changes by other instances become visible after this time. */
const keptMs = 60_000;

/** Reads at most once a minute. The next call reads again after a failure or `forget`. */
export function readEachMinute<T>(now: () => Date, read: () => Promise<T>) {
  let cache: { readonly span: number; readonly value: Promise<T> } | undefined;
  const forget = () => {
    cache = undefined;
  };
  const get = (): Promise<T> => {
    const span = Math.floor(now().getTime() / keptMs);
    if (cache?.span === span) return cache.value;
    const value = read();
    cache = { span, value };
    value.catch(forget);
    return value;
  };
  return { get, forget };
}
