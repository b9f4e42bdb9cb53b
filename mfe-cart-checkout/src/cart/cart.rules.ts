import type { Product } from '@kinmel/contracts';
import { percentOf } from '@kinmel/pricing';
import type { CartInput, CartLine } from './cart-line.ts';

/** The most lines a cart keeps, as many as an order takes, and the most pieces of a line; the stock has its own bounds (decision SIL-22). */
export const mostLines = 200;
export const mostPieces = 999;

type Lines = readonly CartLine[];
type Identity = Pick<CartLine, 'id'> & { readonly specialOffer: { readonly id: string } | null };

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

/** Puts a line back where it was, unless its product and offer are in the cart again. */
export function restoreLine(lines: Lines, line: CartLine, index: number): Lines {
  const key = lineKey(line);
  if (lines.length >= mostLines || lines.some((kept) => lineKey(kept) === key)) return lines;
  return lines.toSpliced(index, 0, line);
}

/** As many pieces of a line as were ordered. */
export type OrderedPieces = Identity & Pick<CartLine, 'quantity'>;

/** What was ordered leaves the cart; what another tab has added since stays (CART-39). */
export function takeOut(lines: Lines, ordered: readonly OrderedPieces[]): Lines {
  const pieces = new Map(ordered.map((line) => [lineKey(line), line.quantity]));
  return lines.flatMap((line) => {
    const left = line.quantity - (pieces.get(lineKey(line)) ?? 0);
    if (left === line.quantity) return [line];
    return left > 0 ? [{ ...line, quantity: left }] : [];
  });
}

/** The sum of all quantities: the number on the bag and in the question before clearing (decision SIL-13). */
export const countPieces = (lines: Lines): number => lines.reduce((sum, { quantity }) => sum + quantity, 0);

/** A code that its owner has found to be live. */
export interface Promo {
  readonly code: string;
  readonly discountPercentage: number;
  /** The products that it reaches; empty: all. */
  readonly targetProducts: readonly string[];
}

/** A line at its price before any code (CART-37). Lines with an offer never had one (CART-36). */
export function withoutPromo(line: CartLine): CartLine {
  if (line.specialOffer) return line;
  const { originalPrice } = line;
  return { ...line, price: originalPrice, promoCode: null, discountApplied: false, discountPercentage: 0 };
}

/** A line at the price that a code gives it, by the same arithmetic as the server's (CART-33 to CART-35, decision CONF-17). */
export function withPromo(line: CartLine, promo: Omit<Promo, 'targetProducts'>): CartLine {
  if (line.specialOffer) return line;
  const original = Math.round(line.originalPrice * 100);
  return {
    ...line,
    price: percentOf(original, 100 - promo.discountPercentage) / 100,
    promoCode: promo.code,
    discountApplied: true,
    discountPercentage: promo.discountPercentage,
  };
}

/** Gives every line that the code reaches its price, and takes a code of before from the others. */
export const applyPromo = (lines: Lines, promo: Promo): Lines =>
  lines.map((line) =>
    promo.targetProducts.length === 0 || promo.targetProducts.includes(line.id)
      ? withPromo(line, promo)
      : withoutPromo(line),
  );

/** Takes the code from every line (CART-37). */
export const removePromo = (lines: Lines): Lines => lines.map(withoutPromo);

/** The code that the lines carry: it lives in them, so it is there again after a reload. */
export function promoOf(lines: Lines): Omit<Promo, 'targetProducts'> | undefined {
  const line = lines.find(({ specialOffer, promoCode }) => !specialOffer && promoCode !== null);
  return line?.promoCode ? { code: line.promoCode, discountPercentage: line.discountPercentage } : undefined;
}
