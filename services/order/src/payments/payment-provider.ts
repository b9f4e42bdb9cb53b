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

/** `isLookedUp`: the provider neither closes the page nor reports its payment, so that the sweep looks it up. */
export type MadePage = PaymentPage & { readonly isLookedUp?: boolean };

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
  /** The provider does not tell to which order the session belongs: it counts when the order has stored it. */
  readonly isOrderUnproven?: boolean;
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

/** What the provider has given back of a payment, whoever asked for it: the shop, or staff in the provider's portal. */
export interface RefundsAtProvider {
  /** Undefined when it is a part, and the provider does not tell how much. */
  readonly amountInMinorUnits: number | undefined;
  /** Newest first; a provider that lists none names all of them as one. With the key that the shop gave. */
  readonly refunds: readonly (RefundAtProvider & { readonly key?: string | undefined })[];
  /**
   * `by-key`: the same request is executed once. `by-amount`: a request is executed each time, so that only the amounts
   * before and after it tell its outcome. `by-hand`: there is no call for refunds.
   */
  readonly asking: 'by-key' | 'by-amount' | 'by-hand';
  /** Where staff find the payment. */
  readonly place: string;
}

export interface RefundRequest {
  readonly paymentId: string;
  readonly orderId: string;
  /** The same key is the same refund. */
  readonly key: string;
  /** Absent: all that is left of the payment. */
  readonly amountInMinorUnits?: number | undefined;
}

/** Everything else of the shop knows payment providers only through this port. */
export interface PaymentProvider {
  /** False when the method needs a provider that the environment does not configure. */
  readonly takes: (method: PaymentMethod) => boolean;
  /**
   * Rejects with `payment-failed` when the provider does not accept the order, with `service-unavailable` when it may
   * be asked again.
   */
  createPage(request: PaymentRequest): Promise<MadePage>;
  /** Undefined for an unknown session. Rejects with `service-unavailable`. */
  readSession(sessionId: string): Promise<PaymentSession | undefined>;
  /** Closes the page, if the provider can, and returns its session. */
  closePage(sessionId: string): Promise<PaymentSession | undefined>;
  /**
   * Asks for a refund. Undefined when the provider's amount tells the outcome. Rejects with `payment-failed` when the
   * provider rejects it, also when repeated: a further try needs another key. Rejects with `service-unavailable` when the
   * outcome is unknown.
   */
  refund(request: RefundRequest): Promise<RefundAtProvider | undefined>;
  /** Undefined for an unknown payment. Rejects with `service-unavailable`. */
  readRefunds(paymentId: string): Promise<RefundsAtProvider | undefined>;
  /** Rejects with `invalid-request` for a wrong or old signature. Undefined for an event without use. */
  readEvent(bytes: Buffer, headers: IncomingHttpHeaders): PaymentEvent | undefined;
  /**
   * The session named by the query with which a provider sent the payer back. It is a hint: what became of the payment
   * is looked up. Rejects with `invalid-request` for an unknown form, a wrong signature or a changed amount.
   */
  readReturn(returned: URLSearchParams): string;
}

export interface WebhookReader extends Pick<PaymentProvider, 'readEvent'> {
  /** The header of its webhooks that carries the signature. */
  readonly signatureHeader: string;
}

/** The provider of one payment method. One without webhooks is looked up, on the way back and by the sweep. */
export interface MethodProvider
  extends Omit<PaymentProvider, 'takes' | 'readEvent' | 'readReturn'>,
    Partial<WebhookReader> {
  /** Whether a session, payment or refund with this id is this provider's. */
  owns(id: string): boolean;
  /** Undefined when the query is of another provider. */
  readReturn?(returned: URLSearchParams): string | undefined;
}

/** The provider's answer is unknown: the call may be repeated. */
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
