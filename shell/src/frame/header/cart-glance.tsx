import { upTo } from '@kinmel/ui';
import { Widget } from '@kinmel/web-kit';
import { type RefObject, useEffect, useState } from 'react';

/** A mouse that only passes opens nothing, and one that leaves for a moment closes nothing. */
const openDelayMs = 120;
const closeDelayMs = 180;

/** Phones have no room for a preview. */
const phoneQuery = upTo('phone');

/**
 * Whether a mouse rests on an anchor or the anchor has the focus, in a wide window. Opening takes no focus; Escape,
 * leaving and following a link close it. Pointer and focus that are already there count.
 */
function useNearness(anchor: HTMLElement, isMouseOver: RefObject<boolean>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const setNearAfterDelay = (next: boolean, afterMs: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => setNear(next && !window.matchMedia(phoneQuery).matches), afterMs);
    };
    const listeners = {
      pointerenter: (event: Event) => {
        if ('pointerType' in event && event.pointerType === 'mouse') setNearAfterDelay(true, openDelayMs);
      },
      pointerleave: () => setNearAfterDelay(false, closeDelayMs),
      focusin: (event: Event) => {
        if (event.target instanceof Element && event.target.matches(':focus-visible'))
          setNearAfterDelay(true, 0);
      },
      focusout: (event: Event) => {
        const next = event instanceof FocusEvent ? event.relatedTarget : null;
        if (!(next instanceof Node && anchor.contains(next))) setNearAfterDelay(false, 0);
      },
      click: () => setNearAfterDelay(false, 0),
    };
    // On the document, because it must be possible to dismiss without moving the mouse or the focus (WCAG 1.4.13).
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // The closed part may have the focus, which would be lost: it returns to the link.
      if (anchor.contains(document.activeElement)) anchor.querySelector('a')?.focus();
      setNearAfterDelay(false, 0);
    };
    for (const [name, listener] of Object.entries(listeners)) anchor.addEventListener(name, listener);
    document.addEventListener('keydown', onKey);
    if (anchor.querySelector(':focus-visible')) setNearAfterDelay(true, 0);
    else if (isMouseOver.current) setNearAfterDelay(true, openDelayMs);
    return () => {
      clearTimeout(timer);
      for (const [name, listener] of Object.entries(listeners)) anchor.removeEventListener(name, listener);
      document.removeEventListener('keydown', onKey);
    };
  }, [anchor, isMouseOver]);
  return isNear;
}

interface CartGlanceProps {
  anchor: HTMLElement;
  /** Whether a mouse was over the anchor before this was mounted. */
  isMouseOver: RefObject<boolean>;
}

/** A preview of the cart below the bag while it has pointer or focus. */
export default function CartGlance({ anchor, isMouseOver }: CartGlanceProps) {
  const isNear = useNearness(anchor, isMouseOver);
  return isNear ? <Widget name="mfe-cart-checkout/mini-cart" whenMissing="nothing" /> : null;
}
