import type { Product } from '@kinmel/contracts';
import type { CartInput, CartLine } from './cart-line.ts';

/** The most lines a cart keeps, as many as an order takes, and the most pieces of a line that it keeps; how many an order takes and how many are left the shop tells (decision 36). */
export const mostLines = 200;
export const mostPieces = 999;

type Lines = readonly CartLine[];
/** What makes a line the one that it is. */
export type Identity = Pick<CartLine, 'id'> & { readonly specialOffer: { readonly id: string } | null };

/** The identity of a line as one text: product and offer, the offer empty when there is none. */
export const lineKey = ({ id, specialOffer }: Identity): string => `${id}:${specialOffer?.id ?? ''}`;

/** What tells the variants of a product apart: "128 GB, Sierra Blue". */
export const variantOf = ({ specs }: Pick<Product, 'specs'>): string =>
  [specs.storage, specs.color].filter(Boolean).join(', ');

/** What a list adds: one piece without offer and promo; the Galaxy range carries more. */
export function inputOf(product: Product): CartInput {
  const { _id, name, price, image, specs, brand, category } = product;
  const details = variantOf(product) || brand;
  return {
    _id,
    name,
    price,
    image,
    quantity: 1,
    specialOffer: null,
    promoCode: null,
    details,
    ...(category === 'galaxyproducts' && { brand, category, color: specs.color }),
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
    details,
    brand,
    color,
    category,
  };
}

/**
 * The cart with one more line, or with more pieces of the line that has the same product and offer.
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

/** The sum of all quantities: the number on the bag and in the question before clearing. */
export const countPieces = (lines: Lines): number => lines.reduce((sum, { quantity }) => sum + quantity, 0);
