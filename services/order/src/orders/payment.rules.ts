import { orderRefunded, paymentFailed, paymentSucceeded } from '@kinmel/contracts';
import { ProblemError } from '@kinmel/service-kit';
import { addressee, type Change, type ChangeContext, cancel, eventOf, next } from './order.rules.ts';
import type { Order, SecondPayment } from './order.ts';

/** A payment as the provider told it. */
export interface CameByCard {
  readonly paymentId: string;
  readonly amountInMinorUnits: number;
}

/**
 * O9: the provider says that money came by card. The first payment is the order's own, also when staff marked the order paid by hand before
 * it was told; another one goes back. Undefined when this payment is known.
 */
export function paid(order: Order, payment: CameByCard, context: ChangeContext): Change | undefined {
  const { card, paymentStatus, secondPayments = [] } = order;
  const { paymentId } = payment;
  const isKnown =
    card?.paymentId === paymentId || secondPayments.some((second) => second.paymentId === paymentId);
  if (isKnown) return undefined;
  const hasItsMoney = (card?.paymentId ?? null) !== null || paymentStatus === 'refunded';
  return hasItsMoney ? secondPayment(order, payment, context) : firstPayment(order, payment, context);
}

function firstPayment(
  order: Order,
  { paymentId, amountInMinorUnits }: CameByCard,
  context: ChangeContext,
): Change {
  const wasMarkedByHand = order.paymentStatus === 'paid';
  const isLate = order.orderStatus === 'cancelled';
  const after = next(
    order,
    {
      paymentStatus: 'paid',
      payUntil: null,
      card: { sessionId: order.card?.sessionId ?? null, paymentId, paidAt: context.now },
      ...(isLate
        ? {
            refund: {
              state: 'due' as const,
              amountInMinorUnits,
              note: 'Paid after the order was cancelled.',
              since: context.now,
            },
          }
        : {}),
    },
    context,
    wasMarkedByHand
      ? {
          what: 'note',
          from: null,
          to: 'paid by card',
          note: 'The card payment came. It takes the place of the one that was marked by hand.',
        }
      : { what: 'payment-status', from: order.paymentStatus, to: 'paid', note: '' },
  );
  return {
    order: after,
    events: [eventOf(paymentSucceeded, after, { customer: addressee(after), amountInMinorUnits }, context)],
  };
}

function secondPayment(order: Order, payment: CameByCard, context: ChangeContext): Change {
  const second: SecondPayment = { ...payment, state: 'due', since: context.now };
  const after = next(order, { secondPayments: [...(order.secondPayments ?? []), second] }, context, {
    what: 'note',
    from: null,
    to: 'second payment',
    note: 'Somebody paid by card once more. That payment goes back.',
  });
  return { order: after, events: [] };
}

/** O9: a second payment is on its way back; undefined when that is known. */
export function secondPaymentReturned(
  order: Order,
  paymentId: string,
  context: ChangeContext,
): Change | undefined {
  const seconds = order.secondPayments ?? [];
  const isReturned = (second: SecondPayment) => second.paymentId === paymentId && second.state === 'due';
  if (!seconds.some(isReturned)) return undefined;
  const after = next(
    order,
    {
      secondPayments: seconds.map((second) =>
        isReturned(second) ? { ...second, state: 'done' as const } : second,
      ),
    },
    context,
    { what: 'note', from: null, to: 'second payment given back', note: '' },
  );
  return { order: after, events: [] };
}

/**
 * O9: the slow card of the page has said no. A card that is declined at once says nothing of the kind: the page stays open, and the next
 * card on it may be a slow one.
 */
export const slowCardDeclined = (order: Order, sessionId: string | undefined): Order =>
  order.card !== null && order.card.sessionId === sessionId
    ? { ...order, card: { ...order.card, isDeclined: true } }
    : order;

/** O9: the provider says that a card was declined or a page ran out; the order may be paid until its time is over. */
export function notPaid(
  order: Order,
  reason: 'declined' | 'expired',
  context: ChangeContext,
): Change | undefined {
  if (order.paymentStatus !== 'pending' || order.orderStatus === 'cancelled') return undefined;
  const after = next(order, { paymentStatus: 'failed' }, context, {
    what: 'payment-status',
    from: order.paymentStatus,
    to: 'failed',
    note: reason,
  });
  return { order: after, events: [eventOf(paymentFailed, after, { reason }, context)] };
}

/**
 * O15: the payment service does not take this order, now or later: its pieces go back at once. Undefined when it was cancelled or paid
 * meanwhile, or when staff have taken it on: they decide.
 */
export function cancelRefused(order: Order, context: ChangeContext): Change | undefined {
  if (order.orderStatus !== 'pending' || order.paymentStatus === 'paid') return undefined;
  const note = 'The payment service does not take this order. Nothing was charged.';
  const { order: after, events } = cancel(order, { reason: 'admin', note }, context);
  const card = { sessionId: order.card?.sessionId ?? null, paymentId: null, isRefused: true };
  return { order: { ...after, card }, events };
}

/** O10: staff give the money back; undefined when that was asked for before. */
export function askRefund(order: Order, note: string, context: ChangeContext): Change | undefined {
  if (order.paymentStatus === 'refunded' || order.refund !== null) return undefined;
  if (order.paymentStatus !== 'paid')
    throw new ProblemError('conflict', 'This order is not paid, so there is no money to give back.');
  const { totalInMinorUnits: amountInMinorUnits } = order.pricing;
  const refund = { state: 'due' as const, amountInMinorUnits, note, since: context.now };
  const after = next(order, { refund }, context, {
    what: 'note',
    from: null,
    to: 'refund asked for',
    note,
  });
  return { order: after, events: [] };
}

/** O10: what came by hand is handed back by people; they only say so. */
export function refundedByHand(order: Order, note: string, context: ChangeContext): Change | undefined {
  if (order.refund?.state === 'due') return refunded(order, context);
  const asked = askRefund(order, note, context);
  return asked && refunded({ ...asked.order, version: order.version }, context);
}

/** O10: the money is on its way back; undefined when that is known. */
export function refunded(order: Order, context: ChangeContext): Change | undefined {
  if (order.refund?.state !== 'due') return undefined;
  const { amountInMinorUnits, note } = order.refund;
  const after = next(
    order,
    { paymentStatus: 'refunded', refund: { ...order.refund, state: 'done' } },
    context,
    { what: 'payment-status', from: order.paymentStatus, to: 'refunded', note },
  );
  return {
    order: after,
    events: [
      eventOf(orderRefunded, after, { customer: addressee(after), amountInMinorUnits, note }, context),
    ],
  };
}
