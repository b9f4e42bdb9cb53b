import { mongo } from 'mongoose';
import type { BookedEvent, Books, InboxRow, Pieces } from './books.ts';
import { consumersOf, consumingServices } from './consumers.ts';

type ObjectId = mongo.ObjectId;

interface OutboxDocument {
  outbox?: { event: { eventId: string; type: string; aggregateId: string }; sentAt: Date | null }[];
}

interface OrderDocument extends OutboxDocument {
  _id: ObjectId;
  state: 'placed' | 'abandoned';
  orderNumber: string;
  userId: string;
  idempotency?: { key: string };
  orderStatus: string;
  lines: Books['orders'][number]['lines'];
  pricing: Books['orders'][number]['pricing'];
  offerIds: string[];
  version: number;
}

interface ProductDocument extends OutboxDocument {
  _id: ObjectId;
  stock: number;
  version: number;
  reservations?: { id: string; quantity: number; overdueAt: Date }[];
}

interface SaleDocument {
  _id: string;
  state: 'sold' | 'given-back';
  lines: Pieces[];
}

interface OfferDocument extends OutboxDocument {
  _id: ObjectId;
  version: number;
  currentRedemptions: number;
  maxRedemptions: number | null;
}

interface RedemptionDocument extends OutboxDocument {
  _id: string;
  offerIds: string[];
  state: 'reserved' | 'captured' | 'released';
  holdUntil: Date | null;
}

interface InboxDocument {
  _id: string;
  type: string;
  aggregateId: string;
  aggregateVersion: number;
}

interface CopyDocument {
  _id: string;
  /** Of a copy of an offer. */
  version?: number;
  snapshot?: { version: number };
  stock?: { version: number };
}

/** Collections whose documents hold an outbox, by service. A collection without one has nothing that waits. */
const outboxes: readonly (readonly [service: string, collection: string])[] = [
  ['order', 'orders'],
  ['catalog', 'products'],
  ['catalog', 'sales'],
  ['offer', 'offers'],
  ['offer', 'redemptions'],
];

const takenTypes = Object.keys(consumersOf);

const maxTimeMS = 60_000;

/** Reads databases of the shop; writes nothing. */
export interface BooksReader {
  read(): Promise<Omit<Books, 'queued'>>;
  /** How many documents have events that still wait for the broker. */
  waiting(): Promise<number>;
  close(): Promise<void>;
}

/**
 * Opens the databases of the shop. All that `read` answers is of one moment, over all services: it reads in one
 * snapshot, which needs a replica set that holds all their databases.
 * @param prefix first part of the names of the databases (`MONGODB_DB_PREFIX`)
 */
