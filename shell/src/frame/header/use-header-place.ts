import { useEffect, useState } from 'react';

/** `rest`: at the top of the page. `away`: scrolled out. `stuck`: its first row is back, because the shopper scrolls up. */
export type HeaderPlace = 'rest' | 'away' | 'stuck';

/** Less than this is a trembling finger, in CSS pixels. */
const leastScrollPx = 6;

/** Where the header stands; `heightPx` is how far a page scrolls before it has left by itself. */
export function useHeaderPlace(heightPx: number): HeaderPlace {
  const [place, setPlace] = useState<HeaderPlace>('rest');
  useEffect(() => {
    let lastY = window.scrollY;
    const look = () => {
      const y = Math.max(0, window.scrollY);
      if (y <= heightPx) setPlace((now) => (now === 'stuck' && y > 0 ? now : 'rest'));
      else if (y > lastY + leastScrollPx) setPlace('away');
      else if (y < lastY - leastScrollPx) setPlace('stuck');
      else return;
      lastY = y;
    };
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, [heightPx]);
  return place;
}
