import { Button } from '@kinmel/ui';
import type { WidgetProps } from '@kinmel/web-kit';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { useNavigate } from 'react-router-dom';
import { addLine, lineOf } from '../cart/cart.rules.ts';
import { changeLines, showCartMessage } from '../cart/state/cart-store.ts';

/** Adds ordered products to the cart again and opens it, where prices and stock are checked. */
export default function BuyAgain({ products }: WidgetProps['mfe-cart-checkout/buy-again']) {
  const navigate = useNavigate();
  if (products.length === 0) return null;
  const add = () => {
    const now = Date.now();
    changeLines((lines) =>
      products.reduce(
        // The price before that order's promo code.
        (cart, { productId: _id, name, details, originalPrice: price, image, quantity }) =>
          addLine(cart, lineOf({ _id, name, price, image, quantity, details }, now)),
        lines,
      ),
    );
    showCartMessage('Added to Cart!');
    void navigate('/cart');
  };
  return (
    <Button look="line" fullWidth onClick={add}>
      <RotateCcw />
      Buy again
    </Button>
  );
}
