import { Button } from '@kinmel/ui';
import type { WidgetProps } from '@kinmel/web-kit';
import { inputOf } from '../cart/cart.rules.ts';
import { addToCart } from '../cart/state/cart-store.ts';

const looks = {
  card: { look: 'tonal', size: 'medium', fullWidth: true },
  buy: { look: 'buy', size: 'large', fullWidth: true },
  row: { look: 'tonal', size: 'medium' },
} as const;

/** The button that adds a product to the cart; disabled and named "Out of Stock" without stock. */
export default function AddToCart({
  product,
  look,
  successText,
}: WidgetProps['mfe-cart-checkout/add-to-cart']) {
  const words = product.inStock ? 'Add to Cart' : 'Out of Stock';
  return (
    <Button
      {...looks[look]}
      // Lists have many of these buttons, so the product is part of the name.
      aria-label={`${words}: ${product.name}`}
      disabled={!product.inStock}
      onClick={() => addToCart({ ...inputOf(product), inStock: product.inStock }, successText)}
    >
      {words}
    </Button>
  );
}
