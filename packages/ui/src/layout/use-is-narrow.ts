import { useSyncExternalStore } from 'react';
import { maxWidthQuery } from './widths.ts';

const narrow = maxWidthQuery('phone');

function onNarrow(listener: () => void): () => void {
  const query = window.matchMedia(narrow);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

const isNarrow = () => window.matchMedia(narrow).matches;

/** Whether the window has the phone layout. False on the server. */
export const useIsNarrow = (): boolean => useSyncExternalStore(onNarrow, isNarrow, () => false);
