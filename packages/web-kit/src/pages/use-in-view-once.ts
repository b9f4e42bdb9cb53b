import { type RefObject, useEffect, useState } from 'react';

/** Whether an element has been in the viewport, or within `marginPx` of it. Stays true from then on. */
export function useInViewOnce(anchor: RefObject<Element | null>, marginPx = 0): boolean {
  const [wasInView, setWasInView] = useState(false);
  useEffect(() => {
    const element = anchor.current;
    if (!element || wasInView) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setWasInView(true);
      },
      { rootMargin: `${marginPx}px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [anchor, marginPx, wasInView]);
  return wasInView;
}
