/**
 * What the checker reads of a shop: plain data of one moment, ids as text, amounts in minor units. It comes in slices, each
 * with all that its checks look at, so that no more of a large shop is in memory than one of them.
 */
export interface BookedOrder {
  readonly id: string;
  readonly orderNumber: string;
  readonly userId: string;
  /** Undefined when it was forgotten: keys are kept for a day. */
  readonly key: string | undefined;
  readonly orderStatus: string;
  readonly lines: readonly {
    readonly productId: string;
    readonly isProduct: boolean;
    readonly quantity: number;
    readonly priceInMinorUnits: number;
    readonly lineTotalInMinorUnits: number;
  }[];
  readonly pricing: {
    readonly subtotalInMinorUnits: number;
    readonly shippingInMinorUnits: number;
    readonly taxInMinorUnits: number;
    readonly totalInMinorUnits: number;
  };
  readonly offerIds: readonly string[];
  readonly createdAt: Date;
  readonly paymentStatus: string;
  readonly card: { readonly paymentId: string | null } | null;
  readonly refund: BookedRefund | null;
  /** Absent, or empty, in nearly all. */
  readonly pagesToClose?: readonly { readonly sessionId: string; readonly since: Date }[];
  /** Null while nothing of it waits for staff. */
  readonly promisedAt?: Date | null;
  readonly history: readonly {
    readonly at: Date;
    readonly by: string;
    readonly what: string;
    readonly to: string;
  }[];
  /** What its `order.cancelled` said of the money; undefined where that is not in its outbox any more. */
  readonly toldMoney: string | undefined;
}

export interface BookedRefund {
  readonly state: 'due' | 'failed' | 'done';
  readonly since: Date;
  /** The provider has taken it. */
  readonly refundId?: string;
  /** People handed the money back instead. */
  readonly isByHand?: boolean;
}

export interface Pieces {
  readonly productId: string;
  readonly quantity: number;
}

export interface BookedSale {
  readonly orderId: string;
  readonly state: 'sold' | 'given-back';
  readonly lines: readonly Pieces[];
}

export interface BookedRedemption {
  readonly orderId: string;
  readonly offerIds: readonly string[];
  readonly state: 'reserved' | 'captured' | 'released';
  /** Null as soon as the order is known to exist. */
  readonly holdUntil: Date | null;
}

/** Everything about the orders of a range of ids: also what others have of ids in that range that are no orders. */
export interface OrdersSlice {
  readonly orders: readonly BookedOrder[];
  /** Ids of orders that never came about and never will. */
  readonly abandoned: ReadonlySet<string>;
  readonly sales: readonly BookedSale[];
  readonly redemptions: readonly BookedRedemption[];
  /** Orders whose `order.placed` lies in their outbox or was handled by a consumer. */
  readonly told: ReadonlySet<string>;
  readonly readAt: Date;
}

export interface BookedProduct {
  readonly id: string;
  readonly stock: number;
  readonly version: number;
  readonly priceInMinorUnits: number;
  readonly isAvailable: boolean;
  /** It left the shop; its document stays for a day. */
  readonly isGone: boolean;
  readonly reservations: readonly {
    readonly orderId: string;
    readonly quantity: number;
    readonly overdueAt: Date;
  }[];
}

/** What order remembers of a product. */
export interface ProductCopy {
  readonly version: number;
  /** Undefined of a tombstone, and while only the stock was heard of. */
  readonly priceInMinorUnits: number | undefined;
  readonly isInStock: boolean;
  readonly isTombstone: boolean;
}

export type StateOfOrder = 'placed' | 'cancelled' | 'abandoned';

export interface ProductsSlice {
  readonly products: readonly BookedProduct[];
  /** Of the orders that hold pieces of these products; without ids that order does not know. */
  readonly holders: ReadonlyMap<string, StateOfOrder>;
  /** Ids of the holders that have their sale. */
  readonly sold: ReadonlySet<string>;
  readonly copies: ReadonlyMap<string, ProductCopy>;
  /** Products with an event that order has not handled yet: what becomes of that one is for I-8 and I-17 to say. */
  readonly onTheWay: ReadonlySet<string>;
  readonly readAt: Date;
}

export interface BookedOffer {
  readonly id: string;
  readonly version: number;
  readonly isGone: boolean;
  readonly currentRedemptions: number;
  readonly maxRedemptions: number | null;
  readonly terms: OfferTerms;
}

/** What of an offer decides about prices. */
export interface OfferTerms {
  readonly isActive: boolean;
  readonly promoCode: string;
  readonly discountType: string;
}

export interface OfferCopy {
  readonly version: number;
  /** Undefined of a tombstone. */
  readonly terms: OfferTerms | undefined;
}

export interface OffersSlice {
  readonly offers: readonly BookedOffer[];
  /** How many entries of the ledger are reserved or captured, by offer. */
  readonly uses: ReadonlyMap<string, number>;
  readonly copies: ReadonlyMap<string, OfferCopy>;
  readonly onTheWay: ReadonlySet<string>;
}

