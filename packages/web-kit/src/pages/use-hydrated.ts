import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/**
 * False on a server and during hydration, true in every later render. Values from storage, clock or window may be
 * rendered only when it is true, so that the first view can be server-rendered.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
