import type { IncomingHttpHeaders } from 'node:http';
import type { PaymentMethod } from '@kinmel/contracts';
import { ProblemError } from '@kinmel/service-kit';

/** Shipping and tax are lines too, so that the sum is the order's total. */
export interface PaymentLine {
  readonly description: string;
  readonly quantity: number;
  readonly unitAmountInMinorUnits: number;
}

export interface PaymentRequest {
  readonly paymentMethod: PaymentMethod;
  readonly orderId: string;
  readonly orderNumber: string;
  readonly customerName: string;
  readonly customerEmail: string;
  readonly lines: readonly PaymentLine[];
  /** Part of the idempotency key: the same number returns the same page. */
  readonly attempt: number;
  /** The order expires then. The provider may keep the page a little longer. */
  readonly payUntil: Date;
}

export interface PaymentPage {
  readonly sessionId: string;
  readonly url: string;
}

export interface PaymentSession {
  readonly sessionId: string;
  readonly orderId: string;
  /** Undefined before a payment. */
  readonly paymentId: string | undefined;
  /** Undefined when the page is not open. */
  readonly url: string | undefined;
  /** `processing`: a delayed payment is pending. */
  readonly state: 'open' | 'processing' | 'paid' | 'expired';
  readonly amountInMinorUnits: number;
  readonly customerName: string;
}

/** A webhook of the provider. It may come twice, late, or in another order. */
export type PaymentEvent =
  | {
      readonly orderId: string;
      readonly kind: 'paid' | 'declined' | 'expired';
      /** Absent when a card was declined at once. */
      readonly sessionId?: string;
      readonly paymentId?: string | undefined;
      readonly amountInMinorUnits?: number | undefined;
    }
  | {
      readonly orderId: string;
      readonly kind: 'refund';
      readonly refund: RefundAtProvider & { readonly paymentId: string };
    };

/** A refund that the provider accepted. It may fail, even after it succeeded. */
export interface RefundAtProvider {
  readonly refundId: string;
  readonly state: 'pending' | 'succeeded' | 'failed';
}

/** Everything else of the shop knows payment providers only through this port. */
export interface PaymentProvider {
  /**
   * Rejects with `payment-failed` when the provider does not accept the order, with `service-unavailable` when it may
   * be asked again.
   */
  createPage(request: PaymentRequest): Promise<PaymentPage>;
  /** Undefined for an unknown session. Rejects with `service-unavailable`. */
  readSession(sessionId: string): Promise<PaymentSession | undefined>;
  /** Closes the page and returns its session. */
  closePage(sessionId: string): Promise<PaymentSession | undefined>;
  /**
   * Refunds the whole payment; idempotent. Rejects with `payment-failed` when the provider rejects it, also when
   * repeated: a further try needs one refusal more. Rejects with `service-unavailable` when the outcome is unknown: it
   * must be repeated unchanged.
   */
  refund(request: { paymentId: string; orderId: string; refusals: number }): Promise<RefundAtProvider>;
  /** Rejects with `service-unavailable`. */
  readRefund(refundId: string): Promise<RefundAtProvider>;
  /** Rejects with `invalid-request` for a wrong or old signature. Undefined for an event without use. */
  readEvent(bytes: Buffer, headers: IncomingHttpHeaders): PaymentEvent | undefined;
}

/** The provider of one payment method. */
export interface MethodProvider extends PaymentProvider {
  /** The header of its webhooks that carries the signature. */
  readonly signatureHeader: string;
  /** Whether a session, payment or refund with this id is this provider's. */
  owns(id: string): boolean;
}

/** The provider rejects the order (O15). */
export const rejectedByProvider = (cause?: unknown) =>
  new ProblemError(
    'payment-failed',
    'This order cannot be paid by card, and nothing was charged. Please choose another way of paying.',
    undefined,
    { cause },
  );
