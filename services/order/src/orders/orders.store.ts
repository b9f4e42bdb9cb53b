import { searchTerms } from '@kinmel/contracts';
import {
  type AdditionalWrite,
  createAuditTrail,
  hasMatched,
  inSession,
  inTransaction,
  isDuplicateKeyError,
  type NewAuditEntry,
  personalDataOf,
  planted,
  redactEvents,
  type ShopCalendar,
  saveChange,
  type WireEvent,
  withDatabaseTimeout,
} from '@kinmel/service-kit';
import mongoose from 'mongoose';
import { addressee, deletedBuyer } from './order.rules.ts';
import type { Order } from './order.ts';
import {
  createOrderModel,
  hiddenFields,
  type IdempotencyKey,
  personalFields,
  storedFields,
  toOrder,
} from './order-documents.store.ts';
import { promisedAtOf } from './promise.rules.ts';

export type InsertOutcome =
  | 'inserted'
  | 'key-taken'
  | 'number-taken'
  /** The order was abandoned or exists: this id can never be inserted again. */
  | 'id-taken';

export type OrdersStore = ReturnType<typeof createOrdersStore>;

interface SaveOptions {
  readonly session?: mongoose.ClientSession | undefined;
  readonly entry?: NewAuditEntry | undefined;
  /** Run in the same transaction. */
  readonly also?: readonly AdditionalWrite[];
}

const replacements = {
  userId: deletedBuyer.userId,
  customer: { name: deletedBuyer.customerDetails.name, email: '' },
  deliverTo: '',
  note: '',
};

/** The event without personal data. */
export const withoutBuyer = (event: WireEvent): WireEvent => {
  const data = event.data as object;
  const replaced = Object.entries(replacements).filter(([field]) => field in data);
  return { ...event, data: { ...data, ...Object.fromEntries(replaced) } };
};

// Timeouts while an order is placed, measured by the client because the server may hang.
const queryTimeoutMs = 1_000;
const insertTimeoutMs = 2_000;

export const keyLifetimeMs = 24 * 60 * 60 * 1000;

/** Name, e-mail address and phone number (SIL-54). */
export const personTermsOf = ({
  customerDetails: { name, email, phone },
}: Pick<Order, 'customerDetails'>): string[] =>
  searchTerms({ texts: [name], codes: [email], phones: [phone] });

