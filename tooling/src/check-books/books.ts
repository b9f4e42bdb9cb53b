import { eventConsumers } from '@kinmel/contracts';
import { inboxMarksKeptMs } from '@kinmel/service-kit';
import type { PiecesOfProducts, ShopOptions, Snapshot } from './snapshot.ts';

/** Consumers of each type of event of the money path and of requests. */
export const consumersOf: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(eventConsumers).filter(([type]) =>
    /^(order|credit|payout|product|stock|offer|device|sell-request|repair-booking|phone-order|return)\./.test(
      type,
    ),
  ),
);

/**
 * offer.redeemed has no version of its own. A device has the id of its product, a payout that of its sell request, and
 * each has versions of its own (decision 82).
 */
const typesWithVersions = Object.keys(consumersOf).filter(
  (type) => type !== 'offer.redeemed' && !/^(device|payout)\./.test(type),
);

const consumingServices = [...new Set(Object.values(consumersOf).flat())].sort();

/** `catalog.order-placed` */
export const queueOf = (service: string, type: string): string => `${service}.${type.replaceAll('.', '-')}`;

export const queuesOf = (type: string): string[] =>
  (consumersOf[type] ?? []).map((service) => queueOf(service, type));

/** Services that publish events. */
export const publishers = ['auth', 'catalog', 'device', 'offer', 'order', 'service-request'] as const;

/** Inbox marks younger than this still exist: a day less than they are kept, as the database deletes them late. */
export const inboxMarksExistMs = inboxMarksKeptMs - 24 * 60 * 60_000;

interface Row {
  readonly _id: string;
}

interface Sum {
  readonly amountInMinorUnits: number;
}

export interface Refund {
  readonly state: 'due' | 'failed' | 'done';
  readonly since: Date;
  /** Set when the provider has accepted it. */
  readonly refundId?: string;
  readonly isByHand?: boolean;
}

/** Which pieces of its order a return is about. */
export interface ReturnedPieces {
  /** Of the return. */
  readonly id: string;
  /** `key`: the product, or the product and its offer. */
  readonly lines?: readonly { readonly key: string; readonly quantity: number }[];
}

/** The refund of a return. */
export interface OrderReturn extends Refund, Sum, ReturnedPieces {
  readonly creditInMinorUnits: number;
  readonly settledAt: Date;
}

export interface Order extends Row {
  readonly state: 'placed' | 'abandoned';
  readonly orderNumber: string;
  readonly userId: string;
  /** Kept for a day. */
  readonly idempotency?: { readonly key: string };
  readonly orderStatus: string;
  readonly paymentMethod?: string;
  readonly paymentStatus: string;
  /** Absent when none was used. */
  readonly credit?: Sum & { readonly isReturned: boolean };
  readonly version: number;
  readonly lines: readonly (Pieces & {
    readonly specialOffer?: { readonly id: string } | null;
    readonly isProduct: boolean;
    readonly priceInMinorUnits: number;
    readonly lineTotalInMinorUnits: number;
  })[];
  readonly pricing: Readonly<Record<`${'subtotal' | 'shipping' | 'tax' | 'total'}InMinorUnits`, number>>;
  readonly offerIds: readonly string[];
  readonly documents?: readonly string[];
  readonly createdAt: Date;
  readonly card?: { readonly paymentId?: string | null } | null;
  readonly refund: Refund | null;
  readonly returns?: readonly OrderReturn[];
  /** Payments beside the one that the order keeps, which go back. */
  readonly secondPayments?: readonly (Refund & Sum & { readonly paymentId: string })[];
  /** Claims of returns that are not closed. */
  readonly openReturns?: readonly ReturnedPieces[];
  /** Its account was deleted. */
  readonly isBuyerDeleted?: boolean;
  readonly pagesToClose?: readonly {
    readonly sessionId: string;
    readonly since: Date;
    /** Of an undecided payment. */
    readonly lookUpAt?: Date;
  }[];
  readonly promisedAt?: Date | null;
  readonly history: readonly Readonly<
    Record<'by' | 'what' | 'to', string> & { at: Date; from?: string | null }
  >[];
}

