import type { Product } from '@kinmel/contracts';
import { IconButton } from '@kinmel/ui';
import Heart from 'lucide-react/icons/heart';
import { useEffect, useState } from 'react';
import classes from './heart.module.css';
import { useWish } from './use-wishlist.ts';

/** How long the heart beats after it was pressed, in milliseconds (CARD-09). */
export const heartBeatMs = 600;

/** The heart of a product: pressed when the product is on the wishlist. `buy` is the large one beside the buy button. */
export function WishHeart({ product, look }: { product: Product; look: 'card' | 'buy' }) {
  const { isWished, toggle } = useWish(product);
  const [beats, setBeats] = useState(0);
  const [isBeating, setBeating] = useState(false);

  useEffect(() => {
    if (beats === 0) return;
    setBeating(true);
    const timer = setTimeout(() => setBeating(false), heartBeatMs);
    return () => clearTimeout(timer);
  }, [beats]);

  return (
    <IconButton
      label={`Add ${product.name} to wishlist`}
      aria-pressed={isWished}
      look={look === 'card' ? 'round' : 'line'}
      size={look === 'card' ? 'normal' : 'large'}
      className={classes.heart}
      data-beating={isBeating}
      onClick={() => {
        toggle();
        setBeats(beats + 1);
      }}
    >
      <Heart aria-hidden="true" />
    </IconButton>
  );
}
