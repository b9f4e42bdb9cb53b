import type { OfferFields } from '../offers/offer.rules.ts';

/** An offer that a new shop opens with. Days are counted from the day of the seeding, so that a fresh shop has live ones. */
export interface SeedOffer
  extends Omit<OfferFields, 'validFrom' | 'validUntil' | 'targetProducts' | 'image' | 'redemptionSteps'> {
  /** The offer's id is derived from it; it is never renamed. */
  readonly slug: string;
  readonly fromDay: number;
  readonly untilDay: number;
  /** Slugs of the sample products of catalog. */
  readonly products: readonly string[];
  /** File name below `src/seed/pictures/`; empty for an offer without picture. */
  readonly picture: string;
  /** Empty: the shop shows its usual three steps (OFFR-22 to OFFR-24). */
  readonly redemptionSteps: readonly string[];
}
