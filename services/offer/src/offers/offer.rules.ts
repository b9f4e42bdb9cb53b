import {
  type discountTypes,
  type EventDefinition,
  minorUnitsOf,
  type OfferDetailName,
  type OfferSnapshot,
  type OfferTexts,
  offerCreated,
  offerDeleted,
  offerUpdated,
  shopCurrency,
} from '@kinmel/contracts';
import { type Day, pick, refusal, versionConflict } from '@kinmel/service-kit';

export type DiscountType = (typeof discountTypes)[number];

/** Product data of an offer; amounts in integer minor units. */
export interface OfferProductDetails extends Readonly<Partial<Record<OfferDetailName, string | undefined>>> {
  readonly priceInMinorUnits?: number | null | undefined;
  readonly originalPriceInMinorUnits?: number | null | undefined;
  readonly discountedPriceInMinorUnits?: number | null | undefined;
  readonly specs?: string | Readonly<Record<string, string>> | undefined;
}

/** The fields that staff edit; texts are declared in the contracts. */
export interface OfferFields extends OfferTexts {
  readonly discountType: DiscountType;
  /** In percent, or in major units of the currency; unused for bundle and gift. */
  readonly discountValue: number;
  readonly image: string;
  readonly isActive: boolean;
  readonly redemptionSteps: readonly string[];
  readonly productDetails: OfferProductDetails;
  readonly targetProducts: readonly string[];
  readonly maxRedemptions: number | null;
}

/** An offer without its count of redemptions. */
export interface OfferState extends OfferFields {
  readonly id: string;
  readonly currency: typeof shopCurrency;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly version: number;
}

/** An offer with the number of reserved or captured redemptions. */
export interface StoredOffer extends OfferState {
  readonly currentRedemptions: number;
}

export interface OfferEvent {
  readonly definition: EventDefinition;
  readonly data: unknown;
}

/** The new state of an offer and its events. */
export interface Decision {
  readonly offer: OfferState;
  readonly events: readonly OfferEvent[];
}

const refuse = (path: string, message: string): never => {
  throw refusal(path, message, 'invalid-request');
};

const invalidDiscount = 'Please enter a valid discount value';

/** Checks that involve several fields, in the order of the specification (OFF-O1). */
function checkFields(fields: OfferFields, endsAfter: Day | undefined): void {
  const { validFrom, validUntil, discountType, discountValue } = fields;
  if (validFrom >= validUntil) refuse('validUntil', 'Valid Until date must be after Valid From date');
  if (endsAfter !== undefined && validUntil <= endsAfter)
    refuse('validUntil', 'Valid Until date must be in the future');
  const hasValue = discountType === 'percentage' || discountType === 'fixed';
  if (hasValue && discountValue <= 0) refuse('discountValue', invalidDiscount);
  if (discountType === 'percentage' && discountValue > 100) refuse('discountValue', invalidDiscount);
}

/**
 * Creates an offer (OFF-O1).
 * @param today in the shop's time zone
 */
export function createOffer(id: string, fields: OfferFields, now: Date, today: Day): Decision {
  checkFields(fields, today);
  const offer = { ...fields, id, currency: shopCurrency, createdAt: now, updatedAt: now, version: 1 };
  return { offer, events: [{ definition: offerCreated, data: snapshotOf(offer) }] };
}

/** Edits the given fields (OFF-O2). Refuses a stale version; without a change there is no new version and no event. */
export function changeOffer(
  before: StoredOffer,
  change: Partial<OfferFields>,
  now: Date,
  seenVersion?: number,
): Decision {
  if (seenVersion !== undefined && seenVersion !== before.version)
    throw versionConflict(before.version, 'This offer was changed by somebody else meanwhile.');
  const changedFields = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const fields = { ...before, ...changedFields };
  checkFields(fields, undefined);
  if (
    Object.entries(changedFields).every(([field, value]) => isSame(value, before[field as keyof OfferState]))
  ) {
    return { offer: before, events: [] };
  }
  const offer = { ...fields, updatedAt: now, version: before.version + 1 };
  return {
    offer,
    events: [{ definition: offerUpdated, data: snapshotOf(offer, before.currentRedemptions) }],
  };
}

/**
 * A change of the count has an event only when the last redemption is used, or when one becomes available again (OFF-O7).
 */
export function availabilityChange(before: StoredOffer, currentRedemptions: number): Decision | undefined {
  if (isUsedUp({ ...before, currentRedemptions }) === isUsedUp(before)) return undefined;
  const offer = { ...before, version: before.version + 1 };
  return { offer, events: [{ definition: offerUpdated, data: snapshotOf(offer, currentRedemptions) }] };
}

/** Deletes an offer; its document stays until the event is published. */
export function removeOffer(before: OfferState, now: Date): Decision {
  const offer = { ...before, isActive: false, updatedAt: now, version: before.version + 1 };
  return { offer, events: [{ definition: offerDeleted, data: { offerId: before.id } }] };
}

/** Deep comparison, independent of key order. */
function isSame(left: unknown, right: unknown): boolean {
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null)
    return left === right;
  const [leftEntries, rightEntries] = [left, right].map((value) =>
    Object.entries(value).filter(([, entry]) => entry !== undefined && entry !== null),
  );
  const rightValues = new Map(rightEntries);
  return (
    leftEntries?.length === rightValues.size &&
    leftEntries.every(([key, value]) => isSame(value, rightValues.get(key)))
  );
}

/** Whether an offer is active and within its dates (OFF-O3), even when it is used up. */
export const isInForce = (
  { isActive, validFrom, validUntil }: Pick<OfferFields, 'isActive' | 'validFrom' | 'validUntil'>,
  today: Day,
): boolean => isActive && validFrom <= today && today <= validUntil;

export const isUsedUp = ({
  maxRedemptions,
  currentRedemptions,
}: Pick<StoredOffer, 'maxRedemptions' | 'currentRedemptions'>): boolean =>
  maxRedemptions !== null && currentRedemptions >= maxRedemptions;

/** Whether an offer is in the public list (OFF-O4). */
export const isLive = (offer: StoredOffer, today: Day): boolean =>
  isInForce(offer, today) && !isUsedUp(offer);

/** The promo code that a live or future offer reserves (OFF-O5). */
export const claimedCodeOf = (offer: OfferState, today: Day): string | undefined =>
  offer.isActive && offer.validUntil >= today ? offer.promoCode : undefined;

/** Percent off and minor units off; at least one of them is 0. */
export function discountOf({ discountType, discountValue }: OfferFields) {
  return {
    discountPercentage: discountType === 'percentage' ? discountValue : 0,
    discountInMinorUnits: discountType === 'fixed' ? minorUnitsOf(discountValue) : 0,
  };
}

/** The data that other services need for pricing. */
export function snapshotOf(offer: OfferState, currentRedemptions = 0): OfferSnapshot {
  const { productDetails } = offer;
  return {
    offerId: offer.id,
    ...pick(offer, 'title', 'description', 'discountType', 'currency', 'validFrom', 'validUntil'),
    ...pick(offer, 'promoCode', 'isActive', 'image'),
    ...discountOf(offer),
    isUsedUp: isUsedUp({ ...offer, currentRedemptions }),
    targetProducts: [...offer.targetProducts],
    productName: productDetails.name ?? '',
    originalPriceInMinorUnits:
      productDetails.originalPriceInMinorUnits ?? productDetails.priceInMinorUnits ?? null,
    discountedPriceInMinorUnits: productDetails.discountedPriceInMinorUnits ?? null,
    giftItem: productDetails.giftItem ?? '',
  };
}
