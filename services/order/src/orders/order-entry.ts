import { auditEntry, fromMinorUnits, type NewAuditEntry, type StaffCall } from '@kinmel/service-kit';
import type { Order } from './order.ts';

/** The audited fields. Of a note, the audit shows only that it changed, as it may contain personal data. */
const auditedFields = ({
  orderStatus,
  paymentStatus,
  adminNotes,
  refund,
  returns = [],
  secondPayments = [],
  undecidedPages = [],
}: Order) => ({
  orderStatus,
  paymentStatus,
  adminNotes,
  refund: { state: refund?.state, amount: refund && fromMinorUnits(refund.amountInMinorUnits) },
  returns: returns.map(({ reference, state }) => `${reference} ${state}`).join(', '),
  otherPayments: [
    ...secondPayments.map(({ paymentId, state }) => `${paymentId} ${state}`),
    ...undecidedPages.map(({ sessionId }) => `${sessionId} undecided`),
  ].join(', '),
});

const shownFields = [
  'orderStatus',
  'paymentStatus',
  'refund.state',
  'refund.amount',
  'returns',
  'otherPayments',
];

/** The audit entry of a change; without the note when the buyer is forgotten. */
export const orderEntry = (
  by: StaffCall | undefined,
  before: Order,
  after: Order,
): NewAuditEntry | undefined =>
  auditEntry(
    by,
    { kind: 'order', id: before.id },
    {
      before: auditedFields(before),
      after: auditedFields(after),
      shownFields,
      note: noteOf(before, after),
    },
  );

function noteOf(before: Order, after: Order): string {
  if (after.userId !== before.userId) return '';
  const notes = after.history.slice(before.history.length).map(({ note }) => note);
  return [...new Set(notes)].filter(Boolean).join('\n');
}
