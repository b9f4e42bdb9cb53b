import type {
  DocumentKind,
  Money,
  Order as OrderAnswer,
  OrderStatus,
  PaymentMethod,
  PaymentStatus,
  shopCurrency,
} from '@kinmel/contracts';
import type { PriceDecision, PriceSums } from '@kinmel/pricing';

type AnsweredLine = OrderAnswer['products'][number];

/** A line as ordered; later changes of product and offer do not affect it. */
export interface OrderLine
  extends Readonly<
    Pick<
      AnsweredLine,
      'name' | 'details' | 'image' | 'passportLink' | 'quantity' | 'promoCode' | 'specialOffer'
    >
  > {
  /** The offer's id for an offer without products. */
  readonly productId: string;
  readonly isProduct: boolean;
  readonly priceInMinorUnits: number;
  readonly originalPriceInMinorUnits: number;
  readonly lineTotalInMinorUnits: number;
}

export type CustomerDetails = Readonly<OrderAnswer['customerDetails']>;

export interface HistoryEntry extends Readonly<Omit<OrderAnswer['history'][number], 'at'>> {
  readonly at: Date;
  /** User id; null for the system and for deleted accounts. */
  readonly who: string | null;
}

export type Actor = Pick<HistoryEntry, 'by' | 'who'>;

/** `due` until the provider confirms the refund; `failed` when staff must decide. */
export interface Refund {
  readonly state: 'due' | 'failed' | 'done';
  readonly amountInMinorUnits: number;
  readonly note: string;
  /** When it was requested, or failed. */
  readonly since: Date;
  /** How often the provider has refused it or failed; absent at first. */
  readonly refusals?: number;
  /** The provider's refund; absent until it accepted one. */
  readonly refundId?: string;
  /** Staff gave the money back after the provider failed. */
  readonly isByHand?: boolean;
}

/** The refund of a settled return: its amount is refunded to the payment, and the rest became credit. */
export interface OrderReturn extends Refund {
  /** The id of the return. */
  readonly id: string;
  readonly reference: string;
  readonly creditInMinorUnits: number;
  /** By `lineKey`. */
  readonly lines: readonly { readonly key: string; readonly quantity: number }[];
  readonly settledAt: Date;
}

/** Pieces claimed by a return that is neither settled nor closed. */
export interface OpenReturn {
  /** The id of the return. */
  readonly id: string;
  readonly reference: string;
  readonly lines: OrderReturn['lines'];
  /** The version of the return before the claimed step: events up to this version do not end the claim. */
  readonly version: number;
  readonly since: Date;
  /** When to ask service-request whether the step was saved; null once it was. */
  readonly askAt: Date | null;
}

/** A phone of the order that the shop received by a sell request, or has bought back. */
export interface BuyBack {
  /** The id of its receipt. */
  readonly id: string;
  readonly deviceId: string;
  /** The reference of the sell request. */
  readonly reference: string;
  readonly lines: OrderReturn['lines'];
  /** The version of the device before it was received: an older event does not end the claim. */
  readonly version: number;
}

/** The online payment of an order. */
export interface OnlinePayment {
  readonly sessionId: string | null;
  readonly paymentId: string | null;
  /** When the shop learned of the payment. */
  readonly paidAt?: Date;
  /** The provider rejected the order, which was cancelled (ORD-O15). */
  readonly isRefused?: boolean;
  /** A delayed payment on this page was declined. */
  readonly isDeclined?: boolean;
}

/** A payment that the order did not use (ORD-O9, ORD-O23); `due` until it is refunded. */
export interface SecondPayment extends Omit<Refund, 'note'> {
  readonly paymentId: string;
  readonly state: 'due' | 'done';
  /** When the provider last failed. The refund is retried and shown to staff. */
  readonly failedAt?: Date;
}

/** A payment that staff look up at its provider and settle with a note. */
export interface UndecidedPage extends Pick<PageToClose, 'sessionId' | 'since'> {
  /** Set for a payment of another amount than was left to pay. */
  readonly amountInMinorUnits?: number;
}

/** A page that may be open although the order needs no payment. */
export interface PageToClose {
  readonly sessionId: string;
  readonly since: Date;
  /** When to look up an undecided payment again; absent to do so with each sweep. */
  readonly lookUpAt?: Date;
  /** Undecided for a week, so that staff have been asked to look it up. */
  readonly isForStaff?: boolean;
}

/** Credit that was used, at most the total. */
export interface UsedCredit extends Money {
  readonly isReturned: boolean;
}

/** Amounts are integer minor units. */
export interface Order {
  readonly id: string;
  readonly orderNumber: string;
  readonly userId: string;
  readonly customerDetails: CustomerDetails;
  readonly currency: typeof shopCurrency;
  readonly lines: readonly OrderLine[];
  readonly pricing: PriceSums;
  readonly decisions: readonly PriceDecision[];
  readonly promoCode: string | null;
  /** Redeemed offers of the lines and the promo code, without duplicates. */
  readonly offerIds: readonly string[];
  readonly policyVersion: number;
  readonly paymentMethod: PaymentMethod;
  /** Absent when the order uses no credit. */
  readonly credit?: UsedCredit;
  readonly paymentStatus: PaymentStatus;
  readonly orderStatus: OrderStatus;
  readonly adminNotes: string;
  readonly history: readonly HistoryEntry[];
  /** Deadline of an online payment; null without one. */
  readonly payUntil: Date | null;
  readonly onlinePayment: OnlinePayment | null;
  readonly refund: Refund | null;
  /** Claims of returns that are not closed; absent until the first one. */
  readonly openReturns?: readonly OpenReturn[];
  /** Oldest first. */
  readonly returns?: readonly OrderReturn[];
  /** Absent until the first one. */
  readonly buyBacks?: readonly BuyBack[];
  readonly secondPayments?: readonly SecondPayment[];
  /** A page is removed when the provider has closed it. */
  readonly pagesToClose?: readonly PageToClose[];
  readonly undecidedPages?: readonly UndecidedPage[];
  /** The tax documents that exist; absent at first. */
  readonly documents?: readonly DocumentKind[];
  /** The account was deleted while the order was open. */
  readonly isBuyerDeleted: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly version: number;
}
