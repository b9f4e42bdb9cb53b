import type { Money } from '@kinmel/contracts';
import {
  declareCollection,
  type NewAuditEntry,
  nativeCollection,
  planted,
  redactEvents,
  saveChange,
  toStorableRecord,
} from '@kinmel/service-kit';
import mongoose from 'mongoose';
import { withoutBuyer } from '../orders/orders.store.ts';
import type { StaffCreditSums } from './approval.rules.ts';
import {
  accountDeleted,
  amountOf,
  type Customer,
  changedEvent,
  expiry,
  money,
  type NewPosting,
  notEnoughCredit,
  type Posting,
  postingFrom,
} from './ledger.rules.ts';

interface StoredPosting extends Omit<Posting, 'key'> {
  readonly _id: string;
}

/** The sum of a customer's entries, and the number of their postings. */
export interface Balance {
  readonly _id: string;
  readonly balance: Money;
  readonly postings: number;
  /** When the account was deleted; absent until then. */
  readonly closedAt?: Date;
}

export const createPostingModel = declareCollection<StoredPosting>('ledger_postings', [
  [{ userId: 1, number: -1 }, { unique: true }],
  [{ at: 1 }, { partialFilterExpression: { cause: 'goodwill' } }],
]);
export const createBalanceModel = declareCollection<Balance>('credit_balances', []);

const toPosting = ({ _id: key, ...posting }: StoredPosting): Posting => ({ key, ...posting });

/** Postings are only inserted, never updated or deleted. */
export type LedgerStore = ReturnType<typeof createLedgerStore>;

export function createLedgerStore(connection: mongoose.Connection) {
  const postings = createPostingModel(connection);
  const balances = createBalanceModel(connection);
  const emptyBalance = { _id: '', balance: money(0), postings: 0 };

  const balanceOf = async (userId: string, session: mongoose.ClientSession | null = null): Promise<Balance> =>
    (await balances.findById(userId).session(session).lean()) ?? emptyBalance;

  /** Whether the account was deleted: then only the expiry of its credit can be posted (ORD-K8). */
  const isClosed = async (userId: string, session: mongoose.ClientSession): Promise<boolean> =>
    !planted('ledger.deleted-account') && (await balanceOf(userId, session)).closedAt !== undefined;

  /**
   * Idempotent per key: `isRepeated` is true if the posting existed already. Runs in the caller's transaction, and adds
   * the event for the customer.
   * @param customer null for a deleted account
   * @param entry audit entry of a change by staff
   * @throws ProblemError not-enough-credit, or conflict for a deleted account (ORD-K8), which aborts the transaction
   */
  async function post(
    posting: NewPosting,
    customer: Customer | null,
    session: mongoose.ClientSession,
    entry?: NewAuditEntry,
  ): Promise<{ readonly posting: Posting; readonly isRepeated: boolean }> {
    const { key, userId, amount } = posting;
    const earlier = await postings.findById(key).session(session).lean();
    if (earlier) return { posting: toPosting(earlier), isRepeated: true };
    if (posting.cause !== 'expiry' && (await isClosed(userId, session))) throw accountDeleted();
    const { amountInMinorUnits, currency } = amount;
    const newBalance = await balances
      .findOneAndUpdate(
        {
          _id: userId,
          'balance.amountInMinorUnits': mongoose.trusted({
            $gte: -amountInMinorUnits,
          }),
        },
        {
          $inc: { 'balance.amountInMinorUnits': amountInMinorUnits, postings: 1 },
          $setOnInsert: { 'balance.currency': currency },
        },
        {
          upsert: amountInMinorUnits > 0,
          returnDocument: 'after',
          ...(planted('ledger.balance-first') ? {} : { session }),
        },
      )
      .lean();
    if (newBalance === null) throw notEnoughCredit((await balanceOf(userId, session)).balance);
    const newPosting = postingFrom(posting, {
      number: newBalance.postings,
      balanceAfter: newBalance.balance,
    });
    const { key: _id, ...fields } = newPosting;
    const events = customer ? [changedEvent(newPosting, customer)] : [];
    await saveChange(connection, { events, entry, session }, () =>
      nativeCollection(postings).insertOne(toStorableRecord({ _id, ...fields }), { session }),
    );
    return { posting: newPosting, isRepeated: false };
  }

  return {
    post,
    find: async (key: string, session: mongoose.ClientSession): Promise<Posting | undefined> => {
      const document = await postings.findById(key).session(session).lean();
      return document ? toPosting(document) : undefined;
    },
    balanceOf,
    isClosed,

    /**
     * ORD-K8: the credit of a deleted account expires, nothing can be posted to it afterwards, and personal data is
     * removed from its stored events. A concurrent posting conflicts with this write.
     */
    async close(userId: string, at: Date, session: mongoose.ClientSession): Promise<void> {
      const closing = { $set: { closedAt: at }, $setOnInsert: { balance: money(0), postings: 0 } };
      if (!(await isClosed(userId, session)))
        await balances.updateOne({ _id: userId }, closing, { upsert: true, session });
      const { balance, postings: count } = await balanceOf(userId, session);
      const expiryFields = { key: `${userId}:${count + 1}`, at, userId, reason: 'The account was deleted.' };
      if (balance.amountInMinorUnits > 0)
        await post(expiry(expiryFields, balance.amountInMinorUnits), null, session);
      await redactEvents(connection, userId, withoutBuyer, session);
    },

    /** Totals of goodwill and corrections by staff since `since`. */
    async findGivenByStaffSince(userId: string, since: Date, session: mongoose.ClientSession) {
      const staffPostings = await postings
        .find({ userId, at: mongoose.trusted({ $gte: since }) })
        .session(session)
        .lean();
      const sumOf = (cause: keyof StaffCreditSums) =>
        staffPostings.reduce(
          (sum, posting) => sum + (posting.cause === cause ? amountOf(posting).amountInMinorUnits : 0),
          0,
        );
      return { goodwill: sumOf('goodwill'), correction: sumOf('correction') };
    },

    /** Customers who were given goodwill before `before` and still have credit. */
    async listCustomersWithGoodwill(before: Date): Promise<string[]> {
      const filter = { cause: 'goodwill', at: mongoose.trusted({ $lt: before }) } as const;
      const _id = mongoose.trusted({ $in: await postings.distinct('userId', filter) });
      const isPositive = mongoose.trusted({ $gt: 0 });
      return balances.distinct('_id', { _id, 'balance.amountInMinorUnits': isPositive });
    },

    /** Sorted from oldest to newest. */
    list: async (userId: string, session: mongoose.ClientSession): Promise<Posting[]> =>
      (await postings.find({ userId }).sort({ number: 1 }).session(session).lean()).map(toPosting),

    /** Sorted from newest to oldest. */
    async listPage(userId: string, { page, limit }: { page: number; limit: number }): Promise<Posting[]> {
      const newest = postings.find({ userId }).sort({ number: -1 });
      return (
        await newest
          .skip((page - 1) * limit)
          .limit(limit)
          .lean()
      ).map(toPosting);
    },
  };
}
