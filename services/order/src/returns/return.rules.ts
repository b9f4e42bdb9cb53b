import type { EventOf, OrderToReturn, Policy, returnSettled } from '@kinmel/contracts';
import {
  type LeftToRefund,
  lineKey,
  type PieceCounts,
  priceReturn,
  type ReturnTerms,
  splitRefund,
} from '@kinmel/pricing';
import { ProblemError } from '@kinmel/service-kit';
import {
  type Change,
  type ChangeContext,
  dueRefund,
  hasOnlinePayment,
  leftToPay,
  next,
  noted,
} from '../orders/order.rules.ts';
import type { Order, OrderLine, OrderReturn, ReturnedLine } from '../orders/order.ts';
import { refunded } from '../payments/payment.rules.ts';

const dayMs = 24 * 60 * 60_000;

export const keyOfLine = ({ productId, specialOffer }: OrderLine): string =>
  lineKey({ productId, offer: specialOffer && { offerId: specialOffer.id } });

const piecesOf = (lines: readonly ReturnedLine[]): PieceCounts => {
  const counts: Record<string, number> = {};
  for (const { key, quantity } of lines) counts[key] = (counts[key] ?? 0) + quantity;
  return counts;
};
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);
const countPieces = (lines: readonly { readonly quantity: number }[]) =>
  sumOf(lines.map(({ quantity }) => quantity));

/** R1: the end of the time to return goods; null before the delivery. */
export function returnUntilOf({ history }: Pick<Order, 'history'>, days: number): Date | null {
  const delivery = history.findLast(({ what, to }) => what === 'order-status' && to === 'delivered');
  return delivery ? new Date(delivery.at.getTime() + days * dayMs) : null;
}

const isMoneyHere = ({ orderStatus, paymentStatus, refund }: Order): boolean =>
  orderStatus !== 'cancelled' && paymentStatus === 'paid' && refund === null;

/** R1: why nothing can be returned, as the customer reads it; null when it can. */
export function returnProblemOf(order: Order, days: number, now: Date): string | null {
  const { orderStatus, paymentStatus, refund, returns = [], lines } = order;
  const until = returnUntilOf(order, days);
  if (orderStatus === 'cancelled') return 'This order was cancelled.';
  if (paymentStatus === 'refunded' || refund !== null) return 'The money of this order was given back.';
  if (orderStatus !== 'delivered' || until === null) return 'This order is not delivered yet.';
  if (paymentStatus !== 'paid') return 'This order is not paid.';
  if (now > until) return `Goods can be returned within ${days} days of their delivery. That time is over.`;
  const isAllBack = countPieces(returns.flatMap((one) => one.lines)) >= countPieces(lines);
  return isAllBack ? 'All goods of this order were returned.' : null;
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

/** What a return of the order is priced by. @param policy of the order's version */
export const termsOf = (
  { lines }: Pick<Order, 'lines'>,
  { shipping, tax, refunds }: Pick<Policy, 'shipping' | 'tax' | 'refunds'>,
): ReturnTerms => ({
  lines: lines.map((line) => ({
    key: keyOfLine(line),
    quantity: line.quantity,
    unitPriceInMinorUnits: line.priceInMinorUnits,
  })),
  policy: {
    feeInMinorUnits: shipping.feeInMinorUnits,
    freeAboveInMinorUnits: shipping.freeAboveInMinorUnits,
    taxPercent: tax.percent,
  },
  isShippingRefunded: refunds.isShippingRefunded,
});

/** The order as service-request needs it. @param days of the policy in force */
export function toReturn(
  order: Order,
  policy: Parameters<typeof termsOf>[1],
  days: number,
  now: Date,
): OrderToReturn {
  const { name, email, phone } = order.customerDetails;
  const { lines: _lines, ...terms } = termsOf(order, policy);
  return {
    orderId: order.id,
    orderNumber: order.orderNumber,
    userId: order.userId,
    customer: { name, email, phone },
    lines: order.lines.map((line) => ({
      key: keyOfLine(line),
      productId: line.productId,
      isProduct: line.isProduct,
      name: line.name,
      details: line.details,
      image: line.image,
      quantity: line.quantity,
      unitPriceInMinorUnits: line.priceInMinorUnits,
    })),
    ...terms,
    left: leftToRefund(order),
    paymentMethod: order.paymentMethod,
    returnUntil: returnUntilOf(order, days)?.toISOString() ?? null,
    problem: returnProblemOf(order, days, now),
  };
}

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
  const nothing = noted(`return ${reference}: settled`, 'This order has no money to give back.');
  if (returns.some((one) => one.id === id) || history.some(({ to }) => to === nothing.to)) return undefined;
  if (!isMoneyHere(order)) return { order: next(order, {}, context, nothing), events: [] };
  const left = leftToRefund(order);
  const all = left.paymentInMinorUnits + left.creditInMinorUnits;
  const split = splitRefund(Math.min(refund.amountInMinorUnits, all), refundTo, left);
  const settled: OrderReturn = {
    ...dueRefund(order, note, context.now),
    id,
    reference,
    amountInMinorUnits: split.paymentInMinorUnits,
    creditInMinorUnits: split.creditInMinorUnits,
    lines: lines.map(({ key, quantity }) => ({ key, quantity })),
    settledAt: context.now,
  };
  const become = (more: Partial<OrderReturn> = {}, text = '') =>
    next(order, { returns: [...returns, { ...settled, ...more }] }, context, noted(nothing.to, text));
  if (split.paymentInMinorUnits > 0) {
    if (hasOnlinePayment(order)) return { order: become(), events: [] };
    const text = 'Give the money back by hand.';
    return { order: become({ state: 'failed', isByHand: true }, text), events: [] };
  }
  if (split.creditInMinorUnits === 0) return { order: become({ state: 'done' }), events: [] };
  // One write, so one version.
  return refunded({ ...become(), version: order.version }, context, settled.id);
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
  if (returned.state === 'done' || (returned.state === 'due' && !isByHand)) return undefined;
  if (returned.state === 'due')
    throw new ProblemError('conflict', 'The payment service is giving this money back. Please wait for it.');
  if (!isByHand && !hasOnlinePayment(order))
    throw new ProblemError('conflict', 'Nothing was paid online: hand the money back, and record that.');
  const { isByHand: _was, ...asked } = returned;
  const due = { ...asked, ...(isByHand ? { isByHand } : {}), state: 'due' as const, since: context.now };
  const told = { ...due, note: note === '' ? due.note : note };
  const after = next(
    order,
    { returns: (order.returns ?? []).map((one) => (one === returned ? told : one)) },
    context,
    noted(`return ${returned.reference}: refund asked for`, note),
  );
  return isByHand
    ? refunded({ ...after, version: order.version }, context, returnId)
    : { order: after, events: [] };
}

