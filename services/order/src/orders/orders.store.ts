import type { OrderSort, OrderStatus, PaymentMethod } from '@kinmel/contracts';
import {
  beginningOf,
  countNew,
  createAuditTrail,
  createBatcher,
  createLookUpBatcher,
  type Day,
  declareWorkIndexes,
  endOf,
  inOneTransaction,
  inTime,
  type NewAuditEntry,
  type OutboxRow,
  outboxFields,
  outboxRows,
  type ShopCalendar,
  type StoredWorkFields,
  type WireEvent,
  withAuditEntry,
  workFields,
} from '@kinmel/service-kit';
import mongoose from 'mongoose';
import { forgettingUpdate } from './forgetting-update.ts';
import { declareOpenPaymentIndexes, type OpenPaymentKind } from './open-payments.indexes.ts';
import type { Order } from './order.ts';
import { promisedAtOf } from './promise.rules.ts';
import { searchTerms, termsOf } from './reads/order-search.rules.ts';

const { ObjectId, MongoBulkWriteError, MongoServerError } = mongoose.mongo;

/** What makes a repeated request find its order: the client's key and a digest of what it asked for. */
export interface IdempotencyKey {
  readonly key: string;
  readonly bodyHash: string;
}

interface StoredKey extends IdempotencyKey {
  readonly at: Date;
}

/** An order as it lies in the database, with the events that it still has to tell. */
export interface OrderDocument extends Omit<Order, 'id'>, StoredWorkFields {
  _id: mongoose.mongo.ObjectId;
  state: 'placed';
  idempotency?: StoredKey;
  /** Words that staff find it by (SIL-54). */
  search: string[];
  /** Until when an instance has what a payment left open to itself; see `open-payments.store.ts`. */
  claims?: Partial<Record<OpenPaymentKind, Date>>;
  outbox: OutboxRow[];
}

/** Stands under the id of an order that never came about, so that it never can (decision 10). */
interface AbandonedDocument {
  _id: mongoose.mongo.ObjectId;
  state: 'abandoned';
  abandonedAt: Date;
}

const keepAbandonedSeconds = 7 * 24 * 60 * 60;

/** Declares the indexes; reads and writes go to the driver, with values of ours only. */
const orderSchema = new mongoose.Schema(
  {
    state: { type: String, required: true, enum: ['placed', 'abandoned'] },
    abandonedAt: Date,
    ...workFields,
    ...outboxFields,
  },
  { versionKey: false, strict: false, minimize: false, autoIndex: false, id: false },
);
orderSchema.index(
  { orderNumber: 1 },
  { unique: true, partialFilterExpression: { orderNumber: { $type: 'string' } } },
);
orderSchema.index(
  { userId: 1, 'idempotency.key': 1 },
  { unique: true, partialFilterExpression: { 'idempotency.key': { $exists: true } } },
);
orderSchema.index(
  { 'idempotency.at': 1 },
  { partialFilterExpression: { 'idempotency.at': { $exists: true } } },
);
orderSchema.index({ userId: 1, createdAt: -1, _id: -1 });
// The figures of orders and of days are read from what stands behind the date: an index of their own costs every new order.
orderSchema.index({
  state: 1,
  createdAt: -1,
  _id: -1,
  orderStatus: 1,
  paymentMethod: 1,
  'pricing.totalInMinorUnits': 1,
});
orderSchema.index({ state: 1, orderStatus: 1, createdAt: -1, _id: -1 });
orderSchema.index({ state: 1, paymentMethod: 1, createdAt: -1, _id: -1 });
orderSchema.index({ state: 1, 'pricing.totalInMinorUnits': 1, _id: 1 });
orderSchema.index({ search: 1, createdAt: -1 });
declareOpenPaymentIndexes(orderSchema);
declareWorkIndexes(orderSchema);
orderSchema.index(
  { abandonedAt: 1 },
  {
    name: 'abandoned',
    expireAfterSeconds: keepAbandonedSeconds,
    // An order that came about is not in it.
    partialFilterExpression: { abandonedAt: { $exists: true } },
  },
);

