import { type RefObject, useEffect, useState } from 'react';

/** A mouse that only passes by opens nothing; one that slips out for a moment closes nothing. In milliseconds. */
const restMs = 120;
const slipMs = 180;

/** As wide as the window must be for something to hang beside the page. */
const wide = '(min-width: 769px)';

/**
 * Whether a mouse rests on an anchor or the keyboard is in it, in a window with room for what it opens. Opening takes no focus;
 * Escape, leaving and following a link end it. What is there already when this begins counts.
 */
export function useNearness(anchor: HTMLElement, isMouseOver: RefObject<boolean>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const turn = (next: boolean, afterMs: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => setNear(next && window.matchMedia(wide).matches), afterMs);
    };
    const listeners = {
      pointerenter: (event: Event) => {
        if ('pointerType' in event && event.pointerType === 'mouse') turn(true, restMs);
      },
      pointerleave: () => turn(false, slipMs),
      focusin: (event: Event) => {
        if (event.target instanceof Element && event.target.matches(':focus-visible')) turn(true, 0);
      },
      focusout: (event: Event) => {
        const next = event instanceof FocusEvent ? event.relatedTarget : null;
        if (!(next instanceof Node && anchor.contains(next))) turn(false, 0);
      },
      click: () => turn(false, 0),
    };
    // Heard wherever the focus is: what a resting mouse has opened must be possible to close without moving it.
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // What is closed may hold the focus, which would fall to the top of the page: it goes back to the link that opened it.
      if (anchor.contains(document.activeElement)) anchor.querySelector('a')?.focus();
      turn(false, 0);
    };
    for (const [name, listener] of Object.entries(listeners)) anchor.addEventListener(name, listener);
    document.addEventListener('keydown', onKey);
    if (anchor.querySelector(':focus-visible')) turn(true, 0);
    else if (isMouseOver.current) turn(true, restMs);
    return () => {
      clearTimeout(timer);
      for (const [name, listener] of Object.entries(listeners)) anchor.removeEventListener(name, listener);
      document.removeEventListener('keydown', onKey);
    };
  }, [anchor, isMouseOver]);
  return isNear;
}
