import {
  type Money,
  type OrderToReturn,
  type ReturnStatus,
  type refundTargets,
  type returnReasons,
  returnReceived,
  returnSettled,
  returnStatusChanged,
  shopCurrency,
} from '@kinmel/contracts';
import { type PieceCounts, priceReturn, type RefundStep } from '@kinmel/pricing';
import { businessDaysLater, endOf, ProblemError } from '@kinmel/service-kit';
import {
  type Change,
  type KindRules,
  type RequestEventContext,
  type RequestPhoto,
  type RequestState,
  refuseStale,
  unchanged,
  withStatus,
} from '../requests/request.rules.ts';

/** `isRestocked`: null before the inspection; false: written off. */
export type ReturnedLine = OrderToReturn['lines'][number] & { readonly isRestocked: boolean | null };

export interface Return extends RequestState<ReturnStatus> {
  readonly orderId: string;
  readonly orderNumber: string;
  /** Which return of its order it is, from 1: two at once would be the same one (R3). */
  readonly turn: number;
  readonly lines: readonly ReturnedLine[];
  readonly reason: (typeof returnReasons)[number];
  readonly message: string;
  readonly refundTo: (typeof refundTargets)[number];
  /** For goods as described. */
  readonly refundInMinorUnits: number;
  readonly steps: readonly RefundStep[];
  readonly offeredRefundInMinorUnits: number | null;
  readonly photos: readonly RequestPhoto[];
}

export const money = (amountInMinorUnits: number): Money => ({ amountInMinorUnits, currency: shopCurrency });

/** The refund, or the lower one that was offered. */
export const refundOf = ({ offeredRefundInMinorUnits, refundInMinorUnits }: Return): number =>
  offeredRefundInMinorUnits ?? refundInMinorUnits;

/** "2 × iPhone 13 Pro, 256 GB". */
export const goodsOf = ({ lines }: Return): string[] =>
  lines.map(({ quantity, name, details }) => `${quantity} × ${[name, details].filter(Boolean).join(', ')}`);

const refusal = (message: string, path?: string) =>
  new ProblemError('conflict', message, path === undefined ? undefined : [{ path, message }]);

/** The customer keeps the goods. */
const withoutGoods: readonly ReturnStatus[] = ['rejected', 'cancelled', 'sent-back'];

export const returnRules: KindRules<Return> & { readonly kind: 'return' } = {
  kind: 'return',
  subjectOf(request) {
    const [first = '', ...others] = goodsOf(request);
    return others.length === 0 ? first : `${first} and ${others.length} more`;
  },
  /** R5: also the only ones of staff. */
  usualSteps: {
    pending: ['accepted', 'rejected', 'cancelled'],
    accepted: ['received', 'rejected', 'cancelled'],
    rejected: [],
    received: [],
    offered: [],
    'sent-back': [],
    settled: [],
    cancelled: [],
  },
  stages: {
    // An accepted one waits for the goods, an offered one for its customer.
    open: ['pending', 'received'],
    begun: ['accepted', 'received', 'offered'],
    closed: ['settled', ...withoutGoods],
    withdrawn: 'cancelled',
  },
  /** G13: accepted within one business day, inspected within two of the receipt. */
  promisedAtOf({ status, createdAt, history, updatedAt }, calendar) {
    const receivedAt = history.findLast(({ to }) => to === 'received')?.at ?? updatedAt;
    const [from, days] = status === 'received' ? [receivedAt, 2] : [createdAt, 1];
    return endOf(businessDaysLater(calendar.dayOf(from), days, calendar), calendar);
  },
  receivedEvent: () => [returnReceived, {}],
  statusEvent: (change) =>
    change.to === 'settled'
      ? [returnSettled, change.note === '' ? {} : { note: change.note }]
      : [returnStatusChanged, change],
  eventData: (request) => ({
    orderId: request.orderId,
    orderNumber: request.orderNumber,
    lines: request.lines,
    refund: money(refundOf(request)),
    refundTo: request.refundTo,
    // The reason of the lower refund, also when its customer accepts it.
    note: request.offeredRefundInMinorUnits === null ? '' : request.adminNotes,
  }),
  cancelling: {
    may: ({ status }) => status === 'pending' || status === 'accepted',
    refusal: () => 'This return cannot be cancelled any more.',
    doneText: 'Your return is cancelled.',
  },
  answering: {
    answer: answerOffer,
    acceptedText: 'Thank you! Your refund is on its way.',
    declinedText: 'We send your goods back to you.',
  },
  refuseStep({ status }, to, note) {
    if (status === 'received') throw refusal('Please record the inspection of the goods.', 'status');
    if (!returnRules.usualSteps[status].includes(to))
      throw refusal(`A return that is ${status} cannot become ${to}.`, 'status');
    if (to === 'rejected' && note === '')
      throw refusal('Please say in the notes why the return is rejected.', 'adminNotes');
  },
  personal: { message: '' },
};

