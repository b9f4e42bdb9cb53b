import { startTransition, useEffect, useState } from 'react';
import { useNavigationType } from 'react-router-dom';
import { afterFrame } from './after-frame.ts';

/**
 * Whether a page may render the content below its first view. A page opened by a link renders its first view first and
 * the rest after that frame, so that a slow phone shows it at once. True from the start on a server, on the landing
 * page, and where the history restores a page, whose scroll position needs its full height.
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
