import { Badge } from '@kinmel/ui';
import { useWishlist } from '../wishlist/use-wishlist.ts';

/** The number of products on the wishlist; it becomes part of the name of the link it lies in. */
export default function WishlistBadge() {
  const { items } = useWishlist();
  return (
    <Badge count={items.length} label={`${items.length} ${items.length === 1 ? 'product' : 'products'}`} />
  );
}
