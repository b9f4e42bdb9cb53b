import {
  begunStatuses,
  type CancelledMoney,
  canSetStatus,
  type EventDefinition,
  isClosed,
  needsNote,
  type OrderStatus,
  orderCancelled,
  orderCancelReasons,
  orderLife,
  orderPlaced,
  orderRefunded,
  orderStatusChanged,
  type PaymentStatus,
  paymentMethods,
} from '@kinmel/contracts';
import { createEvent, ProblemError, pick, planted, type WireEvent } from '@kinmel/service-kit';
import type { Actor, HistoryEntry, Order, OrderReturn, Refund } from './order.ts';

/** Time limit for the payment, after which the order is cancelled. */
export const payWithinMs = 30 * 60_000;

/** The changed order and its events. */
export interface Change {
  readonly order: Order;
  readonly events: readonly WireEvent[];
}

export interface ChangeContext {
  readonly now: Date;
  readonly actor: Actor;
  readonly traceparent?: string | undefined;
}

type CancelReason = (typeof orderCancelReasons)[number];

const reference = ({ id, orderNumber, userId }: Order) => ({ orderId: id, orderNumber, userId });
export const addressee = ({ customerDetails }: Order) => pick(customerDetails, 'name', 'email');

/** @param order the order after the change */
export function eventOf<D extends EventDefinition>(
  definition: D,
  order: Order,
  data: object,
  { now, traceparent }: Pick<ChangeContext, 'now' | 'traceparent'>,
): WireEvent {
  return createEvent(definition, {
    aggregateId: order.id,
    aggregateVersion: order.version,
    // `createEvent` validates it with the definition's schema.
    data: { ...reference(order), ...data } as Parameters<typeof createEvent<D>>[1]['data'],
    traceparent,
    occurredAt: now,
  });
}

/** ORD-K3: the amount to pay by the order's method. */
export const leftToPay = ({ pricing, credit }: Pick<Order, 'pricing' | 'credit'>): number =>
  pricing.totalInMinorUnits - (credit?.amountInMinorUnits ?? 0);

/** Data for events: absent without credit, and for a deleted account, which cannot have any (ORD-K8). */
export const creditOf = ({ credit, isBuyerDeleted }: Pick<Order, 'credit' | 'isBuyerDeleted'>) =>
  credit && !isBuyerDeleted ? { credit: pick(credit, 'amountInMinorUnits', 'currency') } : undefined;

/** The event of a refund. @param before still contains the buyer, whose data the same change may remove */
export const refundedEvent = (
  before: Order,
  after: Order,
  data: {
    readonly amountInMinorUnits: number;
    readonly isByHand: boolean;
    readonly isOtherPayment?: boolean;
    readonly note: string;
  },
  context: Pick<ChangeContext, 'now' | 'traceparent'>,
): WireEvent =>
  eventOf(
    orderRefunded,
    after,
    { customer: addressee(before), ...pick(before, 'currency', 'paymentMethod'), ...data },
    context,
  );

/** The label of the tax at the time of the order. */
export const taxLabelOf = ({ decisions }: Pick<Order, 'decisions'>): string =>
  decisions.find(({ rule }) => rule === 'tax')?.title ?? 'Tax';

export function placedEvent(order: Order, context: Pick<ChangeContext, 'now' | 'traceparent'>): WireEvent {
  const { customerDetails, pricing } = order;
  return eventOf(
    orderPlaced,
    order,
    {
      customer: addressee(order),
      currency: order.currency,
      lines: order.lines.map((line) => ({
        ...pick(line, 'productId', 'isProduct', 'name', 'details', 'quantity'),
        ...pick(line, 'priceInMinorUnits', 'lineTotalInMinorUnits'),
        offerId: line.specialOffer?.id ?? null,
      })),
      offerIds: [...order.offerIds],
      ...pick(order, 'promoCode', 'paymentMethod'),
      ...pricing,
      taxLabel: taxLabelOf(order),
      ...creditOf(order),
      deliverTo: [customerDetails.address, `${customerDetails.city} ${customerDetails.zipCode}`].join(', '),
    },
    context,
  );
}

/** The next version of an order, with its history entries. */
export function nextVersion(
  order: Order,
  fields: Partial<Order>,
  { now, actor }: ChangeContext,
  ...entries: readonly Omit<HistoryEntry, 'at' | 'by' | 'who'>[]
): Order {
  return {
    ...order,
    ...fields,
    history: [...order.history, ...entries.map((entry) => ({ at: now, ...actor, ...entry }))],
    updatedAt: now,
    version: order.version + 1,
  };
}

