import { useSyncExternalStore } from 'react';

/** Polling interval of orders in progress, in milliseconds. */
export const pollEveryMs = 10_000;

function subscribeToVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** The interval while orders are in progress; 0 when none is, and while the tab is hidden. */
export function usePollingInterval(isUnderWay: boolean): number {
  const isVisible = useSyncExternalStore(
    subscribeToVisibility,
    () => document.visibilityState === 'visible',
    () => true,
  );
  return isUnderWay && isVisible ? pollEveryMs : 0;
}
