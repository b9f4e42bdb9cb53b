import { dayMs, type EventOf, type Policy, type returnSettled } from '@kinmel/contracts';
import { type LeftToRefund, lineKey, type PieceCounts, priceReturn, splitRefund } from '@kinmel/pricing';
import { ProblemError, pick, planted } from '@kinmel/service-kit';
import {
  type Change,
  type ChangeContext,
  dueRefund,
  hasOnlinePayment,
  leftToPay,
  withNote,
} from '../orders/order.rules.ts';
import type { Order, OrderLine, OrderReturn } from '../orders/order.ts';
import { markRefunded, refundByProviderError } from '../payments/payment.rules.ts';

export const keyOfLine = ({ productId, specialOffer }: OrderLine): string =>
  lineKey({ productId, offer: specialOffer && { offerId: specialOffer.id } });

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

export function piecesOf(returns: readonly Pick<OrderReturn, 'lines'>[]): PieceCounts {
  const counts: Record<string, number> = {};
  for (const { key, quantity } of returns.flatMap(({ lines }) => lines))
    counts[key] = (counts[key] ?? 0) + quantity;
  return counts;
}

/** ORD-R2: pieces that were returned or are in an open return. */
export const returnedPieces = ({ openReturns = [], returns = [] }: Order): PieceCounts =>
  piecesOf([...openReturns, ...returns]);

export const haveSameLines = (
  { lines: left }: Pick<OrderReturn, 'lines'>,
  right: OrderReturn['lines'],
): boolean => {
  const [leftCounts, rightCounts] = [piecesOf([{ lines: left }]), piecesOf([{ lines: right }])];
  return Object.keys({ ...leftCounts, ...rightCounts }).every((key) => leftCounts[key] === rightCounts[key]);
};

/** ORD-R2, ORD-R10: whether these pieces of the order are neither in a return nor bought back. */
export function areReturnable(order: Order, lines: OrderReturn['lines']): boolean {
  if (planted('return.same-pieces')) return true;
  const { openReturns = [], returns = [], buyBacks = [] } = order;
  const claimedCounts = piecesOf([...openReturns, ...returns, ...buyBacks, { lines }]);
  const orderedCounts = Object.fromEntries(order.lines.map((line) => [keyOfLine(line), line.quantity]));
  return Object.entries(claimedCounts).every(([key, quantity]) => quantity <= (orderedCounts[key] ?? 0));
}

/** Whether the order as a whole was cancelled, or its money was refunded or is about to be. */
export const isCancelledOrRefunded = ({ orderStatus, paymentStatus, refund }: Order): boolean =>
  orderStatus === 'cancelled' || paymentStatus === 'refunded' || refund !== null;

const isPaid = (order: Order): boolean => order.paymentStatus === 'paid' || hasOnlinePayment(order);

const deliveryOf = ({ history }: Order) =>
  history.findLast(({ what, to }) => what === 'order-status' && to === 'delivered');

/** ORD-R1: why goods of the order cannot be returned on any day, in words for the customer; null when they can. */
export function returnProblemOf(order: Order): string | null {
  const { orderStatus, paymentStatus, refund, returns = [], lines } = order;
  const [open] = order.openReturns ?? [];
  const piecesBack = sumOf(Object.values(piecesOf(returns)));
  const problems: readonly (readonly [boolean, string])[] = [
    [orderStatus === 'cancelled', 'This order was cancelled.'],
    [paymentStatus === 'refunded' || refund !== null, 'The money of this order was given back.'],
    [orderStatus !== 'delivered' || !deliveryOf(order), 'This order is not delivered yet.'],
    [paymentStatus !== 'paid', 'This order is not paid.'],
    [
      open !== undefined,
      `There is the return ${open?.reference} of this order already. Another one is possible when it is closed.`,
    ],
    [
      piecesBack >= sumOf(lines.map(({ quantity }) => quantity)),
      'All goods of this order were returned already.',
    ],
  ];
  return problems.find(([applies]) => applies)?.[1] ?? null;
}

/**
 * ORD-R1: the end of the return period, null until the order is delivered; and why nothing can be returned now.
 * @param days the return period of the policy in force
 */
export function returnTimeOf(order: Order, days: number, now: Date) {
  const delivery = order.orderStatus === 'delivered' ? deliveryOf(order) : undefined;
  const until = delivery ? new Date(delivery.at.getTime() + days * dayMs) : null;
  const isOver = until !== null && now > until;
  const overProblem = isOver ? `The ${days} days in which goods can be returned are over.` : null;
  return { until, problem: returnProblemOf(order) ?? overProblem };
}

