import type { Product } from '@kinmel/contracts';
import { IconButton } from '@kinmel/ui';
import Heart from 'lucide-react/icons/heart';
import { useRef, useState } from 'react';
import classes from './heart.module.css';
import { useWish } from './use-wishlist.ts';

/** How long the heart beats after it was pressed, in milliseconds. */
export const heartBeatMs = 600;

/** The heart of a product: pressed when the product is on the wishlist. `buy` is the large one beside the buy button. */
export function WishHeart({ product, look }: { product: Product; look: 'card' | 'buy' }) {
  const { isWished, toggle } = useWish(product);
  const [isBeating, setBeating] = useState(false);
  // Not ended when the heart goes: it then says something to nobody, and a list has a hundred hearts to take down.
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const press = () => {
    toggle();
    setBeating(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setBeating(false), heartBeatMs);
  };

  return (
    <IconButton
      label={`Add ${product.name} to wishlist`}
      aria-pressed={isWished}
      look={look === 'card' ? 'round' : 'line'}
      size={look === 'card' ? 'normal' : 'large'}
      className={classes.heart}
      data-beating={isBeating}
      onClick={press}
    >
      <Heart aria-hidden="true" />
    </IconButton>
  );
}
