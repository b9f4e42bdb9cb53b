import type mongoose from 'mongoose';

/**
 * What a payment may leave open: money that did not come in time, money of the order or a second payment that has to go back, a page that has
 * to be closed, a payment that a cancelled order kept.
 */
export type OpenPaymentKind = 'unpaid' | 'refund' | 'secondPayment' | 'page' | 'kept';

/** Before every order: names "any time" in a way that an index with a condition understands. */
const never = new Date(0);

const isPageOpen = { partialFilterExpression: { 'pagesToClose.since': { $gt: never } } };
const isKept = {
  partialFilterExpression: {
    orderStatus: 'cancelled' as const,
    refund: null,
    'card.paymentId': { $gt: '' },
  },
};

export const dueFilter = {
  unpaid: (now: Date) => ({ payUntil: { $gt: never, $lte: now } }),
  refund: () => ({ 'refund.state': 'due' as const }),
  secondPayment: () => ({ 'secondPayments.state': 'due' as const }),
  page: () => isPageOpen.partialFilterExpression,
  kept: () => isKept.partialFilterExpression,
};

/** In which order they are looked at: never tried first, then tried longest ago. */
export const dueOrder = {
  unpaid: { 'claims.unpaid': 1, payUntil: 1 },
  refund: { 'claims.refund': 1, 'refund.since': 1 },
  secondPayment: { 'claims.secondPayment': 1, _id: 1 },
  page: { 'claims.page': 1, _id: 1 },
  kept: { 'claims.kept': 1, _id: 1 },
} as const satisfies Record<OpenPaymentKind, object>;

const isWaiting = { partialFilterExpression: { payUntil: { $gt: never } } };
const isRefundDue = { partialFilterExpression: { 'refund.state': 'due' } };
const isSecondPaymentDue = { partialFilterExpression: { 'secondPayments.state': 'due' } };

/** One index for each kind, in its order. */
export function declareOpenPaymentIndexes(schema: mongoose.Schema): void {
  schema.index(dueOrder.unpaid, isWaiting);
  schema.index(dueOrder.refund, isRefundDue);
  schema.index(dueOrder.secondPayment, isSecondPaymentDue);
  schema.index(dueOrder.page, isPageOpen);
  schema.index(dueOrder.kept, isKept);
}
