import type { Offer } from '@kinmel/contracts';
import { offerPrice } from '@kinmel/pricing';

export const defaultRedemptionSteps = [
  'Add eligible items to your cart.',
  'Enter the promo code during checkout.',
  'The discount is applied automatically.',
] as const;

/** Nepal's UTC offset, unchanged since 1986. */
const aheadOfUtcMs = (5 * 60 + 45) * 60_000;

/** The date in Nepal, `YYYY-MM-DD`. Without `Intl`, whose data take a slow phone 60 ms to load. */
export const dayOf = (date: Date): string =>
  new Date(date.getTime() + aheadOfUtcMs).toISOString().slice(0, 10);

/** `today` is `YYYY-MM-DD`. */
export function isLive({ isActive, validFrom, validUntil }: Offer, today: string): boolean {
  return isActive && validUntil >= today && (validFrom === '' || validFrom <= today);
}

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

/** The price of one piece in the cart; undefined when the offer has no price. */
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

export const stepsOf = ({ redemptionSteps }: Offer): readonly string[] =>
  redemptionSteps.length > 0 ? redemptionSteps : defaultRedemptionSteps;

/** The offer to suggest for these products: one for a product first, then one that applies to everything. */
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

/** The address of the claim dialog. */
export const offerAddress = ({ id }: Pick<Offer, 'id'>): string =>
  `/specialoffers?offer=${encodeURIComponent(id)}`;

/**
 * False for a code that applies to everything: its cart line would be no product, at a made-up price of NPR 100,000 less
 * the discount (OFFR-21). Cart and order still price such a line by the specification.
 */
export function sellsGoods({ discountType, promoCode, targetProducts, productDetails }: Offer): boolean {
  const { name, price, originalPrice, discountedPrice } = productDetails;
  const namesGoods = targetProducts.length > 0 || Boolean(name);
  const namesPrice = (price ?? originalPrice ?? discountedPrice ?? null) !== null;
  return namesGoods || namesPrice || discountType !== 'percentage' || promoCode === '';
}
