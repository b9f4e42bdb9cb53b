import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';

/** A mouse that only passes by opens nothing; one that slips out for a moment closes nothing. In milliseconds. */
const restMs = 120;
const slipMs = 180;

/** As wide as the window must be for something to hang beside the page. */
const wide = '(min-width: 769px)';

/**
 * Whether a mouse rests on a place or the keyboard is in it, in a window with room for what it opens. Opening takes no focus;
 * Escape, leaving and following a link end it.
 */
export function useNearness() {
  const [isNear, setNear] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const turn = useCallback((next: boolean, afterMs: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setNear(next && window.matchMedia(wide).matches), afterMs);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    isNear,
    handlers: {
      onPointerEnter: (event: PointerEvent) => {
        if (event.pointerType === 'mouse') turn(true, restMs);
      },
      onPointerLeave: () => turn(false, slipMs),
      onFocus: (event: FocusEvent) => {
        if (event.target.matches(':focus-visible')) turn(true, 0);
      },
      onBlur: (event: FocusEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget)) turn(false, 0);
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'Escape' || !isNear) return;
        // What is closed may hold the focus, which would fall to the top of the page: it goes back to the link that opened it.
        event.currentTarget.querySelector('a')?.focus();
        turn(false, 0);
      },
      onClick: () => turn(false, 0),
    },
  } as const;
}