export const createOrderModel = (connection: mongoose.Connection) =>
  connection.model('order', orderSchema, 'orders');

export type InsertOutcome =
  | 'inserted'
  /** The buyer's key belongs to another order: somebody was faster. */
  | 'key-taken'
  /** The number is taken, by chance. */
  | 'number-taken'
  /** The order was given up meanwhile, or is there already: this id can never be inserted again. */
  | 'id-taken';

export interface OrderFilter {
  readonly orderStatus?: OrderStatus | undefined;
  readonly paymentMethod?: PaymentMethod | undefined;
  /** What a person typed. */
  readonly search?: string | undefined;
  /** The first and the last day of the shop on which it was placed. */
  readonly from?: Day | undefined;
  readonly to?: Day | undefined;
}

export interface Page {
  readonly skip: number;
  readonly limit: number;
}

export interface OrderFigures {
  readonly byStatus: Readonly<Partial<Record<OrderStatus, number>>>;
  readonly cashOrders: number;
  readonly revenueInMinorUnits: number;
}

/** What was ordered on one day. */
export interface DayFigures {
  readonly day: Day;
  readonly orders: number;
  readonly cancelled: number;
  readonly revenueInMinorUnits: number;
}

/** Rejects: neither is written. */
export type AlsoWritten = (session?: mongoose.ClientSession) => Promise<void>;

export interface OrdersStore {
  /** One write: order, events and key, or nothing; orders of the same moment share it. Any other failure leaves the outcome open. */
  insert(order: Order, events: readonly WireEvent[], key: IdempotencyKey): Promise<InsertOutcome>;
  find(id: string): Promise<Order | undefined>;
  findByKey(
    userId: string,
    key: string,
  ): Promise<{ readonly order: Order; readonly bodyHash: string } | undefined>;
  /** Saves state, events and audit entry together, unless somebody was faster: then false, and nothing is saved. */
  replace(
    before: Order,
    after: Order,
    events: readonly WireEvent[],
    how?: {
      readonly session?: mongoose.ClientSession | undefined;
      readonly entry?: NewAuditEntry | undefined;
      /** What else is written in the transaction of the change and its audit entry. */
      readonly also?: AlsoWritten | undefined;
    },
  ): Promise<boolean>;
  /** One atomic step: the state of the order of this id, or from now on and for ever `abandoned`. */
  settle(id: string, now: Date): Promise<'placed' | 'cancelled' | 'abandoned'>;
  ofBuyer(userId: string, page: Page): Promise<{ readonly orders: Order[]; readonly total: number }>;
  list(
    filter: OrderFilter,
    page: Page,
    sort: OrderSort,
  ): Promise<{ readonly orders: Order[]; readonly total: number }>;
  /** All of them, read as fast as they are taken. */
  readAll(filter: OrderFilter, sort: OrderSort): AsyncIterable<Order>;
  /** As `countNew`. */
  countSince(
    filter: OrderFilter,
    since: Date | undefined,
  ): Promise<{ readonly count: number; readonly since: Date | undefined }>;
  figures(): Promise<OrderFigures>;
  /** The days of this time zone on which orders were placed, from a moment up to another, read from an index alone. */
  dailyFigures(from: Date, before: Date, timeZone: string): Promise<DayFigures[]>;
  /** Of a person, orders that are neither paid nor taken on by staff, and the pieces in them; for many at once it reads once. */
  openOfBuyer(userId: string): Promise<{ readonly orders: number; readonly pieces: number }>;
  /** All orders of a person, within a transaction. */
  allOfBuyer(userId: string, session: mongoose.ClientSession): Promise<Order[]>;
  /** Takes away keys that were kept for long enough; answers how many. */
  forgetKeys(before: Date): Promise<number>;
}

