/** One key of the browser's storage, as a value that components can follow. */
export interface StoredValue<T> {
  readonly key: string;
  /** The same object until something changes. Without a browser: the empty value. */
  readonly read: () => T;
  /** False when the browser refused to keep it (private mode, quota); the value still holds until the page closes. */
  readonly write: (value: T) => boolean;
  /** Hears changes by this page and by other tabs. Returns the function that stops it. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly empty: T;
}

interface StoredValueOptions<T> {
  key: string;
  /** Undefined means bad content: the key starts empty, and nothing else is touched. */
  parse: (raw: unknown) => T | undefined;
  empty: T;
}

/** Ties a key of localStorage to a type. Bad content, missing storage and a full one never throw. */
export function storedValue<T>({ key, parse, empty }: StoredValueOptions<T>): StoredValue<T> {
  const listeners = new Set<() => void>();
  let lastText: string | null = null;
  let value = empty;
  // What could not be stored is kept here, or the shopper's last step would be undone by the next read.
  let unstored: { value: T } | undefined;

  const parseText = (text: string): T => {
    try {
      return parse(JSON.parse(text) as unknown) ?? empty;
    } catch {
      return empty;
    }
  };

  const read = (): T => {
    if (typeof window === 'undefined') return empty;
    if (unstored) return unstored.value;
    let text: string | null = null;
    try {
      text = window.localStorage.getItem(key);
    } catch {
      return value;
    }
    if (text !== lastText) {
      lastText = text;
      value = text === null ? empty : parseText(text);
    }
    return value;
  };

  const tell = () => {
    for (const listener of listeners) listener();
  };

  const onOtherTab = (event: StorageEvent) => {
    if (event.key !== key && event.key !== null) return;
    unstored = undefined;
    tell();
  };

  // A page that the browser kept for the way back heard nothing of what other tabs wrote meanwhile.
  const onShown = ({ persisted }: PageTransitionEvent) => {
    if (persisted) tell();
  };

  return {
    key,
    empty,
    read,
    write: (next) => {
      let isStored = true;
      try {
        window.localStorage.setItem(key, JSON.stringify(next));
        unstored = undefined;
      } catch {
        unstored = { value: next };
        isStored = false;
      }
      tell();
      return isStored;
    },
    subscribe: (listener) => {
      if (listeners.size === 0) {
        window.addEventListener('storage', onOtherTab);
        window.addEventListener('pageshow', onShown);
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        window.removeEventListener('storage', onOtherTab);
        window.removeEventListener('pageshow', onShown);
      };
    },
  };
}
