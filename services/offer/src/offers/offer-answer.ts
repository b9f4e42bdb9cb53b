import { type AdminOffer, type Offer, type OfferTexts, offerTextEntries } from '@kinmel/contracts';
import {
  auditEntry,
  type CausedBy,
  createEvent,
  fromMinorUnits,
  type NewAuditEntry,
  pick,
  type StaffCall,
  type WireEvent,
} from '@kinmel/service-kit';
import type { Decision, OfferProductDetails, OfferState, StoredOffer } from './offer.rules.ts';

const amountOf = (minorUnits: number | null | undefined) =>
  minorUnits === null || minorUnits === undefined ? undefined : fromMinorUnits(minorUnits);

/** In major units, without unset fields. */
function detailsAnswer(details: OfferProductDetails): Offer['productDetails'] {
  const { priceInMinorUnits, originalPriceInMinorUnits, discountedPriceInMinorUnits, specs, ...texts } =
    details;
  const fields = {
    ...texts,
    price: amountOf(priceInMinorUnits),
    originalPrice: amountOf(originalPriceInMinorUnits),
    discountedPrice: amountOf(discountedPriceInMinorUnits),
    specs: typeof specs === 'object' ? { ...specs } : specs,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** The public view, without limits and counts. */
export function offerAnswer(offer: OfferState): Offer {
  const texts = Object.fromEntries(offerTextEntries.map(([name]) => [name, offer[name] ?? '']));
  return {
    _id: offer.id,
    id: offer.id,
    ...(texts as OfferTexts),
    ...pick(offer, 'discountType', 'discountValue', 'currency', 'image', 'isActive', 'version'),
    redemptionSteps: [...offer.redemptionSteps],
    productDetails: detailsAnswer(offer.productDetails),
    targetProducts: [...offer.targetProducts],
  };
}

/** The staff view. */
export function adminOfferAnswer(offer: StoredOffer): AdminOffer {
  return {
    ...offerAnswer(offer),
    ...pick(offer, 'maxRedemptions', 'currentRedemptions'),
    createdAt: offer.createdAt.toISOString(),
    updatedAt: offer.updatedAt.toISOString(),
  };
}

/** Wraps the rules' events in envelopes. */
export const eventsOf = ({ offer, events }: Decision, { traceparent }: CausedBy = {}): WireEvent[] =>
  events.map(({ definition, data }) =>
    createEvent(definition, { aggregateId: offer.id, aggregateVersion: offer.version, data, traceparent }),
  );

/** All fields of the staff view, as offers contain no customer data. */
const auditedFields = (offer: OfferState | null) =>
  offer && adminOfferAnswer({ ...offer, currentRedemptions: 0 });

/** The audit entry of a change; null stands for a created or deleted offer. */
export const offerEntry = (
  staff: StaffCall | undefined,
  before: OfferState | null,
  after: OfferState | null,
): NewAuditEntry | undefined =>
  auditEntry(
    staff,
    { kind: 'offer', id: (after ?? before)?.id ?? null },
    { before: auditedFields(before), after: auditedFields(after), shownFields: 'all' },
  );
