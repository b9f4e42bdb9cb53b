import { listOf, maxOrderLines } from '@kinmel/contracts/browser';
import * as z from 'zod/mini';
import { lineKey, maxPiecesOf } from '../cart.rules.ts';
import { type CartLine, storedLine } from '../cart-line.ts';
import { withoutPromo, withPromo } from '../pricing/promo.rules.ts';

/** The price of a line without an offer is its original price minus its promo discount. */
function withPrice({ originalPrice, ...storedFields }: z.output<typeof storedLine>): CartLine {
  const line = {
    ...storedFields,
    originalPrice: originalPrice ?? storedFields.price,
    quantity: Math.min(storedFields.quantity, maxPiecesOf(storedFields)),
  };
  if (line.specialOffer) return line;
  const { promoCode, discountPercentage } = line;
  if (promoCode && discountPercentage > 0) return withPromo(line, { code: promoCode, discountPercentage });
  return withoutPromo({ ...line, originalPrice: line.price });
}

const storedCart = listOf(z.pipe(storedLine, z.transform(withPrice)));

/**
 * Reads the stored cart. Invalid lines are dropped; of lines with the same key the first is kept. Undefined when the
 * value is not a list.
 */
export function parseCart(raw: unknown): readonly CartLine[] | undefined {
  const { data } = storedCart.safeParse(raw);
  if (!data) return undefined;
  const lines = new Map<string, CartLine>();
  for (const line of data) if (!lines.has(lineKey(line))) lines.set(lineKey(line), line);
  return [...lines.values()].slice(0, maxOrderLines);
}
