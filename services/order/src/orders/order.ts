import type { OrderStatus, PaymentMethod, PaymentStatus } from '@kinmel/contracts';
import type { PriceDecision } from '@kinmel/pricing';

/** A line as it was ordered: a copy that later changes of product and offer do not touch. */
export interface OrderLine {
  /** The offer's id when a claimed offer names no product. */
  readonly productId: string;
  readonly isProduct: boolean;
  readonly name: string;
  /** What tells the variant apart, "128 GB, Midnight"; may be empty. */
  readonly details: string;
  readonly image: string;
  readonly priceInMinorUnits: number;
  readonly originalPriceInMinorUnits: number;
  readonly quantity: number;
  readonly lineTotalInMinorUnits: number;
  readonly promoCode: string | null;
  readonly specialOffer: {
    readonly id: string;
    readonly title: string;
    readonly description: string;
    readonly discount: string;
    readonly discountPercentage: number;
  } | null;
}

export interface OrderPricing {
  readonly subtotalInMinorUnits: number;
  readonly shippingInMinorUnits: number;
  readonly taxInMinorUnits: number;
  readonly totalInMinorUnits: number;
}

export interface CustomerDetails {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly address: string;
  readonly city: string;
  readonly zipCode: string;
  readonly notes: string;
}

export interface HistoryEntry {
  readonly at: Date;
  readonly by: 'customer' | 'admin' | 'shop';
  /** The person's id; null for a program of the shop, and after the account was deleted. */
  readonly who: string | null;
  readonly what: 'order-status' | 'payment-status' | 'note';
  readonly from: string | null;
  readonly to: string;
  readonly note: string;
}

/** Who makes a change, for the history. */
export type Actor = Pick<HistoryEntry, 'by' | 'who'>;

/** Money that has to go back: `due` until the provider says that it went, `failed` when it could not go back and staff decide. */
export interface Refund {
  readonly state: 'due' | 'failed' | 'done';
  readonly amountInMinorUnits: number;
  readonly note: string;
  /** When it was asked for, or when it failed. */
  readonly since: Date;
  /** How often the provider has definitely refused it, or taken it and failed; absent before the first time. */
  readonly refusals?: number;
  /** The refund at the provider: of one that is due, what has to be followed; absent before the provider took it. */
  readonly refundId?: string;
  /** The provider failed, and people handed the money back. */
  readonly isByHand?: boolean;
}

/** What card payment knows of an order: the page on which it is paid, and the payment itself. */
export interface CardPayment {
  readonly sessionId: string | null;
  readonly paymentId: string | null;
  /** When the shop heard of the payment; absent before. */
  readonly paidAt?: Date;
  /** The payment service does not take this order: it was cancelled at once (O15). */
  readonly isRefused?: boolean;
  /** The slow card that was used on this page has said no: it is not waited for any more. */
  readonly isDeclined?: boolean;
}

/** A payment of an order that has its money: it goes back (O9). `due` until the provider took it. */
export interface SecondPayment {
  readonly paymentId: string;
  readonly amountInMinorUnits: number;
  readonly state: 'due' | 'done';
  readonly since: Date;
  /** As of a refund. */
  readonly refusals?: number;
  readonly refundId?: string;
  /** When the provider last failed to give it back; it is asked for anew, and staff know. */
  readonly failedAt?: Date;
}

/** A payment page that may still take money although the order wants none. */
export interface PageToClose {
  readonly sessionId: string;
  readonly since: Date;
}

/** An order. Amounts in integer minor units. */
export interface Order {
  readonly id: string;
  readonly orderNumber: string;
  readonly userId: string;
  readonly customerDetails: CustomerDetails;
  readonly lines: readonly OrderLine[];
  readonly pricing: OrderPricing;
  readonly decisions: readonly PriceDecision[];
  readonly promoCode: string | null;
  /** Offers of lines and of the promo code, each once: what was redeemed. */
  readonly offerIds: readonly string[];
  readonly policyVersion: number;
  readonly paymentMethod: PaymentMethod;
  readonly paymentStatus: PaymentStatus;
  readonly orderStatus: OrderStatus;
  readonly adminNotes: string;
  readonly history: readonly HistoryEntry[];
  /** Until when a card order waits for its money; null when it waits no more. */
  readonly payUntil: Date | null;
  readonly card: CardPayment | null;
  readonly refund: Refund | null;
  /** Absent unless the order was paid twice. */
  readonly secondPayments?: readonly SecondPayment[];
  /** Absent until the order stops waiting for its money; a page leaves when the provider has closed it. */
  readonly pagesToClose?: readonly PageToClose[];
  /** True when the buyer's account was deleted while the order is still under way (O12). */
  readonly isBuyerGone: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly version: number;
}