/** A change that is not published. */
export const unpublishedChange = (...change: Parameters<typeof nextVersion>): Change => ({
  order: nextVersion(...change),
  events: [],
});

/** An entry of the history that does not change a status. */
export const noteEntry = (to: string, note = ''): Omit<HistoryEntry, 'at' | 'by' | 'who'> => ({
  what: 'note',
  from: null,
  to,
  note,
});

/** A change that is recorded in the history and not published. */
export const withNote = (
  order: Order,
  fields: Partial<Order>,
  context: ChangeContext,
  ...entry: Parameters<typeof noteEntry>
): Change => unpublishedChange(order, fields, context, noteEntry(...entry));

/** A change without a history entry and without events. */
export const withFields = (order: Order, fields: Partial<Order>): Change => ({
  order: { ...order, ...fields, version: order.version + 1 },
  events: [],
});

/** Whether staff have confirmed the order: from then on its redemptions are captured. */
export const hasBegun = (status: OrderStatus) => begunStatuses(orderLife).includes(status);

export const isOver = (status: OrderStatus) => isClosed(orderLife, status);

/** Whether the provider has a payment that it can refund (ORD-O8, ORD-O10). */
export const hasOnlinePayment = ({ onlinePayment }: Pick<Order, 'onlinePayment'>): boolean =>
  onlinePayment !== null && onlinePayment.paymentId !== null;

/** A payment at the provider takes precedence over the payment status. */
function moneyOfCancelled(order: Order): CancelledMoney {
  const { paymentMethod, paymentStatus, refund, credit, isBuyerDeleted } = order;
  if (isBuyerDeleted && credit?.isReturned === false && !hasOnlinePayment(order)) return 'by-hand';
  if (refund?.state === 'done' || paymentStatus === 'refunded' || paymentMethod === 'credit')
    return 'already-back';
  if (refund?.state === 'failed') return 'by-hand';
  if (hasOnlinePayment(order)) return 'goes-back';
  return paymentStatus === 'paid' ? 'by-hand' : 'none';
}

/** The refunds of the payment that the order used. */
export const refundsOf = ({ refund, returns = [] }: Pick<Order, 'refund' | 'returns'>): readonly Refund[] =>
  refund === null ? returns : [refund, ...returns];

/** When staff became responsible for handing money back; null when they are not. */
export function owedByStaffSince(order: Order): Date | null {
  const { onlinePayment, history, orderStatus, paymentStatus, refund, updatedAt } = order;
  const failed = refundsOf(order).find(({ state }) => state === 'failed');
  if (failed) return failed.since;
  if (
    orderStatus !== 'cancelled' ||
    paymentStatus !== 'paid' ||
    refund !== null ||
    hasOnlinePayment({ onlinePayment })
  )
    return null;
  const cancellation = history.findLast(({ what, to }) => what === 'order-status' && to === 'cancelled');
  return cancellation?.at ?? updatedAt;
}

/** Adds a page to those that must be closed. */
export function addPageToClose(
  order: Order,
  sessionId: string | null,
  now: Date,
): Pick<Order, 'pagesToClose'> {
  const { pagesToClose = [] } = order;
  const isListed = pagesToClose.some((page) => page.sessionId === sessionId);
  return sessionId === null || isListed || planted('order.page-left-open')
    ? {}
    : { pagesToClose: [...pagesToClose, { sessionId, since: now }] };
}

/**
 * ORD-O22: looks up undecided payments at once. What staff see in the portal, the provider now answers too, so that a
 * payment marked by hand is recorded as the provider's before staff refund it by hand.
 */
const lookUpNow = ({ pagesToClose }: Order, now: Date): Pick<Order, 'pagesToClose'> =>
  pagesToClose
    ? { pagesToClose: pagesToClose.map((page) => (page.lookUpAt ? { ...page, lookUpAt: now } : page)) }
    : {};

const ownPageToClose = (order: Order, now: Date) =>
  hasOnlinePayment(order) ? {} : addPageToClose(order, order.onlinePayment?.sessionId ?? null, now);

export const dueRefund = (order: Order, note: string, since: Date): Refund => ({
  state: 'due',
  amountInMinorUnits: leftToPay(order),
  note,
  since,
});

/** The returns that a change has settled. */
export const settledReturns = (before: Order, after: Order): readonly OrderReturn[] =>
  after.returns?.slice(before.returns?.length ?? 0) ?? [];