export async function openBooks(uri: string, prefix = 'kinmel'): Promise<BooksReader> {
  const client = await new mongo.MongoClient(uri, {
    readPreference: 'primary',
    serverSelectionTimeoutMS: 5_000,
    appName: 'check-books',
  }).connect();
  const database = (service: string) => client.db(`${prefix}_${service}`);

  async function readAll(session: mongo.ClientSession): Promise<Omit<Books, 'queued'>> {
    const all = <Document extends mongo.Document>(
      service: string,
      collection: string,
      projection: mongo.Document,
      filter: mongo.Filter<Document> = {},
    ): Promise<Document[]> =>
      database(service)
        .collection<Document>(collection)
        .find<Document>(filter, { session, projection, maxTimeMS })
        .toArray();

    const orders = await all<OrderDocument>('order', 'orders', {
      state: 1,
      orderNumber: 1,
      userId: 1,
      'idempotency.key': 1,
      orderStatus: 1,
      lines: 1,
      pricing: 1,
      offerIds: 1,
      version: 1,
    });
    const revenue = await database('order')
      .collection<OrderDocument>('orders')
      .aggregate<{ _id: string; total: number }>(
        [
          { $match: { state: 'placed' } },
          { $group: { _id: '$orderStatus', total: { $sum: '$pricing.totalInMinorUnits' } } },
        ],
        { session, maxTimeMS },
      )
      .toArray();
    const products = await all<ProductDocument>('catalog', 'products', {
      stock: 1,
      version: 1,
      reservations: 1,
    });
    const sales = await all<SaleDocument>('catalog', 'sales', { state: 1, lines: 1 });
    const offers = await all<OfferDocument>('offer', 'offers', {
      version: 1,
      currentRedemptions: 1,
      maxRedemptions: 1,
    });
    const redemptions = await all<RedemptionDocument>('offer', 'redemptions', {
      offerIds: 1,
      state: 1,
      holdUntil: 1,
    });

    const events: BookedEvent[] = [];
    for (const [service, collection] of outboxes) {
      const fields = ['event.eventId', 'event.type', 'event.aggregateId', 'sentAt'];
      const projection = Object.fromEntries(fields.map((field) => [`outbox.${field}`, 1]));
      for (const { outbox } of await all<OutboxDocument>(service, collection, projection, {
        'outbox.0': { $exists: true },
      }))
        for (const { event, sentAt } of outbox ?? []) events.push({ ...event, isSent: sentAt !== null });
    }

    const inbox: InboxRow[] = [];
    const parked = new Set<string>();
    for (const service of consumingServices) {
      const rows = await all<InboxDocument>(
        service,
        'inbox',
        { type: 1, aggregateId: 1, aggregateVersion: 1 },
        { type: { $in: takenTypes } },
      );
      for (const { _id, ...row } of rows) {
        const end = _id.lastIndexOf(':');
        inbox.push({ queue: _id.slice(0, end), eventId: _id.slice(end + 1), ...row });
      }
      for (const { _id } of await all<{ _id: string }>(service, 'parked_events', { _id: 1 })) parked.add(_id);
    }
    const ofProducts = await all<CopyDocument>('order', 'product_copies', {
      'snapshot.version': 1,
      'stock.version': 1,
    });
    const ofOffers = await all<CopyDocument>('order', 'offer_copies', { version: 1 });

    const placed = orders.filter(({ state }) => state === 'placed');
    return {
      orders: placed.map(({ _id, idempotency, ...order }) => ({
        ...order,
        id: _id.toHexString(),
        key: idempotency?.key,
      })),
      abandoned: new Set(
        orders.filter(({ state }) => state === 'abandoned').map(({ _id }) => _id.toHexString()),
      ),
      revenue: revenue.map(({ _id, total }) => ({ orderStatus: _id, totalInMinorUnits: total })),
      products: products.map(({ _id, stock, version, reservations = [] }) => ({
        id: _id.toHexString(),
        stock,
        version,
        reservations: reservations.map(({ id, quantity, overdueAt }) => ({
          orderId: id,
          quantity,
          overdueAt,
        })),
      })),
      sales: sales.map(({ _id, state, lines }) => ({ orderId: _id, state, lines })),
      offers: offers.map(({ _id, ...offer }) => ({ ...offer, id: _id.toHexString() })),
      redemptions: redemptions.map(({ _id, offerIds, state, holdUntil }) => ({
        orderId: _id,
        offerIds,
        state,
        holdUntil,
      })),
      events,
      inbox,
      parked,
      copies: [...ofProducts, ...ofOffers].map(({ _id, version = 0, snapshot, stock }) => ({
        aggregateId: _id,
        version: Math.max(version, snapshot?.version ?? 0, stock?.version ?? 0),
      })),
      readAt: new Date(),
    };
  }

  return {
    async read() {
      const session = client.startSession({ snapshot: true });
      try {
        return await readAll(session);
      } finally {
        await session.endSession();
      }
    },
    async waiting() {
      const counts = await Promise.all(
        outboxes.map(([service, collection]) =>
          database(service)
            .collection(collection)
            .countDocuments(
              // An event that nobody takes is no work that the books wait for.
              { outbox: { $elemMatch: { sentAt: { $type: 10 }, 'event.type': { $in: takenTypes } } } },
              { maxTimeMS },
            ),
        ),
      );
      return counts.reduce((sum, count) => sum + count, 0);
    },
    close: () => client.close(),
  };
}
