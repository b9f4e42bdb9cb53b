import {
  type discountTypes,
  type EventDefinition,
  type OfferDetailName,
  type OfferSnapshot,
  type OfferTexts,
  offerCreated,
  offerDeleted,
  offerUpdated,
} from '@kinmel/contracts';
import { type Day, ProblemError } from '@kinmel/service-kit';

export type DiscountType = (typeof discountTypes)[number];

/** What an offer says about what it sells; amounts in integer minor units, null when it says none. */
export interface OfferProductDetails extends Readonly<Partial<Record<OfferDetailName, string | undefined>>> {
  readonly priceInMinorUnits?: number | null | undefined;
  readonly originalPriceInMinorUnits?: number | null | undefined;
  readonly discountedPriceInMinorUnits?: number | null | undefined;
  readonly specs?: string | Readonly<Record<string, string>> | undefined;
}

/** What staff decide about an offer; its texts are those of the table in the contracts. */
export interface OfferFields extends OfferTexts {
  readonly discountType: DiscountType;
  /** As the form has it: percent, or rupees; kept for bundle and gift without a meaning. */
  readonly discountValue: number;
  readonly image: string;
  readonly isActive: boolean;
  readonly redemptionSteps: readonly string[];
  readonly productDetails: OfferProductDetails;
  readonly targetProducts: readonly string[];
  readonly maxRedemptions: number | null;
}

/** An offer without what the ledger counts. */
export interface OfferState extends OfferFields {
  readonly id: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly version: number;
}

/** As it lies in the database: with how many redemptions are reserved or captured. */
export interface StoredOffer extends OfferState {
  readonly currentRedemptions: number;
}

export interface OfferEvent {
  readonly definition: EventDefinition;
  readonly data: unknown;
}

/** What a rule decided: the offer as it is from now on, and what to tell of it. */
export interface Decision {
  readonly offer: OfferState;
  readonly events: readonly OfferEvent[];
}

const refuse = (path: string, message: string): never => {
  throw new ProblemError('invalid-request', message, [{ path, message }]);
};

const badDiscount = 'Please enter a valid discount value';

/** The checks that look at more than one field, in the order of the document (O1, AOFF-15 to AOFF-17). */
function check(fields: OfferFields, endsAfter: Day | undefined): void {
  const { validFrom, validUntil, discountType, discountValue } = fields;
  if (validFrom >= validUntil) refuse('validUntil', 'Valid Until date must be after Valid From date');
  if (endsAfter !== undefined && validUntil <= endsAfter)
    refuse('validUntil', 'Valid Until date must be in the future');
  const counts = discountType === 'percentage' || discountType === 'fixed';
  if (counts && discountValue <= 0) refuse('discountValue', badDiscount);
  if (discountType === 'percentage' && discountValue > 100) refuse('discountValue', badDiscount);
}

/** A new offer (O1); `today` is the day in the shop. */
export function createOffer(id: string, fields: OfferFields, now: Date, today: Day): Decision {
  check(fields, today);
  const offer = { ...fields, id, createdAt: now, updatedAt: now, version: 1 };
  return { offer, events: [{ definition: offerCreated, data: snapshotOf(offer) }] };
}

/**
 * An edit: what is not given stays (O2). A stale version is refused; an edit that changes nothing raises no version
 * and is told to nobody.
 */
export function changeOffer(
  before: StoredOffer,
  change: Partial<OfferFields>,
  now: Date,
  seenVersion?: number,
): Decision {
  if (seenVersion !== undefined && seenVersion !== before.version) {
    throw new ProblemError('version-conflict', 'This offer was changed by somebody else meanwhile.', [
      { path: 'version', message: String(before.version) },
    ]);
  }
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const fields = { ...before, ...given };
  check(fields, undefined);
  if (Object.entries(given).every(([field, value]) => isSame(value, before[field as keyof OfferState]))) {
    return { offer: before, events: [] };
  }
  const offer = { ...fields, updatedAt: now, version: before.version + 1 };
  return {
    offer,
    events: [{ definition: offerUpdated, data: snapshotOf(offer, before.currentRedemptions) }],
  };
}

