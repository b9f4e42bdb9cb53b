import { type RefObject, useEffect, useRef } from 'react';

/**
 * The `ref` of a list's title, which needs `tabIndex={-1}`: when the last row goes, whatever had the focus goes with it, and the
 * title takes it.
 */
export function useFocusWhenEmptied<Title extends HTMLElement>(isFilled: boolean): RefObject<Title | null> {
  const title = useRef<Title>(null);
  const wasFilled = useRef(false);
  useEffect(() => {
    if (wasFilled.current && !isFilled) title.current?.focus();
    wasFilled.current = isFilled;
  }, [isFilled]);
  return title;
}