/** A change of a customer's credit. */
export interface Posting extends Row {
  readonly userId: string;
  readonly at: Date;
  readonly cause: string;
  readonly number: number;
  readonly order: { readonly id: string } | null;
  readonly entries: readonly { readonly account: string; readonly amount: Sum }[];
  readonly balanceAfter: Sum;
}

/** The credit of a customer. */
interface Balance extends Row {
  readonly balance: Sum;
  /** How many. */
  readonly postings: number;
}

/** What staff pay; for a phone under the id of its sell request. */
interface Payout extends Row {
  readonly amount: Sum;
  /** Absent: a phone. */
  readonly cause?: string;
  /** `credit`: posted when it is paid. */
  readonly method: string;
  readonly status: string;
  /** Of a phone for which credit was agreed. */
  readonly price?: Sum;
  /** The posting that it makes when it is paid. */
  readonly credit?: { readonly key: string };
  readonly approvedBy?: { readonly id: string } | null;
  readonly paidBy?: { readonly id: string } | null;
  readonly paidAt?: Date | null;
  /** How the second person was found. */
  readonly secondApproval?: string;
}

/** A physical pre-loved phone. */
export interface Device extends Row {
  readonly place: string;
  /** What its seller was told or gets. */
  readonly purchase: string;
  readonly history: readonly {
    readonly from: string | null;
    readonly to: string;
    readonly at: Date;
    readonly note: string;
  }[];
  readonly identifiers: readonly { readonly hash: string }[];
  readonly sellRequest: { readonly id: string };
  readonly sale: { readonly productId: string } | null;
  readonly orderId: string | null;
}

/** An invoice or credit note. */
export interface TaxDocument extends Row, Pick<Order, 'orderNumber' | 'lines' | 'pricing'> {
  readonly kind: 'invoice' | 'credit-note';
  readonly series: string;
  readonly number: number;
  readonly orderId: string;
  /** Of the credit note of a return. */
  readonly returnId?: string;
  readonly issuedAt: Date;
  readonly invoiceNumber: string | null;
}

/** The last number of a series. */
interface DocumentSeries extends Row {
  readonly last: number;
}

export const isCancelled = ({ orderStatus }: Order): boolean => orderStatus === 'cancelled';

/** Its money goes back as a whole. */
export const isUndone = (order: Order): boolean =>
  isCancelled(order) || order.paymentStatus === 'refunded' || order.refund !== null;

export interface Pieces {
  readonly productId: string;
  readonly quantity: number;
}

/** Stock that an order took, under the order's id. */
interface Sale extends Row {
  readonly state: 'sold' | 'given-back';
  readonly lines: readonly Pieces[];
  /** What came back by returns. */
  readonly returned?: readonly Pieces[];
}

/** Offers that an order used, under the order's id. */
interface Redemption extends Row {
  readonly offerIds: readonly string[];
  readonly state: 'reserved' | 'captured' | 'released';
  /** Null once the order is known to exist. */
  readonly holdUntil: Date | null;
}

export interface Product extends Row {
  readonly stock: number;
  readonly version: number;
  readonly priceInMinorUnits: number;
  readonly isAvailable: boolean;
  /** Its pieces are devices. */
  readonly hasDevices?: boolean;
  /** Of a device for sale, which is a product itself. */
  readonly device?: { readonly ofProductId: string };
  /** A deleted product is kept for a day. */
  readonly deletedAt?: Date | null;
  readonly reservations?: readonly {
    readonly id: string;
    readonly quantity: number;
    readonly overdueAt: Date;
  }[];
}

export interface OfferTerms {
  readonly isActive: boolean;
  readonly promoCode: string;
  readonly discountType: string;
}

export interface Offer extends Row, OfferTerms {
  readonly version: number;
  readonly deletedAt?: Date | null;
  readonly currentRedemptions: number;
  readonly maxRedemptions: number | null;
}

