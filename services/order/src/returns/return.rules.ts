import type { EventOf, Policy, returnSettled } from '@kinmel/contracts';
import { type LeftToRefund, lineKey, type PieceCounts, priceReturn, splitRefund } from '@kinmel/pricing';
import { ProblemError, pick } from '@kinmel/service-kit';
import {
  type Change,
  type ChangeContext,
  dueRefund,
  hasOnlinePayment,
  leftToPay,
  withNote,
} from '../orders/order.rules.ts';
import type { Order, OrderLine, OrderReturn } from '../orders/order.ts';
import { refunded } from '../payments/payment.rules.ts';

const dayMs = 24 * 60 * 60_000;

export const keyOfLine = ({ productId, specialOffer }: OrderLine): string =>
  lineKey({ productId, offer: specialOffer && { offerId: specialOffer.id } });

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

function piecesOf(returns: readonly Pick<OrderReturn, 'lines'>[]): PieceCounts {
  const counts: Record<string, number> = {};
  for (const { key, quantity } of returns.flatMap(({ lines }) => lines))
    counts[key] = (counts[key] ?? 0) + quantity;
  return counts;
}

/** Its money was paid, and is neither given back nor about to be. */
const isMoneyHere = ({ orderStatus, paymentStatus, refund }: Order): boolean =>
  orderStatus !== 'cancelled' && paymentStatus === 'paid' && refund === null;

/**
 * R1: until when goods can be returned, null before the delivery; and why they cannot be now, as the customer reads it.
 * @param days of the policy in force
 */
export function returnTimeOf(order: Order, days: number, now: Date) {
  const { orderStatus, paymentStatus, refund, returns = [], lines, history } = order;
  const delivery = history.findLast(({ what, to }) => what === 'order-status' && to === 'delivered');
  const until = delivery ? new Date(delivery.at.getTime() + days * dayMs) : null;
  const piecesBack = sumOf(Object.values(piecesOf(returns)));
  const problems: readonly (readonly [boolean, string])[] = [
    [orderStatus === 'cancelled', 'This order was cancelled.'],
    [paymentStatus === 'refunded' || refund !== null, 'The money of this order was given back.'],
    [orderStatus !== 'delivered' || until === null, 'This order is not delivered yet.'],
    [paymentStatus !== 'paid', 'This order is not paid.'],
    [until !== null && now > until, `The ${days} days in which goods can be returned are over.`],
    [
      piecesBack >= sumOf(lines.map(({ quantity }) => quantity)),
      'All goods of this order were returned already.',
    ],
  ];
  return { until, problem: problems.find(([is]) => is)?.[1] ?? null };
}

/** R3: what can still go back, by part; nothing of an order that is not paid, cancelled or refunded. */
export function leftToRefund(order: Order): LeftToRefund {
  const { pricing, returns = [] } = order;
  if (!isMoneyHere(order)) return { paymentInMinorUnits: 0, creditInMinorUnits: 0 };
  const byPayment = sumOf(returns.map(({ amountInMinorUnits }) => amountInMinorUnits));
  const byCredit = sumOf(returns.map(({ creditInMinorUnits }) => creditInMinorUnits));
  // A return may have become credit that the payment had paid for.
  const all = pricing.totalInMinorUnits - byPayment - byCredit;
  const paymentInMinorUnits = Math.min(leftToPay(order) - byPayment, all);
  return { paymentInMinorUnits, creditInMinorUnits: all - paymentInMinorUnits };
}

/** Of the order's version. */
export type ReturnPolicy = Pick<Policy, 'shipping' | 'tax' | 'refunds'>;

/** R2: what a return of the order is priced by. */
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

/**
 * R3: records the refund of a settled return, of what is left at most: its credit at once, its payment when the provider
 * or staff gave it back. An order that has nothing left only notes it. Undefined when it is known.
 */
