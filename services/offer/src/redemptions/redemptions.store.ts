import {
  claimFor,
  type HoldsToSettle,
  isUnclaimed,
  type OutboxRow,
  outboxFields,
  outboxRows,
  type WireEvent,
} from '@kinmel/service-kit';
import mongoose from 'mongoose';
import type { Redemption } from './redemption.rules.ts';

interface RedemptionDocument {
  /** The order's id. */
  _id: string;
  userId: string;
  offerIds: string[];
  state: Redemption['state'];
  holdUntil: Date | null;
  /** Until when an instance has it to itself to ask order about it. */
  claimedUntil?: Date;
  createdAt: Date;
  changedAt: Date;
  /** What is told of captured redemptions; here and not with the offer, so that confirmed orders do not collide there. */
  outbox: OutboxRow[];
}

const redemptionSchema = new mongoose.Schema<RedemptionDocument>(
  {
    _id: { type: String, required: true },
    userId: { type: String, default: '' },
    offerIds: [String],
    state: { type: String, required: true, enum: ['reserved', 'captured', 'released'] },
    holdUntil: { type: Date, default: null },
    claimedUntil: Date,
    createdAt: { type: Date, required: true },
    changedAt: { type: Date, required: true },
    ...outboxFields,
  },
  { versionKey: false, minimize: false, autoIndex: false, id: false },
);
redemptionSchema.index({ offerIds: 1, state: 1 });
const isHeld = { partialFilterExpression: { holdUntil: { $type: 'date' } } };
redemptionSchema.index({ holdUntil: 1 }, isHeld);
// In the order in which order is asked: never tried first, then tried longest ago.
redemptionSchema.index({ claimedUntil: 1, holdUntil: 1 }, isHeld);

export const createRedemptionModel = (connection: mongoose.Connection) =>
  connection.model<RedemptionDocument>('redemption', redemptionSchema, 'redemptions');

/** The ledger: one entry per order that used offers, kept for good. The counts of the offers follow from it. */
export interface RedemptionsStore extends HoldsToSettle<string> {
  find(orderId: string, session: mongoose.ClientSession): Promise<Redemption | undefined>;
  findMany(orderIds: readonly string[], session: mongoose.ClientSession): Promise<Redemption[]>;
  /** Entries of orders that had none; see `isKnownEntry` for one that had. */
  insertMany(
    redemptions: readonly Redemption[],
    createdAt: Date,
    session: mongoose.ClientSession,
  ): Promise<void>;
  save(
    redemption: Redemption,
    changedAt: Date,
    session: mongoose.ClientSession,
    events?: readonly WireEvent[],
  ): Promise<void>;
  /** One call for orders that turned out to exist: they are not asked about any more (R5). */
  endHolds(orderIds: readonly string[], changedAt: Date, session: mongoose.ClientSession): Promise<void>;
  /** How many entries of an offer count: reserved or captured. */
  countOf(offerId: string, session: mongoose.ClientSession): Promise<number>;
}

const maxTimeMS = 2_000;
/** The type is what lets a partial index answer. */
const wasOverAt = (now: Date) => ({ holdUntil: { $type: 'date' as const, $lte: now } });

/** True for the failure of `insertMany` when one of the orders has an entry already. */
export function isKnownEntry(error: unknown): boolean {
  return error instanceof mongoose.mongo.MongoServerError && error.code === 11000;
}

export function createRedemptionsStore(model: ReturnType<typeof createRedemptionModel>): RedemptionsStore {
  const redemptions = model.db.getClient().db(model.db.name).collection<RedemptionDocument>('redemptions');

  async function findMany(
    orderIds: readonly string[],
    session: mongoose.ClientSession,
  ): Promise<Redemption[]> {
    const found = await redemptions
      .find(
        { _id: { $in: [...orderIds] } },
        { session, projection: { userId: 1, offerIds: 1, state: 1, holdUntil: 1 }, maxTimeMS },
      )
      .toArray();
    return found.map(({ _id, userId, offerIds, state, holdUntil }) => ({
      orderId: _id,
      userId,
      offerIds,
      state,
      holdUntil,
    }));
  }

  return {
    async find(orderId, session) {
      const [found] = await findMany([orderId], session);
      return found;
    },
    findMany,
    async insertMany(entries, createdAt, session) {
      if (entries.length === 0) return;
      await redemptions.insertMany(
        entries.map(({ orderId, ...fields }) => ({
          _id: orderId,
          ...fields,
          offerIds: [...fields.offerIds],
          createdAt,
          changedAt: createdAt,
          outbox: [],
        })),
        { session },
      );
    },
    async save({ orderId, offerIds, ...fields }, changedAt, session, events = []) {
      await redemptions.updateOne(
        { _id: orderId },
        {
          $set: { ...fields, offerIds: [...offerIds], changedAt },
          $setOnInsert: { createdAt: changedAt },
          $push: { outbox: { $each: outboxRows(...events) } },
        },
        { upsert: true, session, maxTimeMS },
      );
    },
    async endHolds(orderIds, changedAt, session) {
      if (orderIds.length === 0) return;
      await redemptions.updateMany(
        { _id: { $in: [...orderIds] } },
        { $set: { holdUntil: null, changedAt } },
        { session, maxTimeMS },
      );
    },
    async overdue(now, limit) {
      const found = await redemptions
        .find(
          { ...wasOverAt(now), ...isUnclaimed('claimedUntil') },
          { projection: { _id: 1 }, sort: { claimedUntil: 1, holdUntil: 1 }, limit, maxTimeMS },
        )
        .toArray();
      return found.map(({ _id }) => _id);
    },
    async claim(orderId, now, claimMs) {
      const claimed = await redemptions.findOneAndUpdate(
        { _id: orderId, ...wasOverAt(now), ...isUnclaimed('claimedUntil') },
        claimFor('claimedUntil', claimMs),
        { projection: { holdUntil: 1 }, maxTimeMS },
      );
      return claimed?.holdUntil ? { orderId, overdueAt: claimed.holdUntil } : undefined;
    },
    countOverdue: (now) => redemptions.countDocuments(wasOverAt(now), { maxTimeMS }),
    countOf: (offerId, session) =>
      redemptions.countDocuments(
        { offerIds: offerId, state: { $in: ['reserved', 'captured'] } },
        { session, maxTimeMS: 60_000 },
      ),
  };
}
