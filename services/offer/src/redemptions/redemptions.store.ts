import { claimFor, type HoldsToSettle, isUnclaimed, saveChange, type WireEvent } from '@kinmel/service-kit';
import mongoose from 'mongoose';
import type { Redemption } from './redemption.rules.ts';

interface RedemptionDocument {
  /** The order's id. */
  _id: string;
  userId: string;
  offerIds: string[];
  state: Redemption['state'];
  holdUntil: Date | null;
  /** The end of an instance's claim for settling it. */
  claimedUntil?: Date;
  createdAt: Date;
  changedAt: Date;
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
  },
  { versionKey: false, minimize: false, autoIndex: false, id: false },
);
redemptionSchema.index({ offerIds: 1, state: 1 });
const isHeld = { partialFilterExpression: { holdUntil: { $type: 'date' } } };
redemptionSchema.index({ holdUntil: 1 }, isHeld);
// In the order in which holds are settled: never tried first, then tried longest ago.
redemptionSchema.index({ claimedUntil: 1, holdUntil: 1 }, isHeld);

export const createRedemptionModel = (connection: mongoose.Connection) =>
  connection.model<RedemptionDocument>('redemption', redemptionSchema, 'redemptions');

/** The ledger: one permanent entry per order with offers. The counts of offers are derived from it. */
export interface RedemptionsStore extends HoldsToSettle<string> {
  find(orderId: string, session: mongoose.ClientSession): Promise<Redemption | undefined>;
  /** Fails by the unique id if the order has an entry. */
  insert(redemption: Redemption, createdAt: Date, session: mongoose.ClientSession): Promise<void>;
  save(
    redemption: Redemption,
    changedAt: Date,
    session: mongoose.ClientSession,
    events?: readonly WireEvent[],
  ): Promise<void>;
  /** The number of reserved or captured entries of an offer. */
  countOf(offerId: string, session: mongoose.ClientSession): Promise<number>;
}

const maxTimeMS = 2_000;
/** `$type` allows the partial index. */
const wasOverAt = (now: Date) => ({ holdUntil: { $type: 'date' as const, $lte: now } });

export function createRedemptionsStore(model: ReturnType<typeof createRedemptionModel>): RedemptionsStore {
  // By the driver: Mongoose sanitizes filters, and would need `trusted` in each one by the clock of the database.
  const redemptions = model.db.getClient().db(model.db.name).collection<RedemptionDocument>('redemptions');
  return {
    async find(orderId, session) {
      const found = await model.findById(orderId, undefined, { session }).lean();
      if (found === null) return undefined;
      const { userId, offerIds, state, holdUntil } = found;
      return { orderId, userId, offerIds, state, holdUntil };
    },
    async insert({ orderId, offerIds, ...fields }, createdAt, session) {
      const entry = { _id: orderId, ...fields, offerIds: [...offerIds], createdAt, changedAt: createdAt };
      await model.create([entry], { session });
    },
    async save({ orderId, offerIds, ...fields }, changedAt, session, events = []) {
      await saveChange(model.db, { record: orderId, events, session }, () =>
        model.updateOne(
          { _id: orderId },
          { $set: { ...fields, offerIds: [...offerIds], changedAt }, $setOnInsert: { createdAt: changedAt } },
          { upsert: true, session },
        ),
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