/** An event that still lies in the outbox of its owner. */
export interface BookedEvent {
  readonly eventId: string;
  readonly type: string;
  readonly aggregateId: string;
  readonly occurredAt: Date;
  /** Null while it waits for the broker. */
  readonly sentAt: Date | null;
}

export interface EventsSlice {
  readonly events: readonly BookedEvent[];
  /** `<queue>:<eventId>` of those that a consumer has handled. */
  readonly handled: ReadonlySet<string>;
  /** The same of those that a consumer's database calls parked. */
  readonly parked: ReadonlySet<string>;
  /** How many of the events have led to a mail or should have. */
  readonly mailsDue: number;
  /** Ids of those without it. */
  readonly withoutMail: ReadonlySet<string>;
  readonly readAt: Date;
}

export interface InboxRow {
  readonly queue: string;
  readonly eventId: string;
  readonly type: string;
  readonly aggregateId: string;
  readonly aggregateVersion: number;
}

/** What consumers have heard, beside what the owners say. */
export interface HeardSlice {
  /** Rows of inboxes, or copies, which have neither queue nor type. */
  readonly heard: readonly {
    readonly aggregateId: string;
    readonly version: number;
    readonly type?: string;
    readonly queue?: string;
    /** Of a copy: it says that the thing is still there. */
    readonly isCopy?: boolean;
  }[];
  /** Versions of the aggregates that their owners have. */
  readonly versions: ReadonlyMap<string, number>;
  readonly abandoned: ReadonlySet<string>;
}

/** What belongs to one order, one key or one effect only, and was found with several. */
export interface Twins {
  readonly numbers: readonly { readonly value: string; readonly ids: readonly string[] }[];
  readonly keys: readonly { readonly value: string; readonly ids: readonly string[] }[];
  readonly effects: readonly {
    readonly aggregateId: string;
    readonly effect: string;
    readonly times: number;
  }[];
  readonly orderCount: number;
  readonly effectCount: number;
}

/** A payment as the provider has it. */
export interface ProviderPayment {
  readonly paymentId: string;
  readonly orderId: string;
  readonly amountInMinorUnits: number;
  readonly refundedInMinorUnits: number;
}

/** What order says of the card payment of one order. */
export interface BookedPayment {
  readonly orderId: string;
  readonly paymentId: string | null;
  readonly createdAt: Date;
  readonly totalInMinorUnits: number;
  readonly refund: BookedRefund | null;
  readonly orderStatus: string;
  readonly paymentStatus: string;
  /** Pages that the shop closes as soon as it can. */
  readonly closing: ReadonlySet<string>;
}

/** A page of the provider on which an order can be paid. */
export interface ProviderPage {
  readonly sessionId: string;
  readonly orderId: string;
}

/** A repair booking as far as its seat is concerned. */
export interface BookedRepair {
  readonly id: string;
  readonly status: string;
  readonly date: string;
  readonly time: string;
  /** Day, half hour and number; undefined where it has none. */
  readonly seat: string | undefined;
}

/** A seat that several bookings have. */
export interface SharedSeat {
  readonly seat: string;
  readonly times: number;
}

/** An order of a new phone as far as its price is concerned. */
export interface BookedPhoneOrder {
  readonly id: string;
  readonly quantity: number;
  /** Null where the shop knew no such product. */
  readonly unitPriceInMinorUnits: number | null;
}

/** A request of any kind as far as its history, its events and its promise are concerned. */
export interface BookedRequest {
  readonly id: string;
  readonly status: string;
  readonly history: readonly {
    readonly what: string;
    readonly from: string | null;
    readonly to: string;
    readonly note: string;
  }[];
  readonly updatedAt: Date;
  readonly promisedAt: Date | null;
  readonly forgottenAt: Date | null;
  /** Its account is gone: its person leaves it without an event. */
  readonly isCustomerGone: boolean;
  /** When what lies in its outbox happened. */
  readonly toldAt: readonly Date[];
  /** What is left there of a person, by the names of the fields. */
  readonly personal: readonly string[];
}

/** A sell request as far as its price is concerned. */
export interface BookedSellRequest extends BookedRequest {
  readonly quotedPriceInMinorUnits: number | null;
  readonly quoteValidUntil: Date | null;
}

/** What clients of the shop were answered, so that no acknowledged order can go missing unnoticed. */
export interface AcknowledgedOrder {
  readonly orderId: string;
  readonly userId: string;
  readonly key: string;
}

/** Pieces of a product wherever they are: in stock, held or sold. */
export type PiecesOfProducts = ReadonlyMap<string, number>;

/** What the books alone cannot know. Whatever is missing is not judged. */
export interface Beforehand {
  readonly acknowledged?: readonly AcknowledgedOrder[];
  /** The pieces of an earlier moment; nobody may have counted the stock anew since. */
  readonly pieces?: PiecesOfProducts;
}
