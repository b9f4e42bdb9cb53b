import { Badge } from '@kinmel/ui';
import { useWishlist } from '../wishlist/use-wishlist.ts';

/** The number of products on the wishlist; part of the accessible name of the link around it. */
export default function WishlistBadge() {
  const { items } = useWishlist();
  return (
    <Badge count={items.length} label={`${items.length} ${items.length === 1 ? 'product' : 'products'}`} />
  );
}
