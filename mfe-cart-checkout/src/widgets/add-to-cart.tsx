import { Button } from '@kinmel/ui';
import type { WidgetProps } from '@kinmel/web-kit';
import { inputOf } from '../cart/cart.rules.ts';
import { addToCart, useHasDevice } from '../cart/state/cart-store.ts';

const looks = {
  card: { look: 'tonal', size: 'medium', fullWidth: true },
  buy: { look: 'buy', size: 'large', fullWidth: true },
  row: { look: 'tonal', size: 'medium' },
} as const;

/** The button that adds a product to the cart; disabled without stock, and for a device that is in the cart. */
export default function AddToCart({
  product,
  look,
  successText,
}: WidgetProps['mfe-cart-checkout/add-to-cart']) {
  const isInCart = useHasDevice(product);
  const label = isInCart ? 'In your cart' : product.inStock ? 'Add to Cart' : 'Out of Stock';
  const add = () => void addToCart({ ...inputOf(product), inStock: product.inStock }, successText);
  return (
    <Button
      {...looks[look]}
      // Lists have many of these buttons, so the product is part of the name.
      aria-label={`${label}: ${product.name}`}
      disabled={!product.inStock}
      // Not `disabled`: the pressed button keeps the focus.
      aria-disabled={isInCart || undefined}
      onClick={isInCart ? undefined : add}
    >
      {label}
    </Button>
  );
}
