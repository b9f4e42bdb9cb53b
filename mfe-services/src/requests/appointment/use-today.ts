import { useSyncExternalStore } from 'react';
import { localDay } from './slot.rules.ts';

const never = () => () => {};

/** The day that it is where the browser is; undefined in a first view that a server draws, which knows no clock. */
export const useToday = (): string | undefined =>
  useSyncExternalStore(
    never,
    () => localDay(new Date()),
    () => undefined,
  );
