import { useSyncExternalStore } from 'react';

const narrow = '(max-width: 768px)';

function onNarrow(listener: () => void): () => void {
  const query = window.matchMedia(narrow);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

const isNarrow = () => window.matchMedia(narrow).matches;

/** Whether rows are drawn as cards: one of both is in the document, never both. */
export const useIsNarrow = (): boolean => useSyncExternalStore(onNarrow, isNarrow, () => false);
