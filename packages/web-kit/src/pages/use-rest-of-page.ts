import { startTransition, useEffect, useState } from 'react';
import { useNavigationType } from 'react-router-dom';
import { afterFrame } from './after-frame.ts';

/**
 * Whether a page may draw what stands below its first view. A page that a link opened draws its first view alone and
 * the rest after that frame, so that a slow phone shows it at once. True from the start on a server, on the page that a
 * document opens with, and where the history brings a page back, whose scroll position needs its full height.
 */
export function useRestOfPage(): boolean {
  const isOpenedByLink = useNavigationType() !== 'POP';
  const [isFirstViewShown, setFirstViewShown] = useState(!isOpenedByLink);
  useEffect(() => {
    if (isFirstViewShown) return;
    return afterFrame(() => startTransition(() => setFirstViewShown(true)));
  }, [isFirstViewShown]);
  return isFirstViewShown;
}