const maxTimeMS = 2_000;
// Of an order that is being placed. Counted here and not by the server, which may stand still (D-02).
const [keyLookMs, insertMs] = [1_000, 2_000];
/** So many orders that are placed at once are looked for or written with one call. */
const ordersPerBatch = 50;
/** How many orders of a whole list are in memory at once. */
const ordersPerRead = 500;
const sortKeys = {
  date_desc: { createdAt: -1, _id: -1 },
  date_asc: { createdAt: 1, _id: 1 },
  total_desc: { 'pricing.totalInMinorUnits': -1, _id: -1 },
  total_asc: { 'pricing.totalInMinorUnits': 1, _id: 1 },
} as const satisfies Record<OrderSort, object>;
const inSession = (session: mongoose.ClientSession | undefined) => (session ? { session } : {});
/** What a read leaves out: it is no part of the order. */
export const orderFields = { outbox: 0, search: 0, claims: 0, promisedAt: 0, assignment: 0 } as const;

export function toOrder({ _id, state: _state, idempotency: _key, ...order }: OrderDocument): Order {
  return { ...order, id: _id.toHexString() };
}

/** A term as the beginning of a word; written so that the index is entered at that place. */
const beginning = (term: string) => `^${term.replaceAll(/[^\p{L}\p{N}\p{M}]/gu, '\\$&')}`;

