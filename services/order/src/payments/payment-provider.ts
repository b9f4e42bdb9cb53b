import type { IncomingHttpHeaders } from 'node:http';
import type { PaymentMethod } from '@kinmel/contracts';

/** One line of what is paid. Shipping and tax are lines of their own, so that the sum is the order's total. */
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
  /** Numbers the payment pages of one order; the same number asks for the same page. */
  readonly attempt: number;
  /** The order is cancelled then. The page may live a little longer: the provider has limits of its own. */
  readonly payUntil: Date;
}

/** A page of the provider on which one order can be paid. */
export interface PaymentPage {
  readonly sessionId: string;
  readonly url: string;
}

export interface PaymentSession {
  readonly sessionId: string;
  readonly orderId: string;
  /** What a refund names; undefined before anything was paid. */
  readonly paymentId: string | undefined;
  /** Where it is paid; undefined when it is not open any more. */
  readonly url: string | undefined;
  /** `processing`: the card answers later. */
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

/** A refund that the provider took. It may still fail, also after it was said to have succeeded. */
export interface RefundAtProvider {
  readonly refundId: string;
  readonly state: 'pending' | 'succeeded' | 'failed';
}

/** Everything else of the shop knows payment providers only through this port. */
export interface PaymentProvider {
  /**
   * Rejects when no page could be made; then nothing can have been paid. With `payment-failed`: the provider does not take this
   * order, now or later. With `service-unavailable`: it may be asked again.
   */
  createPage(request: PaymentRequest): Promise<PaymentPage>;
  /** Undefined for a session that the provider does not know. Rejects with `service-unavailable`. */
  readSession(sessionId: string): Promise<PaymentSession | undefined>;
  /** Closes the page to payments, and answers the state of its session. */
  closePage(sessionId: string): Promise<PaymentSession | undefined>;
  /**
   * Gives the whole payment back and says how far that is; repeated it changes nothing. Rejects with `payment-failed` when the provider refuses for good: the same
   * request is then refused again, and a try that names one refusal more is a new request. Rejects with `service-unavailable` when the
   * outcome is not known: the request has to be repeated as it was.
   */
  refund(request: { paymentId: string; orderId: string; refusals: number }): Promise<RefundAtProvider>;
  /** What became of a refund. Rejects with `service-unavailable`. */
  readRefund(refundId: string): Promise<RefundAtProvider>;
  /**
   * Reads a webhook. The signature over the very bytes and its age are checked: a bad one is the problem `invalid-request`.
   * Undefined for an event that the shop has no use for.
   */
  readEvent(bytes: Buffer, headers: IncomingHttpHeaders): PaymentEvent | undefined;
}

/** The provider of one payment method. */
export interface MethodProvider extends PaymentProvider {
  /** The header of its webhooks that carries the signature. */
  readonly signatureHeader: string;
  /** Whether a session, payment or refund with this id is this provider's. */
  owns(id: string): boolean;
}