/** ORD-R3: the amounts that can still be refunded, by method; zero for a cancelled or refunded order. */
export function leftToRefund(order: Order): LeftToRefund {
  const { pricing, returns = [] } = order;
  if (isCancelledOrRefunded(order)) return { paymentInMinorUnits: 0, creditInMinorUnits: 0 };
  const byPayment = sumOf(returns.map(({ amountInMinorUnits }) => amountInMinorUnits));
  const byCredit = sumOf(returns.map(({ creditInMinorUnits }) => creditInMinorUnits));
  // An earlier return may have been refunded as credit although the payment had paid for its goods.
  const refundable = pricing.totalInMinorUnits - byPayment - byCredit;
  // For a deleted account everything is refunded like a payment.
  const paymentInMinorUnits = Math.max(0, Math.min(leftToPay(order) - byPayment, refundable));
  return { paymentInMinorUnits, creditInMinorUnits: refundable - paymentInMinorUnits };
}

/** The parts of the policy that pricing needs, in the version of the order. */
export type ReturnPolicy = Pick<Policy, 'shipping' | 'tax' | 'refunds'>;

/** ORD-R2: the terms that a return of the order is priced by. */
export const termsOf = ({ lines }: Pick<Order, 'lines'>, { shipping, tax, refunds }: ReturnPolicy) => ({
  lines: lines.map((line) => ({
    ...pick(line, 'productId', 'isProduct', 'name', 'details', 'image', 'quantity'),
    key: keyOfLine(line),
    unitPriceInMinorUnits: line.priceInMinorUnits,
  })),
  policy: {
    ...pick(shipping, 'feeInMinorUnits', 'freeAboveInMinorUnits'),
    taxPercent: tax.percent,
  },
  isShippingRefunded: refunds.isShippingRefunded,
});

export type SettledReturn = EventOf<typeof returnSettled>['data'];

/** ORD-R7: why the order cannot settle the return; null when it can. */
export function settlingProblemOf(order: Order, { requestId, lines }: SettledReturn): string | null {
  const { openReturns = [], returns = [] } = order;
  const settledReturn = returns.find(({ id }) => id === requestId);
  if (settledReturn)
    return haveSameLines(settledReturn, lines) ? null : 'It was settled with other lines before.';
  const claim = openReturns.find(({ id }) => id === requestId);
  if (claim) return haveSameLines(claim, lines) ? null : 'Other lines were claimed for it.';
  // Returns that are older than the claims have none.
  if (isCancelledOrRefunded(order)) return 'The order was cancelled, or refunded as a whole.';
  return areReturnable(order, lines) ? null : 'Its pieces came back already, or are in another return.';
}

/**
 * ORD-R3: records the refund of a settled return, at most what is left, and ends its claim. Credit is refunded at once,
 * a payment when the provider or staff have done it. Undefined when it is recorded already or cannot be settled.
 */
export function settleReturn(
  order: Order,
  settledReturn: SettledReturn,
  context: ChangeContext,
): Change | undefined {
  const { requestId: id, reference, lines, refund, refundTo, note } = settledReturn;
  const { openReturns = [], returns = [] } = order;
  const isKnown = returns.some((one) => one.id === id);
  if (isKnown || settlingProblemOf(order, settledReturn) !== null) return undefined;
  const refundable = leftToRefund(order);
  const maxRefund = refundable.paymentInMinorUnits + refundable.creditInMinorUnits;
  const refundAmount = Math.min(refund.amountInMinorUnits, maxRefund);
  // A deleted account cannot have credit (ORD-K8).
  const refundMethod = order.isBuyerDeleted ? 'payment' : refundTo;
  const { paymentInMinorUnits: amountInMinorUnits, creditInMinorUnits } = splitRefund(
    refundAmount,
    refundMethod,
    refundable,
  );
  const isByHand = amountInMinorUnits > 0 && !hasOnlinePayment(order);
  const isZero = amountInMinorUnits === 0 && creditInMinorUnits === 0;
  const orderReturn: OrderReturn = {
    ...dueRefund(order, note, context.now),
    ...(isByHand ? { state: 'failed', isByHand } : {}),
    ...(isZero ? { state: 'done' } : {}),
    id,
    reference,
    amountInMinorUnits,
    creditInMinorUnits,
    lines: lines.map(({ key, quantity }) => ({ key, quantity })),
    settledAt: context.now,
  };
  const fields = {
    openReturns: openReturns.filter((claim) => claim.id !== id),
    returns: [...returns, orderReturn],
  };
  const text = isPaid(order)
    ? ''
    : 'The order is not marked as paid: see whether its money came before you hand it back.';
  const change = withNote(order, fields, context, `return ${reference}: settled`, text);
  if (isZero || amountInMinorUnits > 0) return change;
  // Both changes are one write, so the version increases once.
  return markRefunded({ ...change.order, version: order.version }, context, id);
}

