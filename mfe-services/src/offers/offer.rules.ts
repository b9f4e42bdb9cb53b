import type { Offer } from '@kinmel/contracts';
import { fromMinorUnits } from '@kinmel/contracts/browser';
import { offerPrice, pricedOfferOf } from '@kinmel/pricing';

export const defaultRedemptionSteps = [
  'Add eligible items to your cart.',
  'Enter the promo code during checkout.',
  'The discount is applied automatically.',
] as const;

const utcDay = (date: Date, aheadHours = 0): string =>
  new Date(date.getTime() + aheadHours * 3_600_000).toISOString().slice(0, 10);

/**
 * A day that compares to each of `days` like the shop's day. `dayOf` loads time-zone data, which blocks a slow phone
 * for 60 ms, so it is called only where the zone matters: zones range from 12 hours behind UTC to 14 hours ahead.
 */
export function dayAmong(days: readonly string[], now: Date, dayOf: (moment: Date) => string): string {
  const [earliest, latest] = [utcDay(now, -12), utcDay(now, 14)];
  return days.some((day) => day >= earliest && day <= latest) ? dayOf(now) : utcDay(now);
}

/** `today` is `YYYY-MM-DD`. */
export function isLive({ isActive, validFrom, validUntil }: Offer, today: string): boolean {
  return isActive && validUntil >= today && (validFrom === '' || validFrom <= today);
}

export const categoriesOf = (offers: readonly Offer[]): readonly string[] => [
  ...new Set(offers.map(({ category }) => category).filter((category) => category !== '')),
];

/**
 * The price of one piece in the cart, in major units; undefined when the offer has no price. `oldPrice` only when it is
 * higher.
 */
export function priceOf(offer: Offer) {
  const pricedOffer = pricedOfferOf(offer);
  if ((pricedOffer.originalPriceInMinorUnits ?? pricedOffer.discountedPriceInMinorUnits) === null)
    return undefined;
  const { unitPriceInMinorUnits: unit, originalPriceInMinorUnits: original } = offerPrice(pricedOffer);
  return { price: fromMinorUnits(unit), oldPrice: original > unit ? fromMinorUnits(original) : null };
}

export const stepsOf = ({ redemptionSteps }: Offer): readonly string[] =>
  redemptionSteps.length > 0 ? redemptionSteps : defaultRedemptionSteps;

/** The offer to suggest for these products: one for a product first, then one that applies to everything. */
export function offerFor(offers: readonly Offer[], productIds: readonly string[] = []): Offer | undefined {
  const offerForProduct = offers.find(({ targetProducts }) =>
    targetProducts.some((id) => productIds.includes(id)),
  );
  return (
    offerForProduct ??
    offers.find(
      ({ discountType, promoCode, targetProducts }) =>
        discountType === 'percentage' && promoCode !== '' && targetProducts.length === 0,
    )
  );
}

/** The address of the claim dialog. */
export const offerAddress = ({ id }: Pick<Offer, 'id'>): string =>
  `/specialoffers?offer=${encodeURIComponent(id)}`;

/** False for a code that applies to everything: there is nothing to add to the cart. */
export function sellsGoods(offer: Offer): boolean {
  const { discountType, promoCode, targetProducts, productDetails } = offer;
  const namesGoods = targetProducts.length > 0 || Boolean(productDetails.name);
  return namesGoods || priceOf(offer) !== undefined || discountType !== 'percentage' || promoCode === '';
}
