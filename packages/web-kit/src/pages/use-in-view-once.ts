import { type RefObject, useEffect, useState } from 'react';

/** Whether an element has been in the viewport, or within `marginPx` of it. Stays true from then on. */
export function useInViewOnce(anchor: RefObject<Element | null>, marginPx = 0): boolean {
  const [hasBeen, setHasBeen] = useState(false);
  useEffect(() => {
    const element = anchor.current;
    if (!element || hasBeen) return;
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setHasBeen(true);
      },
      { rootMargin: `${marginPx}px` },
    );
    watch.observe(element);
    return () => watch.disconnect();
  }, [anchor, marginPx, hasBeen]);
  return hasBeen;
}
