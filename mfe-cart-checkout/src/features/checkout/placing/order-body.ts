import type { PaymentMethod } from '@kinmel/contracts/browser';
import type { Pricing } from '@kinmel/pricing';
import type { OrderedPieces } from '../../../cart/cart-edit.rules.ts';
import type { CartLine } from '../../../cart/cart-line.ts';
import { type AskedLine, askedLine } from '../../../cart-api.ts';
import { type Delivery, trimmed } from '../delivery/delivery.rules.ts';

interface OrderToPlace {
  readonly userId: string;
  readonly delivery: Delivery;
  readonly lines: readonly CartLine[];
  readonly promoCode: string | null;
  readonly paymentMethod: PaymentMethod;
  /** The figures that the shopper was shown; the server refuses to take another total. */
  readonly pricing: Pricing;
}

const placedLine = (line: CartLine) => {
  const { specialOffer, name, image, price } = line;
  return {
    ...askedLine(line),
    name,
    image,
    price,
    specialOffer: specialOffer && {
      id: specialOffer.id,
      title: specialOffer.title,
      discountPercentage: specialOffer.discountPercentage,
    },
  };
};

/**
 * The order as it is sent, in text: the same order is the same text. The server determines
 * the buyer, the price and the status, and ignores what a client says of them.
 */
export const orderBody = ({
  userId,
  delivery,
  lines,
  promoCode,
  paymentMethod,
  pricing,
}: OrderToPlace): string =>
  JSON.stringify({
    user: userId,
    customerDetails: trimmed(delivery),
    products: lines.map(placedLine),
    pricing: {
      subtotal: pricing.subtotalInMinorUnits / 100,
      shipping: pricing.shippingInMinorUnits / 100,
      tax: pricing.taxInMinorUnits / 100,
      total: pricing.totalInMinorUnits / 100,
    },
    paymentMethod,
    paymentStatus: 'pending',
    orderStatus: 'pending',
    promoCode,
  });

/** The total that the shopper was shown with a body of this page, in rupees. */
export function shownTotal(body: string): number | undefined {
  const { pricing } = JSON.parse(body) as { pricing?: { total?: number } };
  return pricing?.total;
}

/** The pieces that a body of this page orders. */
export function orderedPieces(body: string): readonly OrderedPieces[] {
  // The text was written by `orderBody`, if perhaps before a reload.
  const { products = [] } = JSON.parse(body) as { products?: AskedLine[] };
  return products.map(({ productId, quantity, specialOffer }) => ({ id: productId, quantity, specialOffer }));
}
