import { auditEntry, type NewAuditEntry, type StaffCall } from '@kinmel/service-kit';
import type { OfferState } from './offer.rules.ts';
import { adminOfferAnswer } from './offer-answer.ts';

/** As staff see it: an offer holds nothing about a customer. Redemptions are no change by staff. */
const auditedFields = (offer: OfferState | null) =>
  offer && adminOfferAnswer({ ...offer, currentRedemptions: 0 });

/** The audit entry of a change to an offer; null stands for one that is not there yet, or not any more. */
export const offerEntry = (
  by: StaffCall | undefined,
  before: OfferState | null,
  after: OfferState | null,
): NewAuditEntry | undefined =>
  auditEntry(
    by,
    { kind: 'offer', id: (after ?? before)?.id ?? null },
    { before: auditedFields(before), after: auditedFields(after), shown: 'all' },
  );
