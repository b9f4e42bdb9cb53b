/** What the checker reads of a shop: plain data of one moment, ids as text, amounts in minor units. */
export interface Books {
  readonly orders: readonly BookedOrder[];
  /** Ids of orders that never came about and never will. */
  readonly abandoned: ReadonlySet<string>;
  /** Sums over all orders by status, added up by the database as the back office's figures are. */
  readonly revenue: readonly { readonly orderStatus: string; readonly totalInMinorUnits: number }[];
  readonly products: readonly BookedProduct[];
  readonly sales: readonly BookedSale[];
  readonly offers: readonly BookedOffer[];
  readonly redemptions: readonly BookedRedemption[];
  /** Events that still lie in an outbox of their owner, sent or waiting. */
  readonly events: readonly BookedEvent[];
  /** What each consumer has handled. */
  readonly inbox: readonly InboxRow[];
  /** `<queue>:<eventId>` of messages that a consumer gave up on. */
  readonly parked: ReadonlySet<string>;
  /** Versions that order's copies say they are of. */
  readonly copies: readonly { readonly aggregateId: string; readonly version: number }[];
  /**
   * Messages at the broker by queue, those in retry pauses of its service included; without queues that do not exist, and
   * undefined when nobody asked.
   */
  readonly queued: ReadonlyMap<string, number> | undefined;
  /** When this was read. */
  readonly readAt: Date;
}

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
  readonly version: number;
}

export interface Pieces {
  readonly productId: string;
  readonly quantity: number;
}

export interface BookedProduct {
  readonly id: string;
  readonly stock: number;
  readonly version: number;
  readonly reservations: readonly {
    readonly orderId: string;
    readonly quantity: number;
    readonly overdueAt: Date;
  }[];
}

export interface BookedSale {
  readonly orderId: string;
  readonly state: 'sold' | 'given-back';
  readonly lines: readonly Pieces[];
}

export interface BookedOffer {
  readonly id: string;
  readonly version: number;
  readonly currentRedemptions: number;
  readonly maxRedemptions: number | null;
}

export interface BookedRedemption {
  readonly orderId: string;
  readonly offerIds: readonly string[];
  readonly state: 'reserved' | 'captured' | 'released';
  /** Null as soon as the order is known to exist. */
  readonly holdUntil: Date | null;
}

export interface BookedEvent {
  readonly eventId: string;
  readonly type: string;
  readonly aggregateId: string;
  readonly isSent: boolean;
}

export interface InboxRow {
  readonly queue: string;
  readonly eventId: string;
  readonly type: string;
  readonly aggregateId: string;
  readonly aggregateVersion: number;
}

/** What clients of the shop were answered, so that no acknowledged order can go missing unnoticed. */
export interface AcknowledgedOrder {
  readonly orderId: string;
  readonly userId: string;
  readonly key: string;
}

/** Pieces of a product wherever they are: on the shelf, held or sold. */
export type PiecesOfProducts = ReadonlyMap<string, number>;

/** What the books alone cannot know. Whatever is missing is not judged. */
export interface Beforehand {
  readonly acknowledged?: readonly AcknowledgedOrder[];
  /** The pieces of an earlier moment; nobody may have counted the stock anew since. */
  readonly pieces?: PiecesOfProducts;
}
