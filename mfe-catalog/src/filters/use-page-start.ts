import { type RefObject, useEffect, useRef } from 'react';

/**
 * The `ref` of a list's title, which needs `tabIndex={-1}`: another page of the list begins at its top, and the focus goes there
 * from the link that was pressed at its end.
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
