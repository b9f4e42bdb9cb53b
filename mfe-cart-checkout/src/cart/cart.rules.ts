import type { Product } from '@kinmel/contracts';
import { maxOrderLines } from '@kinmel/contracts/browser';
import type { CartInput, CartLine } from './cart-line.ts';

/** Maximum quantity of a line. The maximum of an order and the stock are sent by the shop (decision 101). */
export const maxPieces = 999;

/** The maximum quantity of a line, without its stock. */
export const maxPiecesOf = ({ isDevice }: Pick<CartLine, 'isDevice'>): number => (isDevice ? 1 : maxPieces);

type Lines = readonly CartLine[];
export type Identity = Pick<CartLine, 'id'> & { readonly specialOffer: { readonly id: string } | null };

/** Product and offer id of a line as one key; the offer is empty without one. */
export const lineKey = ({ id, specialOffer }: Identity): string => `${id}:${specialOffer?.id ?? ''}`;

/** Distinguishes the variants of a product: "128 GB, Sierra Blue", and of a device also "grade B, battery 88%". */
export const variantOf = ({ specs, device }: Pick<Product, 'specs' | 'device'>): string =>
  [specs.storage, specs.color, device && `grade ${device.grade}, battery ${device.batteryHealthPercent}%`]
    .filter(Boolean)
    .join(', ');

/** The input from a product list: quantity 1 without offer and promo code; the Galaxy range has more fields. */
export function inputOf(product: Product): CartInput {
  const { _id, name, price, image, specs, brand, category, device } = product;
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
    ...(device && { isDevice: true }),
    ...(category === 'galaxyproducts' && { brand, category, color: specs.color }),
  };
}

/** Creates a line from an input. `now` is in milliseconds since 1970. */
export function lineOf(input: CartInput, now: number): CartLine {
  const { _id, name, price, image, quantity = 1, promoCode = null, details } = input;
  const { isDevice, brand, color, category } = input;
  const specialOffer = input.specialOffer ?? null;
  const originalPrice = specialOffer ? (input.originalPrice ?? price) : price;
  const discountApplied = originalPrice > price;
  return {
    id: _id,
    name,
    price,
    originalPrice,
    image,
    quantity: Math.min(Math.max(1, Math.trunc(quantity) || 1), maxPiecesOf(input)),
    specialOffer,
    promoCode,
    addedAt: now,
    discountApplied,
    discountPercentage: discountApplied ? (specialOffer?.discountPercentage ?? 0) : 0,
    details,
    isDevice,
    brand,
    color,
    category,
  };
}

/**
 * Adds a line, or raises the quantity of the line with the same product and offer. A full cart is returned unchanged.
 */
export function addLine(lines: Lines, addedLine: CartLine): Lines {
  const key = lineKey(addedLine);
  if (lines.some((line) => lineKey(line) === key)) {
    return lines.map((line) =>
      lineKey(line) === key
        ? { ...line, quantity: Math.min(line.quantity + addedLine.quantity, maxPiecesOf(line)) }
        : line,
    );
  }
  return lines.length < maxOrderLines ? [...lines, addedLine] : lines;
}

/** The sum of all quantities, for the badge and the question before clearing. */
export const countPieces = (lines: Lines): number => lines.reduce((sum, { quantity }) => sum + quantity, 0);