export function settleReturn(
  order: Order,
  { requestId: id, reference, lines, refund, refundTo, note }: SettledReturn,
  context: ChangeContext,
): Change | undefined {
  const { returns = [], history } = order;
  const entry = `return ${reference}: settled`;
  if (history.some(({ to }) => to === entry)) return undefined;
  if (!isMoneyHere(order))
    return withNote(order, {}, context, entry, 'This order has no money to give back.');
  const left = leftToRefund(order);
  const most = left.paymentInMinorUnits + left.creditInMinorUnits;
  const agreed = Math.min(refund.amountInMinorUnits, most);
  // A deleted account can have no credit (K8).
  const way = order.isBuyerDeleted ? 'payment' : refundTo;
  const { paymentInMinorUnits: amountInMinorUnits, creditInMinorUnits } = splitRefund(agreed, way, left);
  const isByHand = amountInMinorUnits > 0 && !hasOnlinePayment(order);
  const isNothing = amountInMinorUnits === 0 && creditInMinorUnits === 0;
  const settled: OrderReturn = {
    ...dueRefund(order, note, context.now),
    ...(isByHand ? { state: 'failed', isByHand } : {}),
    ...(isNothing ? { state: 'done' } : {}),
    id,
    reference,
    amountInMinorUnits,
    creditInMinorUnits,
    lines: lines.map(({ key, quantity }) => ({ key, quantity })),
    settledAt: context.now,
  };
  const change = withNote(order, { returns: [...returns, settled] }, context, entry);
  if (isNothing || amountInMinorUnits > 0) return change;
  // One write, so one version.
  return refunded({ ...change.order, version: order.version }, context, id);
}

/**
 * R5: staff make the refund of a return again after it failed, or record that they handed it back; undefined when it is
 * done or under way.
 */
export function refundReturn(
  order: Order,
  { returnId, isByHand, note }: { returnId: string; isByHand: boolean; note: string },
  context: ChangeContext,
): Change | undefined {
  const returned = order.returns?.find(({ id }) => id === returnId);
  if (returned === undefined) throw new ProblemError('not-found', 'This order has no such return.');
  const isDue = returned.state === 'due';
  if (returned.state === 'done' || (isDue && !isByHand)) return undefined;
  const refusal = isDue
    ? 'The payment service is giving this money back. Please wait for it.'
    : 'Nothing was paid online: hand the money back, and record that.';
  if (isDue || !(isByHand || hasOnlinePayment(order))) throw new ProblemError('conflict', refusal);
  const due = { ...returned, ...dueRefund(order, note || returned.note, context.now), isByHand };
  const asked = { ...due, amountInMinorUnits: returned.amountInMinorUnits };
  const returns = order.returns?.map((one) => (one === returned ? asked : one)) ?? [];
  const to = `return ${returned.reference}: refund asked for`;
  const change = withNote(order, { returns }, context, to, note);
  return isByHand ? refunded({ ...change.order, version: order.version }, context, returnId) : change;
}

/**
 * R4: the lines and sums of the credit note of a return. What staff took off, and its part of the tax, is a line of its
 * own.
 */
export function creditedOf(
  order: Order,
  returned: OrderReturn,
  policy: ReturnPolicy,
): Pick<Order, 'lines' | 'pricing'> {
  const { returns = [] } = order;
  const earlier = returns.slice(0, returns.indexOf(returned));
  const pieces = piecesOf([returned]);
  const terms = { ...termsOf(order, policy), left: leftToRefund({ ...order, returns: earlier }) };
  const { refundInMinorUnits, steps } = priceReturn(terms, piecesOf(earlier), pieces);
  const sum = (rule: string) =>
    sumOf(steps.map((step) => (step.rule === rule ? step.amountInMinorUnits : 0)));
  const totalInMinorUnits = returned.amountInMinorUnits + returned.creditInMinorUnits;
  const less = refundInMinorUnits - totalInMinorUnits;
  const taxLess = refundInMinorUnits === 0 ? 0 : Math.round((less * sum('tax')) / refundInMinorUnits);
  const lineOf = (line: OrderLine, quantity: number, priceInMinorUnits: number): OrderLine => {
    const lineTotalInMinorUnits = quantity * priceInMinorUnits;
    return { ...line, quantity, priceInMinorUnits, lineTotalInMinorUnits };
  };
  const lines = order.lines
    .map((line) => lineOf(line, pieces[keyOfLine(line)] ?? 0, line.priceInMinorUnits))
    .filter(({ quantity }) => quantity > 0);
  const named = { productId: returned.id, isProduct: false, name: 'Deducted after the inspection' };
  const plain = { details: '', image: '', promoCode: null, specialOffer: null, originalPriceInMinorUnits: 0 };
  const deduction = { ...named, ...plain, quantity: 1, priceInMinorUnits: 0, lineTotalInMinorUnits: 0 };
  return {
    lines: less === 0 ? lines : [...lines, lineOf(deduction, 1, taxLess - less)],
    pricing: {
      subtotalInMinorUnits: sum('goods') - less + taxLess,
      shippingInMinorUnits: sum('shipping') + sum('free-shipping'),
      taxInMinorUnits: sum('tax') - taxLess,
      totalInMinorUnits,
    },
  };
}
