import type { listPayouts, QueryOf } from '@kinmel/contracts';
import {
  type Change,
  declareCollection,
  hasMatched,
  inSession,
  isDuplicateKeyError,
  type NewAuditEntry,
  ProblemError,
  papersOf,
  personalDataOf,
  redactEvents,
  type ShopCalendar,
  type StoredWorkFields,
  saveChange,
  toStorableRecord,
  type WorkSource,
  workIndexes,
} from '@kinmel/service-kit';
import mongoose from 'mongoose';
import { withoutBuyer } from '../orders/orders.store.ts';
import { forgetSeller, type Payout, promisedAtOf } from './payout.rules.ts';

interface StoredPayout extends Omit<Payout, 'id'>, StoredWorkFields {
  _id: mongoose.Types.ObjectId;
  /** The sort key of the list that staff see. */
  place: number;
}

export const createPayoutModel = declareCollection<StoredPayout>(
  'payouts',
  [
    [{ place: 1 }],
    [{ status: 1, place: 1 }],
    [{ userId: 1 }],
    // A receipt belongs to one payout.
    [{ proofId: 1 }, { unique: true, partialFilterExpression: { proofId: { $type: 'string' } } }],
    // A change of credit is requested once per key. `$exists`, because look-ups by key would not use a partial index
    // on `$type`.
    [{ 'credit.key': 1 }, { unique: true, partialFilterExpression: { 'credit.key': { $exists: true } } }],
    ...workIndexes,
  ],
  mongoose.Types.ObjectId,
);

export const payoutWork: WorkSource<StoredPayout> = {
  kind: 'payout',
  collection: 'payouts',
  fields: ['subject', 'status', 'needsApproval', 'customer'],
  describe: ({ subject: title, status, needsApproval, customer }) => ({
    title,
    status: needsApproval && status === 'due' ? 'to-approve' : 'to-pay',
    customerName: customer.name,
  }),
};

const hiddenFields = { place: 0, promisedAt: 0, assignment: 0 } as const;
const toPayout = ({ _id, ...payout }: Omit<StoredPayout, keyof typeof hiddenFields>): Payout => ({
  ...payout,
  id: _id.toHexString(),
});

/** Unpaid ones first, oldest first; then the paid ones, newest first; then stopped and ended ones. */
const placeOf = ({ status, createdAt, paidAt }: Payout) => {
  if (status === 'stopped' || status === 'ended') return createdAt.getTime();
  // No time in milliseconds is above 1e13.
  return paidAt === null ? createdAt.getTime() - 1e13 : -paidAt.getTime();
};

export type PayoutsStore = ReturnType<typeof createPayoutsStore>;

/** Payouts are never deleted, because accounting needs them. */
export function createPayoutsStore(connection: mongoose.Connection, calendar: ShopCalendar) {
  const model = createPayoutModel(connection);
  const personal = personalDataOf(connection);
  const fieldsOf = (payout: Payout) => {
    const { id, ...fields } = payout;
    const document = { ...fields, promisedAt: promisedAtOf(payout, calendar), place: placeOf(payout) };
    return personal.seal(papersOf(payout.userId ?? id), toStorableRecord(document), ['customer', 'account']);
  };
  const optionalFields = ['stopReason', 'credit', 'price'] as const;
  /** Sets all fields, and unsets those that the step has removed. */
  const changesOf = async (payout: Payout) => {
    const removedFields = optionalFields.filter((field) => payout[field] === undefined);
    return {
      $set: await fieldsOf(payout),
      ...(removedFields.length > 0
        ? { $unset: Object.fromEntries(removedFields.map((field) => [field, 1])) }
        : {}),
    };
  };

  return {
    /** Inserts a payout once per id, in the session's transaction. @param entry audit entry of a request by staff */
    async insert(payout: Payout, session: mongoose.ClientSession, entry?: NewAuditEntry): Promise<void> {
      if (await model.exists({ _id: payout.id }).session(session)) return;
      const fields = await fieldsOf(payout);
      await saveChange(connection, { entry, session }, () =>
        model.collection.insertOne({ ...fields, _id: new mongoose.Types.ObjectId(payout.id) }, { session }),
      );
    },

    async find(id: string): Promise<Payout | undefined> {
      const document = await model.findById(id, hiddenFields).lean();
      return document ? toPayout(await personal.open(document)) : undefined;
    },

    async list({ status, page, limit }: QueryOf<typeof listPayouts>) {
      const filter = status === 'all' || status === '' ? {} : { status };
      const query = model.find(filter, hiddenFields).sort({ place: 1 }).limit(limit);
      const documents = await query.skip((page - 1) * limit).lean();
      const payouts = (await personal.openAll(documents)).map(toPayout);
      return { payouts, total: await model.countDocuments(filter) };
    },

    /** Those of the given photos that a payout uses. */
    listProofsInUse: async (ids: readonly string[]): Promise<ReadonlySet<string>> =>
      new Set(
        await model.distinct('proofId', {
          proofId: mongoose.trusted<object>({ $in: [...ids], $type: 'string' }),
        }),
      ),

    /**
     * Saves state, events and audit entry together. Resolves with false, and saves nothing, after a concurrent write or
     * when `filter` does not match.
     */
    async save({ id: _id, version }: Payout, after: Payout, change: Change, filter = {}): Promise<boolean> {
      const changes = await changesOf(after);
      return saveChange(connection, change, (session) =>
        hasMatched(model.updateOne({ _id, version, ...filter }, changes, inSession(session))),
      ).catch((error: unknown) => {
        throw isDuplicateKeyError(error)
          ? new ProblemError('conflict', 'This receipt proves another payout.')
          : error;
      });
    },

    /** A change of credit that waits for its second approval. */
    async findByKey(key: string, session: mongoose.ClientSession): Promise<Payout | undefined> {
      const document = await model.findOne({ 'credit.key': key }, hiddenFields).session(session).lean();
      return document ? toPayout(await personal.open(document)) : undefined;
    },

    /** ORD-S4: removes the e-mail address only, as accounting needs the rest. A concurrent payment is refused. */
    async forget(userId: string, session: mongoose.ClientSession): Promise<void> {
      for (const document of await model.find({ userId }, hiddenFields).session(session).lean()) {
        const { _id } = document;
        const payout = toPayout(await personal.open(document));
        await model.updateOne({ _id }, await changesOf(forgetSeller(payout)), { session });
        await redactEvents(connection, String(_id), withoutBuyer, session);
      }
    },
  };
}
