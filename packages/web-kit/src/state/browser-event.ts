/** A message between remotes in one window, typed by the one who defines it. */
export interface BrowserEvent<T> {
  readonly emit: (detail: T) => void;
  /** Returns the function that stops listening. */
  readonly on: (listener: (detail: T) => void) => () => void;
}

/**
 * An event by name (`cart.line-added`). Remotes share the window and nothing else, so the name is the contract:
 * whoever listens writes the same name and type.
 */
export function browserEvent<T>(name: string): BrowserEvent<T> {
  const type = `kinmel:${name}`;
  return {
    emit: (detail) => {
      window.dispatchEvent(new CustomEvent(type, { detail }));
    },
    on: (listener) => {
      const onEvent = (event: Event) => {
        if (event instanceof CustomEvent) listener(event.detail as T);
      };
      window.addEventListener(type, onEvent);
      return () => window.removeEventListener(type, onEvent);
    },
  };
}
