import { auditEntry, type NewAuditEntry, type StaffCall } from '@kinmel/service-kit';
import type { OfferState } from './offer.rules.ts';
import { adminOfferAnswer } from './offer-answer.ts';

/** The staff view: offers hold no customer data. */
const auditedFields = (offer: OfferState | null) =>
  offer && adminOfferAnswer({ ...offer, currentRedemptions: 0 });

/** The audit entry of a change; null stands for a created or deleted offer. */
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
