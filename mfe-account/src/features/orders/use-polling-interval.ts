import { useSyncExternalStore } from 'react';

/** How often an order is asked for again while something may happen to it, in milliseconds. */
export const pollEveryMs = 10_000;

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** For what is asked for again while orders are under way; 0 stops it: when none is, and while the tab is hidden. */
export function usePollingInterval(isUnderWay: boolean): number {
  const isVisible = useSyncExternalStore(
    onVisibility,
    () => document.visibilityState === 'visible',
    () => true,
  );
  return isUnderWay && isVisible ? pollEveryMs : 0;
}
