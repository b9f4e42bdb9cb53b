import { minorUnitsOf } from '@kinmel/contracts/browser';
import { percentOf } from './money.ts';

export interface PriceLine {
  /** The product's id, or the offer's for an offer without a product. */
  readonly productId: string;
  readonly quantity: number;
  /** The unit selling price, from which a promo code is deducted. Ignored when the line has an offer. */
  readonly listPriceInMinorUnits: number;
  readonly offer?: PricedOffer | null;
}

/** A live promo code; only percentage offers have one. */
export interface PricePromo {
  readonly promoCode: string;
  /** Title of the offer that the code belongs to. */
  readonly title: string;
  readonly discountPercentage: number;
  /** The products that the code applies to; empty for all. */
  readonly targetProducts: readonly string[];
}

export interface PricePolicy {
  readonly feeInMinorUnits: number;
  readonly freeAboveInMinorUnits: number;
  readonly taxPercent: number;
}

/** The whole input of a price: the same input gives the same price in the browser and on the server. */
export interface PriceInput {
  readonly lines: readonly PriceLine[];
  readonly promo: PricePromo | null;
  readonly policy: PricePolicy;
}

export interface PricedLine {
  /** `productId`, or `productId/offerId` for a line with an offer. */
  readonly key: string;
  readonly productId: string;
  readonly offerId: string | null;
  /** The code that lowered the price; null when it does not apply to the line. */
  readonly promoCode: string | null;
  readonly quantity: number;
  readonly unitPriceInMinorUnits: number;
  /** Per piece, before promo code or offer. */
  readonly originalPriceInMinorUnits: number;
  readonly lineTotalInMinorUnits: number;
  readonly discountApplied: boolean;
  /** 0 for lines without discount, and for bundles and gifts. */
  readonly discountPercentage: number;
}

/**
 * One step of a price, like `priceDecisionSchema` but in minor units. The amounts of all decisions add up to the total.
 */
export interface PriceDecision {
  readonly rule: 'list-price' | 'offer' | 'promo-code' | 'shipping-fee' | 'free-shipping' | 'tax';
  /** Key of the line; null for the whole cart. */
  readonly line: string | null;
  /** Title of the offer, or the promo code; empty for the other rules. */
  readonly title: string;
  /** Negative for a discount. */
  readonly amountInMinorUnits: number;
}

export interface Promotion {
  /** The offer's id, or the promo code. */
  readonly key: string;
  readonly title: string;
  readonly savingInMinorUnits: number;
}

/** The sums of a cart. */
export const priceSums = [
  'subtotalInMinorUnits',
  'shippingInMinorUnits',
  'taxInMinorUnits',
  'totalInMinorUnits',
] as const;

export type PriceSums = Readonly<Record<(typeof priceSums)[number], number>>;

export interface Pricing extends PriceSums {
  readonly lines: readonly PricedLine[];
  /** Promotions that save something, in the order of their first lines. */
  readonly promotions: readonly Promotion[];
  readonly savingsInMinorUnits: number;
  readonly decisions: readonly PriceDecision[];
}

interface LineIdentity extends Pick<PriceLine, 'productId'> {
  readonly offer?: Pick<PricedOffer, 'offerId'> | null | undefined;
}

/** The key of a line: `productId`, or `productId/offerId` with an offer. */
export const lineKey = ({ productId, offer }: LineIdentity): string =>
  offer ? `${productId}/${offer.offerId}` : productId;

/**
 * Whether a promo code lowers the price of a line: only of products that its offer names, and never of a line with an
 * offer.
 */
export const promoReaches = (line: LineIdentity, promo: Pick<PricePromo, 'targetProducts'>): boolean =>
  !line.offer && (promo.targetProducts.length === 0 || promo.targetProducts.includes(line.productId));

