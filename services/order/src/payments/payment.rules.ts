import { paymentFailed, paymentMethods, paymentSucceeded } from '@kinmel/contracts';
import { ProblemError, pick } from '@kinmel/service-kit';
import { money } from '../ledger/ledger.rules.ts';
import {
  addPageToClose,
  addressee,
  type Change,
  type ChangeContext,
  cancel,
  creditOf,
  dueRefund,
  eventOf,
  hasOnlinePayment,
  isPayable,
  leftToPay,
  nextVersion,
  noteEntry,
  refundedEvent,
  rejectAfterReturns,
  withFields,
  withNote,
} from '../orders/order.rules.ts';
import type { Order, OrderReturn, Refund, SecondPayment } from '../orders/order.ts';

export interface OnlinePayment {
  readonly paymentId: string;
  readonly amountInMinorUnits: number;
  /** The id of its page, if the provider names it, which identifies an undecided payment. */
  readonly sessionId?: string | undefined;
}

/**
 * ORD-O9: adds a payment at the provider. The first one is the order's own, even after staff marked the order as paid;
 * further ones are refunded. Undefined when the payment is already recorded.
 */
export function addPayment(
  order: Order,
  { sessionId, ...payment }: OnlinePayment,
  context: ChangeContext,
): Change | undefined {
  const { onlinePayment, paymentStatus, secondPayments = [] } = order;
  const ids = [payment.paymentId, sessionId];
  const isKnown =
    onlinePayment?.paymentId === payment.paymentId ||
    secondPayments.some((second) => ids.includes(second.paymentId));
  if (isKnown) return undefined;
  const hasItsMoney = (onlinePayment?.paymentId ?? null) !== null || paymentStatus === 'refunded';
  const updatedOrder = order.undecidedPages ? { ...order, undecidedPages: otherPages(order, ids) } : order;
  return hasItsMoney
    ? secondPayment(updatedOrder, payment, context)
    : firstPayment(updatedOrder, payment, context);
}

/** The undecided pages except those of this payment, which staff no longer have to look up. */
const otherPages = ({ undecidedPages = [] }: Order, ids: readonly (string | undefined)[]) =>
  undecidedPages.filter(({ sessionId }) => !ids.includes(sessionId));

function firstPayment(
  order: Order,
  { paymentId, amountInMinorUnits }: OnlinePayment,
  context: ChangeContext,
): Change {
  const wasMarkedByHand = order.paymentStatus === 'paid';
  const isLate = order.orderStatus === 'cancelled';
  const after = nextVersion(
    order,
    {
      paymentStatus: 'paid',
      payUntil: null,
      onlinePayment: { sessionId: order.onlinePayment?.sessionId ?? null, paymentId, paidAt: context.now },
      ...(isLate ? { refund: dueRefund(order, 'Paid after the order was cancelled.', context.now) } : {}),
    },
    context,
    wasMarkedByHand
      ? {
          what: 'note',
          from: null,
          to: 'paid by card',
          note: 'The online payment came. It takes the place of the one that was marked by hand.',
        }
      : { what: 'payment-status', from: order.paymentStatus, to: 'paid', note: '' },
  );
  return {
    order: after,
    events: [
      eventOf(
        paymentSucceeded,
        after,
        {
          customer: addressee(after),
          amountInMinorUnits,
          ...pick(after, 'currency', 'paymentMethod'),
          ...(isLate ? { goesBack: true } : {}),
        },
        context,
      ),
    ],
  };
}

function secondPayment(order: Order, payment: OnlinePayment, context: ChangeContext): Change {
  const second: SecondPayment = { ...payment, state: 'due', since: context.now };
  const secondPayments = [...(order.secondPayments ?? []), second];
  const note = 'Somebody paid this order once more. That payment goes back.';
  return withNote(order, { secondPayments }, context, 'second payment', note);
}

export interface RefundUpdate {
  readonly refundId: string;
  /** The return that it was requested for; absent in a webhook. */
  readonly returnId?: string | undefined;
  /** `refused`: the request failed and is repeated. `by-hand`: staff must make it in the provider's own portal. */
  readonly state: 'pending' | 'succeeded' | 'refused' | 'failed' | 'by-hand';
  /** The instruction for a step that staff must do by hand. */
  readonly instruction?: string | undefined;
  /** Whether this is the answer to the request, so that its id is new to the order. */
  readonly isAnswer?: boolean;
}

