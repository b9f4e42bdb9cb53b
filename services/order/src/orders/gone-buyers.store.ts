import { createLookUpBatcher, inTime } from '@kinmel/service-kit';
import mongoose from 'mongoose';

interface GoneBuyerDocument {
  /** The person's id. */
  _id: string;
  goneAt: Date;
}

/** Long after the last token of the person has run out. */
const keepSeconds = 24 * 60 * 60;

const goneBuyerSchema = new mongoose.Schema<GoneBuyerDocument>(
  { _id: { type: String, required: true }, goneAt: { type: Date, required: true } },
  { collection: 'gone_buyers', versionKey: false },
);
goneBuyerSchema.index({ goneAt: 1 }, { expireAfterSeconds: keepSeconds });

export const createGoneBuyerModel = (connection: mongoose.Connection) =>
  connection.model('GoneBuyer', goneBuyerSchema);

/** Ids of people whose accounts were deleted lately: a token of theirs is good for some minutes, and orders nothing (O12). */
export interface GoneBuyersStore {
  note(userId: string, goneAt: Date, session: mongoose.ClientSession): Promise<void>;
  /** Asked for many people at once, it reads once. */
  has(userId: string): Promise<boolean>;
  all(): Promise<string[]>;
}

const askedAtOnce = 100;
const lookMs = 1_000;

export function createGoneBuyersStore(model: ReturnType<typeof createGoneBuyerModel>): GoneBuyersStore {
  const lookUp = createLookUpBatcher(askedAtOnce, async (userIds: readonly string[]) => {
    const looking = model.find({ _id: mongoose.trusted({ $in: [...userIds] }) }, { _id: 1 }).lean();
    // A buyer waits, also while the server stands still (D-02).
    const gone = await inTime(looking.exec(), lookMs);
    return new Map(gone.map(({ _id }) => [_id, true]));
  });
  return {
    has: async (userId) => (await lookUp(userId)) ?? false,
    async note(userId, goneAt, session) {
      await model.updateOne({ _id: userId }, { $setOnInsert: { goneAt } }, { upsert: true, session });
    },
    async all() {
      const found = await model.find({}, { _id: 1 }).lean();
      return found.map(({ _id }) => _id);
    },
  };
}
