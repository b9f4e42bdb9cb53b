import { type Identity, lineKey, mostLines, mostPieces } from './cart.rules.ts';
import type { CartLine } from './cart-line.ts';
import { type Promo, withoutPromo, withPromo } from './pricing/promo.rules.ts';

// What only the cart's own pages do: it stays out of the file that the button and the badge need on every page of the shop.

type Lines = readonly CartLine[];

/** Sets the pieces of one line; anything but a whole number above 0 is ignored. */
export function setQuantity(lines: Lines, key: string, quantity: number): Lines {
  if (!Number.isInteger(quantity) || quantity <= 0) return lines;
  return lines.map((line) =>
    lineKey(line) === key ? { ...line, quantity: Math.min(quantity, mostPieces) } : line,
  );
}

/** Takes one line away, by product and offer. */
export const removeLine = (lines: Lines, key: string): Lines => lines.filter((line) => lineKey(line) !== key);

/** Takes every line of a product away, whatever its offers. */
export const removeProduct = (lines: Lines, id: string): Lines => lines.filter((line) => line.id !== id);

/** Puts a line back where it was, unless its product and offer are in the cart again. */
export function restoreLine(lines: Lines, line: CartLine, index: number): Lines {
  const key = lineKey(line);
  if (lines.length >= mostLines || lines.some((kept) => lineKey(kept) === key)) return lines;
  return lines.toSpliced(index, 0, line);
}

/** As many pieces of a line as were ordered. */
export type OrderedPieces = Identity & Pick<CartLine, 'quantity'>;

/** What was ordered leaves the cart; what another tab has added since stays. */
export function takeOut(lines: Lines, ordered: readonly OrderedPieces[]): Lines {
  const pieces = new Map(ordered.map((line) => [lineKey(line), line.quantity]));
  return lines.flatMap((line) => {
    const left = line.quantity - (pieces.get(lineKey(line)) ?? 0);
    if (left === line.quantity) return [line];
    return left > 0 ? [{ ...line, quantity: left }] : [];
  });
}

/** Gives every line that the code reaches its price, and takes a code of before from the others. */
export const applyPromo = (lines: Lines, promo: Promo): Lines =>
  lines.map((line) =>
    promo.targetProducts.length === 0 || promo.targetProducts.includes(line.id)
      ? withPromo(line, promo)
      : withoutPromo(line),
  );

/** Takes the code from every line. */
export const removePromo = (lines: Lines): Lines => lines.map(withoutPromo);

/** The code that the lines carry: it lives in them, so it is there again after a reload. */
export function promoOf(lines: Lines): Omit<Promo, 'targetProducts'> | undefined {
  const line = lines.find(({ specialOffer, promoCode }) => !specialOffer && promoCode !== null);
  return line?.promoCode ? { code: line.promoCode, discountPercentage: line.discountPercentage } : undefined;
}
