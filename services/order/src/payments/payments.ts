import { ProblemError } from '@kinmel/service-kit';
import type { Order } from '../orders/order.ts';

/** Where a card order is paid. */
export interface PaymentStep {
  readonly sessionId: string;
  readonly url: string;
}

/** What orders need of card payment; `src/payments` has it. Every call may be repeated for the same order. */
export interface Payments {
  /**
   * The page on which this order is paid; the open one again if there is one. Rejects with `payment-failed` (`cardRefused`) when there never
   * will be one: the order is cancelled then, unless staff have taken it on. Rejects with another problem when there can be none now.
   */
  createSession(order: Order, traceparent?: string): Promise<PaymentStep>;
  /**
   * Sends money back that is due (`order.refund`) and answers the order after that. Rejects with `payment-failed` or
   * `service-unavailable` when it did not go through now; it then stays due and payments try again by themselves.
   */
  refund(order: Order, traceparent?: string): Promise<Order>;
  /**
   * Closes the payment pages that are to be closed (`order.pagesToClose`); what was paid there a moment before is
   * noted, and goes back when the order is cancelled. Answers the order after that. Rejects with `service-unavailable`; payments then try
   * again by themselves.
   */
  closePages(order: Order, traceparent?: string): Promise<Order>;
}

/** The payment service does not take this order, now or later (O15). */
export const cardRefused = (cause?: unknown) =>
  new ProblemError(
    'payment-failed',
    'This order cannot be paid by card, and nothing was charged. Please choose another way of paying.',
    undefined,
    { cause },
  );

const unavailable = () =>
  new ProblemError(
    'service-unavailable',
    'Paying by card is not available right now. Please try again.',
    undefined,
    { retryAfterSeconds: 5 },
  );

/** A shop that takes no cards: orders by card are stored and cannot be paid, so they end by themselves. */
export const noCardPayments: Payments = {
  createSession: () => Promise.reject(unavailable()),
  refund: () => Promise.reject(unavailable()),
  closePages: (order) => Promise.resolve(order),
};
