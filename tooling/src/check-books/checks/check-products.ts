import type {
  BookedProduct,
  OfferCopy,
  OffersSlice,
  OfferTerms,
  PiecesOfProducts,
  ProductCopy,
  ProductsSlice,
} from '../books.ts';
import type { Tally } from '../findings.ts';
import { holdGraceMs } from './check-orders.ts';

/** All that can be said of the products of a slice: their pieces, who holds them, and what order believes of them. */
export function checkProducts(slice: ProductsSlice, tally: Tally): void {
  tally.looked('I-4', slice.products.length);
  for (const product of slice.products) {
    const { id, stock } = product;
    if (!Number.isSafeInteger(stock) || stock < 0) tally.offend('I-4', `${id} has ${stock} pieces`);
    holdsAreRight(product, slice, tally);
    if (slice.onTheWay.has(id)) continue;
    tally.looked('I-9', 1);
    const difference = differenceOf(product, slice.copies.get(id));
    if (difference) tally.offend('I-9', `${id}: ${difference}`);
  }
}

/** I-4, I-10: nothing is held for what is sold, was cancelled or never came about, and nothing for ever. */
function holdsAreRight(
  { id, reservations }: BookedProduct,
  { holders, sold, readAt }: ProductsSlice,
  tally: Tally,
): void {
  for (const { orderId, quantity, overdueAt } of reservations) {
    if (sold.has(orderId))
      tally.offend('I-4', `${id} holds ${quantity} for order ${orderId}, which has its sale`);
    const state = holders.get(orderId);
    if (state === 'abandoned' || state === 'cancelled')
      tally.offend('I-10', `${orderId} was ${state} and holds ${quantity} of ${id}`);
    if (state !== 'abandoned' && overdueAt.getTime() < readAt.getTime() - holdGraceMs)
      tally.offend('I-10', `${orderId} has held ${quantity} of ${id} for too long`);
  }
}

/** I-9: in words what order's copy has wrong, all of whose events it has handled. */
function differenceOf(
  { version, isGone, priceInMinorUnits, isAvailable, stock }: BookedProduct,
  copy: ProductCopy | undefined,
): string | undefined {
  if (copy === undefined) return isGone ? undefined : 'order has no copy';
  if (copy.version < version) return `order's copy is of version ${copy.version}, the product of ${version}`;
  if (isGone !== copy.isTombstone)
    return isGone ? 'it left the shop, and order still sells it' : 'order believes that it left the shop';
  if (isGone) return undefined;
  if (copy.priceInMinorUnits !== priceInMinorUnits)
    return `order's copy costs ${copy.priceInMinorUnits}, the product ${priceInMinorUnits}`;
  const isInStock = isAvailable && stock > 0;
  return copy.isInStock === isInStock ? undefined : `order's copy is ${copy.isInStock ? '' : 'not '}in stock`;
}

/** I-4: no piece appears or vanishes. */
export function checkPieces(before: PiecesOfProducts, now: PiecesOfProducts, tally: Tally): void {
  tally.note('I-4', `${before.size} against their earlier pieces`);
  for (const [id, pieces] of before) {
    const after = now.get(id);
    if (after !== undefined && after !== pieces)
      tally.offend('I-4', `${id} had ${pieces} pieces and has ${after}`, `${id} off by ${after - pieces}`);
  }
}

/** I-5, I-9: an offer's count is that of its ledger and not above its limit, and order's copy of it is right. */
export function checkOffers({ offers, uses, copies, onTheWay }: OffersSlice, tally: Tally): void {
  tally.looked('I-5', offers.length);
  for (const offer of offers) {
    const { id, currentRedemptions, maxRedemptions } = offer;
    const used = uses.get(id) ?? 0;
    if (currentRedemptions !== used)
      tally.offend(
        'I-5',
        `${id} counts ${currentRedemptions} redemptions, the ledger ${used}`,
        // While people buy both figures move, and the difference stays.
        `${id} off by ${currentRedemptions - used}`,
      );
    if (maxRedemptions !== null && currentRedemptions > maxRedemptions)
      tally.offend('I-5', `${id} was redeemed ${currentRedemptions} times of at most ${maxRedemptions}`, id);
    if (onTheWay.has(id)) continue;
    tally.looked('I-9', 1);
    const difference = differenceOfOffer(offer, copies.get(id));
    if (difference) tally.offend('I-9', `${id}: ${difference}`);
  }
}

function differenceOfOffer(
  { version, isGone, terms }: OffersSlice['offers'][number],
  copy: OfferCopy | undefined,
): string | undefined {
  if (copy === undefined) return isGone ? undefined : 'order has no copy';
  // Of an offer that was taken away nothing more is told (O7), though its version may rise.
  if (isGone) return copy.terms === undefined ? undefined : 'it was taken away, and order still grants it';
  if (copy.version < version) return `order's copy is of version ${copy.version}, the offer of ${version}`;
  if (copy.terms === undefined) return 'order believes that it was taken away';
  const inWords = ({ isActive, promoCode, discountType }: OfferTerms) =>
    `${discountType} by ${promoCode}, switched ${isActive ? 'on' : 'off'}`;
  return inWords(copy.terms) === inWords(terms)
    ? undefined
    : `order's copy is ${inWords(copy.terms)}, the offer ${inWords(terms)}`;
}
