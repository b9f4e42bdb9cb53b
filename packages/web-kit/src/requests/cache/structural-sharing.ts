const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype);

/** The new value, with every part of the old one that is equal: what shows only that part is not drawn again. */
export function shareStructure(old: unknown, fresh: unknown): unknown {
  if (
    Object.is(old, fresh) ||
    !isPlain(old) ||
    !isPlain(fresh) ||
    Array.isArray(old) !== Array.isArray(fresh)
  )
    return fresh;
  const keys = Object.keys(fresh);
  const shared: Record<string, unknown> = Array.isArray(fresh) ? ([] as unknown as typeof fresh) : {};
  let isSame = keys.length === Object.keys(old).length;
  for (const key of keys) {
    shared[key] = shareStructure(old[key], fresh[key]);
    isSame &&= key in old && Object.is(old[key], shared[key]);
  }
  return isSame ? old : shared;
}
