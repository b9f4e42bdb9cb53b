import { useSyncExternalStore } from 'react';

/** How far the server's clock is ahead of the device's, in milliseconds; undefined before the first answer. */
let aheadMs: number | undefined;
const listeners = new Set<() => void>();

/** Reads the time from the `Date` header of an answer: the clock of a device can be wrong by weeks. */
export function learnServerTime(answer: Response | undefined): void {
  const serverTime = Date.parse(answer?.headers.get('date') ?? '');
  if (Number.isNaN(serverTime)) return;
  aheadMs = serverTime - Date.now();
  for (const onChange of listeners) onChange();
}

/** The server's time; before the first answer the device's, which must not be a reason to refuse anything. */
export const serverNow = (): Date => new Date(Date.now() + (aheadMs ?? 0));

export const knowsServerTime = (): boolean => aheadMs !== undefined;

function subscribe(onChange: () => void) {
  listeners.add(onChange);
  return () => void listeners.delete(onChange);
}

/** The day of the server's time; undefined before its first answer, and during server rendering, which has no clock. */
export const useServerDay = (dayOf: (now: Date) => string): string | undefined =>
  useSyncExternalStore<string | undefined>(
    subscribe,
    () => (knowsServerTime() ? dayOf(serverNow()) : undefined),
    () => undefined,
  );