/** ORD-O9, ORD-O10: records the state of a refund; undefined when it is already recorded. */
export function applyRefund(
  order: Order,
  paymentId: string,
  update: RefundUpdate,
  context: ChangeContext,
): Change | undefined {
  if (order.onlinePayment?.paymentId === paymentId) return applyOwnRefund(order, update, context);
  const second = order.secondPayments?.find((one) => one.paymentId === paymentId);
  return second && applySecondRefund(order, second, update, context);
}

/** Replaces the refund of the order, or of one of its returns. */
const withRefund = ({ returns = [] }: Order, before: Refund, after: Refund): Partial<Order> =>
  'reference' in before
    ? { returns: returns.map((one) => (one === before ? (after as OrderReturn) : one)) }
    : { refund: after };

/** Whether the update belongs to the latest refund attempt. */
const isOfLatestAttempt = ({ state, refundId }: Pick<Refund, 'state' | 'refundId'>, update: RefundUpdate) =>
  refundId === update.refundId || (update.isAnswer === true && state === 'due' && refundId === undefined);

function applyOwnRefund(order: Order, update: RefundUpdate, context: ChangeContext): Change | undefined {
  const orderReturn = order.returns?.find(({ id, refundId }) =>
    update.returnId === undefined ? refundId === update.refundId : id === update.returnId,
  );
  const refund = orderReturn ?? order.refund;
  if (refund === null || refund.state === 'failed' || !isOfLatestAttempt(refund, update)) return undefined;
  const withHistory = (after: Refund, to: string, text = '') => {
    const isPaid = after.state === 'failed' ? ({ paymentStatus: 'paid' } as const) : {};
    const fields = { ...isPaid, ...withRefund(order, refund, after) };
    return withNote(
      order,
      fields,
      context,
      orderReturn ? `return ${orderReturn.reference}: ${to}` : to,
      text,
    );
  };
  const accepted = { ...refund, refundId: update.refundId };
  if (update.state === 'succeeded')
    return markRefunded({ ...order, ...withRefund(order, refund, accepted) }, context, orderReturn?.id);
  if (update.state === 'pending')
    return refund.refundId === undefined ? withHistory(accepted, 'refund under way') : undefined;
  const { refundId: _id, refusals = 0, ...refundFields } = refund;
  const refused = { ...refundFields, refusals: refusals + 1 };
  if (update.state === 'refused') return withFields(order, withRefund(order, refund, refused));
  const failed = { ...refused, state: 'failed' as const, since: context.now };
  return update.state === 'by-hand'
    ? withHistory({ ...failed, isByHand: true }, 'refund by hand', update.instruction)
    : withHistory(failed, 'refund failed', 'The payment service could not give the money back.');
}

function applySecondRefund(
  order: Order,
  second: SecondPayment,
  update: RefundUpdate,
  context: ChangeContext,
): Change | undefined {
  if (!isOfLatestAttempt(second, update)) return undefined;
  const withSecond = (after: SecondPayment): Partial<Order> => ({
    secondPayments: order.secondPayments?.map((one) => (one === second ? after : one)) ?? [],
  });
  const withHistory = (after: SecondPayment, to: string, text?: string) =>
    withNote(order, withSecond(after), context, to, text);
  const { refundId, refusals = 0, ...refundFields } = second;
  const refused = { ...refundFields, refusals: refusals + 1 };
  // Staff already know that these requests fail, so a sweep adds no further history entry.
  const isKnown = update.state === 'failed' && update.isAnswer === true && second.failedAt !== undefined;
  if (update.state === 'refused' || isKnown) return withFields(order, withSecond(refused));
  if (update.state === 'by-hand')
    return second.failedAt === undefined
      ? withHistory(
          { ...second, failedAt: context.now },
          'second payment: refund by hand',
          update.instruction,
        )
      : undefined;
  if (update.state === 'failed') {
    const failed = { ...refused, state: 'due', failedAt: context.now } as const;
    return withHistory(failed, 'refund of the second payment failed');
  }
  if (update.state === 'pending')
    return refundId === undefined
      ? withHistory({ ...second, refundId: update.refundId }, 'refund of the second payment under way')
      : undefined;
  if (second.state === 'done') return undefined;
  const settledPayment = { ...second, refundId: update.refundId, state: 'done' } as const;
  const data = { ...pick(second, 'amountInMinorUnits'), isByHand: false, note: '' };
  return withOtherRefundEvent(withHistory(settledPayment, 'second payment given back'), data, context);
}

