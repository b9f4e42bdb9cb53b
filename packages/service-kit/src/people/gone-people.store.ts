import mongoose from 'mongoose';
import { inTime } from '../mongo/in-time.ts';

interface GonePersonDocument {
  /** The person's id. */
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

/** Ids of recently deleted accounts, whose access tokens are still valid for some minutes and must be refused. */
export interface GonePeopleStore {
  note(userId: string, goneAt: Date, session: mongoose.ClientSession): Promise<void>;
  has(userId: string): Promise<boolean>;
  all(): Promise<string[]>;
}

const lookMs = 1_000;

export function createGonePeopleStore(model: GonePersonModel): GonePeopleStore {
  return {
    async has(userId) {
      // A customer waits for the answer, even when the server hangs.
      return (await inTime(model.exists({ _id: userId }).exec(), lookMs)) !== null;
    },
    async note(userId, goneAt, session) {
      await model.updateOne({ _id: userId }, { $setOnInsert: { goneAt } }, { upsert: true, session });
    },
    async all() {
      const found = await model.find({}, { _id: 1 }).lean();
      return found.map(({ _id }) => _id);
    },
  };
}
