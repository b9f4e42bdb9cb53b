import mongoose from 'mongoose';
import type { Redemption } from './redemption.rules.ts';

interface RedemptionDocument {
  /** The order's id. */
  _id: string;
  userId: string;
  offerIds: string[];
  state: Redemption['state'];
  holdUntil: Date | null;
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
    createdAt: { type: Date, required: true },
    changedAt: { type: Date, required: true },
  },
  { versionKey: false, autoIndex: false, id: false },
);
redemptionSchema.index({ offerIds: 1, state: 1 });
redemptionSchema.index({ holdUntil: 1 }, { partialFilterExpression: { holdUntil: { $type: 'date' } } });

export const createRedemptionModel = (connection: mongoose.Connection) =>
  connection.model<RedemptionDocument>('redemption', redemptionSchema, 'redemptions');

/** The ledger: one entry per order that used offers, kept for good. The counts of the offers follow from it. */
export interface RedemptionsStore {
  find(orderId: string, session: mongoose.ClientSession): Promise<Redemption | undefined>;
  save(redemption: Redemption, changedAt: Date, session: mongoose.ClientSession): Promise<void>;
  /** Holds whose time is over, the oldest first. */
  overdue(now: Date, limit: number): Promise<{ orderId: string; overdueAt: Date }[]>;
  /** How many entries of an offer count: reserved or captured. */
  countOf(offerId: string, session: mongoose.ClientSession): Promise<number>;
}

const maxTimeMS = 2_000;

export function createRedemptionsStore(model: ReturnType<typeof createRedemptionModel>): RedemptionsStore {
  const redemptions = model.collection;
  return {
    async find(orderId, session) {
      const found = await model.findById(orderId).session(session).maxTimeMS(maxTimeMS).lean();
      if (!found) return undefined;
      const { userId, offerIds, state, holdUntil } = found;
      return { orderId, userId, offerIds, state, holdUntil };
    },
    async save({ orderId, offerIds, ...fields }, changedAt, session) {
      await model.updateOne(
        { _id: orderId },
        { $set: { ...fields, offerIds: [...offerIds], changedAt }, $setOnInsert: { createdAt: changedAt } },
        { upsert: true, session, maxTimeMS },
      );
    },
    async overdue(now, limit) {
      const found = await redemptions
        .find(
          { holdUntil: { $lte: now } },
          { projection: { holdUntil: 1 }, sort: { holdUntil: 1 }, limit, maxTimeMS },
        )
        .toArray();
      return found.map(({ _id, holdUntil }) => ({ orderId: String(_id), overdueAt: holdUntil as Date }));
    },
    countOf: (offerId, session) =>
      redemptions.countDocuments(
        { offerIds: offerId, state: { $in: ['reserved', 'captured'] } },
        { session, maxTimeMS: 60_000 },
      ),
  };
}
