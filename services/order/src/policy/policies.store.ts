import type { PaymentMethod, PolicyContent } from '@kinmel/contracts';
import {
  declareCollection,
  falseIfDuplicate,
  readEachMinute,
  withDatabaseTimeout,
} from '@kinmel/service-kit';
import type mongoose from 'mongoose';

interface PolicyDocument {
  /** The version. A stored version never changes. */
  _id: number;
  content: Omit<PolicyContent, 'version'>;
  storedAt: Date;
}

export const createPolicyModel = declareCollection<PolicyDocument>('policies', [], Number);

/** Reads a version; parts that an older version lacks are taken from the current one. */
const filledFrom = (newer: PolicyContent, older: Partial<PolicyContent> = {}): PolicyContent => {
  const parts = Object.entries(newer).map(([name, part]) => {
    const own: unknown = older[name as keyof PolicyContent];
    return [name, typeof own === 'object' ? { ...(part as object), ...own } : (own ?? part)];
  });
  return Object.fromEntries(parts) as PolicyContent;
};

/** Short, because a buyer is waiting. */
const limitMs = 1_000;
export type PoliciesStore = ReturnType<typeof createPoliciesStore>;

/** @param isOffered whether checkout offers a payment method of the policy here (ORD-P5) */
export function createPoliciesStore(
  connection: mongoose.Connection,
  now: () => Date,
  isOffered: (method: PaymentMethod) => boolean,
) {
  const model = createPolicyModel(connection);

  async function read(): Promise<PolicyContent> {
    const newest = model.findOne().sort({ _id: -1 }).lean();
    const document = await withDatabaseTimeout(newest.exec(), limitMs);
    if (document === null) throw new Error('There is no policy record: the service did not start properly.');
    const { payments } = document.content;
    const methods = payments.methods.filter(isOffered);
    return { version: document._id, ...document.content, payments: { ...payments, methods } };
  }

  /** The highest stored version, read at most once a minute. */
  const inForce = readEachMinute(now, read).get;

  return {
    inForce,
    /** Stores a version unless it exists. Safe in concurrent instances. */
    async keep({ version, ...content }: PolicyContent): Promise<void> {
      const created = { $setOnInsert: { content, storedAt: now() } };
      await falseIfDuplicate(model.updateOne({ _id: version }, created, { upsert: true }).exec());
    },
    /** A version; parts that it lacks are taken from the one in force. */
    async of(version: number): Promise<PolicyContent> {
      const document = await withDatabaseTimeout(model.findById(version).lean().exec(), limitMs);
      return { ...filledFrom(await inForce(), document?.content), version };
    },
  };
}
