import { type RefObject, useEffect, useRef } from 'react';

/** Use as the `ref` of an element that replaces a pressed button: it gets the focus when mounted and is announced. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();

/**
 * The `ref` of a list's title, which needs `tabIndex={-1}`: it gets the focus when the last row is removed with the
 * focused button.
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
