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

/** ORD-R2: pieces that came back or are about to. */
export const piecesGone = ({ openReturns = [], returns = [] }: Order): PieceCounts =>
  piecesOf([...openReturns, ...returns]);

export const haveSameLines = (one: Pick<OrderReturn, 'lines'>, lines: OrderReturn['lines']): boolean => {
  const [these, those] = [piecesOf([one]), piecesOf([{ lines }])];
  return Object.keys({ ...these, ...those }).every((key) => these[key] === those[key]);
};

/** ORD-R2, ORD-R10: whether these pieces of the order are neither in a return nor bought back. */
export function areReturnable(order: Order, lines: OrderReturn['lines']): boolean {
  if (planted('return.same-pieces')) return true;
  const { openReturns = [], returns = [], buyBacks = [] } = order;
  const gone = piecesOf([...openReturns, ...returns, ...buyBacks, { lines }]);
  const bought = Object.fromEntries(order.lines.map((line) => [keyOfLine(line), line.quantity]));
  return Object.entries(gone).every(([key, quantity]) => quantity <= (bought[key] ?? 0));
}

/** The order as a whole: its money was refunded or is about to be. */
export const isUndone = ({ orderStatus, paymentStatus, refund }: Order): boolean =>
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
  return problems.find(([is]) => is)?.[1] ?? null;
}

/**
 * ORD-R1: the end of the return period, null until the order is delivered; and why nothing can be returned now.
 * @param days of the policy in force
 */
export function returnTimeOf(order: Order, days: number, now: Date) {
  const delivery = order.orderStatus === 'delivered' ? deliveryOf(order) : undefined;
  const until = delivery ? new Date(delivery.at.getTime() + days * dayMs) : null;
  const isOver = until !== null && now > until;
  const over = isOver ? `The ${days} days in which goods can be returned are over.` : null;
  return { until, problem: returnProblemOf(order) ?? over };
}

/** ORD-R3: the amounts that can still be refunded, by method; zero for a cancelled or refunded order. */
export function leftToRefund(order: Order): LeftToRefund {
  const { pricing, returns = [] } = order;
  if (isUndone(order)) return { paymentInMinorUnits: 0, creditInMinorUnits: 0 };
  const byPayment = sumOf(returns.map(({ amountInMinorUnits }) => amountInMinorUnits));
  const byCredit = sumOf(returns.map(({ creditInMinorUnits }) => creditInMinorUnits));
  // An earlier return may have become credit for goods that the payment had paid for.
  const all = pricing.totalInMinorUnits - byPayment - byCredit;
  // For a deleted account everything is refunded like a payment.
  const paymentInMinorUnits = Math.max(0, Math.min(leftToPay(order) - byPayment, all));
  return { paymentInMinorUnits, creditInMinorUnits: all - paymentInMinorUnits };
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
  const settled = returns.find(({ id }) => id === requestId);
  if (settled) return haveSameLines(settled, lines) ? null : 'It was settled with other lines before.';
  const claim = openReturns.find(({ id }) => id === requestId);
  if (claim) return haveSameLines(claim, lines) ? null : 'Other lines were claimed for it.';
  // A return from the time before claims.
  if (isUndone(order)) return 'The order was cancelled, or refunded as a whole.';
  return areReturnable(order, lines) ? null : 'Its pieces came back already, or are in another return.';
}

/**
 * ORD-R3: records the refund of a settled return, at most what is left, and ends its claim: credit at once, the payment
 * when the provider or staff have made it. Undefined when it is known, or when the order cannot settle it.
 */
export function settleReturn(
  order: Order,
  settled: SettledReturn,
  context: ChangeContext,
): Change | undefined {
  const { requestId: id, reference, lines, refund, refundTo, note } = settled;
  const { openReturns = [], returns = [] } = order;
  const isKnown = returns.some((one) => one.id === id);
  if (isKnown || settlingProblemOf(order, settled) !== null) return undefined;
  const refundable = leftToRefund(order);
  const most = refundable.paymentInMinorUnits + refundable.creditInMinorUnits;
  const agreed = Math.min(refund.amountInMinorUnits, most);
  // A deleted account cannot have credit (ORD-K8).
  const way = order.isBuyerDeleted ? 'payment' : refundTo;
  const { paymentInMinorUnits: amountInMinorUnits, creditInMinorUnits } = splitRefund(
    agreed,
    way,
    refundable,
  );
  const isByHand = amountInMinorUnits > 0 && !hasOnlinePayment(order);
  const isNothing = amountInMinorUnits === 0 && creditInMinorUnits === 0;
  const orderReturn: OrderReturn = {
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
  const fields = {
    openReturns: openReturns.filter((claim) => claim.id !== id),
    returns: [...returns, orderReturn],
  };
  const text = isPaid(order)
    ? ''
    : 'The order is not marked as paid: see whether its money came before you hand it back.';
  const change = withNote(order, fields, context, `return ${reference}: settled`, text);
  if (isNothing || amountInMinorUnits > 0) return change;
  // One write, so one version.
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
  const returned = order.returns?.find(({ id }) => id === returnId);
  if (returned === undefined) throw new ProblemError('not-found', 'This order has no such return.');
  const isDue = returned.state === 'due';
  if (returned.state === 'done' || (isDue && !isByHand)) return undefined;
  if (isDue) throw refundByProviderError();
  if (!(isByHand || hasOnlinePayment(order)))
    throw new ProblemError('conflict', 'Nothing was paid online: hand the money back, and record that.');
  const due = { ...returned, ...dueRefund(order, note || returned.note, context.now), isByHand };
  const requestedReturn = { ...due, amountInMinorUnits: returned.amountInMinorUnits };
  const returns = order.returns?.map((one) => (one === returned ? requestedReturn : one)) ?? [];
  const to = `return ${returned.reference}: refund asked for`;
  const change = withNote(order, { returns }, context, to, note);
  return isByHand ? markRefunded({ ...change.order, version: order.version }, context, returnId) : change;
}

/**
 * ORD-R4: the lines and sums of the credit note of a return. The deduction by staff, with its part of the tax, is a
 * separate line.
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
  const description = { productId: returned.id, isProduct: false, name: 'Deducted after the inspection' };
  const plain = { details: '', image: '', promoCode: null, specialOffer: null, originalPriceInMinorUnits: 0 };
  const deduction = { ...description, ...plain, quantity: 1, priceInMinorUnits: 0, lineTotalInMinorUnits: 0 };
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
