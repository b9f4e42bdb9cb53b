import { inboxMarksKeptMs } from '@kinmel/service-kit';
import { consumersOf, consumingServices, queueOf } from './consumers.ts';
import { byId, type PiecesOfProducts, type Row, readOnce, type Shop } from './shop.ts';

/** Younger marks of inboxes are certainly there: a day less than they are kept, because the database sweeps when it likes. */
export const inboxMarksAreThereMs = inboxMarksKeptMs - 24 * 60 * 60_000;

export interface Refund {
  readonly state: 'due' | 'failed' | 'done';
  readonly since: Date;
  /** The provider has taken it. */
  readonly refundId?: string;
  /** People handed the money back instead. */
  readonly isByHand?: boolean;
}

interface OrderFields {
  readonly state: 'placed' | 'abandoned';
  readonly orderNumber: string;
  readonly userId: string;
  /** Keys are kept for a day. */
  readonly idempotency?: { readonly key: string };
  readonly orderStatus: string;
  readonly paymentStatus: string;
  readonly version: number;
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
  readonly card?: { readonly paymentId?: string | null } | null;
  readonly refund: Refund | null;
  readonly pagesToClose?: readonly { readonly sessionId: string; readonly since: Date }[];
  readonly promisedAt?: Date | null;
  readonly history: readonly {
    readonly at: Date;
    readonly by: string;
    readonly what: string;
    readonly to: string;
  }[];
}

export type Order = Row<OrderFields>;

/** Orders by their id, and the ids of those that never came about and never will. */
export const readOrders = readOnce(async (shop) => {
  const rows = await shop.rows<OrderFields>(
    'order',
    'orders',
    'state orderNumber userId idempotency.key orderStatus paymentStatus version lines ' +
      'pricing offerIds createdAt card.paymentId refund pagesToClose promisedAt ' +
      'history.at history.by history.what history.to',
  );
  return {
    placed: byId(rows.filter(({ state }) => state === 'placed')),
    abandoned: new Set(rows.filter(({ state }) => state === 'abandoned').map(({ _id }) => _id)),
  };
});

export const isCancelled = ({ orderStatus }: Order): boolean => orderStatus === 'cancelled';

interface Pieces {
  readonly productId: string;
  readonly quantity: number;
}

/** What left the stock, by the id of its order. */
export const readSales = readOnce(async (shop) =>
  byId(
    await shop.rows<{ readonly state: 'sold' | 'given-back'; readonly lines: readonly Pieces[] }>(
      'catalog',
      'sales',
      'state lines',
    ),
  ),
);

interface RedemptionFields {
  readonly offerIds: readonly string[];
  readonly state: 'reserved' | 'captured' | 'released';
  /** Null as soon as the order is known to exist. */
  readonly holdUntil: Date | null;
}

/** The ledger of used offers, by the id of its order. */
export const readRedemptions = readOnce(async (shop) =>
  byId(await shop.rows<RedemptionFields>('offer', 'redemptions', 'offerIds state holdUntil')),
);

interface ProductFields {
  readonly stock: number;
  readonly version: number;
  readonly priceInMinorUnits: number;
  readonly isAvailable: boolean;
  /** It left the shop; its document stays for a day. */
  readonly deletedAt?: Date | null;
  readonly reservations?: readonly {
    readonly id: string;
    readonly quantity: number;
    readonly overdueAt: Date;
  }[];
}

export const readProducts = readOnce((shop) =>
  shop.rows<ProductFields>(
    'catalog',
    'products',
    'stock version priceInMinorUnits isAvailable deletedAt reservations',
  ),
);

/** What of an offer decides about prices. */
export interface OfferTerms {
  readonly isActive: boolean;
  readonly promoCode: string;
  readonly discountType: string;
}

interface OfferFields extends OfferTerms {
  readonly version: number;
  readonly deletedAt?: Date | null;
  readonly currentRedemptions: number;
  readonly maxRedemptions: number | null;
}

export const readOffers = readOnce((shop) =>
  shop.rows<OfferFields>(
    'offer',
    'offers',
    'version deletedAt currentRedemptions maxRedemptions isActive promoCode ' + 'discountType',
  ),
);

interface StoredEvent {
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
}

export interface OutboxEvent extends StoredEvent {
  /** Null while it waits for the broker. */
  readonly sentAt: Date | null;
}

/** Collections whose documents hold an outbox, by service. A test holds them against the models. */
export const outboxes: readonly (readonly [service: string, collection: string])[] = [
  ['auth', 'users'],
  ['auth', 'sessions'],
  ['catalog', 'products'],
  ['offer', 'offers'],
  ['offer', 'redemptions'],
  ['order', 'orders'],
  ['service-request', 'sell_requests'],
  ['service-request', 'repair_bookings'],
  ['service-request', 'phone_orders'],
];

const eventFields =
  'eventId type aggregateId aggregateVersion occurredAt data.userId data.money data.customer.email'.split(
    ' ',
  );

/** All events that lie in outboxes. */
export const readEvents = readOnce(async (shop) => {
  const events: OutboxEvent[] = [];
  for (const [service, collection] of outboxes) {
    const rows = await shop.rows<{
      outbox: readonly { readonly event: StoredEvent; readonly sentAt: Date | null }[];
    }>(
      service,
      collection,
      `outbox.sentAt ${eventFields.map((field) => `outbox.event.${field}`).join(' ')}`,
      { 'outbox.0': { $exists: true } },
    );
    for (const { outbox } of rows) for (const { event, sentAt } of outbox) events.push({ ...event, sentAt });
  }
  return events;
});

