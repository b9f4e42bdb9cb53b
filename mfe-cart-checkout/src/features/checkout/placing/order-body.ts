import { fromMinorUnits, type PaymentMethod, shopSum } from '@kinmel/contracts/browser';
import type { Pricing } from '@kinmel/pricing';
import type { OrderedPieces } from '../../../cart/cart-edit.rules.ts';
import type { CartLine } from '../../../cart/cart-line.ts';
import { type QuotedLine, quoteLine } from '../../../cart-api.ts';
import { type Delivery, trimDelivery } from '../delivery/delivery.rules.ts';

interface OrderToPlace {
  readonly userId: string;
  readonly delivery: Delivery;
  readonly lines: readonly CartLine[];
  readonly promoCode: string | null;
  readonly paymentMethod: PaymentMethod;
  /** The credit to use; zero when none is used. */
  readonly creditInMinorUnits: number;
  /** The shown amounts; the server refuses another total. */
  readonly pricing: Pricing;
}

const orderLine = (line: CartLine) => {
  const { specialOffer, name, image, price } = line;
  return {
    ...quoteLine(line),
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
 * Serializes an order; equal orders give equal texts. The server determines buyer, price and status, and ignores
 * those of a client.
 */
export const orderBody = ({
  userId,
  delivery,
  lines,
  promoCode,
  paymentMethod,
  creditInMinorUnits,
  pricing,
}: OrderToPlace): string =>
  JSON.stringify({
    user: userId,
    customerDetails: trimDelivery(delivery),
    products: lines.map(orderLine),
    pricing: {
      subtotal: fromMinorUnits(pricing.subtotalInMinorUnits),
      shipping: fromMinorUnits(pricing.shippingInMinorUnits),
      tax: fromMinorUnits(pricing.taxInMinorUnits),
      total: fromMinorUnits(pricing.totalInMinorUnits),
    },
    paymentMethod,
    credit: creditInMinorUnits > 0 ? shopSum(creditInMinorUnits) : undefined,
    paymentStatus: 'pending',
    orderStatus: 'pending',
    promoCode,
  });

/** The amount left to pay by the body of an order, in rupees. */
export function shownToPay(body: string): number {
  const { pricing, credit } = JSON.parse(body) as {
    pricing: { total: number };
    credit?: { amountInMinorUnits: number };
  };
  return pricing.total - fromMinorUnits(credit?.amountInMinorUnits ?? 0);
}

/** The quantities in the body of an order. */
export function orderedPieces(body: string): readonly OrderedPieces[] {
  // Written by `orderBody`, possibly before a reload.
  const { products = [] } = JSON.parse(body) as { products?: QuotedLine[] };
  return products.map(({ productId, quantity, specialOffer }) => ({ id: productId, quantity, specialOffer }));
}
