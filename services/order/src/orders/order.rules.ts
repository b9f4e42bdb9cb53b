import {
  type CancelledMoney,
  type EventDefinition,
  type OrderStatus,
  orderCancelled,
  orderCancelReasons,
  orderPlaced,
  orderStatusChanged,
  type PaymentStatus,
  paymentMethods,
} from '@kinmel/contracts';
import { createEvent, ProblemError, type WireEvent } from '@kinmel/service-kit';
import type { Actor, HistoryEntry, Order, Refund } from './order.ts';

/** How long a card order waits for its money before its pieces go back. */
export const payWithinMs = 30 * 60_000;

/** What a change leads to: the order after it and the events that tell of it. */
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
/** Who is written to about an order. */
export const addressee = ({ customerDetails: { name, email } }: Order) => ({ name, email });

/** An event of this order, as it is after the change. */
export function eventOf<D extends EventDefinition>(
  definition: D,
  order: Order,
  data: object,
  { now, traceparent }: Pick<ChangeContext, 'now' | 'traceparent'>,
): WireEvent {
  return createEvent(definition, {
    aggregateId: order.id,
    aggregateVersion: order.version,
    // Checked by the definition's own schema before anything is saved.
    data: { ...reference(order), ...data } as Parameters<typeof createEvent<D>>[1]['data'],
    traceparent,
    occurredAt: now,
  });
}

/** The label of the tax when it was ordered. */
export const taxLabelOf = ({ decisions }: Pick<Order, 'decisions'>): string =>
  decisions.find(({ rule }) => rule === 'tax')?.title ?? 'Tax';

/** The event of a new order. */
export function placedEvent(order: Order, when: Pick<ChangeContext, 'now' | 'traceparent'>): WireEvent {
  const { customerDetails, pricing } = order;
  return eventOf(
    orderPlaced,
    order,
    {
      customer: addressee(order),
      lines: order.lines.map((line) => ({
        productId: line.productId,
        isProduct: line.isProduct,
        offerId: line.specialOffer?.id ?? null,
        name: line.name,
        details: line.details,
        quantity: line.quantity,
        priceInMinorUnits: line.priceInMinorUnits,
        lineTotalInMinorUnits: line.lineTotalInMinorUnits,
      })),
      offerIds: [...order.offerIds],
      promoCode: order.promoCode,
      ...pricing,
      taxLabel: taxLabelOf(order),
      paymentMethod: order.paymentMethod,
      deliverTo: [customerDetails.address, `${customerDetails.city} ${customerDetails.zipCode}`].join(', '),
    },
    when,
  );
}

/** The next state of an order: one version up, with what happened in its history. */
export function next(
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

/** The usual way of an order; `confirmed` may be left out, since the back office does not offer it. */
const way: readonly OrderStatus[] = ['pending', 'confirmed', 'processing', 'shipped', 'delivered'];
const usualSteps: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  pending: ['confirmed', 'processing', 'cancelled'],
  confirmed: ['processing', 'cancelled'],
  processing: ['shipped', 'cancelled'],
  shipped: ['delivered'],
  delivered: [],
  cancelled: [],
};

/** O7: a step back or over needs a note that says why. */
export function needsNote(from: OrderStatus, to: OrderStatus): boolean {
  return from !== to && !usualSteps[from].includes(to);
}

/** True when the shop has taken the order on: from then on its redemptions are captured. */
export const isTakenOn = (status: OrderStatus) => way.indexOf(status) > 0;

/** True when nothing is to be done for the order any more. */
export const isOver = (status: OrderStatus) => status === 'delivered' || status === 'cancelled';

/** Whether the money of an order came through the payment service, so that it can go back the same way (O8, O10). */
export const wasPaidByCard = ({ card }: Pick<Order, 'card'>): boolean =>
  card !== null && card.paymentId !== null;

/** What becomes of the money of an order that is cancelled: the payment at the provider decides, before any label. */
function moneyOfCancelled(order: Order): CancelledMoney {
  const { paymentStatus, refund } = order;
  if (refund?.state === 'done' || paymentStatus === 'refunded') return 'already-back';
  if (refund?.state === 'failed') return 'by-hand';
  if (wasPaidByCard(order)) return 'goes-back';
  return paymentStatus === 'paid' ? 'by-hand' : 'none';
}

/** Since when people have to give money of this order back; null when they have not. */
export function handsBackSince({
  card,
  history,
  orderStatus,
  paymentStatus,
  refund,
  updatedAt,
}: Order): Date | null {
  if (refund?.state === 'failed') return refund.since;
  if (orderStatus !== 'cancelled' || paymentStatus !== 'paid' || refund !== null || wasPaidByCard({ card }))
    return null;
  const cancelled = history.findLast(({ what, to }) => what === 'order-status' && to === 'cancelled');
  return cancelled?.at ?? updatedAt;
}

