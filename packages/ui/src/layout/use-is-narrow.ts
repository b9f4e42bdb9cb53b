import { useSyncExternalStore } from 'react';

/** The widest window with the phone layout, in CSS pixels. Media queries in styles repeat the number. */
export const maxNarrowPx = 768;
const narrow = `(max-width: ${maxNarrowPx}px)`;

function onNarrow(listener: () => void): () => void {
  const query = window.matchMedia(narrow);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

const isNarrow = () => window.matchMedia(narrow).matches;

/** Whether the window has the phone layout. False on the server. */
export const useIsNarrow = (): boolean => useSyncExternalStore(onNarrow, isNarrow, () => false);
