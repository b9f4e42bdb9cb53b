import mongoose from 'mongoose';
import { withDatabaseTimeout } from '../life-cycle/with-timeout.ts';

interface GonePersonDocument {
  /** The user's id. */
  _id: string;
  goneAt: Date;
}

/** Much longer than an access token is valid. */
const keepSeconds = 24 * 60 * 60;

const gonePersonSchema = new mongoose.Schema<GonePersonDocument>(
  { _id: { type: String, required: true }, goneAt: { type: Date, required: true } },
  { versionKey: false },
);
gonePersonSchema.index({ goneAt: 1 }, { expireAfterSeconds: keepSeconds });

export type GonePersonModel = mongoose.Model<GonePersonDocument>;

/** @param collection name of the collection in the service's database */
export const createGonePersonModel = (connection: mongoose.Connection, collection: string): GonePersonModel =>
  connection.model<GonePersonDocument>(`gone-person ${collection}`, gonePersonSchema, collection);

/** User ids of recently deleted accounts, whose tokens are still valid for some minutes. */
export type GonePeopleStore = ReturnType<typeof createGonePeopleStore>;

const lookMs = 1_000;

export function createGonePeopleStore(model: GonePersonModel) {
  return {
    async has(userId: string): Promise<boolean> {
      // A customer waits for the answer.
      return (await withDatabaseTimeout(model.exists({ _id: userId }).exec(), lookMs)) !== null;
    },
    async note(userId: string, goneAt: Date, session: mongoose.ClientSession): Promise<void> {
      await model.updateOne({ _id: userId }, { $setOnInsert: { goneAt } }, { upsert: true, session });
    },
    async all(): Promise<string[]> {
      const found = await model.find({}, { _id: 1 }).lean();
      return found.map(({ _id }) => _id);
    },
  };
}