export const hasOpenReturn = ({ openReturns = [] }: Pick<Order, 'openReturns'>): boolean =>
  openReturns.length > 0;

/**
 * ORD-R6, ORD-R10: the order as a whole must not change while goods of it are in a return or bought back, and after
 * their return.
 */
export function rejectAfterReturns({ openReturns = [], returns = [], buyBacks = [] }: Order): void {
  const [open] = openReturns;
  const [buyBack] = buyBacks;
  if (buyBack)
    throw new ProblemError(
      'conflict',
      `The shop buys a phone of this order by the sell request ${buyBack.reference}, or bought it: its buyer would get the money twice. A part is given back as goodwill.`,
    );
  if (open && !planted('order.cancel-with-return'))
    throw new ProblemError(
      'conflict',
      `Goods of this order are in the return ${open.reference}. Finish or reject that return first.`,
    );
  if (returns.length > 0)
    throw new ProblemError(
      'conflict',
      'Goods of this order came back and were refunded, so that it stays paid: the rest is refunded by another return.',
    );
}

/** Also true after staff have reset the status, because the goods are still gone. */
const hasLeftShop = ({ orderStatus, history }: Order): boolean =>
  [orderStatus, ...history.flatMap(({ what, from, to }) => (what === 'order-status' ? [from, to] : []))].some(
    (status) => status === 'shipped' || status === 'delivered',
  );

interface Cancellation {
  readonly reason: CancelReason;
  readonly note: string;
  readonly isPageClosed?: boolean;
}

/** Whether an order that is paid online may still be paid. */
export function isPayable(
  { paymentMethod, paymentStatus, orderStatus, payUntil }: Order,
  now: Date,
): boolean {
  return (
    paymentMethods[paymentMethod].isPaidOnline &&
    (paymentStatus === 'pending' || paymentStatus === 'failed') &&
    orderStatus !== 'cancelled' &&
    payUntil !== null &&
    payUntil > now
  );
}

/**
 * ORD-O5: cancels the order. An online payment is refunded; other payments are handed back by staff. A customer's reason
 * is stored in the history and not published (ORD-O14).
 */
export function cancel(
  order: Order,
  { reason, note, isPageClosed = false }: Cancellation,
  context: ChangeContext,
): Change {
  rejectAfterReturns(order);
  const money = moneyOfCancelled(order);
  const refundNote = reason === 'customer' ? '' : note;
  // The credit is returned in the same write.
  const isCreditBack = order.paymentMethod === 'credit' && order.paymentStatus === 'paid';
  const after = nextVersion(
    order,
    {
      orderStatus: 'cancelled',
      payUntil: null,
      ...(isCreditBack ? { paymentStatus: 'refunded' } : {}),
      ...(money === 'goes-back' && order.refund === null
        ? { refund: dueRefund(order, refundNote, context.now) }
        : {}),
      ...(isPageClosed ? {} : ownPageToClose(order, context.now)),
    },
    context,
    ...(isCreditBack
      ? [{ what: 'payment-status', from: order.paymentStatus, to: 'refunded', note: '' } as const]
      : []),
    { what: 'order-status', from: order.orderStatus, to: 'cancelled', note },
  );
  const isReturned = order.credit?.isReturned === true;
  const data = {
    customer: addressee(after),
    reason,
    note: refundNote,
    paymentMethod: order.paymentMethod,
    money,
    hasLeftShop: hasLeftShop(order),
    ...(isReturned ? {} : creditOf(order)),
  };
  return { order: after, events: [eventOf(orderCancelled, after, data, context)] };
}

/** ORD-O5: a customer cancels a pending order; undefined when it is cancelled already. */
export function cancelByCustomer(order: Order, note: string, context: ChangeContext): Change | undefined {
  if (order.orderStatus === 'cancelled') return undefined;
  if (order.orderStatus !== 'pending')
    throw new ProblemError(
      'not-cancellable',
      'This order is already being prepared and can no longer be cancelled here. Please contact us.',
    );
  return cancel(order, { reason: 'customer', note }, context);
}

/** ORD-O6: whether the order is unpaid after its deadline. */
const isOverdue = ({ payUntil, orderStatus, paymentStatus }: Order, now: Date): boolean =>
  payUntil !== null && payUntil <= now && orderStatus !== 'cancelled' && paymentStatus !== 'paid';

