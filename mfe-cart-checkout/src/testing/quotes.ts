import type { Quote } from '@kinmel/contracts';
import type { CartLine } from '../cart/cart-line.ts';

type QuotedLine = Quote['products'][number];

/** What the shop answers about a line that is as it was. */
export const quoted = ({
  id,
  specialOffer,
  name,
  image,
  price,
  originalPrice,
  quantity,
}: CartLine): QuotedLine => ({
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
export const aQuote = (products: readonly QuotedLine[], promo: Quote['promo'] = null) => ({
  success: true as const,
  data: {
    products: [...products],
    pricing: { subtotal: 0, shipping: 0, tax: 0, total: 0 },
    promo,
  } satisfies Quote,
});