const withOtherRefundEvent = (
  { order }: Change,
  data: Omit<Parameters<typeof refundedEvent>[2], 'isOtherPayment'>,
  context: ChangeContext,
): Change => ({ order, events: [refundedEvent(order, order, { ...data, isOtherPayment: true }, context)] });

/** The payments that the order did not use, with their state. */
export function otherPaymentsOf(order: Order) {
  const { secondPayments = [], undecidedPages = [] } = order;
  return [
    ...secondPayments.map(({ paymentId: id, amountInMinorUnits, state, failedAt, refundId }) => ({
      id,
      amountInMinorUnits,
      state: state === 'due' && failedAt && refundId === undefined ? ('by-hand' as const) : state,
    })),
    ...undecidedPages.map(({ sessionId: id, amountInMinorUnits = leftToPay(order) }) => ({
      id,
      amountInMinorUnits,
      state: 'undecided' as const,
    })),
  ];
}

/** ORD-O23: staff record that they gave back a payment that the order did not use; undefined when that is recorded already. */
export function handBackPayment(
  order: Order,
  { paymentId, note }: { paymentId: string; note: string },
  context: ChangeContext,
): Change | undefined {
  const { secondPayments = [] } = order;
  const other = otherPaymentsOf(order).find(({ id }) => id === paymentId);
  if (other?.state === 'done') return undefined;
  if (other === undefined)
    throw new ProblemError('not-found', 'This order has no such payment to give back.');
  if (other.state === 'due') throw refundByProviderError();
  const second = secondPayments.find((one) => one.paymentId === paymentId);
  const { amountInMinorUnits } = other;
  const settledPayment = {
    since: context.now,
    ...second,
    paymentId,
    amountInMinorUnits,
    state: 'done',
    isByHand: true,
  } as const;
  const fields = {
    secondPayments: [...secondPayments.filter((one) => one !== second), settledPayment],
    undecidedPages: otherPages(order, [paymentId]),
  };
  const change = withNote(order, fields, context, `payment ${paymentId} handed back`, note);
  return withOtherRefundEvent(change, { amountInMinorUnits, isByHand: true, note }, context);
}

export const refundByProviderError = () =>
  new ProblemError('conflict', 'The payment service is giving this money back. Please wait for it.');

export interface CreatedPage {
  readonly sessionId: string;
  readonly previousSessionId: string | null;
  /** The provider neither closes the page nor reports its payment. */
  readonly isLookedUp?: boolean | undefined;
}

/**
 * ORD-O9: stores the page of an order. A page that is no longer needed is closed instead, and one that must be looked
 * up is listed at once. Undefined when the page is stored already.
 */
export function storePage(
  order: Order,
  { sessionId, previousSessionId, isLookedUp = false }: CreatedPage,
  now: Date,
): Change | undefined {
  const current = order.onlinePayment?.sessionId ?? null;
  if (current === sessionId) return undefined;
  const isWanted = current === previousSessionId && isPayable(order, now);
  const closing = addPageToClose(order, sessionId, now);
  if (!isWanted && closing.pagesToClose === undefined) return undefined;
  const fields = isWanted
    ? { onlinePayment: { sessionId, paymentId: null }, ...(isLookedUp ? closing : {}) }
    : closing;
  return withFields(order, fields);
}

/** The pages to close except one; undefined when that page is not among them. */
function pagesWithout({ pagesToClose = [] }: Order, sessionId: string) {
  const others = pagesToClose.filter((page) => page.sessionId !== sessionId);
  return others.length === pagesToClose.length ? undefined : others;
}

/**
 * ORD-O22: the provider has closed a page, so that staff need not look up an undecided payment on it any more. Undefined
 * when that is already recorded.
 */
