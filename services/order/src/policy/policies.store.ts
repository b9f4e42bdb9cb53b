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

/** Completes an older version: parts that it lacks are those of the newer one. */
const withMissingParts = (newer: PolicyContent, older: Partial<PolicyContent> = {}): PolicyContent => {
  const parts = Object.entries(newer).map(([name, part]) => {
    const olderPart: unknown = older[name as keyof PolicyContent];
    return [
      name,
      typeof olderPart === 'object' ? { ...(part as object), ...olderPart } : (olderPart ?? part),
    ];
  });
  return Object.fromEntries(parts) as PolicyContent;
};

/** Short, because a buyer is waiting. */
const queryTimeoutMs = 1_000;
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
    const document = await withDatabaseTimeout(newest.exec(), queryTimeoutMs);
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
    async ensureStored({ version, ...content }: PolicyContent): Promise<void> {
      const insertion = { $setOnInsert: { content, storedAt: now() } };
      await falseIfDuplicate(model.updateOne({ _id: version }, insertion, { upsert: true }).exec());
    },
    /** A version, in which missing parts are those of the current one. */
    async of(version: number): Promise<PolicyContent> {
      const document = await withDatabaseTimeout(model.findById(version).lean().exec(), queryTimeoutMs);
      return { ...withMissingParts(await inForce(), document?.content), version };
    },
  };
}
