import { ProblemError } from '@kinmel/service-kit';
import type { Order } from '../orders/order.ts';

export interface PaymentStep {
  readonly sessionId: string;
  readonly url: string;
}

/** The part of payments that orders use. Every call is idempotent. */
export interface Payments {
  /**
   * Returns the open payment page or a new one. Rejects with `payment-failed` (`rejectedByProvider`) when the provider rejects
   * the order, which is cancelled then unless staff have confirmed it.
   */
  createSession(order: Order, traceparent?: string): Promise<PaymentStep>;
  /**
   * Makes a due refund (`order.refund`) and returns the order. Rejects with `payment-failed` or `service-unavailable`;
   * the refund then stays due for the sweep.
   */
  refund(order: Order, traceparent?: string): Promise<Order>;
  /**
   * Closes the pages in `order.pagesToClose` and returns the order. A payment that came before is recorded, and
   * refunded when the order is cancelled. Rejects with `service-unavailable`; the sweep then tries again.
   */
  closePages(order: Order, traceparent?: string): Promise<Order>;
}

/** The provider rejects the order (O15). */
export const rejectedByProvider = (cause?: unknown) =>
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

/** Without a provider, orders that are paid online are stored and expire. */
export const noPayments: Payments = {
  createSession: () => Promise.reject(unavailable()),
  refund: () => Promise.reject(unavailable()),
  closePages: (order) => Promise.resolve(order),
};