/** The page of an order that wants no money any more has to be closed, unless money came on it. */
export function toBeClosed(order: Order, sessionId: string | null, now: Date): Pick<Order, 'pagesToClose'> {
  const { pagesToClose = [] } = order;
  const isListed = pagesToClose.some((page) => page.sessionId === sessionId);
  return sessionId === null || isListed ? {} : { pagesToClose: [...pagesToClose, { sessionId, since: now }] };
}

const ownPageToClose = (order: Order, now: Date) =>
  wasPaidByCard(order) ? {} : toBeClosed(order, order.card?.sessionId ?? null, now);

/** Money of a card payment that is to go back. */
export const dueRefund = (order: Order, note: string, since: Date): Refund => ({
  state: 'due',
  amountInMinorUnits: order.pricing.totalInMinorUnits,
  note,
  since,
});

interface Cancelling {
  readonly reason: CancelReason;
  readonly note: string;
  /** The order's payment page is closed already. */
  readonly isPageClosed?: boolean;
}

/** Whether a card order may still be paid. */
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
 * O5: cancels, once. Money that came by card goes back too; what came by hand is handed back by people. What a customer says
 * stays in the history and goes out in no event (O14).
 */
export function cancel(
  order: Order,
  { reason, note, isPageClosed = false }: Cancelling,
  context: ChangeContext,
): Change {
  const money = moneyOfCancelled(order);
  const told = reason === 'customer' ? '' : note;
  const after = next(
    order,
    {
      orderStatus: 'cancelled',
      payUntil: null,
      ...(money === 'goes-back' && order.refund === null
        ? { refund: dueRefund(order, told, context.now) }
        : {}),
      ...(isPageClosed ? {} : ownPageToClose(order, context.now)),
    },
    context,
    { what: 'order-status', from: order.orderStatus, to: 'cancelled', note },
  );
  const isRefunded = money === 'goes-back';
  const data = { customer: addressee(after), reason, note: told, money, isRefunded };
  return { order: after, events: [eventOf(orderCancelled, after, data, context)] };
}

/** O5: a customer may cancel while the order is pending; undefined when it is cancelled already. */
export function cancelByCustomer(order: Order, note: string, context: ChangeContext): Change | undefined {
  if (order.orderStatus === 'cancelled') return undefined;
  if (order.orderStatus !== 'pending')
    throw new ProblemError(
      'not-cancellable',
      'This order is already being prepared and can no longer be cancelled here. Please contact us.',
    );
  return cancel(order, { reason: 'customer', note }, context);
}

/** O6: whether a card order still waits for its money although its time is over. */
const isOverdue = ({ payUntil, orderStatus, paymentStatus }: Order, now: Date): boolean =>
  payUntil !== null && payUntil <= now && orderStatus !== 'cancelled' && paymentStatus !== 'paid';

/** O6: a card order that was not paid in time, whose page is closed; undefined when it was paid, cancelled, taken on by staff, or has time left. */
export function cancelUnpaid(order: Order, context: ChangeContext): Change | undefined {
  if (!isOverdue(order, context.now) || isTakenOn(order.orderStatus)) return undefined;
  const note = 'Not paid in time.';
  return cancel(order, { reason: 'not-paid-in-time', note, isPageClosed: true }, context);
}

/** O6: one that staff have taken on stays, unpaid, and waits no more: its pieces may have left, so people decide. Otherwise undefined. */
export function keepUnpaid(order: Order, context: ChangeContext): Change | undefined {
  if (!isOverdue(order, context.now) || !isTakenOn(order.orderStatus)) return undefined;
  const after = next(order, { payUntil: null }, context, {
    what: 'note',
    from: null,
    to: 'not paid in time',
    note: 'Not paid in time. Not cancelled, because the order is already being worked on.',
  });
  return { order: after, events: [] };
}

export interface StatusUpdate {
  readonly orderStatus: OrderStatus;
  /** Absent: the note stays as it is. */
  readonly adminNotes?: string | undefined;
  readonly paymentStatus?: PaymentStatus | undefined;
}

const paymentNeedsNote = (message: string) =>
  new ProblemError('invalid-request', message, [{ path: 'adminNotes', message: 'Please write a note.' }]);

