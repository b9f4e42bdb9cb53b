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
  /** Fields of a form that the browser posts to `url`; absent when the page is opened as a link. */
  readonly form?: Readonly<Record<string, string>>;
}

/** `isLookedUp`: the provider neither closes the page nor reports its payment, so the sweep must look it up. */
export type NewPaymentPage = PaymentPage & { readonly isLookedUp?: boolean };

export interface PaymentSession {
  readonly sessionId: string;
  readonly orderId: string;
  /** Undefined before a payment. */
  readonly paymentId: string | undefined;
  /** Undefined when the page is not open, or cannot be opened again. */
  readonly url: string | undefined;
  /** `processing`: a delayed payment is pending. */
  readonly state: 'open' | 'processing' | 'paid' | 'expired';
  readonly amountInMinorUnits: number;
  /** Empty when the provider does not know it. */
  readonly customerName: string;
  /** Whether a page that is looked up may still be paid later. */
  readonly canStillBePaid?: boolean;
  /** The provider does not say to which order the session belongs, so it is valid only when an order has stored it. */
  readonly isOrderUnproven?: boolean;
}

/** A webhook of the provider, which may be repeated, late or out of order. */
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

/** A refund that the provider has accepted. It may still fail, even after it succeeded. */
export interface RefundAtProvider {
  readonly refundId: string;
  readonly state: 'pending' | 'succeeded' | 'failed';
}

/** The refunds of a payment at the provider, requested by the shop or by staff in the provider's portal. */
export interface RefundsAtProvider {
  /** Undefined when only a part was refunded and the provider does not say how much. */
  readonly amountInMinorUnits: number | undefined;
  /** Newest first, with the key that the shop sent; one entry for all if the provider lists none. */
  readonly refunds: readonly (RefundAtProvider & { readonly key?: string | undefined })[];
  /**
   * `by-key`: the same request is executed once. `by-amount`: every request is executed, so that only the amounts
   * before and after show its outcome. `by-hand`: there is no call for refunds.
   */
  readonly requestMode: 'by-key' | 'by-amount' | 'by-hand';
  /** The page of the provider where staff find the payment. */
  readonly portal: string;
}

export interface RefundRequest {
  readonly paymentId: string;
  readonly orderId: string;
  /** Requests with the same key are one refund. */
  readonly key: string;
  /** Absent to refund everything that is left of the payment. */
  readonly amountInMinorUnits?: number | undefined;
}

/** The port to payment providers: the rest of the shop does not depend on a provider. */
export interface PaymentProvider {
  /** False when the method needs a provider that is not configured. */
  readonly supports: (method: PaymentMethod) => boolean;
  /**
   * Rejects with `payment-failed` when the provider does not accept the order, and with `service-unavailable` when the
   * call may be retried.
   */
  createPage(request: PaymentRequest): Promise<NewPaymentPage>;
  /** Undefined for an unknown session. Rejects with `service-unavailable`. */
  readSession(sessionId: string): Promise<PaymentSession | undefined>;
  /** Closes the page, if the provider can, and returns its session. */
  closePage(sessionId: string): Promise<PaymentSession | undefined>;
  /**
   * Requests a refund. Undefined when only the amount at the provider shows the outcome. Rejects with `payment-failed`
   * when the provider rejects it, also when repeated, so a retry needs another key. Rejects with `service-unavailable`
   * when the outcome is unknown.
   */
  refund(request: RefundRequest): Promise<RefundAtProvider | undefined>;
  /** Undefined for an unknown payment. Rejects with `service-unavailable`. */
  readRefunds(paymentId: string): Promise<RefundsAtProvider | undefined>;
  /** Rejects with `invalid-request` for a wrong or old signature. Undefined for an event that the shop ignores. */
  readEvent(bytes: Buffer, headers: IncomingHttpHeaders): PaymentEvent | undefined;
  /**
   * The session named by the query with which a provider redirected the payer. It is a hint: the payment itself is
   * looked up. Rejects with `invalid-request` for an unknown query, a wrong signature or a changed amount.
   */
  readReturn(query: URLSearchParams): string;
}

export interface WebhookReader extends Pick<PaymentProvider, 'readEvent'> {
  /** The header of its webhooks that carries the signature. */
  readonly signatureHeader: string;
}

/**
 * The provider of one payment method. Without webhooks, its payments are looked up when the payer returns, and by
 * the sweep.
 */
export interface MethodProvider
  extends Omit<PaymentProvider, 'supports' | 'readEvent' | 'readReturn'>,
    Partial<WebhookReader> {
  /** Whether a session, payment or refund with this id is this provider's. */
  owns(id: string): boolean;
  /** Undefined when the query belongs to another provider. */
  readReturn?(query: URLSearchParams): string | undefined;
}

/** The outcome at the provider is unknown: the call may be repeated. */
export const providerUnavailable = (cause: unknown) =>
  new ProblemError(
    'service-unavailable',
    'The payment page is not available right now. Please try again in a moment.',
    undefined,
    { cause, retryAfterSeconds: 5 },
  );

/** The provider rejects the order (ORD-O15). */
export const rejectedByProvider = (cause?: unknown) =>
  new ProblemError(
    'payment-failed',
    'This order cannot be paid by this method, and nothing was charged. Please choose another way of paying.',
    undefined,
    { cause },
  );
