import { type AuditedKind, type RequestKind } from '@kinmel/contracts';
import { auditEntry, fromMinorUnits, type NewAuditEntry, type StaffCall } from '@kinmel/service-kit';
import type { RequestState } from './request.rules.ts';

/** Fields of single kinds that staff change. */
type Changed = RequestState & {
  readonly quotedPriceInMinorUnits?: number | null;
  readonly quoteValidUntil?: Date | null;
  readonly date?: string;
  readonly time?: string;
};

function auditedFields(request: Changed | null) {
  if (request === null) return null;
  const { status, quotedPriceInMinorUnits: price, quoteValidUntil, date, time } = request;
  const { name, email, phone, adminNotes } = request;
  const quotedPrice = typeof price === 'number' ? fromMinorUnits(price) : undefined;
  return { status, quotedPrice, quoteValidUntil, date, time, name, email, phone, adminNotes };
}

/** All others are about the customer, or may be. */
const shown = ['status', 'quotedPrice', 'quoteValidUntil', 'date', 'time'];

/** The audit entry of a change to a request; null stands for one that is taken away, with what was written to it. */
export function requestEntry(
  by: StaffCall | undefined,
  kind: RequestKind & AuditedKind,
  before: RequestState,
  after: RequestState | null,
): NewAuditEntry | undefined {
  const notes = after?.history.slice(before.history.length).map(({ note }) => note) ?? [];
  return auditEntry(
    by,
    { kind, id: before.id },
    {
      before: auditedFields(before),
      after: auditedFields(after),
      shown,
      note: [...new Set(notes)].filter(Boolean).join('\n'),
    },
  );
}
