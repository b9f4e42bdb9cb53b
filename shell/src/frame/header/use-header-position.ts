import { useEffect, useState } from 'react';

/** `rest`: at the top of the page. `away`: scrolled out. `stuck`: its first row is shown after scrolling up. */
export type HeaderPosition = 'rest' | 'away' | 'stuck';

/** Smaller movements are ignored, in CSS pixels. */
const minScrollPx = 6;

/** The position of the header; `heightPx` is the scroll distance after which it is out of view. */
export function useHeaderPosition(heightPx: number): HeaderPosition {
  const [position, setPosition] = useState<HeaderPosition>('rest');
  useEffect(() => {
    let lastY = window.scrollY;
    const look = () => {
      const y = Math.max(0, window.scrollY);
      if (y <= heightPx) setPosition((now) => (now === 'stuck' && y > 0 ? now : 'rest'));
      else if (y > lastY + minScrollPx) setPosition('away');
      else if (y < lastY - minScrollPx) setPosition('stuck');
      else return;
      lastY = y;
    };
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, [heightPx]);
  return position;
}
