import type { CheckedCart } from '@kinmel/contracts';
import type { CartLine } from '../cart/cart-line.ts';

type CheckedCartLine = CheckedCart['products'][number];

/** The shop's answer about an unchanged line. */
export const checkedLine = ({
  id,
  specialOffer,
  name,
  image,
  price,
  originalPrice,
  quantity,
}: CartLine): CheckedCartLine => ({
  productId: id,
  offerId: specialOffer?.id ?? null,
  name,
  image,
  price,
  originalPrice,
  quantity,
  maxQuantity: 20,
  lineTotal: price * quantity,
  inStock: true,
  lowStockCount: null,
  problem: null,
});

/** The answer to `POST /api/checkout-orders/quote`. */
export const aCheckedCart = (products: readonly CheckedCartLine[], promo: CheckedCart['promo'] = null) => ({
  success: true as const,
  data: {
    currency: 'NPR',
    products: [...products],
    pricing: { subtotal: 0, shipping: 0, tax: 0, total: 0 },
    promo,
  } satisfies CheckedCart,
});