/**
 * ORD-O6: cancels an unpaid order whose page is closed; undefined when it is paid, cancelled, confirmed by staff, or has
 * time left.
 */
export function cancelUnpaid(order: Order, context: ChangeContext): Change | undefined {
  if (!isOverdue(order, context.now) || hasBegun(order.orderStatus)) return undefined;
  const note = 'Not paid in time.';
  return cancel(order, { reason: 'not-paid-in-time', note, isPageClosed: true }, context);
}

/**
 * ORD-O6: keeps an unpaid order that staff have confirmed, without a deadline, as its goods may have been shipped.
 * Otherwise undefined.
 */
export function keepUnpaid(order: Order, context: ChangeContext): Change | undefined {
  if (!isOverdue(order, context.now) || !hasBegun(order.orderStatus)) return undefined;
  const note = 'Not paid in time. Not cancelled, because the order is already being worked on.';
  return withNote(order, { payUntil: null }, context, 'not paid in time', note);
}

export interface StatusUpdate {
  readonly orderStatus: OrderStatus;
  /** Absent: unchanged. */
  readonly adminNotes?: string | undefined;
  readonly paymentStatus?: PaymentStatus | undefined;
}

const paymentNeedsNote = (message: string) =>
  new ProblemError('invalid-request', message, [{ path: 'adminNotes', message: 'Please write a note.' }]);

function rejectPaymentStatus(order: Order, to: PaymentStatus, note: string): void {
  const { paymentMethod, paymentStatus, refund, credit } = order;
  // An order that was wrongly marked as unpaid can be corrected at any time.
  if (to !== 'paid') rejectAfterReturns(order);
  if (paymentMethod === 'credit')
    throw new ProblemError('conflict', 'Credit paid for this order. The refund button gives it back.');
  if (paymentStatus === 'refunded' && credit?.isReturned === true)
    throw new ProblemError('conflict', 'The credit of this order went back, so it stays refunded.');
  if (paymentMethods[paymentMethod].isPaidOnline) {
    const isHandedBack = to === 'refunded' && refund?.state === 'failed';
    if ((to === 'refunded' || paymentStatus === 'refunded') && !isHandedBack)
      throw new ProblemError('conflict', 'Money that came by card goes back by the refund button only.');
    if (hasOnlinePayment(order) && (to === 'pending' || to === 'failed'))
      throw new ProblemError(
        'conflict',
        'The payment service has the money of this order, so it stays paid. The refund button gives it back.',
      );
    if (note === '')
      throw paymentNeedsNote(
        'Card payments are marked by the payment service. Write a note to do it by hand.',
      );
  } else if (paymentStatus === 'refunded' && order.documents?.includes('credit-note'))
    throw new ProblemError('conflict', 'This order has a credit note, so it stays refunded.');
  else if (paymentStatus === 'paid' && to !== 'refunded' && note === '')
    throw paymentNeedsNote('This order is paid. Write a note that says why it is not.');
}

/** Marking a failed refund as refunded means that staff handed the money back. */
function markPayment(order: Order, paymentStatus: PaymentStatus, { now }: ChangeContext): Order {
  const { refund } = order;
  return {
    ...order,
    paymentStatus,
    // Neither a paid order nor one that staff mark as open expires.
    payUntil: null,
    ...(paymentStatus === 'paid' ? ownPageToClose(order, now) : {}),
    ...(paymentStatus === 'refunded' && refund?.state === 'failed'
      ? { refund: { ...refund, state: 'done' as const, isByHand: true } }
      : {}),
  };
}

