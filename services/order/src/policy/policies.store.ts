import { inTime } from '@kinmel/service-kit';
import mongoose from 'mongoose';
import type { PolicyContent } from './policy-content.ts';

interface PolicyDocument {
  /** The version; a stored version is never changed. */
  _id: number;
  content: Omit<PolicyContent, 'version'>;
  storedAt: Date;
}

const policySchema = new mongoose.Schema<PolicyDocument>(
  {
    _id: { type: Number, required: true },
    content: { type: mongoose.Schema.Types.Mixed, required: true },
    storedAt: { type: Date, required: true },
  },
  { collection: 'policies', versionKey: false },
);

export const createPolicyModel = (connection: mongoose.Connection) =>
  connection.model('Policy', policySchema);

/** A buyer may wait, also while the server stands still (D-02). */
const maxTimeMS = 1_000;

export interface PoliciesStore {
  /** Stores a version unless it is there already; instances that start together may all call it. */
  keep(content: PolicyContent, storedAt: Date): Promise<void>;
  /** The highest version is in force. */
  inForce(): Promise<PolicyContent | undefined>;
}

export function createPoliciesStore(model: ReturnType<typeof createPolicyModel>): PoliciesStore {
  const policies = model.db
    .getClient()
    .db(model.db.name)
    .collection<PolicyDocument>(model.collection.collectionName);
  return {
    async keep({ version, ...content }, storedAt) {
      try {
        await model.updateOne({ _id: version }, { $setOnInsert: { content, storedAt } }, { upsert: true });
      } catch (error) {
        // Another instance stored the same version in the same moment.
        if (error instanceof mongoose.mongo.MongoServerError && error.code === 11000) return;
        throw error;
      }
    },
    async inForce() {
      const found = await inTime(policies.findOne({}, { sort: { _id: -1 }, maxTimeMS }), maxTimeMS);
      return found === null ? undefined : { version: found._id, ...found.content };
    },
  };
}