/** Pieces that came back or are about to, by the key of their line. */
export function piecesOf(returns: readonly Return[]): PieceCounts {
  const pieces: Record<string, number> = {};
  for (const { key, quantity } of returns
    .filter(({ status }) => !withoutGoods.includes(status))
    .flatMap(linesOf))
    pieces[key] = (pieces[key] ?? 0) + quantity;
  return pieces;
}

const linesOf = ({ lines }: Return) => lines;

/** R2, R3: why nothing of an order can be returned now; null when it can. */
export function problemOf({ problem, lines }: OrderToReturn, before: readonly Return[]): string | null {
  if (problem !== null) return problem;
  if (before.some(({ status }) => !returnRules.stages.closed.includes(status)))
    return 'There is a return of this order already. Another one is possible when it is closed.';
  const pieces = piecesOf(before);
  return lines.every(({ key, quantity }) => (pieces[key] ?? 0) >= quantity)
    ? 'Everything in this order was returned already.'
    : null;
}

/**
 * R2, R4: the wanted pieces of an order and their refund. Refuses what cannot come back.
 * @param before the returns of the order until now
 */
export function pricedReturn(
  order: OrderToReturn,
  before: readonly Return[],
  wanted: readonly { readonly key: string; readonly quantity: number }[],
): Pick<Return, 'lines' | 'refundInMinorUnits' | 'steps'> {
  const problem = problemOf(order, before);
  if (problem !== null) throw refusal(problem);
  const returned = piecesOf(before);
  const lines = wanted.map(({ key, quantity }) => {
    const line = order.lines.find((one) => one.key === key);
    if (!line) throw refusal('This order has no such line.', 'lines');
    const left = line.quantity - (returned[key] ?? 0);
    if (quantity > left) throw refusal(`Of ${line.name} you can return at most ${left}.`, 'lines');
    return { ...line, quantity, isRestocked: null };
  });
  const pieces = Object.fromEntries(lines.map(({ key, quantity }) => [key, quantity]));
  return { lines, ...priceReturn(order, returned, pieces) };
}

/** The findings of an inspection. */
export interface Inspection {
  readonly lines: readonly { readonly key: string; readonly isRestocked: boolean }[];
  /** Undefined: the goods are as described. */
  readonly offeredRefundInMinorUnits: number | undefined;
  readonly note: string;
  readonly version: number;
  readonly photos: readonly RequestPhoto[];
}

/** R6: goods as described settle the return; a lower refund is offered to the customer. */
export function inspect(
  request: Return,
  { lines, offeredRefundInMinorUnits: offered, note, version, photos }: Inspection,
  context: RequestEventContext,
): Change<Return> {
  refuseStale(request, version);
  if (request.status !== 'received') throw refusal('Only goods that came can be inspected, once.');
  const found = new Map(lines.map(({ key, isRestocked }) => [key, isRestocked]));
  if (lines.length !== request.lines.length || request.lines.some(({ key }) => !found.has(key)))
    throw refusal('Please say of each line once whether it is restocked or written off.', 'lines');
  if (offered !== undefined && offered >= request.refundInMinorUnits)
    throw refusal('A lower refund is below that for goods as described.', 'offeredRefund');
  if (offered !== undefined && note === '')
    throw refusal('Please say in the notes why the refund is lower.', 'adminNotes');
  const inspected: Return = {
    ...request,
    lines: request.lines.map((line) => ({ ...line, isRestocked: found.get(line.key) ?? null })),
    offeredRefundInMinorUnits: offered ?? null,
    photos: [...request.photos, ...photos],
  };
  return withStatus(returnRules, inspected, offered === undefined ? 'settled' : 'offered', note, context);
}

/** R7: a repeated answer changes nothing; a different one, or one to another version, is refused. */
function answerOffer(
  request: Return,
  isAccepted: boolean,
  seenVersion: number,
  context: RequestEventContext,
): Change<Return> {
  const { status, offeredRefundInMinorUnits: offered, version } = request;
  const answer = isAccepted ? 'settled' : 'sent-back';
  if (status === answer && offered !== null && seenVersion >= version - 1) return unchanged(request);
  refuseStale(request, seenVersion);
  if (status !== 'offered') throw refusal('There is no offer to answer any more.');
  return withStatus(returnRules, request, answer, '', context);
}
