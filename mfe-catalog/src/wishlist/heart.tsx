import { IconButton } from '@kinmel/ui';
import type { WidgetProps } from '@kinmel/web-kit';
import Heart from 'lucide-react/icons/heart';
import { useRef, useState } from 'react';
import { AlertButton } from '../alerts/alert-button.tsx';
import classes from './heart.module.css';
import { useWish } from './use-wishlist.ts';

/** Duration of the beat after a press, in milliseconds. */
export const heartBeatMs = 600;

/**
 * The wishlist toggle of a product. On a card it is followed by an alert button while pressed; not beside the buy
 * button (`buy`), because the product page has its own.
 */
export function WishHeart({ product, look }: WidgetProps['mfe-catalog/wishlist-heart']) {
  const { isWished, toggle } = useWish(product);
  const [isBeating, setBeating] = useState(false);
  // Not cleared on unmount: a late call is harmless, and a list can have a hundred hearts.
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const press = () => {
    toggle();
    setBeating(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setBeating(false), heartBeatMs);
  };

  return (
    <>
      <IconButton
        label={`Add ${product.name} to wishlist`}
        aria-pressed={isWished}
        look={look === 'card' ? 'round' : 'line'}
        size={look === 'card' ? 'normal' : 'large'}
        className={classes.heart}
        data-beating={isBeating}
        onClick={press}
      >
        <Heart />
      </IconButton>
      {isWished && look === 'card' ? <AlertButton about={product} look="round" /> : null}
    </>
  );
}