function unitPrices(line: PriceLine, promo: PricePromo | null) {
  if (line.offer) {
    return { ...offerPrice(line.offer), discountPercentage: offerPercent(line.offer), promoCode: null };
  }
  const original = line.listPriceInMinorUnits;
  const isPromoApplied = promo !== null && promoReaches(line, promo);
  const percent = isPromoApplied ? Math.min(100, promo.discountPercentage) : 0;
  return {
    unitPriceInMinorUnits: percentOf(original, 100 - percent),
    originalPriceInMinorUnits: original,
    discountPercentage: percent,
    promoCode: isPromoApplied ? promo.promoCode : null,
  };
}

function priceLine(line: PriceLine, promo: PricePromo | null): PricedLine {
  const { quantity, offer } = line;
  const { unitPriceInMinorUnits, originalPriceInMinorUnits, discountPercentage, promoCode } = unitPrices(
    line,
    promo,
  );
  const discountApplied = originalPriceInMinorUnits > unitPriceInMinorUnits;
  return {
    key: lineKey(line),
    productId: line.productId,
    offerId: offer?.offerId ?? null,
    promoCode,
    quantity,
    unitPriceInMinorUnits,
    originalPriceInMinorUnits,
    lineTotalInMinorUnits: unitPriceInMinorUnits * quantity,
    discountApplied,
    discountPercentage: discountApplied ? discountPercentage : 0,
  };
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** Saving by the offer or code of a line; negative for an offer above its original price. */
const savingOf = (line: PricedLine): number =>
  (line.originalPriceInMinorUnits - line.unitPriceInMinorUnits) * line.quantity;

/**
 * The only pricing function, used by cart, checkout and order. Shipping is free above the limit, not at it. Tax is
 * rounded, and the total is the sum of the rounded parts. An empty cart costs nothing. Throws a RangeError for a total
 * beyond the safe integers.
 */
export function priceCart({ lines, promo, policy }: PriceInput): Pricing {
  const decisions: PriceDecision[] = [];
  const promotions = new Map<string, Promotion>();
  const addDecision = (rule: PriceDecision['rule'], line: string | null, title: string, amount: number) =>
    decisions.push({ rule, line, title, amountInMinorUnits: amount });

  const pricedLines = lines.map((line) => {
    const result = priceLine(line, promo);
    const saving = savingOf(result);
    addDecision('list-price', result.key, '', result.originalPriceInMinorUnits * result.quantity);
    if (line.offer) addDecision('offer', result.key, line.offer.title, 0 - saving);
    else if (result.promoCode !== null) addDecision('promo-code', result.key, result.promoCode, 0 - saving);
    if (saving > 0) {
      const key = result.offerId ?? result.promoCode ?? '';
      const title = line.offer?.title ?? promo?.title ?? '';
      const savingBefore = promotions.get(key)?.savingInMinorUnits ?? 0;
      promotions.set(key, { key, title, savingInMinorUnits: savingBefore + saving });
    }
    return result;
  });

  const subtotal = sum(pricedLines.map((line) => line.lineTotalInMinorUnits));
  const isFree = subtotal > policy.freeAboveInMinorUnits;
  const shipping = lines.length === 0 || isFree ? 0 : policy.feeInMinorUnits;
  if (lines.length > 0) addDecision('shipping-fee', null, '', policy.feeInMinorUnits);
  if (isFree) addDecision('free-shipping', null, '', 0 - policy.feeInMinorUnits);
  if (!Number.isSafeInteger(subtotal))
    throw new RangeError('The amounts of a cart are integers of minor units.');
  const tax = percentOf(subtotal, policy.taxPercent);
  if (lines.length > 0) addDecision('tax', null, '', tax);
  const total = subtotal + shipping + tax;
  if (!Number.isSafeInteger(total)) throw new RangeError('The total of a cart is an integer of minor units.');
  return {
    lines: pricedLines,
    subtotalInMinorUnits: subtotal,
    shippingInMinorUnits: shipping,
    taxInMinorUnits: tax,
    totalInMinorUnits: total,
    promotions: [...promotions.values()],
    savingsInMinorUnits: sum([...promotions.values()].map((promotion) => promotion.savingInMinorUnits)),
    decisions,
  };
}

/** The part of an offer that decides prices. Amounts in integer minor units; percentages between 0 and 100. */
export interface PricedOffer {
  readonly offerId: string;
  readonly title: string;
  readonly discountType: 'percentage' | 'fixed' | 'bundle' | 'gift';
  /** 0 unless the type is `percentage`. */
  readonly discountPercentage: number;
  /** 0 unless the type is `fixed`. */
  readonly discountInMinorUnits: number;
  readonly originalPriceInMinorUnits: number | null;
  readonly discountedPriceInMinorUnits: number | null;
}

/** An offer in answers, with prices in units. */
export interface ListedOffer {
  readonly id: string;
  readonly title: string;
  readonly discountType: PricedOffer['discountType'];
  readonly discountValue: number;
  readonly productDetails: {
    readonly price?: number | null | undefined;
    readonly originalPrice?: number | null | undefined;
    readonly discountedPrice?: number | null | undefined;
  };
}

/** Converts an offer for pricing. Without an original price, its price is the one before the discount. */
export function pricedOfferOf({
  id,
  title,
  discountType,
  discountValue,
  productDetails: { price, originalPrice, discountedPrice },
}: ListedOffer): PricedOffer {
  return {
    offerId: id,
    title,
    discountType,
    discountPercentage: discountType === 'percentage' ? Math.min(100, discountValue) : 0,
    discountInMinorUnits: discountType === 'fixed' ? minorUnitsOf(discountValue) : 0,
    originalPriceInMinorUnits: minorUnitsOrNull(originalPrice ?? price),
    discountedPriceInMinorUnits: minorUnitsOrNull(discountedPrice),
  };
}

const minorUnitsOrNull = (price: number | null | undefined) =>
  typeof price === 'number' ? minorUnitsOf(price) : null;

/** Price of an offer without a price: 100,000 rupees before its discount. */
export const defaultOfferPriceInMinorUnits = 10_000_000;

/** The amount after the offer's discount, never below 0. Bundles and gifts change nothing. */
export function reducedByOffer(
  amountInMinorUnits: number,
  offer: Pick<PricedOffer, 'discountType' | 'discountPercentage' | 'discountInMinorUnits'>,
): number {
  switch (offer.discountType) {
    case 'percentage':
      return percentOf(amountInMinorUnits, 100 - Math.min(100, offer.discountPercentage));
    case 'fixed':
      return Math.max(0, amountInMinorUnits - offer.discountInMinorUnits);
    case 'bundle':
    case 'gift':
      return amountInMinorUnits;
  }
}

/**
 * Unit price of a line with an offer, in minor units: the offer's own prices, else the default price reduced by the
 * discount. An offer with only a discounted price saves nothing, as the price before it is not known.
 */
export function offerPrice(offer: PricedOffer): {
  readonly unitPriceInMinorUnits: number;
  readonly originalPriceInMinorUnits: number;
} {
  const discounted = offer.discountedPriceInMinorUnits;
  const original = offer.originalPriceInMinorUnits ?? discounted ?? defaultOfferPriceInMinorUnits;
  return {
    unitPriceInMinorUnits: discounted ?? reducedByOffer(original, offer),
    originalPriceInMinorUnits: original,
  };
}

/**
 * The percentage to show for an offer: its own for a percentage, the saving in whole percent (rounded down) for an
 * amount, 0 for bundles, gifts and offers that save nothing.
 */
export function offerPercent(offer: PricedOffer): number {
  const { unitPriceInMinorUnits: unit, originalPriceInMinorUnits: original } = offerPrice(offer);
  if (unit >= original) return 0;
  if (offer.discountType === 'percentage') return offer.discountPercentage;
  if (offer.discountType === 'fixed') return Number((BigInt(original - unit) * 100n) / BigInt(original));
  return 0;
}
