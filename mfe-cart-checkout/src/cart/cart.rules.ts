import type { Product } from '@kinmel/contracts';
import type { CartInput, CartLine } from './cart-line.ts';

/** The most lines a cart keeps, and the most pieces of a line: bounds of the storage, not of the stock (decision SIL-22). */
export const mostLines = 50;
export const mostPieces = 999;

type Lines = readonly CartLine[];
type Identity = Pick<CartLine, 'id' | 'specialOffer'>;

/** The identity of a line as one text: product and offer, the offer empty when there is none (CART-29, decision CONF-13). */
export const lineKey = ({ id, specialOffer }: Identity): string => `${id}:${specialOffer?.id ?? ''}`;

/** What a list adds: one piece without offer and promo (CART-43); the Galaxy range carries more (CART-44). */
export function inputOf(product: Product): CartInput {
  const { _id, name, price, image, specs, brand, category } = product;
  const details = [specs.storage, specs.color].filter(Boolean).join(', ') || brand;
  return {
    _id,
    name,
    price,
    image,
    quantity: 1,
    specialOffer: null,
    promoCode: null,
    details,
    ...(category === 'galaxyproducts'
      ? { brand, category, ...(specs.color ? { color: specs.color } : {}) }
      : {}),
  };
}

/** The line that an input becomes. `now` is in milliseconds since 1970. */
export function lineOf(input: CartInput, now: number): CartLine {
  const { _id, name, price, image, quantity = 1, promoCode = null, details, brand, color, category } = input;
  const specialOffer = input.specialOffer ?? null;
  const originalPrice = specialOffer ? (input.originalPrice ?? price) : price;
  const discountApplied = originalPrice > price;
  return {
    id: _id,
    name,
    price,
    originalPrice,
    image,
    quantity: Math.min(Math.max(1, Math.trunc(quantity) || 1), mostPieces),
    specialOffer,
    promoCode,
    addedAt: now,
    discountApplied,
    discountPercentage: discountApplied ? (specialOffer?.discountPercentage ?? 0) : 0,
    ...(details ? { details } : {}),
    ...(brand ? { brand } : {}),
    ...(color ? { color } : {}),
    ...(category ? { category } : {}),
  };
}

/**
 * The cart with one more line, or with more pieces of the line that has the same product and offer (CART-27, CART-28).
 * A full cart is given back as it was.
 */
export function addLine(lines: Lines, added: CartLine): Lines {
  const key = lineKey(added);
  if (lines.some((line) => lineKey(line) === key)) {
    return lines.map((line) =>
      lineKey(line) === key
        ? { ...line, quantity: Math.min(line.quantity + added.quantity, mostPieces) }
        : line,
    );
  }
  return lines.length < mostLines ? [...lines, added] : lines;
}

/** Sets the pieces of one line; anything but a whole number above 0 is ignored (CART-30, decision CONF-11). */
export function setQuantity(lines: Lines, key: string, quantity: number): Lines {
  if (!Number.isInteger(quantity) || quantity <= 0) return lines;
  return lines.map((line) =>
    lineKey(line) === key ? { ...line, quantity: Math.min(quantity, mostPieces) } : line,
  );
}

/** Takes one line away, by product and offer (CART-32). */
export const removeLine = (lines: Lines, key: string): Lines => lines.filter((line) => lineKey(line) !== key);

/** Takes every line of a product away, whatever its offers (CART-32, decision CONF-13). */
export const removeProduct = (lines: Lines, id: string): Lines => lines.filter((line) => line.id !== id);

/** The sum of all quantities: the number on the bag and in the question before clearing (decision SIL-13). */
export const countPieces = (lines: Lines): number => lines.reduce((sum, { quantity }) => sum + quantity, 0);
