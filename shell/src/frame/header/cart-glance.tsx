import { Widget } from '@kinmel/web-kit';
import type { RefObject } from 'react';
import { useNearness } from './use-nearness.ts';

interface CartGlanceProps {
  anchor: HTMLElement;
  /** Whether a mouse has been over the anchor since before this was there. */
  isMouseOver: RefObject<boolean>;
}

/** A look into the cart, hanging below the bag while a mouse or the keyboard is there. */
export default function CartGlance({ anchor, isMouseOver }: CartGlanceProps) {
  const isNear = useNearness(anchor, isMouseOver);
  return isNear ? <Widget name="mfe-cart-checkout/mini-cart" whenMissing="nothing" /> : null;
}