export function removeClosedPage(
  order: Order,
  sessionId: string,
  context: ChangeContext,
): Change | undefined {
  const pagesToClose = pagesWithout(order, sessionId);
  if (pagesToClose === undefined) return undefined;
  const undecidedPages = otherPages(order, [sessionId]);
  if (undecidedPages.length === (order.undecidedPages ?? []).length)
    return withFields(order, { pagesToClose });
  const text = `${paymentMethods[order.paymentMethod].label} has decided about the payment ${sessionId}: it was not made.`;
  return withNote(order, { pagesToClose, undecidedPages }, context, 'payment decided', text);
}

const dayMs = 24 * 60 * 60_000;
/** How long an undecided payment is looked up before staff look at it too. */
const undecidedForMs = 7 * dayMs;
/** How long it is looked up in all, because a payment may still come after staff have looked, and no provider reports it. */
const lookedUpForMs = 90 * dayMs;

/**
 * ORD-O22: schedules the next look-up of an undecided payment, after a pause as long as all previous ones together. After
 * a week it becomes work for staff too, once. Undefined when its page is closed.
 */
export function postponeLookup(order: Order, sessionId: string, context: ChangeContext): Change | undefined {
  const { pagesToClose = [], undecidedPages = [] } = order;
  const page = pagesToClose.find((one) => one.sessionId === sessionId);
  if (page === undefined) return undefined;
  const elapsedMs = context.now.getTime() - page.since.getTime();
  const isForStaff = elapsedMs >= undecidedForMs;
  const postponedPage = {
    ...page,
    lookUpAt: new Date(context.now.getTime() + elapsedMs),
    ...(isForStaff ? { isForStaff } : {}),
  };
  const remaining = elapsedMs < lookedUpForMs ? [postponedPage] : [];
  const pages = { pagesToClose: pagesToClose.flatMap((one) => (one === page ? remaining : [one])) };
  if (!isForStaff || page.isForStaff) return withFields(order, pages);
  const fields = { ...pages, undecidedPages: [...undecidedPages, { sessionId, since: context.now }] };
  const text = `Look up the payment ${sessionId} in the portal of ${paymentMethods[order.paymentMethod].label}: it is still undecided. If it was paid, give it back there and record that, or mark the order as paid. Otherwise write a note with what you found.`;
  return withNote(order, fields, context, 'payment undecided', text);
}

/**
 * ORD-O9, ORD-O22: a payment of another amount than was left to pay does not pay the order and becomes work for staff,
 * once. A wallet's payment has the id of its page, which accepts no second payment.
 */
export function recordOtherAmount(
  order: Order,
  { paymentId, amountInMinorUnits }: { paymentId: string; amountInMinorUnits: number | undefined },
  context: ChangeContext,
): Change | undefined {
  const { secondPayments = [] } = order;
  const entry = `payment ${paymentId} of another amount`;
  const isKnown =
    order.history.some(({ to }) => to === entry) || secondPayments.some((one) => one.paymentId === paymentId);
  const pagesToClose = pagesWithout(order, paymentId);
  if (isKnown) return pagesToClose && withFields(order, { pagesToClose });
  const amount = amountInMinorUnits === undefined ? {} : { amountInMinorUnits };
  const undecided = { sessionId: paymentId, since: context.now, ...amount };
  const fields = {
    ...(pagesToClose ? { pagesToClose } : {}),
    undecidedPages: [...otherPages(order, [paymentId]), undecided],
  };
  const paidAmount = amountInMinorUnits === undefined ? 'no amount' : `NPR ${amountInMinorUnits / 100}`;
  const text = `${paymentMethods[order.paymentMethod].label} names ${paidAmount} for it, and NPR ${leftToPay(order) / 100} was left to pay. Give it back in the portal and record that, or mark the order as paid and write a note.`;
  return withNote(order, fields, context, entry, text);
}

/** ORD-O9: a delayed payment was declined. When a card is declined at once, the page stays open for another one. */
export const delayedPaymentDeclined = (order: Order, sessionId: string | undefined): Order =>
  order.onlinePayment !== null && order.onlinePayment.sessionId === sessionId
    ? { ...order, onlinePayment: { ...order.onlinePayment, isDeclined: true } }
    : order;