/**
 * What is told when the count of redemptions moves: that the last one was taken, or that there is one again (O7). Every other
 * move of the count is told to nobody.
 */
export function countMoved(before: StoredOffer, currentRedemptions: number): Decision | undefined {
  if (isUsedUp({ ...before, currentRedemptions }) === isUsedUp(before)) return undefined;
  const offer = { ...before, version: before.version + 1 };
  return { offer, events: [{ definition: offerUpdated, data: snapshotOf(offer, currentRedemptions) }] };
}

/** Takes an offer away; its document stays until that is told. */
export function removeOffer(before: OfferState, now: Date): Decision {
  const offer = { ...before, isActive: false, updatedAt: now, version: before.version + 1 };
  return { offer, events: [{ definition: offerDeleted, data: { offerId: before.id } }] };
}

/** Field by field, whatever the order of keys: what a form sends back is in another order than what was stored. */
function isSame(left: unknown, right: unknown): boolean {
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null)
    return left === right;
  const [a, b] = [left, right].map((value) =>
    Object.entries(value).filter(([, part]) => part !== undefined && part !== null),
  );
  const other = new Map(b);
  return a?.length === other.size && a.every(([key, value]) => isSame(value, other.get(key)));
}

/** Whether customers may see and use an offer on a day (O3, CONF-55, OFFR-18); the count of redemptions apart. */
export const isInForce = (
  { isActive, validFrom, validUntil }: Pick<OfferFields, 'isActive' | 'validFrom' | 'validUntil'>,
  today: Day,
): boolean => isActive && validFrom <= today && today <= validUntil;

/** Whether nobody can redeem it any more. */
export const isUsedUp = ({
  maxRedemptions,
  currentRedemptions,
}: Pick<StoredOffer, 'maxRedemptions' | 'currentRedemptions'>): boolean =>
  maxRedemptions !== null && currentRedemptions >= maxRedemptions;

/** Whether an offer is live: what the public list shows (O4). */
export const isLive = (offer: StoredOffer, today: Day): boolean =>
  isInForce(offer, today) && !isUsedUp(offer);

/** The promo code that nobody else may have now: of an offer that is live or will be (O5, SIL-52). */
export const claimedCodeOf = (offer: OfferState, today: Day): string | undefined =>
  offer.isActive && offer.validUntil >= today ? offer.promoCode : undefined;

/** Percent off, and minor units off, of which one at least is 0. */
export function discountOf({ discountType, discountValue }: OfferFields) {
  return {
    discountPercentage: discountType === 'percentage' ? discountValue : 0,
    discountInMinorUnits: discountType === 'fixed' ? Math.round(discountValue * 100) : 0,
  };
}

/** What others need of an offer to price it by themselves; a new one was not redeemed yet. */
export function snapshotOf(offer: OfferState, currentRedemptions = 0): OfferSnapshot {
  const { productDetails } = offer;
  return {
    offerId: offer.id,
    title: offer.title,
    description: offer.description,
    discountType: offer.discountType,
    ...discountOf(offer),
    validFrom: offer.validFrom,
    validUntil: offer.validUntil,
    promoCode: offer.promoCode,
    isActive: offer.isActive,
    isUsedUp: isUsedUp({ ...offer, currentRedemptions }),
    targetProducts: [...offer.targetProducts],
    image: offer.image,
    productName: productDetails.name ?? '',
    originalPriceInMinorUnits:
      productDetails.originalPriceInMinorUnits ?? productDetails.priceInMinorUnits ?? null,
    discountedPriceInMinorUnits: productDetails.discountedPriceInMinorUnits ?? null,
    giftItem: productDetails.giftItem ?? '',
  };
}