/** ORD-O7, ORD-O8: a change by staff; undefined when nothing changes. */
export function updateStatus(order: Order, update: StatusUpdate, context: ChangeContext): Change | undefined {
  const from = order.orderStatus;
  const to = update.orderStatus;
  const note = update.adminNotes ?? '';
  const adminNotes = update.adminNotes ?? order.adminNotes;
  const paymentStatus = update.paymentStatus ?? order.paymentStatus;
  const isPaymentChanged = paymentStatus !== order.paymentStatus;
  const isNewNote = adminNotes !== order.adminNotes;
  if (from === to && !isPaymentChanged && !isNewNote) return undefined;
  if (!canSetStatus(orderLife, from, to))
    throw new ProblemError(
      'conflict',
      'A cancelled order stays cancelled: its pieces and its offers went back. Place a new order instead.',
    );
  // ORD-O7: a step back or a skipped step needs a note.
  if (needsNote(orderLife, from, to) && note === '')
    throw new ProblemError(
      'invalid-request',
      `Going from ${from} to ${to} is not the usual way. Write a note that says why.`,
      [{ path: 'adminNotes', message: 'Please write a note.' }],
    );
  if (isPaymentChanged) rejectPaymentStatus(order, paymentStatus, note);

  const events: WireEvent[] = [];
  // Applied first, so that a cancellation reports the money after both changes.
  const markedOrder = isPaymentChanged ? markPayment(order, paymentStatus, context) : order;
  let after = markedOrder;
  if (from !== to && to === 'cancelled') {
    const change = cancel(markedOrder, { reason: 'admin', note }, context);
    after = change.order;
    events.push(...change.events);
  } else if (from !== to) {
    after = nextVersion(markedOrder, { orderStatus: to }, context, { what: 'order-status', from, to, note });
    events.push(eventOf(orderStatusChanged, after, { customer: addressee(after), from, to, note }, context));
  } else {
    after = nextVersion(markedOrder, {}, context);
  }
  if (isPaymentChanged && paymentStatus === 'refunded') {
    const isPaid = order.paymentStatus === 'paid';
    const amountInMinorUnits = isPaid ? leftToPay(order) : 0;
    const credit = order.credit?.isReturned === false ? creditOf(order) : undefined;
    if (isPaid || credit)
      events.push(
        refundedEvent(order, after, { amountInMinorUnits, isByHand: true, note, ...credit }, context),
      );
  }
  const entries: HistoryEntry[] = [];
  const entry = (what: HistoryEntry['what'], before: string | null, value: string): HistoryEntry => ({
    at: context.now,
    ...context.actor,
    what,
    from: before,
    to: value,
    note,
  });
  if (isPaymentChanged) entries.push(entry('payment-status', order.paymentStatus, paymentStatus));
  if (from === to && !isPaymentChanged) entries.push(entry('note', null, adminNotes));
  const history = [...after.history, ...entries];
  // ORD-O22: a note about the money says what staff found. An unchanged note, which the form repeats, does not count,
  // nor does the note of a status change.
  const isAboutMoney = note !== '' && isNewNote && (from === to || isPaymentChanged);
  const resolvedPages = isAboutMoney && order.undecidedPages ? { undecidedPages: [] } : {};
  const pagesToLookUp = isAboutMoney || isPaymentChanged ? lookUpNow(after, context.now) : {};
  return { order: { ...after, adminNotes, history, ...resolvedPages, ...pagesToLookUp }, events };
}

/** Replaces the data of a deleted account. */
export const deletedBuyer = {
  userId: 'deleted',
  customerDetails: {
    name: 'Deleted customer',
    email: '',
    phone: '',
    address: '',
    city: '',
    zipCode: '',
    notes: '',
  },
} as const;

/**
 * ORD-O12: removes the buyer from a finished order. An order that is open, in a return, or has money to refund keeps
 * the data that it needs.
 */
export function forgetBuyer(order: Order, context: ChangeContext): Change | undefined {
  const { userId } = order;
  if (userId === deletedBuyer.userId) return undefined;
  const { secondPayments = [], undecidedPages = [] } = order;
  const isOwed =
    [...refundsOf(order), ...secondPayments].some(({ state }) => state === 'due') ||
    undecidedPages.length > 0 ||
    owedByStaffSince(order) !== null;
  if (!isOver(order.orderStatus) || isOwed || hasOpenReturn(order))
    return order.isBuyerDeleted ? undefined : unpublishedChange(order, { isBuyerDeleted: true }, context);
  // Notes of the customer and of staff may name the buyer.
  const history = order.history.map((entry) => {
    if (entry.by === 'shop') return entry;
    const to = entry.what === 'note' ? '' : entry.to;
    return { ...entry, to, note: '', ...(entry.by === 'customer' && { who: null }) };
  });
  return {
    order: nextVersion(
      { ...order, history, adminNotes: '' },
      { ...deletedBuyer, isBuyerDeleted: true },
      context,
    ),
    events: [],
  };
}

/** ORD-O12: if the account was deleted, also removes the buyer in the change that finishes the order. */
export function forgetWhenOver(change: Change | undefined, context: ChangeContext): Change | undefined {
  if (!change?.order.isBuyerDeleted) return change;
  const forgetting = forgetBuyer(change.order, context);
  return forgetting === undefined
    ? change
    : // Both changes are one write, so the version increases once.
      { order: { ...forgetting.order, version: change.order.version }, events: change.events };
}
