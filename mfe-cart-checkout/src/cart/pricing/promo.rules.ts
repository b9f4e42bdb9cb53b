import { fromMinorUnits, minorUnitsOf } from '@kinmel/contracts/browser';
import { percentOf } from '@kinmel/pricing';
import type { CartLine } from '../cart-line.ts';

/** A valid promo code. */
export interface Promo {
  readonly code: string;
  readonly discountPercentage: number;
  /** The covered products; empty: all. */
  readonly targetProducts: readonly string[];
}

/** A line at its price before any code. Lines with an offer have none. */
export function withoutPromo(line: CartLine): CartLine {
  if (line.specialOffer) return line;
  const { originalPrice } = line;
  return { ...line, price: originalPrice, promoCode: null, discountApplied: false, discountPercentage: 0 };
}

/** A line with a code, by the same arithmetic as on the server. */
export function withPromo(line: CartLine, promo: Omit<Promo, 'targetProducts'>): CartLine {
  if (line.specialOffer) return line;
  const original = minorUnitsOf(line.originalPrice);
  return {
    ...line,
    price: fromMinorUnits(percentOf(original, 100 - promo.discountPercentage)),
    promoCode: promo.code,
    discountApplied: true,
    discountPercentage: promo.discountPercentage,
  };
}
