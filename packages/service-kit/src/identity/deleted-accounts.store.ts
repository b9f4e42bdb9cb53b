import mongoose from 'mongoose';
import { withDatabaseTimeout } from '../life-cycle/with-timeout.ts';

interface DeletedAccountDocument {
  /** The user's id. */
  _id: string;
  deletedAt: Date;
}

/** Much longer than an access token is valid. */
const keepSeconds = 24 * 60 * 60;

const deletedAccountSchema = new mongoose.Schema<DeletedAccountDocument>(
  { _id: { type: String, required: true }, deletedAt: { type: Date, required: true } },
  { versionKey: false },
);
deletedAccountSchema.index({ deletedAt: 1 }, { expireAfterSeconds: keepSeconds });

export type DeletedAccountModel = mongoose.Model<DeletedAccountDocument>;

export const createDeletedAccountModel = (connection: mongoose.Connection): DeletedAccountModel =>
  connection.model<DeletedAccountDocument>('deleted-account', deletedAccountSchema, 'deleted_accounts');

/** User ids of recently deleted accounts, whose tokens are still valid for some minutes. */
export type DeletedAccountsStore = ReturnType<typeof createDeletedAccountsStore>;

const lookMs = 1_000;

export function createDeletedAccountsStore(model: DeletedAccountModel) {
  return {
    async has(userId: string): Promise<boolean> {
      // A customer waits for the answer.
      return (await withDatabaseTimeout(model.exists({ _id: userId }).exec(), lookMs)) !== null;
    },
    async note(userId: string, deletedAt: Date, session: mongoose.ClientSession): Promise<void> {
      await model.updateOne({ _id: userId }, { $setOnInsert: { deletedAt } }, { upsert: true, session });
    },
    async all(): Promise<string[]> {
      const found = await model.find({}, { _id: 1 }).lean();
      return found.map(({ _id }) => _id);
    },
  };
}
