import { type RefObject, startTransition, useEffect, useRef, useState } from 'react';

/** So many cards of a list are whole from the start: more than the first view of any screen. */
const wholeAtFirst = 16;

interface NearCards {
  readonly grid: RefObject<HTMLUListElement | null>;
  /** So many cards, from the first on, are or were within a screen's height of the window. */
  readonly count: number;
}

/** Follows how far down a list of cards the shopper has come, a jump to its end included. */
export function useNearCards(): NearCards {
  const grid = useRef<HTMLUListElement>(null);
  const [count, setCount] = useState(wholeAtFirst);
  useEffect(() => {
    const cards = grid.current?.children;
    const next = cards?.[count];
    if (cards === undefined || next === undefined) return;
    const watch = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        const reach = 2 * window.innerHeight;
        const beyond = [...cards].findIndex((card) => card.getBoundingClientRect().top > reach);
        startTransition(() => setCount(beyond < 0 ? cards.length : Math.max(beyond, count + 1)));
      },
      // A card that lies above the window, because the shopper jumped over it, has come near too.
      { rootMargin: '1000000px 0px 100% 0px' },
    );
    watch.observe(next);
    return () => watch.disconnect();
  });
  return { grid, count };
}
