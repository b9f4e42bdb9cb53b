import type { Index } from '@kinmel/service-kit';

/** Earlier than every order: expresses "any date" in a form that a partial index supports. */
const earliestDate = new Date(0);

/** Kinds of open payments: a filter, and the sort order of orders whose last attempt was at the same time. */
const kinds = {
  /** Orders that were not paid in time. */
  unpaid: { index: { payUntil: { $gt: earliestDate } }, order: { payUntil: 1 } },
  refund: { index: { 'refund.state': 'due' as const }, order: { 'refund.since': 1 } },
  return: { index: { 'returns.state': 'due' as const }, order: { _id: 1 } },
  secondPayment: { index: { 'secondPayments.state': 'due' as const }, order: { _id: 1 } },
  /** Orders with a page to close. */
  page: { index: { 'pagesToClose.since': { $gt: earliestDate } }, order: { _id: 1 } },
  /** Cancelled orders whose payment was not refunded. */
  kept: {
    index: { orderStatus: 'cancelled' as const, refund: null, 'card.paymentId': { $gt: '' } },
    order: { _id: 1 },
  },
} as const;

export type OpenPaymentKind = keyof typeof kinds;

export const dueFilter = (kind: OpenPaymentKind, now: Date) =>
  kind === 'unpaid' ? { payUntil: { $gt: earliestDate, $lte: now } } : kinds[kind].index;

/** Untried orders first, then by the time of the last attempt. */
export const dueOrder = (kind: OpenPaymentKind) => ({ [`claims.${kind}`]: 1 as const, ...kinds[kind].order });

export const openPaymentIndexes = Object.entries(kinds).map(
  ([kind, { index }]): Index => [dueOrder(kind as OpenPaymentKind), { partialFilterExpression: index }],
);
