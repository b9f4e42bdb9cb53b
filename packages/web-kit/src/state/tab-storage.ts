/** JSON values in sessionStorage. Without storage, or with invalid content, reads give undefined and writes are dropped. */
export const tabStorage = {
  read: (key: string): unknown => {
    try {
      return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined;
    } catch {
      return undefined;
    }
  },
  /** Undefined removes the key. */
  write: (key: string, value: object | undefined): void => {
    try {
      if (value) sessionStorage.setItem(key, JSON.stringify(value));
      else sessionStorage.removeItem(key);
    } catch {
      // The caller keeps the value in memory.
    }
  },
};
