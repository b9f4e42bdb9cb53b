import { Widget } from '@kinmel/web-kit';
import type { RefObject } from 'react';
import { useNearness } from './use-nearness.ts';

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
