import type { Product } from '@kinmel/contracts';
import { Button } from '@kinmel/ui';
import { Widget } from '@kinmel/web-kit';

interface AddToCartProps {
  product: Product;
  look: 'card' | 'buy';
}

/** Shown while the button of the cart's remote is loading, with its size and text. */
function Placeholder({ product, look }: AddToCartProps) {
  const isBuy = look === 'buy';
  const shape = { look: isBuy ? 'buy' : 'tonal', size: isBuy ? 'large' : 'medium', fullWidth: true } as const;
  const text = product.inStock ? 'Add to Cart' : 'Out of Stock';
  return (
    <Button
      {...shape}
      aria-label={`${text}: ${product.name}`}
      {...(product.inStock ? { 'aria-busy': true, 'aria-disabled': true } : { disabled: true })}
    >
      {text}
    </Button>
  );
}

/** The Add to Cart button of the cart's remote. */
export function AddToCart({ product, look }: AddToCartProps) {
  return (
    <Widget
      name="mfe-cart-checkout/add-to-cart"
      product={product}
      look={look}
      placeholder={<Placeholder product={product} look={look} />}
    />
  );
}
