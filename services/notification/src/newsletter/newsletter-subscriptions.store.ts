import { declareCollection, emailKeysOf, isDuplicateKeyError, personalDataOf } from '@kinmel/service-kit';
import mongoose from 'mongoose';
import { confirmWithinHours, type NewsletterSubscription } from './newsletter.rules.ts';

interface SubscriptionDocument extends Omit<NewsletterSubscription, 'subscriptionId'> {
  _id: string;
  /** The keyed hash of the address; subscriptions made before the key existed store the address itself. */
  email: string;
  /** Sealed. Subscriptions of an older release have none. */
  address?: string;
  /** Incremented with every mail, so that writing one conflicts with a concurrent unsubscribe. */
  mails?: number;
}

export const createNewsletterSubscriptionModel = declareCollection<SubscriptionDocument>(
  'newsletter_subscriptions',
  [
    [{ email: 1 }, { unique: true }],
    // Unconfirmed addresses expire (NOT-N3).
    [
      { askedAt: 1 },
      { expireAfterSeconds: confirmWithinHours * 60 * 60, partialFilterExpression: { state: 'asked' } },
    ],
  ],
);

/** Thrown when a concurrent request saved the same new address. */
export class AddressTakenError extends Error {
  override readonly name = 'AddressTakenError';
}

const subscriptionFrom = ({
  _id: subscriptionId,
  mails: _mails,
  address,
  email,
  ...fields
}: SubscriptionDocument): NewsletterSubscription => ({ ...fields, email: address ?? email, subscriptionId });

export function createNewsletterSubscriptionsStore(
  model: ReturnType<typeof createNewsletterSubscriptionModel>,
) {
  const personal = personalDataOf(model.db);
  const subscriptionOf = async (document: SubscriptionDocument | null) =>
    document === null ? undefined : subscriptionFrom(await personal.open(document));
  return {
    async findByEmail(email: string, session: mongoose.ClientSession) {
      const keys = mongoose.trusted({ $in: await emailKeysOf(personal, email) });
      return subscriptionOf(await model.findOne({ email: keys }).session(session).lean());
    },
    async find(subscriptionId: string, session: mongoose.ClientSession) {
      return subscriptionOf(await model.findById(subscriptionId).session(session).lean());
    },
    /** Saves the only subscription of its address; throws `AddressTakenError` when a concurrent one was saved. */
    async save({ subscriptionId, ...subscription }: NewsletterSubscription, session: mongoose.ClientSession) {
      const keys = await emailKeysOf(personal, subscription.email);
      const fields = { _id: subscriptionId, ...subscription, email: keys[0], address: subscription.email };
      const sealed = await personal.seal(subscriptionId, fields, ['address']);
      try {
        // Expired documents may still exist: TTL deletion runs once a minute.
        await model.deleteMany(
          { email: mongoose.trusted({ $in: keys }), _id: mongoose.trusted({ $ne: subscriptionId }) },
          { session },
        );
        await model.replaceOne({ _id: subscriptionId }, sealed, { upsert: true, session });
      } catch (error) {
        if (isDuplicateKeyError(error))
          throw new AddressTakenError('A concurrent request saved this address.', { cause: error });
        throw error;
      }
    },
    /** Confirmed subscriptions after `cursor`, in the order of ids. */
    async confirmedAfter(cursor: string, limit: number): Promise<NewsletterSubscription[]> {
      const documents = await model
        .find({ state: 'confirmed', _id: mongoose.trusted({ $gt: cursor }) })
        .sort({ _id: 1 })
        .limit(limit)
        .lean();
      return (await personal.openAll(documents)).map(subscriptionFrom);
    },
    /**
     * The subset of the subscriptions that are still confirmed. A concurrent unsubscribe conflicts with the transaction, and
     * one of them is retried.
     */
    async stillConfirmed(subscriptionIds: readonly string[], session: mongoose.ClientSession) {
      const confirmedFilter = {
        _id: mongoose.trusted({ $in: [...subscriptionIds] }),
        state: 'confirmed' as const,
      };
      await model.updateMany(confirmedFilter, { $inc: { mails: 1 } }, { session });
      const documents = await model.find(confirmedFilter, { _id: 1 }).session(session).lean();
      return new Set(documents.map(({ _id }) => _id));
    },
    async delete(subscriptionId: string, session: mongoose.ClientSession): Promise<void> {
      await model.deleteOne({ _id: subscriptionId }, { session });
    },
  };
}

export type NewsletterSubscriptionsStore = ReturnType<typeof createNewsletterSubscriptionsStore>;