/** `<queue>:<eventId>` of the events in outboxes that stand in a collection of their consumers. */
const marksOf = (collection: 'inbox' | 'parked_events') =>
  readOnce(async (shop) => {
    const events = await readEvents(shop);
    const marks = new Set<string>();
    for (const service of consumingServices) {
      const keys = events
        .filter(({ type }) => consumersOf[type]?.includes(service))
        .map(({ type, eventId }) => `${queueOf(service, type)}:${eventId}`);
      for (const { _id } of await shop.rows(service, collection, '_id', { _id: { $in: keys } }))
        marks.add(_id);
    }
    return marks;
  });

export const readHandled = marksOf('inbox');
export const readParked = marksOf('parked_events');

/** Ids of aggregates that have told something which order has not handled. */
export const readOnTheWayToOrder = readOnce(async (shop) => {
  const handled = await readHandled(shop);
  return new Set(
    (await readEvents(shop))
      .filter(({ type }) => consumersOf[type]?.includes('order'))
      .filter(({ type, eventId }) => !handled.has(`${queueOf('order', type)}:${eventId}`))
      .map(({ aggregateId }) => aggregateId),
  );
});

interface Heard {
  readonly _id: string;
  readonly version: number;
  readonly types: readonly string[];
}

/** What consumers have handled of each aggregate: the types, and the newest version. */
export const readHeard = readOnce(async (shop) => {
  const heard: Heard[] = [];
  for (const service of consumingServices)
    heard.push(
      ...(await shop.aggregate<Heard>(service, 'inbox', [
        // Redemptions tell of an offer without a version of their own.
        { $match: { type: { $in: Object.keys(consumersOf), $ne: 'offer.redeemed' } } },
        {
          $group: {
            _id: '$aggregateId',
            version: { $max: '$aggregateVersion' },
            types: { $addToSet: '$type' },
          },
        },
      ])),
    );
  return heard;
});

/** What order remembers of a product. */
interface ProductCopyFields {
  readonly snapshot?: {
    readonly version: number;
    readonly product: { readonly priceInMinorUnits: number; readonly inStock: boolean } | null;
  };
  readonly stock?: { readonly version: number; readonly inStock: boolean };
}

export type ProductCopy = Row<ProductCopyFields>;

export const readProductCopies = readOnce(async (shop) =>
  byId(await shop.rows<ProductCopyFields>('order', 'product_copies', 'snapshot stock')),
);

export const versionOfProductCopy = ({ snapshot, stock }: ProductCopy): number =>
  Math.max(snapshot?.version ?? 0, stock?.version ?? 0);

interface OfferCopyFields {
  readonly version: number;
  /** Null when the offer was taken away. */
  readonly offer?: OfferTerms | null;
}

export type OfferCopy = Row<OfferCopyFields>;

export const readOfferCopies = readOnce(async (shop) =>
  byId(
    await shop.rows<OfferCopyFields>(
      'order',
      'offer_copies',
      'version offer.isActive offer.promoCode offer.discountType',
    ),
  ),
);

export const requestCollections = ['sell_requests', 'repair_bookings', 'phone_orders'] as const;
export type RequestCollection = (typeof requestCollections)[number];

/** The fields that say something about a person; of a forgotten request they are empty. */
export const personalFields = 'email phone userId adminNotes description photoId address message'.split(' ');

interface RequestFields {
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
  /** Its account is deleted: the person is taken out of the request without an event. */
  readonly isCustomerGone: boolean;
  readonly deletedAt: Date | null;
  /** Of a repair booking. */
  readonly date?: string;
  readonly time?: string;
  readonly seat?: string;
  /** Of a phone order; the price is null where the shop knew no such product. */
  readonly quantity?: number;
  readonly unitPriceInMinorUnits?: number | null;
  /** Of a sell request. */
  readonly quotedPriceInMinorUnits?: number | null;
  readonly quoteValidUntil?: Date | null;
}

export type Request = Row<RequestFields> & { readonly kind: RequestCollection };

/** Requests of all kinds, the deleted ones too. */
export const readRequests = readOnce(async (shop) => {
  const requests: Request[] = [];
  for (const kind of requestCollections) {
    const rows = await shop.rows<RequestFields>(
      'service-request',
      kind,
      'status version history updatedAt promisedAt forgottenAt isCustomerGone deletedAt ' +
        'date time seat quantity unitPriceInMinorUnits quotedPriceInMinorUnits ' +
        'quoteValidUntil' +
        ` ${personalFields.join(' ')}`,
    );
    requests.push(...rows.map((row) => ({ ...row, kind })));
  }
  return requests;
});

/** Requests of one kind, or of all, that are not deleted. */
export const presentRequests = async (shop: Shop, kind?: RequestCollection): Promise<Request[]> =>
  (await readRequests(shop)).filter(
    (request) => request.deletedAt === null && (kind === undefined || request.kind === kind),
  );

/** The pieces of every product wherever they are: what only a person who counts stock may change. */
export async function readPieces(shop: Shop): Promise<PiecesOfProducts> {
  const sold = new Map<string, number>();
  for (const { state, lines } of (await readSales(shop)).values())
    for (const { productId, quantity } of state === 'sold' ? lines : [])
      sold.set(productId, (sold.get(productId) ?? 0) + quantity);
  return new Map(
    (await readProducts(shop)).map(({ _id, stock, reservations = [] }) => {
      const held = reservations.reduce((sum, { quantity }) => sum + quantity, 0);
      return [_id, stock + held + (sold.get(_id) ?? 0)];
    }),
  );
}