/**
 * The lines and sums of the credit note of a return. What staff took off, and its part of the tax, is a line of its own.
 * @param policy of the order's version
 */
export function creditedOf(
  order: Order,
  returned: OrderReturn,
  policy: Parameters<typeof termsOf>[1],
): Pick<Order, 'lines' | 'pricing'> {
  const returns = order.returns ?? [];
  const earlier = returns.slice(
    0,
    returns.findIndex(({ id }) => id === returned.id),
  );
  const counts = piecesOf(returned.lines);
  const priced = priceReturn(termsOf(order, policy), piecesOf(earlier.flatMap(({ lines }) => lines)), counts);
  const sum = (...rules: string[]) =>
    sumOf(
      priced.steps.flatMap(({ rule, amountInMinorUnits }) =>
        rules.includes(rule) ? [amountInMinorUnits] : [],
      ),
    );
  const [goods, tax, shipping] = [sum('goods'), sum('tax'), sum('shipping', 'free-shipping')];
  const totalInMinorUnits = returned.amountInMinorUnits + returned.creditInMinorUnits;
  const less = priced.refundInMinorUnits - totalInMinorUnits;
  const taxLess = priced.refundInMinorUnits === 0 ? 0 : Math.round((less * tax) / priced.refundInMinorUnits);
  const lines = order.lines.flatMap((line) => {
    const quantity = counts[keyOfLine(line)] ?? 0;
    return quantity === 0
      ? []
      : [{ ...line, quantity, lineTotalInMinorUnits: quantity * line.priceInMinorUnits }];
  });
  return {
    lines: less === 0 ? lines : [...lines, deduction(returned.id, taxLess - less)],
    pricing: {
      subtotalInMinorUnits: goods - less + taxLess,
      shippingInMinorUnits: shipping,
      taxInMinorUnits: tax - taxLess,
      totalInMinorUnits,
    },
  };
}

const deduction = (returnId: string, amountInMinorUnits: number): OrderLine => ({
  productId: returnId,
  isProduct: false,
  name: 'Deducted after the inspection',
  details: '',
  image: '',
  priceInMinorUnits: amountInMinorUnits,
  originalPriceInMinorUnits: amountInMinorUnits,
  quantity: 1,
  lineTotalInMinorUnits: amountInMinorUnits,
  promoCode: null,
  specialOffer: null,
});
