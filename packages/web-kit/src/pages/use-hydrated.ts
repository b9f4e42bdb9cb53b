import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * False on a server and while a server's drawing is taken over, true in every other render. What storage, the clock
 * or the window know may be drawn only when it is true, so that the first view can be drawn on a server.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
