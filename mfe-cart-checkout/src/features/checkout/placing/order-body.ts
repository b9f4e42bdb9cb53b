import type { OrderedPieces } from '../../../cart/cart-edit.rules.ts';
import type { CartLine } from '../../../cart/cart-line.ts';
import { askedLine } from '../../../cart-api.ts';
import { type Delivery, trimmed } from '../delivery/delivery.rules.ts';

/** CHKO-17, CONF-64: cash on delivery is preselected. */
export type PaymentMethod = 'cash_on_delivery' | 'card';

interface OrderToPlace {
  readonly delivery: Delivery;
  readonly lines: readonly CartLine[];
  readonly promoCode: string | null;
  readonly paymentMethod: PaymentMethod;
  /** The total that the shopper was shown; the server refuses to take another. */
  readonly totalInMinorUnits: number;
}

/** The order as it is sent, in text: the same order is the same text. Prices are the server's own (decision SIL-21). */
export const orderBody = ({
  delivery,
  lines,
  promoCode,
  paymentMethod,
  totalInMinorUnits,
}: OrderToPlace): string =>
  JSON.stringify({
    customerDetails: trimmed(delivery),
    products: lines.map(askedLine),
    pricing: { total: totalInMinorUnits / 100 },
    paymentMethod,
    promoCode,
  });

/** The pieces that a body of this page orders. */
export function orderedPieces(body: string): readonly OrderedPieces[] {
  // The text was written by `orderBody`, if perhaps before a reload.
  const { products = [] } = JSON.parse(body) as { products?: ReturnType<typeof askedLine>[] };
  return products.map(({ productId, quantity, specialOffer }) => ({ id: productId, quantity, specialOffer }));
}
