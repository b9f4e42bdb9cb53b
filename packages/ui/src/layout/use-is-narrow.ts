import { useSyncExternalStore } from 'react';

const narrow = '(max-width: 768px)';

function onNarrow(listener: () => void): () => void {
  const query = window.matchMedia(narrow);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

const isNarrow = () => window.matchMedia(narrow).matches;

/** Whether the window has the phone layout, at most 768 px wide. False on the server. */
export const useIsNarrow = (): boolean => useSyncExternalStore(onNarrow, isNarrow, () => false);
