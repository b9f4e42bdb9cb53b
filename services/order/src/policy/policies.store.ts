import { withDatabaseTimeout } from '@kinmel/service-kit';
import mongoose from 'mongoose';
import type { PolicyContent } from './policy-content.ts';

interface PolicyDocument {
  /** The version. A stored version never changes. */
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

/** Part of a buyer's waiting time. */
const limitMs = 1_000;
/** Other instances show a new version after this time. */
const keptMs = 60_000;

export interface PoliciesStore {
  /** Stores a version unless it exists. Safe in parallel instances. */
  keep(content: PolicyContent): Promise<void>;
  /** The highest stored version, read at most once a minute. */
  inForce(): Promise<PolicyContent>;
  /** A version; what it does not have is that of the one in force. */
  of(version: number): Promise<PolicyContent>;
}

export function createPoliciesStore(
  model: ReturnType<typeof createPolicyModel>,
  now: () => Date,
): PoliciesStore {
  let kept: { readonly span: number; readonly content: Promise<PolicyContent> } | undefined;

  async function read(): Promise<PolicyContent> {
    const newest = model.findOne().sort({ _id: -1 }).lean();
    const found = await withDatabaseTimeout(newest.exec(), limitMs);
    if (found === null) throw new Error('There is no policy record: the service did not start properly.');
    return { version: found._id, ...found.content };
  }

  return {
    async keep({ version, ...content }) {
      try {
        await model.updateOne(
          { _id: version },
          { $setOnInsert: { content, storedAt: now() } },
          { upsert: true },
        );
      } catch (error) {
        // A parallel instance stored it.
        if (error instanceof mongoose.mongo.MongoServerError && error.code === 11000) return;
        throw error;
      }
    },
    inForce() {
      const span = Math.floor(now().getTime() / keptMs);
      if (kept?.span === span) return kept.content;
      const content = read();
      kept = { span, content };
      content.catch(() => {
        kept = undefined;
      });
      return content;
    },
    async of(version) {
      const found = await withDatabaseTimeout(model.findById(version).lean().exec(), limitMs);
      return { ...(await this.inForce()), ...found?.content, version };
    },
  };
}
