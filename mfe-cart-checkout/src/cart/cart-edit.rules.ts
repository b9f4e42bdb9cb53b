import { maxOrderLines } from '@kinmel/contracts/browser';
import { type Identity, lineKey, maxPiecesOf } from './cart.rules.ts';
import type { CartLine } from './cart-line.ts';
import { type Promo, withoutPromo, withPromo } from './pricing/promo.rules.ts';

// Used by the cart pages only, so it is kept out of the file that button and badge load on every page.

type Lines = readonly CartLine[];

/** Sets the quantity of a line; ignored unless it is a positive whole number. */
export function setQuantity(lines: Lines, key: string, quantity: number): Lines {
  if (!Number.isInteger(quantity) || quantity <= 0) return lines;
  return lines.map((line) =>
    lineKey(line) === key ? { ...line, quantity: Math.min(quantity, maxPiecesOf(line)) } : line,
  );
}

/** Removes one line, by product and offer. */
export const removeLine = (lines: Lines, key: string): Lines => lines.filter((line) => lineKey(line) !== key);

/** Removes every line of a product, with any offer. */
export const removeProduct = (lines: Lines, id: string): Lines => lines.filter((line) => line.id !== id);

/** Restores a line at its position, unless its product and offer are in the cart again. */
export function restoreLine(lines: Lines, line: CartLine, index: number): Lines {
  const key = lineKey(line);
  if (lines.length >= maxOrderLines || lines.some((other) => lineKey(other) === key)) return lines;
  return lines.toSpliced(index, 0, line);
}

/** An ordered quantity of a line. */
export type OrderedPieces = Identity & Pick<CartLine, 'quantity'>;

/** Removes ordered quantities from the cart; additions from other tabs stay. */
export function removeOrdered(lines: Lines, orderedPieces: readonly OrderedPieces[]): Lines {
  const orderedQuantities = new Map(orderedPieces.map((line) => [lineKey(line), line.quantity]));
  return lines.flatMap((line) => {
    const remainingQuantity = line.quantity - (orderedQuantities.get(lineKey(line)) ?? 0);
    if (remainingQuantity === line.quantity) return [line];
    return remainingQuantity > 0 ? [{ ...line, quantity: remainingQuantity }] : [];
  });
}

/** Applies the code to the lines it covers and removes earlier codes from the others. */
export const applyPromo = (lines: Lines, promo: Promo): Lines =>
  lines.map((line) =>
    promo.targetProducts.length === 0 || promo.targetProducts.includes(line.id)
      ? withPromo(line, promo)
      : withoutPromo(line),
  );

/** Removes the code from every line. */
export const removePromo = (lines: Lines): Lines => lines.map(withoutPromo);

/** The code of the cart; it is stored in the lines, so that it survives a reload. */
export function promoOf(lines: Lines): Omit<Promo, 'targetProducts'> | undefined {
  const line = lines.find(({ specialOffer, promoCode }) => !specialOffer && promoCode !== null);
  return line?.promoCode ? { code: line.promoCode, discountPercentage: line.discountPercentage } : undefined;
}