/** Each write saves state and events together. @param calendar computes promised times */
export function createOrdersStore(connection: mongoose.Connection, calendar: ShopCalendar) {
  const orders = createOrderModel(connection);
  const audit = createAuditTrail(connection);
  const personal = personalDataOf(connection);
  const fieldsOf = async (order: Order) => {
    const { beginningsOf } = await personal.hashes('orders');
    const history = order.history.map((entry) =>
      personal.seal(order.userId, entry, entry.what === 'note' ? ['to', 'note'] : ['note']),
    );
    const fields = {
      ...storedFields(order),
      history: await Promise.all(history),
      search: [
        ...searchTerms({ texts: [], codes: [order.orderNumber] }),
        ...beginningsOf(personTermsOf(order)),
      ],
      promisedAt: promisedAtOf(order, calendar),
    };
    return personal.seal(order.userId, fields, personalFields);
  };

  return {
    /**
     * Saves order, events and key, or nothing. When it rejects, the outcome is unknown.
     * @param also run in the same transaction
     */
    async insert(
      order: Order,
      events: readonly WireEvent[],
      { key, bodyHash }: IdempotencyKey,
      also: readonly AdditionalWrite[] = [],
    ): Promise<InsertOutcome> {
      const document = {
        _id: new mongoose.Types.ObjectId(order.id),
        state: 'placed',
        ...(await fieldsOf(order)),
        idempotency: { key: planted('order.key-not-stored') ? order.id : key, bodyHash, at: order.createdAt },
      };
      if (planted('order.unsaved') && order.id.endsWith('0')) return 'inserted';
      try {
        const saving = saveChange(connection, { events, also }, (session) =>
          orders.collection.insertOne(document, inSession(session)),
        );
        await withDatabaseTimeout(saving, insertTimeoutMs);
        return 'inserted';
      } catch (error) {
        if (!isDuplicateKeyError(error)) throw error;
        const keyPattern: unknown = error['keyPattern'];
        if (typeof keyPattern !== 'object' || keyPattern === null) throw error;
        if ('idempotency.key' in keyPattern) return 'key-taken';
        if ('orderNumber' in keyPattern) return 'number-taken';
        return 'id-taken';
      }
    },

    async find(id: string, session?: mongoose.ClientSession): Promise<Order | undefined> {
      const document = await orders.findOne({ _id: id, state: 'placed' }, hiddenFields, { session }).lean();
      return document ? toOrder(await personal.open(document)) : undefined;
    },

    async findByKey(userId: string, key: string) {
      const query = orders.findOne({ userId, 'idempotency.key': key }, hiddenFields).lean();
      const document = await withDatabaseTimeout(query.exec(), queryTimeoutMs);
      return (
        document?.idempotency && {
          order: toOrder(await personal.open(document)),
          bodyHash: document.idempotency.bodyHash,
        }
      );
    },

    /** Saves state, events and audit entry together. Resolves with false, and saves nothing, after a concurrent write. */
    async save(
      before: Order,
      after: Order,
      events: readonly WireEvent[],
      { session: callerSession, entry, also = [] }: SaveOptions = {},
    ): Promise<boolean> {
      if (planted('order.unsaved-change') && before.id.endsWith('0')) return true;
      const removesBuyer = after.userId !== before.userId;
      const fields = await fieldsOf(after);
      const write = (session?: mongoose.ClientSession) =>
        hasMatched(
          orders.updateOne(
            { _id: before.id, ...(planted('order.lost-update') ? {} : { version: before.version }) },
            { $set: fields, ...(removesBuyer ? { $unset: { idempotency: 1 } } : {}) },
            { session },
          ),
        );
      if (!removesBuyer)
        return saveChange(connection, { events, entry, also, session: callerSession }, write);
      // Removes notes from the audit and the buyer from stored events in the same transaction.
      const forget = async (session: mongoose.ClientSession) => {
        const isSaved = await saveChange(
          connection,
          { events, entry: entry && { ...entry, note: '' }, also, session },
          write,
        );
        if (!isSaved) return false;
        await audit.forgetNotes(before.id, session);
        await redactEvents(connection, before.id, withoutBuyer, session);
        const { userId } = before;
        if (!(await orders.exists({ userId }).session(session))) await personal.forget(userId, session);
        return true;
      };
      return callerSession ? forget(callerSession) : inTransaction(connection, forget);
    },

    /** The state of an order; atomically abandons the id of one that does not exist. */
    async settle(id: string, now: Date): Promise<'placed' | 'cancelled' | 'abandoned'> {
      for (let attempt = 1; ; attempt += 1) {
        try {
          const document = await orders
            .findByIdAndUpdate(
              id,
              { $setOnInsert: { state: 'abandoned', abandonedAt: now } },
              {
                upsert: true,
                returnDocument: 'after',
                projection: { state: 1, orderStatus: 1 },
              },
            )
            .lean();
          if (document.state === 'abandoned') return 'abandoned';
          return document.orderStatus === 'cancelled' ? 'cancelled' : 'placed';
        } catch (error) {
          // A concurrent insert came first: read its document.
          if (!isDuplicateKeyError(error) || attempt === 3) throw error;
        }
      }
    },

    /** Counts the orders of a person that are neither paid nor confirmed. */
    async findOpenCounts(userId: string): Promise<{ readonly orders: number; readonly pieces: number }> {
      // An order whose card was declined keeps its pieces until it expires.
      const isOpen = { orderStatus: 'pending', paymentStatus: { $in: ['pending', 'failed'] } };
      const pieces = { $sum: { $sum: '$lines.quantity' } };
      const query = orders.aggregate<{ orders: number; pieces: number }>([
        { $match: { userId, ...isOpen } },
        { $group: { _id: null, orders: { $sum: 1 }, pieces } },
      ]);
      const [open] = await withDatabaseTimeout(query.exec(), queryTimeoutMs);
      return { orders: open?.orders ?? 0, pieces: open?.pieces ?? 0 };
    },

    /** The customer data of a person's newest order; undefined without one, and for a deleted account. */
    async findCustomer(userId: string) {
      const newest = await orders.findOne({ userId }, hiddenFields).sort({ createdAt: -1, _id: -1 }).lean();
      return newest === null || newest.isBuyerDeleted
        ? undefined
        : addressee(toOrder(await personal.open(newest)));
    },

    /** At most 100 orders with a claim of a return that service-request must be asked about. */
    async listToSettle(now: Date): Promise<Order[]> {
      const isDue = { 'openReturns.askAt': mongoose.trusted({ $gt: new Date(0), $lte: now }) };
      const query = orders.find(isDue, hiddenFields).sort({ 'openReturns.askAt': 1 }).limit(100);
      return (await personal.openAll(await query.maxTimeMS(10_000).lean())).map(toOrder);
    },

    async listOfBuyer(userId: string, session: mongoose.ClientSession): Promise<Order[]> {
      const documents = await orders.find({ userId }, hiddenFields, { session }).lean();
      return (await personal.openAll(documents)).map(toOrder);
    },

    /**
     * Removes keys older than `keyLifetimeMs` from their orders; resolves with the number of orders. Safe on any number
     * of instances.
     */
    async deleteOldKeys(now: Date): Promise<number> {
      const before = new Date(now.getTime() - keyLifetimeMs);
      const { modifiedCount } = await orders.updateMany(
        { 'idempotency.at': mongoose.trusted({ $lte: before }) },
        { $unset: { idempotency: 1 } },
        { maxTimeMS: 10_000 },
      );
      return modifiedCount;
    },
  };
}
