import { type RefObject, useEffect, useRef } from 'react';

/**
 * The `ref` of a list's title, which needs `tabIndex={-1}`: another page of the list starts at its top, with the focus
 * on the title.
 */
export function usePageStart(page: number): RefObject<HTMLHeadingElement | null> {
  const title = useRef<HTMLHeadingElement>(null);
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    title.current?.parentElement?.scrollIntoView();
    title.current?.focus({ preventScroll: true });
  }, [page]);
  return title;
}
