import type { Offer } from '@kinmel/contracts';
import { offerPrice } from '@kinmel/pricing';

/** What stands where an offer names no steps of its own. */
export const defaultRedemptionSteps = [
  'Add eligible items to your cart.',
  'Enter the promo code during checkout.',
  'The discount is applied automatically.',
] as const;

/** Nepal's clock is so far ahead of UTC, all year and since 1986. */
const aheadOfUtcMs = (5 * 60 + 45) * 60_000;

/**
 * The shop's calendar day of a moment, `YYYY-MM-DD`. The days of an offer are days of the shop; whoever looks from elsewhere sees
 * the same offers. Not by `Intl`, whose data costs a slow phone 60 ms of its first view.
 */
export const dayOf = (date: Date): string =>
  new Date(date.getTime() + aheadOfUtcMs).toISOString().slice(0, 10);

/** Switched on, its first day reached and its last day not over. `today` is `YYYY-MM-DD`. */
export function isLive({ isActive, validFrom, validUntil }: Offer, today: string): boolean {
  return isActive && validUntil >= today && (validFrom === '' || validFrom <= today);
}

/** The categories of the offers at hand, in their order, each once. */
export const categoriesOf = (offers: readonly Offer[]): readonly string[] => [
  ...new Set(offers.map(({ category }) => category).filter((category) => category !== '')),
];

/** Prices in major units; `oldPrice` only when it is higher. */
export interface ShownPrice {
  readonly price: number;
  readonly oldPrice: number | null;
}

const minorUnits = (price: number | null | undefined) =>
  price === null || price === undefined ? null : Math.round(price * 100);

/** What the cart will charge for one piece with the offer; undefined when the offer names no price. */
export function priceOf({
  id,
  title,
  discountType,
  discountValue,
  productDetails,
}: Offer): ShownPrice | undefined {
  const { originalPrice, discountedPrice } = productDetails;
  if ((originalPrice ?? discountedPrice ?? null) === null) return undefined;
  const { unitPriceInMinorUnits, originalPriceInMinorUnits } = offerPrice({
    offerId: id,
    title,
    discountType,
    discountPercentage: discountType === 'percentage' ? discountValue : 0,
    discountInMinorUnits: discountType === 'fixed' ? (minorUnits(discountValue) ?? 0) : 0,
    originalPriceInMinorUnits: minorUnits(originalPrice),
    discountedPriceInMinorUnits: minorUnits(discountedPrice),
  });
  return {
    price: unitPriceInMinorUnits / 100,
    oldPrice: originalPriceInMinorUnits > unitPriceInMinorUnits ? originalPriceInMinorUnits / 100 : null,
  };
}

/** The steps to show. */
export const stepsOf = ({ redemptionSteps }: Offer): readonly string[] =>
  redemptionSteps.length > 0 ? redemptionSteps : defaultRedemptionSteps;

/** The offer to point at beside these products: one that reaches one of them first, then one whose code reaches everything. */
export function offerFor(offers: readonly Offer[], productIds: readonly string[] = []): Offer | undefined {
  const own = offers.find(({ targetProducts }) => targetProducts.some((id) => productIds.includes(id)));
  return (
    own ??
    offers.find(
      ({ discountType, promoCode, targetProducts }) =>
        discountType === 'percentage' && promoCode !== '' && targetProducts.length === 0,
    )
  );
}

/** Where the claim dialog of an offer is open. */
export const offerAddress = ({ id }: Pick<Offer, 'id'>): string =>
  `/specialoffers?offer=${encodeURIComponent(id)}`;

/** False for a code that reaches everything and names neither goods nor a price: there is nothing to put into a cart (decision 18). */
export function sellsGoods({ discountType, promoCode, targetProducts, productDetails }: Offer): boolean {
  const { name, price, originalPrice, discountedPrice } = productDetails;
  const namesGoods = targetProducts.length > 0 || Boolean(name);
  const namesPrice = (price ?? originalPrice ?? discountedPrice ?? null) !== null;
  return namesGoods || namesPrice || discountType !== 'percentage' || promoCode === '';
}
