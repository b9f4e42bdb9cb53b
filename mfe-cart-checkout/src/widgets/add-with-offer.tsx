import { Button } from '@kinmel/ui';
import type { WidgetProps } from '@kinmel/web-kit';
import { inputOfOffer } from '../cart/pricing/offer-line.rules.ts';
import { addToCart } from '../cart/state/cart-store.ts';

/** "Add to Cart with Offer" of the claim dialog: one line for product and offer, with its own texts. */
export default function AddWithOffer({
  offer,
  product,
  onAdded,
}: WidgetProps['mfe-cart-checkout/add-with-offer']) {
  const add = () => {
    const inStock = product?.inStock ?? true;
    if (addToCart({ ...inputOfOffer(offer, product), inStock }, 'Product added to cart!')) onAdded?.();
  };
  return (
    <Button look="buy" onClick={add}>
      Add to Cart with Offer
    </Button>
  );
}
