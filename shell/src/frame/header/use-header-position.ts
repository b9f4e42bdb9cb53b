import { useEffect, useState } from 'react';

/** `rest`: at the top of the page. `away`: scrolled out. `stuck`: its first row is back, because the shopper scrolls up. */
export type HeaderPosition = 'rest' | 'away' | 'stuck';

/** Less than this is a trembling finger, in CSS pixels. */
const leastScrollPx = 6;

/** Where the header stands; `heightPx` is how far a page scrolls before it has left by itself. */
export function useHeaderPosition(heightPx: number): HeaderPosition {
  const [position, setPosition] = useState<HeaderPosition>('rest');
  useEffect(() => {
    let lastY = window.scrollY;
    const look = () => {
      const y = Math.max(0, window.scrollY);
      if (y <= heightPx) setPosition((now) => (now === 'stuck' && y > 0 ? now : 'rest'));
      else if (y > lastY + leastScrollPx) setPosition('away');
      else if (y < lastY - leastScrollPx) setPosition('stuck');
      else return;
      lastY = y;
    };
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, [heightPx]);
  return position;
}
