import { percentOf } from './percent-of.ts';

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

/** What an offer costs when it says no price of its own: 100000 rupees before its discount (OFFR-21, SIL-16). */
export const defaultOfferPriceInMinorUnits = 10_000_000;

/** What an amount is after the offer's discount, never below 0 (CONF-57); bundle and gift compute nothing (CONF-53). */
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
 * What one piece costs when it is claimed with an offer (SIL-16), in minor units: the offer's own prices, else the default
 * reduced by the discount. An offer that names only the discounted price saves nothing, as nobody said what it was before.
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
 * The percentage to show for an offer: as it says itself when it is a percentage, whole percent of what it saves (rounded down, so
 * that nothing is promised) when it is an amount, 0 for bundle and gift (CONF-53) and for an offer that makes nothing cheaper.
 */
export function offerPercent(offer: PricedOffer): number {
  const { unitPriceInMinorUnits: unit, originalPriceInMinorUnits: original } = offerPrice(offer);
  if (unit >= original) return 0;
  if (offer.discountType === 'percentage') return offer.discountPercentage;
  if (offer.discountType === 'fixed') return Number((BigInt(original - unit) * 100n) / BigInt(original));
  return 0;
}
