import type mongoose from 'mongoose';
import { withDatabaseTimeout } from '../life-cycle/with-timeout.ts';
import { declareCollection } from '../mongo/declare-collection.ts';

interface DeletedAccountDocument {
  /** The user's id. */
  _id: string;
  deletedAt: Date;
}

/** Much longer than an access token is valid. */
const retentionSeconds = 24 * 60 * 60;

export const createDeletedAccountModel = declareCollection<DeletedAccountDocument>('deleted_accounts', [
  [{ deletedAt: 1 }, { expireAfterSeconds: retentionSeconds }],
]);

/** User ids of recently deleted accounts, whose tokens are still valid for some minutes. */
export type DeletedAccountsStore = ReturnType<typeof createDeletedAccountsStore>;

const lookupTimeoutMs = 1_000;

export function createDeletedAccountsStore(model: mongoose.Model<DeletedAccountDocument>) {
  return {
    async has(userId: string): Promise<boolean> {
      // A customer waits for the answer.
      return (await withDatabaseTimeout(model.exists({ _id: userId }).exec(), lookupTimeoutMs)) !== null;
    },
    async note(userId: string, deletedAt: Date, session: mongoose.ClientSession): Promise<void> {
      await model.updateOne({ _id: userId }, { $setOnInsert: { deletedAt } }, { upsert: true, session });
    },
    async all(): Promise<string[]> {
      const accounts = await model.find({}, { _id: 1 }).lean();
      return accounts.map(({ _id }) => _id);
    },
  };
}
