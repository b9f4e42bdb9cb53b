import { retireIndex } from '@kinmel/service-kit';
import type mongoose from 'mongoose';

/** What a payment may leave open: money that did not come in time, money of the order or a second payment that has to go back. */
export type OpenPaymentKind = 'unpaid' | 'refund' | 'secondPayment';

/** Before every order: names "any time" in a way that an index with a condition understands. */
const never = new Date(0);

export const dueFilter = {
  unpaid: (now: Date) => ({ payUntil: { $gt: never, $lte: now } }),
  refund: () => ({ 'refund.state': 'due' as const }),
  secondPayment: () => ({ 'secondPayments.state': 'due' as const }),
};

/** In which order they are looked at: never tried first, then tried longest ago. */
export const dueOrder = {
  unpaid: { 'claims.unpaid': 1, payUntil: 1 },
  refund: { 'claims.refund': 1, 'refund.since': 1 },
  secondPayment: { 'claims.secondPayment': 1, _id: 1 },
} as const satisfies Record<OpenPaymentKind, object>;

const isWaiting = { partialFilterExpression: { payUntil: { $gt: never } } };
const isRefundDue = { partialFilterExpression: { 'refund.state': 'due' } };
const isSecondPaymentDue = { partialFilterExpression: { 'secondPayments.state': 'due' } };

/** One index for each kind, in its order. */
export function declareOpenPaymentIndexes(schema: mongoose.Schema): void {
  schema.index(dueOrder.unpaid, isWaiting);
  schema.index(dueOrder.refund, isRefundDue);
  schema.index(dueOrder.secondPayment, isSecondPaymentDue);
  retireIndex(schema, { payUntil: 1 }, isWaiting);
  retireIndex(schema, { 'refund.since': 1 }, isRefundDue);
  retireIndex(schema, { 'refund.triedAt': 1, 'refund.since': 1 }, isRefundDue);
}
