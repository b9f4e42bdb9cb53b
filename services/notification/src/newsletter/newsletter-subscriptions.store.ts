import { emailSpellings } from '@kinmel/service-kit';
import mongoose from 'mongoose';
import { confirmWithinHours, type NewsletterSubscription } from './newsletter.rules.ts';

interface SubscriptionDocument {
  _id: string;
  email: string;
  state: NewsletterSubscription['state'];
  round: number;
  askedAt: Date;
  /** Raised with every mail of an offer, so that writing it and ending the subscription collide. */
  mails?: number;
}

const subscriptionSchema = new mongoose.Schema<SubscriptionDocument>(
  {
    _id: { type: String, required: true },
    email: { type: String, required: true },
    state: { type: String, required: true },
    round: { type: Number, required: true },
    askedAt: { type: Date, required: true },
    mails: { type: Number, default: 0 },
  },
  { collection: 'newsletter_subscriptions', versionKey: false },
);
subscriptionSchema.index({ email: 1 }, { unique: true });
// An address that never said yes is forgotten by itself (N3).
subscriptionSchema.index(
  { askedAt: 1 },
  { expireAfterSeconds: confirmWithinHours * 60 * 60, partialFilterExpression: { state: 'asked' } },
);

export const createNewsletterSubscriptionModel = (connection: mongoose.Connection) =>
  connection.model('NewsletterSubscription', subscriptionSchema);

/** Somebody else entered the same new address in the same moment. */
export class AddressTakenError extends Error {
  override readonly name = 'AddressTakenError';
}

export interface NewsletterSubscriptionsStore {
  findByEmail(email: string, session: mongoose.ClientSession): Promise<NewsletterSubscription | undefined>;
  find(subscriptionId: string, session: mongoose.ClientSession): Promise<NewsletterSubscription | undefined>;
  /** Keeps the subscription as the only one of its address; throws `AddressTakenError` when another was quicker. */
  save(subscription: NewsletterSubscription, session: mongoose.ClientSession): Promise<void>;
  /** Who said yes, in the order of their ids, from the one after `cursor` on. */
  confirmedAfter(cursor: string, limit: number): Promise<NewsletterSubscription[]>;
  /**
   * Those of these subscriptions that get the newsletter now; until the end of the transaction nobody can end one unnoticed: one
   * of the two that collide begins anew.
   */
  stillWanted(
    subscriptionIds: readonly string[],
    session: mongoose.ClientSession,
  ): Promise<ReadonlySet<string>>;
  delete(subscriptionId: string, session: mongoose.ClientSession): Promise<void>;
  /** Runs the work as one transaction; it may run again after a collision. */
  inTransaction<T>(work: (session: mongoose.ClientSession) => Promise<T>): Promise<T>;
}

export function createNewsletterSubscriptionsStore(
  model: ReturnType<typeof createNewsletterSubscriptionModel>,
): NewsletterSubscriptionsStore {
  const subscriptionOf = (found: SubscriptionDocument | null) =>
    found === null ? undefined : subscriptionFrom(found);
  return {
    async findByEmail(email, session) {
      const spellings = mongoose.trusted({ $in: emailSpellings(email) });
      return subscriptionOf(await model.findOne({ email: spellings }).session(session).lean());
    },
    async find(subscriptionId, session) {
      return subscriptionOf(await model.findById(subscriptionId).session(session).lean());
    },
    async save({ subscriptionId, ...subscription }, session) {
      try {
        // What ran out may still be there: the database's own clean-up comes once a minute.
        await model.deleteMany(
          { email: subscription.email, _id: mongoose.trusted({ $ne: subscriptionId }) },
          { session },
        );
        await model.replaceOne(
          { _id: subscriptionId },
          { _id: subscriptionId, ...subscription },
          { upsert: true, session },
        );
      } catch (error) {
        if (error instanceof mongoose.mongo.MongoServerError && error.code === 11000)
          throw new AddressTakenError('Another one was quicker.', { cause: error });
        throw error;
      }
    },
    async confirmedAfter(cursor, limit) {
      const found = await model
        .find({ state: 'confirmed', _id: mongoose.trusted({ $gt: cursor }) })
        .sort({ _id: 1 })
        .limit(limit)
        .lean();
      return found.map(subscriptionFrom);
    },
    async stillWanted(subscriptionIds, session) {
      const confirmed = {
        _id: mongoose.trusted({ $in: [...subscriptionIds] }),
        state: 'confirmed' as const,
      };
      await model.updateMany(confirmed, { $inc: { mails: 1 } }, { session });
      const found = await model.find(confirmed, { _id: 1 }).session(session).lean();
      return new Set(found.map(({ _id }) => _id));
    },
    async delete(subscriptionId, session) {
      await model.deleteOne({ _id: subscriptionId }, { session });
    },
    async inTransaction(work) {
      const session = await model.db.startSession();
      try {
        return await session.withTransaction(() => work(session), {
          readConcern: { level: 'snapshot' },
          writeConcern: { w: 'majority', j: true },
          maxCommitTimeMS: 5_000,
        });
      } finally {
        await session.endSession();
      }
    },
  };
}

function subscriptionFrom({
  _id,
  email,
  state,
  round,
  askedAt,
}: SubscriptionDocument): NewsletterSubscription {
  return { subscriptionId: _id, email, state, round, askedAt };
}