/** Order's copy of a product. */
export interface ProductCopy extends Row {
  readonly snapshot?: {
    readonly version: number;
    readonly product: { readonly priceInMinorUnits: number; readonly inStock: boolean } | null;
  };
  readonly stock?: { readonly version: number; readonly inStock: boolean };
}

export const versionOfCopy = ({ snapshot, stock }: ProductCopy): number =>
  Math.max(snapshot?.version ?? 0, stock?.version ?? 0);

/** Order's copy of an offer. */
export interface OfferCopy extends Row {
  readonly version: number;
  /** Null for a deleted offer. */
  readonly offer?: OfferTerms | null;
}

export const requestKinds = ['sell_requests', 'repair_bookings', 'phone_orders', 'returns'] as const;

export interface Request extends Row {
  readonly kind: (typeof requestKinds)[number];
  readonly status: string;
  readonly version: number;
  readonly history: readonly {
    readonly what: string;
    readonly from: string | null;
    readonly to: string;
    readonly note: string;
  }[];
  readonly updatedAt: Date;
  readonly promisedAt: Date | null;
  readonly forgottenAt: Date | null;
  /** The account was deleted: the customer's data is removed without an event. */
  readonly isCustomerDeleted: boolean;
  readonly deletedAt: Date | null;
  /** Empty once it is forgotten. */
  readonly email?: string;
  /** Repair bookings. */
  readonly date?: string;
  readonly time?: string;
  readonly seat?: string;
  /** Phone orders; the price is null for a product that the shop does not sell. */
  readonly quantity?: number;
  readonly unitPriceInMinorUnits?: number | null;
  /** Sell requests. */
  readonly quotedPriceInMinorUnits?: number | null;
  readonly quoteValidUntil?: Date | null;
  readonly deviceId?: string | null;
  readonly isSettled?: boolean | null;
  readonly agreed?: { readonly payment?: { readonly to: string; readonly amount: Sum } | null } | null;
  /** Returns. */
  readonly orderId?: string;
  readonly lines?: readonly {
    readonly productId: string;
    readonly key?: string;
    readonly quantity: number;
  }[];
  /** Its claim is at order; absent in returns of the time before claims. */
  readonly isClaimed?: boolean;
  readonly refund?: { readonly amountInMinorUnits: number };
  readonly offeredRefund?: { readonly amountInMinorUnits: number } | null;
}

export interface OutboxEvent {
  readonly eventId: string;
  readonly type: string;
  readonly aggregateId: string;
  readonly aggregateVersion: number;
  readonly occurredAt: string;
  readonly data?: {
    readonly userId?: string | null;
    readonly money?: string;
    readonly customer?: { readonly email?: string };
  };
  /** Null while it is unsent. */
  readonly sentAt: Date | null;
}

/** The newest version and the event types of an aggregate that one service has handled. */
interface HandledAggregate extends Row {
  readonly version: number;
  readonly types: readonly string[];
}

/** The data that several invariants use. */
export type Books = Awaited<ReturnType<typeof readBooks>>;

const byId = <R extends Row>(rows: readonly R[]) => new Map(rows.map((row) => [row._id, row]));

