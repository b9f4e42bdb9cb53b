import { Badge } from '@kinmel/ui';
import { useCartCount } from '../cart/state/cart-store.ts';

/** The number on the bag: pieces, not lines. Part of the accessible name of the link around it. */
export default function CartBadge() {
  const count = useCartCount();
  return <Badge count={count} label={`${count} ${count === 1 ? 'item' : 'items'}`} />;
}