/**
 * ORD-R5: staff repeat the refund of a return after a failure, or record that they gave the money back; undefined when
 * it has been made or is in progress.
 */
export function refundReturn(
  order: Order,
  { returnId, isByHand, note }: { returnId: string; isByHand: boolean; note: string },
  context: ChangeContext,
): Change | undefined {
  const orderReturn = order.returns?.find(({ id }) => id === returnId);
  if (orderReturn === undefined) throw new ProblemError('not-found', 'This order has no such return.');
  const isDue = orderReturn.state === 'due';
  if (orderReturn.state === 'done' || (isDue && !isByHand)) return undefined;
  if (isDue) throw refundByProviderError();
  if (!(isByHand || hasOnlinePayment(order)))
    throw new ProblemError('conflict', 'Nothing was paid online: hand the money back, and record that.');
  const due = { ...orderReturn, ...dueRefund(order, note || orderReturn.note, context.now), isByHand };
  const requestedReturn = { ...due, amountInMinorUnits: orderReturn.amountInMinorUnits };
  const returns = order.returns?.map((one) => (one === orderReturn ? requestedReturn : one)) ?? [];
  const to = `return ${orderReturn.reference}: refund asked for`;
  const change = withNote(order, { returns }, context, to, note);
  return isByHand ? markRefunded({ ...change.order, version: order.version }, context, returnId) : change;
}

/**
 * ORD-R4: the lines and sums of the credit note of a return. What staff deducted, with its part of the tax, is a separate
 * line.
 */
export function creditNoteContent(
  order: Order,
  orderReturn: OrderReturn,
  policy: ReturnPolicy,
): Pick<Order, 'lines' | 'pricing'> {
  const { returns = [] } = order;
  const earlierReturns = returns.slice(0, returns.indexOf(orderReturn));
  const pieces = piecesOf([orderReturn]);
  const terms = { ...termsOf(order, policy), left: leftToRefund({ ...order, returns: earlierReturns }) };
  const { refundInMinorUnits, steps } = priceReturn(terms, piecesOf(earlierReturns), pieces);
  const sum = (rule: string) =>
    sumOf(steps.map((step) => (step.rule === rule ? step.amountInMinorUnits : 0)));
  const totalInMinorUnits = orderReturn.amountInMinorUnits + orderReturn.creditInMinorUnits;
  const deducted = refundInMinorUnits - totalInMinorUnits;
  const deductedTax = refundInMinorUnits === 0 ? 0 : Math.round((deducted * sum('tax')) / refundInMinorUnits);
  const lineOf = (line: OrderLine, quantity: number, priceInMinorUnits: number): OrderLine => {
    const lineTotalInMinorUnits = quantity * priceInMinorUnits;
    return { ...line, quantity, priceInMinorUnits, lineTotalInMinorUnits };
  };
  const lines = order.lines
    .map((line) => lineOf(line, pieces[keyOfLine(line)] ?? 0, line.priceInMinorUnits))
    .filter(({ quantity }) => quantity > 0);
  const description = { productId: orderReturn.id, isProduct: false, name: 'Deducted after the inspection' };
  const empty = { details: '', image: '', promoCode: null, specialOffer: null, originalPriceInMinorUnits: 0 };
  const deduction = { ...description, ...empty, quantity: 1, priceInMinorUnits: 0, lineTotalInMinorUnits: 0 };
  return {
    lines: deducted === 0 ? lines : [...lines, lineOf(deduction, 1, deductedTax - deducted)],
    pricing: {
      subtotalInMinorUnits: sum('goods') - deducted + deductedTax,
      shippingInMinorUnits: sum('shipping') + sum('free-shipping'),
      taxInMinorUnits: sum('tax') - deductedTax,
      totalInMinorUnits,
    },
  };
}