export async function readBooks(snapshot: Snapshot, options: ShopOptions) {
  const read = <R>(...query: Parameters<Snapshot['read']>) => snapshot.read<R>(...query);
  const rows = <R extends Row>(service: string, collection: string) =>
    read<R>(service, collection, [{ $unset: ['decisions', 'customerDetails', 'search'] }]);
  const orders = await rows<Order>('order', 'orders');
  const requests: Request[] = [];
  for (const kind of requestKinds)
    for (const request of await rows<Request>('service-request', kind)) requests.push({ ...request, kind });
  const events: OutboxEvent[] = [];
  for (const service of publishers)
    events.push(
      ...(await read<OutboxEvent>(service, 'outbox', [
        { $match: { 'event.data': { $exists: true } } },
        { $replaceRoot: { newRoot: { $mergeObjects: ['$event', { sentAt: '$sentAt' }] } } },
      ])),
    );
  const handledAggregates: HandledAggregate[] = [];
  for (const service of consumingServices)
    handledAggregates.push(
      ...(await read<HandledAggregate>(service, 'inbox', [
        { $match: { type: { $in: typesWithVersions } } },
        {
          $group: {
            _id: '$aggregateId',
            version: { $max: '$aggregateVersion' },
            types: { $addToSet: '$type' },
          },
        },
      ])),
    );
  return {
    read,
    readAt: snapshot.readAt,
    options,
    beforehand: options.beforehand ?? {},
    placed: byId(orders.filter(({ state }) => state === 'placed')),
    abandoned: new Set(orders.filter(({ state }) => state === 'abandoned').map(({ _id }) => _id)),
    taxDocuments: await rows<TaxDocument>('order', 'tax_documents'),
    documentSeries: byId(await rows<DocumentSeries>('order', 'document_series')),
    postings: await rows<Posting>('order', 'ledger_postings'),
    balances: byId(await rows<Balance>('order', 'credit_balances')),
    devices: await rows<Device>('device', 'devices'),
    payouts: await rows<Payout>('order', 'payouts'),
    sales: byId(await rows<Sale>('catalog', 'sales')),
    products: await rows<Product>('catalog', 'products'),
    offers: await rows<Offer>('offer', 'offers'),
    redemptions: byId(await rows<Redemption>('offer', 'redemptions')),
    productCopies: byId(await rows<ProductCopy>('order', 'product_copies')),
    offerCopies: byId(await rows<OfferCopy>('order', 'offer_copies')),
    /** Deleted ones included. */
    requests,
    seats: Map.groupBy(
      requests.filter(({ deletedAt }) => deletedAt === null),
      ({ seat }) => seat,
    ),
    events,
    /** Aggregate and time of each published event. */
    published: new Set(
      events.map(({ aggregateId, occurredAt }) => `${aggregateId} ${new Date(occurredAt).getTime()}`),
    ),
    handledEvents: await readMarks(snapshot, events, 'inbox'),
    parkedEvents: await readMarks(snapshot, events, 'parked_events'),
    handledAggregates,
  };
}

/** `<queue>:<eventId>` of those events that consumers have in this collection. */
async function readMarks(snapshot: Snapshot, events: readonly OutboxEvent[], collection: string) {
  const marks = new Set<string>();
  for (const service of consumingServices) {
    const keys = events
      .filter(({ type }) => consumersOf[type]?.includes(service))
      .map(({ type, eventId }) => `${queueOf(service, type)}:${eventId}`);
    const pipeline = [{ $match: { _id: { $in: keys } } }, { $project: { _id: 1 } }];
    for (const { _id } of await snapshot.read<Row>(service, collection, pipeline)) marks.add(_id);
  }
  return marks;
}

/** Sums by key. */
export function countPieces(lines: Iterable<readonly [key: string, quantity: number]>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [key, quantity] of lines) counts.set(key, (counts.get(key) ?? 0) + quantity);
  return counts;
}

/**
 * The number of pieces by product: in stock, held or sold. Only a manual change of stock, or a return, may change it.
 * Without devices and their products: device decides whether they are on sale (I-45).
 */
export function piecesOf({ sales, products }: Pick<Books, 'sales' | 'products'>): PiecesOfProducts {
  const lines = [...sales.values()].flatMap((sale) => (sale.state === 'sold' ? sale.lines : []));
  const sold = countPieces(lines.map(({ productId, quantity }) => [productId, quantity]));
  return new Map(
    products
      .filter(({ hasDevices, device }) => hasDevices !== true && device === undefined)
      .map(({ _id, stock, reservations = [] }) => {
        const held = reservations.reduce((sum, { quantity }) => sum + quantity, 0);
        return [_id, stock + held + (sold.get(_id) ?? 0)];
      }),
  );
}
