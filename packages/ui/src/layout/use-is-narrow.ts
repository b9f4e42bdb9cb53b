import { useSyncExternalStore } from 'react';
import { upTo } from './widths.ts';

const phoneQuery = upTo('phone');

function subscribeToWidth(listener: () => void): () => void {
  const query = window.matchMedia(phoneQuery);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

const isNarrow = () => window.matchMedia(phoneQuery).matches;

/** Whether the window has the phone layout. False on the server. */
export const useIsNarrow = (): boolean => useSyncExternalStore(subscribeToWidth, isNarrow, () => false);
