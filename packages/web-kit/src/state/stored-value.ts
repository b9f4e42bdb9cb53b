interface StoredValueOptions<T> {
  key: string;
  /** Undefined for invalid content: the key starts empty. */
  parse: (raw: unknown) => T | undefined;
  empty: T;
}

/** A typed value in a key of localStorage that components can subscribe to. Never throws, even with invalid content or without space or storage. */
export function storedValue<T>({ key, parse, empty }: StoredValueOptions<T>) {
  const listeners = new Set<() => void>();
  let lastText: string | null = null;
  let value = empty;
  // Keeps a value that could not be stored, because the next read would otherwise undo the last change.
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

  const notify = () => {
    for (const listener of listeners) listener();
  };

  const onOtherTab = (event: StorageEvent) => {
    if (event.key !== key && event.key !== null) return;
    unstored = undefined;
    notify();
  };

  // A page from the back/forward cache missed changes of other tabs.
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) notify();
  };

  return {
    key,
    /** Returns the same object until it changes, and without a browser the empty value. */
    read,
    /** False when the browser refused to store it (private mode, quota); the value then lasts until the page closes. */
    write: (next: T): boolean => {
      let isStored = true;
      try {
        window.localStorage.setItem(key, JSON.stringify(next));
        unstored = undefined;
      } catch {
        unstored = { value: next };
        isStored = false;
      }
      notify();
      return isStored;
    },
    /** Subscribes to changes by this page and by other tabs. Returns the function that unsubscribes. */
    subscribe: (listener: () => void): (() => void) => {
      if (listeners.size === 0) {
        window.addEventListener('storage', onOtherTab);
        window.addEventListener('pageshow', onPageShow);
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        window.removeEventListener('storage', onOtherTab);
        window.removeEventListener('pageshow', onPageShow);
      };
    },
  };
}
