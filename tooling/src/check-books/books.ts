import type { ProductDocument, Sale as SaleOfOrder } from '@kinmel/catalog/records';
import { type EventEnvelope, eventConsumers } from '@kinmel/contracts';
import type { Device as Phone } from '@kinmel/device/records';
import type { OfferDocument, Redemption as RedemptionOfOrder } from '@kinmel/offer/records';
import type {
  Balance,
  OfferCopy as CopyOfOffer,
  ProductCopy as CopyOfProduct,
  TaxDocument as IssuedDocument,
  Posting as LedgerPosting,
  OrderDocument,
  Payout as PayoutOfStaff,
  Series,
} from '@kinmel/order/records';
import { inboxMarksKeptMs } from '@kinmel/service-kit';
import type {
  PhoneOrder,
  RepairBooking,
  RequestState,
  Return,
  SellRequest,
} from '@kinmel/service-request/records';
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
 * offer.redeemed has no version of its own. A device has the id of its product, and a payout that of its sell request,
 * but each has its own versions (decision 82).
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

/** Inbox marks younger than this still exist. A day less than their retention, because expired ones may already be deleted. */
export const inboxMarksExistMs = inboxMarksKeptMs - 24 * 60 * 60_000;

interface Row {
  readonly _id: string;
}

/** A record as stored in the database; older ones lack the `Later` fields. */
type Stored<Document, Key extends string = '_id', Optional extends keyof Document = never> = Row &
  Omit<Document, Key | Optional> &
  Partial<Pick<Document, Optional>>;

export type Order = Stored<OrderDocument>;
/** A change of a customer's credit. */
export type Posting = Stored<LedgerPosting, 'key'>;
/** A payment by staff. One without a cause is for a phone; its id is then that of the sell request. */
export type Payout = Stored<PayoutOfStaff, 'id'>;
/** A physical pre-loved phone. */
export type Device = Stored<Phone, 'id'>;
export type TaxDocument = Row & IssuedDocument;
/** Stock that an order took; the id is that of the order. */
type Sale = Stored<SaleOfOrder, 'orderId'>;
/** Offers that an order used; the id is that of the order. */
type Redemption = Stored<RedemptionOfOrder, 'orderId'>;
export type Product = Stored<ProductDocument, '_id', 'reservations'>;
export type Offer = Stored<OfferDocument>;
/** Copies of products and offers in the order service. */
export type ProductCopy = Stored<CopyOfProduct, 'productId'>;
export type OfferCopy = Stored<CopyOfOffer, 'offerId'>;

export const isCancelled = ({ orderStatus }: Order): boolean => orderStatus === 'cancelled';

/** Whether the whole order is cancelled or refunded. */
export const isUndone = (order: Order): boolean =>
  isCancelled(order) || order.paymentStatus === 'refunded' || order.refund !== null;

export const versionOfCopy = ({ snapshot, stock }: ProductCopy): number =>
  Math.max(snapshot?.version ?? 0, stock?.version ?? 0);

export const requestKinds = ['sell_requests', 'repair_bookings', 'phone_orders', 'returns'] as const;

/** A request of any kind; fields of the other kinds are absent. */
export interface Request
  extends Stored<RequestState, 'id'>,
    Partial<
      Pick<SellRequest, 'quotedPriceInMinorUnits' | 'quoteValidUntil' | 'deviceId' | 'isSettled' | 'agreed'>
    >,
    Partial<Pick<RepairBooking, 'date' | 'time'>>,
    Partial<Pick<PhoneOrder, 'quantity' | 'unitPriceInMinorUnits'>>,
    Partial<Pick<Return, 'orderId' | 'lines' | 'isClaimed' | 'refund' | 'offeredRefund'>> {
  readonly kind: (typeof requestKinds)[number];
  readonly promisedAt: Date | null;
  readonly deletedAt: Date | null;
  /** The seat of a repair booking. */
  readonly seat?: string;
}

export interface OutboxEvent extends EventEnvelope {
  readonly data?: {
    readonly userId?: string | null;
    readonly money?: string;
    readonly customer?: { readonly email?: string };
    readonly orderId?: string;
  };
  /** Null while it is unsent. */
  readonly sentAt: Date | null;
}

/** The newest version and the event types of an aggregate that one service has handled. */
interface HandledAggregate extends Row {
  readonly version: number;
  readonly types: readonly string[];
}

/** Data that several invariants use. */
export type Books = Awaited<ReturnType<typeof readBooks>>;

const byId = <R extends Row>(rows: readonly R[]) => new Map(rows.map((row) => [row._id, row]));

export async function readBooks(snapshot: Snapshot, options: ShopOptions) {
  const read = <R>(...query: Parameters<Snapshot['read']>) => snapshot.read<R>(...query);
  const rows = <R extends Row>(service: string, collection: string) =>
    read<R>(service, collection, [{ $unset: ['decisions', 'customerDetails', 'search'] }]);
  const orders = await rows<Order>('order', 'orders');
  /** Sequential, because a database session serves one call at a time. */
  const readEach = async <T, R>(list: readonly T[], readOne: (one: T) => Promise<readonly R[]>) =>
    (await Array.fromAsync(list, readOne)).flat();
  const requests = await readEach(requestKinds, async (kind) =>
    (await rows<Request>('service-request', kind)).map((request) => ({ ...request, kind })),
  );
  const events = await readEach(publishers, (service) =>
    read<OutboxEvent>(service, 'outbox', [
      { $match: { 'event.data': { $exists: true } } },
      { $replaceRoot: { newRoot: { $mergeObjects: ['$event', { sentAt: '$sentAt' }] } } },
    ]),
  );
  const lastEvent = { version: { $max: '$aggregateVersion' }, types: { $addToSet: '$type' } };
  const handledAggregates = await readEach(consumingServices, (service) =>
    read<HandledAggregate>(service, 'inbox', [
      { $match: { type: { $in: typesWithVersions } } },
      { $group: { _id: '$aggregateId', ...lastEvent } },
    ]),
  );
  return {
    read,
    readAt: snapshot.readAt,
    options,
    beforehand: options.beforehand ?? {},
    placed: byId(orders.filter(({ state }) => state === 'placed')),
    abandoned: new Set(orders.filter(({ state }) => state === 'abandoned').map(({ _id }) => _id)),
    taxDocuments: await rows<TaxDocument>('order', 'tax_documents'),
    documentSeries: byId(await rows<Series>('order', 'document_series')),
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
    /** Includes deleted ones. */
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

/** `<queue>:<eventId>` of the events that consumers have recorded in this collection. */
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
 * The number of pieces by product, in stock, held or sold. Only a manual change of stock or a return may change it.
 * Excludes devices and their products, because device decides whether they are on sale (I-45).
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
