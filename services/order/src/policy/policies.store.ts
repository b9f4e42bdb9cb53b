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

/** A buyer waits, also while the server stands still. */
const limitMs = 1_000;
/** After this long an instance that did not store a new version itself shows it too. */
const keptMs = 60_000;

export interface PoliciesStore {
  /** Stores a version unless it is there already; instances that start together may all call it. */
  keep(content: PolicyContent): Promise<void>;
  /** The stored version with the highest number, read at most once a minute (P1). */
  inForce(): Promise<PolicyContent>;
}

export function createPoliciesStore(
  model: ReturnType<typeof createPolicyModel>,
  now: () => Date,
): PoliciesStore {
  let kept: { readonly span: number; readonly content: Promise<PolicyContent> } | undefined;

  async function read(): Promise<PolicyContent> {
    const newest = model.findOne().sort({ _id: -1 }).lean();
    const found = await inTime(newest.exec(), limitMs);
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
        // Another instance stored the same version in the same moment.
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
  };
}
