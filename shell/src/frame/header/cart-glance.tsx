import { upTo } from '@kinmel/ui';
import { Widget } from '@kinmel/web-kit';
import { type RefObject, useEffect, useState } from 'react';

/** A pointer that only passes over does not open the preview, and one that leaves briefly does not close it. */
const openDelayMs = 120;
const closeDelayMs = 180;

/** Phones have no room for a preview. */
const phoneQuery = upTo('phone');

/**
 * Whether a mouse rests on an anchor or the anchor has the focus, in a wide window. Opening takes no focus; Escape,
 * leaving and following a link close it. A pointer or focus that is on the anchor before mounting counts too.
 */
function useHoverOrFocus(anchor: HTMLElement, isMouseOver: RefObject<boolean>): boolean {
  const [isHoveredOrFocused, setHoveredOrFocused] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const setAfterDelay = (next: boolean, afterMs: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => setHoveredOrFocused(next && !window.matchMedia(phoneQuery).matches), afterMs);
    };
    const listeners = {
      pointerenter: (event: Event) => {
        if ('pointerType' in event && event.pointerType === 'mouse') setAfterDelay(true, openDelayMs);
      },
      pointerleave: () => setAfterDelay(false, closeDelayMs),
      focusin: (event: Event) => {
        if (event.target instanceof Element && event.target.matches(':focus-visible')) setAfterDelay(true, 0);
      },
      focusout: (event: Event) => {
        const next = event instanceof FocusEvent ? event.relatedTarget : null;
        if (!(next instanceof Node && anchor.contains(next))) setAfterDelay(false, 0);
      },
      click: () => setAfterDelay(false, 0),
    };
    // On the document, because it must be possible to dismiss without moving the mouse or the focus (WCAG 1.4.13).
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // The closed part may have the focus, which would be lost: it returns to the link.
      if (anchor.contains(document.activeElement)) anchor.querySelector('a')?.focus();
      setAfterDelay(false, 0);
    };
    for (const [name, listener] of Object.entries(listeners)) anchor.addEventListener(name, listener);
    document.addEventListener('keydown', onKey);
    if (anchor.querySelector(':focus-visible')) setAfterDelay(true, 0);
    else if (isMouseOver.current) setAfterDelay(true, openDelayMs);
    return () => {
      clearTimeout(timer);
      for (const [name, listener] of Object.entries(listeners)) anchor.removeEventListener(name, listener);
      document.removeEventListener('keydown', onKey);
    };
  }, [anchor, isMouseOver]);
  return isHoveredOrFocused;
}

interface CartGlanceProps {
  anchor: HTMLElement;
  /** Whether a mouse was over the anchor before this was mounted. */
  isMouseOver: RefObject<boolean>;
}

/** A preview of the cart below the bag while it has pointer or focus. */
export default function CartGlance({ anchor, isMouseOver }: CartGlanceProps) {
  const isHoveredOrFocused = useHoverOrFocus(anchor, isMouseOver);
  return isHoveredOrFocused ? <Widget name="mfe-cart-checkout/mini-cart" whenMissing="nothing" /> : null;
}