/** ORD-O9: a card was declined or a page expired; the order may be paid until its deadline. */
export function markPaymentFailed(
  order: Order,
  reason: 'declined' | 'expired',
  context: ChangeContext,
): Change | undefined {
  if (order.paymentStatus !== 'pending' || order.orderStatus === 'cancelled') return undefined;
  const after = nextVersion(order, { paymentStatus: 'failed' }, context, {
    what: 'payment-status',
    from: order.paymentStatus,
    to: 'failed',
    note: reason,
  });
  return { order: after, events: [eventOf(paymentFailed, after, { reason }, context)] };
}

/** ORD-O15: cancels an order that the provider rejects. Undefined when it was cancelled, paid or confirmed by staff. */
export function cancelRejected(order: Order, context: ChangeContext): Change | undefined {
  if (order.orderStatus !== 'pending' || order.paymentStatus === 'paid' || hasOnlinePayment(order))
    return undefined;
  const note = 'The payment service does not take this order. Nothing was charged.';
  const { order: after, events } = cancel(order, { reason: 'admin', note }, context);
  const onlinePayment = {
    sessionId: order.onlinePayment?.sessionId ?? null,
    paymentId: null,
    isRefused: true,
  };
  return { order: { ...after, onlinePayment }, events };
}

/** ORD-O10: staff request a refund, or retry a failed one; undefined when it was requested before. */
export function requestRefund(order: Order, note: string, context: ChangeContext): Change | undefined {
  const { paymentStatus } = order;
  rejectAfterReturns(order);
  const isFailed = order.refund?.state === 'failed';
  if (!isFailed && (paymentStatus === 'refunded' || order.refund !== null)) return undefined;
  // A payment at the provider can be refunded whatever the status.
  if (paymentStatus !== 'paid' && !hasOnlinePayment(order))
    throw new ProblemError('conflict', 'This order is not paid, so there is no money to give back.');
  const refund = { ...order.refund, ...dueRefund(order, note, context.now) };
  return withNote(order, { refund }, context, 'refund asked for', note);
}

/** ORD-O10: staff record that they handed money back. */
export function markRefundedByHand(order: Order, note: string, context: ChangeContext): Change | undefined {
  if (order.refund?.state === 'due') return markRefunded(order, context);
  const refundRequest = requestRefund(order, note, context);
  return refundRequest && markRefunded({ ...refundRequest.order, version: order.version }, context);
}

/**
 * ORD-O10: refunds a card payment that was left on a cancelled order, which should not happen. Undefined without one.
 */
export function refundKeptPayment(order: Order, context: ChangeContext): Change | undefined {
  if (order.orderStatus !== 'cancelled' || !hasOnlinePayment(order) || order.refund !== null)
    return undefined;
  const text = 'The order was cancelled and its online payment was not given back.';
  const refund = dueRefund(order, '', context.now);
  return withNote(order, { refund }, context, 'refund asked for', text);
}

/** ORD-O10, ORD-R3: the refund of the order, or of a return, has been made; undefined when that is already recorded. */
export function markRefunded(order: Order, context: ChangeContext, returnId?: string): Change | undefined {
  const orderReturn = order.returns?.find(({ id }) => id === returnId);
  const refund = orderReturn ?? order.refund;
  if (refund?.state !== 'due') return undefined;
  const { amountInMinorUnits, note } = refund;
  const { creditInMinorUnits = 0, reference: returnReference } = orderReturn ?? {};
  const orderWithReturnCredit = { ...order, credit: { ...money(creditInMinorUnits), isReturned: true } };
  const credit = orderReturn ? creditInMinorUnits > 0 && creditOf(orderWithReturnCredit) : creditOf(order);
  const isByHand = refund.isByHand === true || !hasOnlinePayment(order);
  const data = { amountInMinorUnits, isByHand, ...credit, returnReference, note };
  const after = nextVersion(
    order,
    {
      ...(orderReturn ? {} : { paymentStatus: 'refunded' }),
      ...withRefund(order, refund, { ...refund, state: 'done' }),
    },
    context,
    orderReturn
      ? noteEntry(`return ${orderReturn.reference}: refunded`, note)
      : { what: 'payment-status', from: order.paymentStatus, to: 'refunded', note },
  );
  return {
    order: after,
    events: amountInMinorUnits > 0 || credit ? [refundedEvent(order, after, data, context)] : [],
  };
}