/** @param calendar the shop's days, by which its promises are counted */
export function createOrdersStore(connection: mongoose.Connection, calendar: ShopCalendar): OrdersStore {
  const database = connection.getClient().db(connection.name);
  // The driver itself: nothing here needs casting, and filters are built from our own values only.
  const orders = database.collection<OrderDocument>('orders');
  const anything = database.collection<OrderDocument | AbandonedDocument>('orders');
  const audit = createAuditTrail(connection);
  const idOf = (id: string) => new ObjectId(id);
  const toFields = (order: Order) => {
    const { id: _id, ...fields } = order;
    return { ...fields, search: searchTerms(order), promisedAt: promisedAtOf(order, calendar) };
  };

  async function pageOf(
    filter: mongoose.mongo.Filter<OrderDocument>,
    { skip, limit }: Page,
    sort: OrderSort = 'date_desc',
  ) {
    const [found, total] = await Promise.all([
      orders
        .find(filter, {
          projection: orderFields,
          sort: sortKeys[sort],
          skip,
          limit,
          batchSize: limit + 1,
          maxTimeMS,
        })
        .toArray(),
      orders.countDocuments(filter, { maxTimeMS }),
    ]);
    return { orders: found.map(toOrder), total };
  }

  function filterOf({
    orderStatus,
    paymentMethod,
    search,
    from,
    to,
  }: OrderFilter): mongoose.mongo.Filter<OrderDocument> {
    const terms = termsOf(search ?? '');
    const placedIn = {
      ...(from === undefined ? {} : { $gte: beginningOf(from, calendar.dayOf) }),
      ...(to === undefined ? {} : { $lt: endOf(to, calendar) }),
    };
    return {
      state: 'placed',
      ...(orderStatus === undefined ? {} : { orderStatus }),
      ...(paymentMethod === undefined ? {} : { paymentMethod }),
      ...(Object.keys(placedIn).length === 0 ? {} : { createdAt: placedIn }),
      ...(terms.length === 0 ? {} : { $and: terms.map((term) => ({ search: { $regex: beginning(term) } })) }),
    };
  }

  async function insertAlone(order: OrderDocument): Promise<InsertOutcome> {
    try {
      await inTime(orders.insertOne(order), insertMs);
      return 'inserted';
    } catch (error) {
      if (!(error instanceof MongoServerError) || error.code !== 11000) throw error;
      const taken: unknown = error['keyPattern'];
      if (typeof taken !== 'object' || taken === null) throw error;
      if ('idempotency.key' in taken) return 'key-taken';
      if ('orderNumber' in taken) return 'number-taken';
      return 'id-taken';
    }
  }

  /** Each order is whole or not there, as alone: what they share is one call and one commit of the journal. */
  const insertBatched = createBatcher(ordersPerBatch, async (placed: readonly OrderDocument[]) => {
    if (placed.length > 1) {
      try {
        await inTime(orders.insertMany([...placed], { ordered: false }), insertMs);
        return placed.map(() => 'inserted' as const);
      } catch (error) {
        if (!(error instanceof MongoBulkWriteError) || error.result.getWriteConcernError()) throw error;
        const failures = [error.writeErrors].flat();
        // Without a failure of its own nobody knows what became of any of them: the connection broke.
        if (failures.length === 0 || failures.some(({ code }) => code !== 11000)) throw error;
        const refused = new Set(failures.map(({ index }) => index));
        // Which key was taken is told of a single write only.
        return await Promise.all(
          placed.map(async (order, index) => (refused.has(index) ? await insertAlone(order) : 'inserted')),
        );
      }
    }
    return await Promise.all(placed.map(insertAlone));
  });

  const findByKeyBatched = createBatcher(
    ordersPerBatch,
    async (asked: readonly { readonly userId: string; readonly key: string }[]) => {
      const filters = asked.map(({ userId, key }) => ({ userId, 'idempotency.key': key }));
      const looking = orders.find(filters.length === 1 ? (filters[0] ?? {}) : { $or: filters }, {
        projection: orderFields,
        batchSize: asked.length + 1,
        maxTimeMS,
      });
      const found = await inTime(looking.toArray(), keyLookMs);
      return asked.map(({ userId, key }) =>
        found.find((order) => order.userId === userId && order.idempotency?.key === key),
      );
    },
  );

  const openBatched = createLookUpBatcher(ordersPerBatch, async (userIds: readonly string[]) => {
    // A declined card is no end: the order keeps its pieces until its time to pay is over.
    const isUnpaid = { paymentStatus: { $in: ['pending', 'failed'] as const } };
    const isOpen = { userId: { $in: [...userIds] }, orderStatus: 'pending', ...isUnpaid };
    const pieces = { $sum: { $sum: '$lines.quantity' } };
    const looking = orders.aggregate<{ _id: string; orders: number; pieces: number }>(
      [{ $match: isOpen }, { $group: { _id: '$userId', orders: { $sum: 1 }, pieces } }],
      { maxTimeMS },
    );
    const found = await inTime(looking.toArray(), keyLookMs);
    return new Map(found.map(({ _id, ...amount }) => [_id, amount]));
  });

  return {
    insert: (order, events, { key, bodyHash }) =>
      insertBatched({
        _id: idOf(order.id),
        state: 'placed',
        ...toFields(order),
        idempotency: { key, bodyHash, at: order.createdAt },
        outbox: outboxRows(...events),
      }),

    async find(id) {
      const found = await orders.findOne(
        { _id: idOf(id), state: 'placed' },
        { projection: orderFields, maxTimeMS },
      );
      return found ? toOrder(found) : undefined;
    },

    async findByKey(userId, key) {
      const found = await findByKeyBatched({ userId, key });
      return found?.idempotency ? { order: toOrder(found), bodyHash: found.idempotency.bodyHash } : undefined;
    },

    async replace(before, after, events, { session: given, entry, also } = {}) {
      const isForgetting = after.userId !== before.userId;
      const write = async (session = given) => {
        const { matchedCount } = await orders.updateOne(
          { _id: idOf(before.id), version: before.version },
          !isForgetting
            ? { $set: toFields(after), $push: { outbox: { $each: outboxRows(...events) } } }
            : forgettingUpdate(toFields(after), events),
          { maxTimeMS, ...inSession(session) },
        );
        if (matchedCount !== 1) return false;
        await also?.(session);
        return true;
      };
      if (!isForgetting) return withAuditEntry(connection, entry, write);
      // What staff wrote leaves the audit in the same write, and stays when somebody else was faster.
      const forget = async (session = given) => {
        if (!(await write(session))) return false;
        await audit.forgetNotes(before.id, session);
        return true;
      };
      if (entry) return withAuditEntry(connection, { ...entry, note: '' }, forget);
      return given ? forget() : inOneTransaction(connection, forget);
    },

    async settle(id, now) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          const found = await anything.findOneAndUpdate(
            { _id: idOf(id) },
            { $setOnInsert: { state: 'abandoned', abandonedAt: now } },
            {
              upsert: true,
              returnDocument: 'after',
              projection: { state: 1, orderStatus: 1 },
              maxTimeMS,
            },
          );
          if (found === null || found.state === 'abandoned') return 'abandoned';
          return found.orderStatus === 'cancelled' ? 'cancelled' : 'placed';
        } catch (error) {
          // The order, or another question, came in the same moment; now it is there to be read.
          const isRace = error instanceof MongoServerError && error.code === 11000;
          if (!isRace || attempt === 3) throw error;
        }
      }
    },

    ofBuyer: (userId, page) => pageOf({ userId }, page),

    list: (filter, page, sort) => pageOf(filterOf(filter), page, sort),

    async *readAll(filter, sort) {
      const cursor = orders.find(filterOf(filter), {
        projection: orderFields,
        sort: sortKeys[sort],
        batchSize: ordersPerRead,
        maxTimeMS: 30_000,
      });
      for await (const found of cursor) yield toOrder(found);
    },

    countSince: (filter, since) => countNew(orders, filterOf(filter), since, { maxTimeMS }),

    async figures() {
      const groups = await orders
        .aggregate<{
          _id: { orderStatus: OrderStatus; paymentMethod: PaymentMethod };
          count: number;
          total: number;
        }>(
          [
            { $match: { state: 'placed' } },
            {
              $group: {
                _id: { orderStatus: '$orderStatus', paymentMethod: '$paymentMethod' },
                count: { $sum: 1 },
                total: { $sum: '$pricing.totalInMinorUnits' },
              },
            },
          ],
          { maxTimeMS },
        )
        .toArray();
      const byStatus: Partial<Record<OrderStatus, number>> = {};
      let cashOrders = 0;
      let revenueInMinorUnits = 0;
      for (const { _id, count, total } of groups) {
        byStatus[_id.orderStatus] = (byStatus[_id.orderStatus] ?? 0) + count;
        if (_id.paymentMethod === 'cash_on_delivery') cashOrders += count;
        if (_id.orderStatus !== 'cancelled') revenueInMinorUnits += total;
      }
      return { byStatus, cashOrders, revenueInMinorUnits };
    },

    async dailyFigures(from, before, timeZone) {
      const isCancelled = { $eq: ['$orderStatus', 'cancelled'] };
      const groups = await orders
        .aggregate<Omit<DayFigures, 'day'> & { _id: Day }>(
          [
            { $match: { state: 'placed', createdAt: { $gte: from, $lt: before } } },
            {
              $group: {
                _id: { $dateToString: { date: '$createdAt', format: '%Y-%m-%d', timezone: timeZone } },
                orders: { $sum: 1 },
                cancelled: { $sum: { $cond: [isCancelled, 1, 0] } },
                revenueInMinorUnits: { $sum: { $cond: [isCancelled, 0, '$pricing.totalInMinorUnits'] } },
              },
            },
          ],
          { maxTimeMS },
        )
        .toArray();
      return groups.map(({ _id, ...figures }) => ({ day: _id, ...figures }));
    },

    openOfBuyer: async (userId) => (await openBatched(userId)) ?? { orders: 0, pieces: 0 },

    async allOfBuyer(userId, session) {
      const found = await orders.find({ userId }, { projection: orderFields, session, maxTimeMS }).toArray();
      return found.map(toOrder);
    },

    async forgetKeys(before) {
      const { modifiedCount } = await orders.updateMany(
        { 'idempotency.at': { $lte: before } },
        { $unset: { idempotency: 1 } },
        { maxTimeMS: 10_000 },
      );
      return modifiedCount;
    },
  };
}
