import type { Product } from '@kinmel/contracts';
import { Button } from '@kinmel/ui';
import { Widget } from '@kinmel/web-kit';

interface AddToCartProps {
  product: Product;
  look: 'card' | 'buy';
}

/** Stands where the button of the cart's remote will stand, with its size and its words. */
function Placeholder({ product, look }: AddToCartProps) {
  const isBuy = look === 'buy';
  const shape = { look: isBuy ? 'buy' : 'tonal', size: isBuy ? 'large' : 'medium', fullWidth: true } as const;
  if (!product.inStock) {
    return (
      <Button {...shape} aria-label={`Out of Stock: ${product.name}`} disabled>
        Out of Stock
      </Button>
    );
  }
  return (
    <Button {...shape} aria-label={`Add to Cart: ${product.name}`} aria-busy="true" aria-disabled="true">
      Add to Cart
    </Button>
  );
}

/** The button that puts a product into the cart, from the cart's own remote. */
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