function refusePaymentStatus(order: Order, to: PaymentStatus, note: string): void {
  const { paymentMethod, paymentStatus, refund } = order;
  if (paymentMethods[paymentMethod].isPaidOnline) {
    const isHandedBack = to === 'refunded' && refund?.state === 'failed';
    if ((to === 'refunded' || paymentStatus === 'refunded') && !isHandedBack)
      throw new ProblemError('conflict', 'Money that came by card goes back by the refund button only.');
    if (wasPaidByCard(order) && (to === 'pending' || to === 'failed'))
      throw new ProblemError(
        'conflict',
        'The payment service has the money of this order, so it stays paid. The refund button gives it back.',
      );
    if (note === '')
      throw paymentNeedsNote(
        'Card payments are marked by the payment service. Write a note to do it by hand.',
      );
  } else if (paymentStatus === 'paid' && to !== 'refunded' && note === '')
    throw paymentNeedsNote('This order is paid. Write a note that says why it is not.');
}

/** What staff say of the payment. Money that the payment service failed to give back counts as handed back. */
function markPayment(order: Order, paymentStatus: PaymentStatus, { now }: ChangeContext): Order {
  const { refund } = order;
  return {
    ...order,
    paymentStatus,
    // A paid order waits for no money, and one that staff mark as open does not run out.
    payUntil: null,
    ...(paymentStatus === 'paid' ? ownPageToClose(order, now) : {}),
    ...(paymentStatus === 'refunded' && refund?.state === 'failed'
      ? { refund: { ...refund, state: 'done' as const, isByHand: true } }
      : {}),
  };
}

/** O7, O8: what staff set; undefined when nothing changes. */
export function updateStatus(order: Order, update: StatusUpdate, context: ChangeContext): Change | undefined {
  const from = order.orderStatus;
  const to = update.orderStatus;
  const note = update.adminNotes ?? '';
  const adminNotes = update.adminNotes ?? order.adminNotes;
  const paymentStatus = update.paymentStatus ?? order.paymentStatus;
  const isPaymentChanged = paymentStatus !== order.paymentStatus;
  if (from === to && !isPaymentChanged && adminNotes === order.adminNotes) return undefined;
  if (from === 'cancelled' && to !== from)
    throw new ProblemError(
      'conflict',
      'A cancelled order stays cancelled: its pieces and its offers went back. Place a new order instead.',
    );
  if (needsNote(from, to) && note === '')
    throw new ProblemError(
      'invalid-request',
      `Going from ${from} to ${to} is not the usual way. Write a note that says why.`,
      [{ path: 'adminNotes', message: 'Please write a note.' }],
    );
  if (isPaymentChanged) refusePaymentStatus(order, paymentStatus, note);

  const events: WireEvent[] = [];
  // First, so that a cancelling says of the money what is true after both.
  const marked = isPaymentChanged ? markPayment(order, paymentStatus, context) : order;
  let after = marked;
  if (from !== to && to === 'cancelled') {
    const change = cancel(marked, { reason: 'admin', note }, context);
    after = change.order;
    events.push(...change.events);
  } else if (from !== to) {
    after = next(marked, { orderStatus: to }, context, { what: 'order-status', from, to, note });
    events.push(eventOf(orderStatusChanged, after, { customer: addressee(after), from, to, note }, context));
  } else {
    after = next(marked, {}, context);
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
  after = { ...after, adminNotes, history: [...after.history, ...entries] };
  return { order: after, events };
}

/** Stands where a person was. */
export const goneBuyer = {
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

/** O12: an order that is over loses the person; one under way keeps what its delivery needs, and one whose money is to go back whom it belongs to. */
export function forgetBuyer(order: Order, context: ChangeContext): Change | undefined {
  const { userId } = order;
  if (userId === goneBuyer.userId) return undefined;
  const isOwed = order.refund?.state === 'due' || handsBackSince(order) !== null;
  if (!isOver(order.orderStatus) || isOwed)
    return order.isBuyerGone ? undefined : { order: next(order, { isBuyerGone: true }, context), events: [] };
  const history = order.history.map((entry) => (entry.by === 'customer' ? { ...entry, who: null } : entry));
  return {
    order: next({ ...order, history }, { ...goneBuyer, isBuyerGone: true }, context),
    events: [],
  };
}

/** O12: the change that ends an order of a deleted account also takes the person out of it. */
export function forgetWhenOver(change: Change | undefined, context: ChangeContext): Change | undefined {
  if (!change?.order.isBuyerGone) return change;
  const forgotten = forgetBuyer(change.order, context);
  return forgotten === undefined
    ? change
    : // One write, so one version.
      { order: { ...forgotten.order, version: change.order.version }, events: change.events };
}
