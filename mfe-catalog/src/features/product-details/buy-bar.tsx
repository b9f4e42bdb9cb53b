import type { Product } from '@kinmel/contracts';
import { Price } from '@kinmel/ui';
import { formatPrice } from '@kinmel/web-kit';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { AddToCart } from '../../products/add-to-cart.tsx';
import { priceText } from '../../products/price-text.ts';
import type { Saving } from '../../products/pricing.rules.ts';
import classes from './buy-bar.module.css';

/** The part of the button that must be visible: a strip at the window's edge can hardly be read or pressed. */
const usablePart = 0.9;

/** Scrolls the element with the keyboard's focus out from under the bar; a focus by touch may leave the view. */
function uncoverFocus(bar: HTMLElement): void {
  const focusedElement = document.querySelector(':focus-visible');
  if (!focusedElement || bar.contains(focusedElement)) return;
  const barRect = bar.getBoundingClientRect();
  const { top, bottom } = focusedElement.getBoundingClientRect();
  const isOverlapped = barRect.height > 0 && bottom > barRect.top && top < barRect.bottom;
  if (isOverlapped) focusedElement.scrollIntoView({ block: 'nearest' });
}

interface BuyBarProps {
  product: Product;
  saving: Saving | undefined;
  /** The page's buy button; the bar is shown while it is at least partly out of view. */
  button: RefObject<HTMLElement | null>;
}

/** Price and Add to Cart at the bottom of a phone's window while the page's own button is out of view. */
export function BuyBar({ product, saving, button }: BuyBarProps) {
  const [isNeeded, setNeeded] = useState(false);
  useEffect(() => {
    if (!button.current) return;
    const visibilityObserver = new IntersectionObserver(
      (entries) => setNeeded((entries.at(-1)?.intersectionRatio ?? 1) < usablePart),
      { threshold: [0, usablePart] },
    );
    visibilityObserver.observe(button.current);
    return () => visibilityObserver.disconnect();
  }, [button]);
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isNeeded) return;
    // The bar may appear after the focus moved, and cards that were not rendered yet are laid out a frame after it.
    const check = () =>
      requestAnimationFrame(() => requestAnimationFrame(() => bar.current && uncoverFocus(bar.current)));
    check();
    document.addEventListener('focusin', check);
    // A part of the page that loads later can push the focused element under the bar.
    const resizeObserver = new ResizeObserver(check);
    resizeObserver.observe(document.body);
    return () => {
      document.removeEventListener('focusin', check);
      resizeObserver.disconnect();
    };
  }, [isNeeded]);
  if (!isNeeded) return null;
  return (
    <section ref={bar} className={classes.bar} aria-label="Buy">
      <Price
        className={classes.price}
        price={priceText(product)}
        oldPrice={saving && formatPrice(saving.originalPrice)}
      />
      <div className={classes.button}>
        <AddToCart product={product} look="buy" />
      </div>
    </section>
  );
}
