import type { listPayouts, QueryOf } from '@kinmel/contracts';
import {
  type Change,
  declareWorkIndexes,
  redactEvents,
  type ShopCalendar,
  type StoredWorkFields,
  saveChange,
  type WorkSource,
} from '@kinmel/service-kit';
import mongoose from 'mongoose';
import { withoutBuyer } from '../orders/orders.store.ts';
import { type Payout, promisedAtOf } from './payout.rules.ts';

interface StoredPayout extends Omit<Payout, 'id'>, StoredWorkFields {
  _id: mongoose.Types.ObjectId;
  /** Its place in the list of staff. */
  place: number;
}

// The contracts check what is written.
const payoutSchema = new mongoose.Schema(
  {},
  { strict: false, strictQuery: false, versionKey: false, minimize: false, autoIndex: false, id: false },
);
payoutSchema.index({ place: 1 });
payoutSchema.index({ status: 1, place: 1 });
payoutSchema.index({ userId: 1 });
payoutSchema.index({ proofId: 1 });
declareWorkIndexes(payoutSchema);

export const createPayoutModel = (connection: mongoose.Connection): mongoose.Model<StoredPayout> =>
  connection.model<StoredPayout>('Payout', payoutSchema as never, 'payouts');

export const payoutWork: WorkSource<StoredPayout> = {
  kind: 'payout',
  collection: 'payouts',
  fields: ['subject', 'status', 'needsApproval', 'customer.name'],
  describe: ({ subject: title, status, needsApproval, customer }) => ({
    title,
    status: needsApproval && status === 'due' ? 'to-approve' : 'to-pay',
    customerName: customer.name,
  }),
};

const payoutFields = { place: 0, promisedAt: 0, assignment: 0 } as const;
const toPayout = ({ _id, ...payout }: Omit<StoredPayout, keyof typeof payoutFields>): Payout => ({
  ...payout,
  id: _id.toHexString(),
});

/** Unpaid ones first, oldest first; then the paid ones, newest first. */
const placeOf = ({ createdAt, paidAt }: Payout) =>
  // No time in milliseconds is above 1e13.
  paidAt === null ? createdAt.getTime() - 1e13 : -paidAt.getTime();

export type PayoutsStore = ReturnType<typeof createPayoutsStore>;

/** Payouts are never deleted: they belong to the accounts. */
export function createPayoutsStore(connection: mongoose.Connection, calendar: ShopCalendar) {
  const model = createPayoutModel(connection);
  const fieldsOf = (payout: Payout) => {
    const { id: _id, ...fields } = payout;
    return { ...fields, promisedAt: promisedAtOf(payout, calendar), place: placeOf(payout) };
  };

  return {
    /** Once by its id, in the transaction of the session. */
    async add(payout: Payout, session: mongoose.ClientSession): Promise<void> {
      if (await model.exists({ _id: payout.id }).session(session)) return;
      await new model({ _id: payout.id, ...fieldsOf(payout) }).save({ session });
    },

    async find(id: string): Promise<Payout | undefined> {
      const found = await model.findById(id, payoutFields).lean();
      return found ? toPayout(found) : undefined;
    },

    async list({ status, page, limit }: QueryOf<typeof listPayouts>) {
      const filter = status === 'all' || status === '' ? {} : { status };
      const sorted = model.find(filter, payoutFields).sort({ place: 1 }).limit(limit);
      const found = await sorted.skip((page - 1) * limit).lean();
      return { payouts: found.map(toPayout), total: await model.countDocuments(filter) };
    },

    /** The given photos that a payout uses. */
    proofsInUse: async (ids: readonly string[]): Promise<ReadonlySet<string>> =>
      new Set(await model.distinct('proofId', { proofId: mongoose.trusted<object>({ $in: [...ids] }) })),

    /** Saves state, events and audit entry together. False, and nothing is saved, when another write was first. */
    replace: ({ id: _id, version }: Payout, after: Payout, change: Change): Promise<boolean> =>
      saveChange(connection, change, async (session) => {
        const set = { $set: fieldsOf(after) };
        return (await model.updateOne({ _id, version }, set, session ? { session } : {})).matchedCount === 1;
      }),

    /** S4: accounting needs all but the address. A concurrent payment is refused. */
    async forget(userId: string, session: mongoose.ClientSession): Promise<void> {
      const erased = { $set: { userId: null, 'customer.email': '' }, $inc: { version: 1 } };
      for (const { _id } of await model.find({ userId }, { _id: 1 }).session(session).lean()) {
        await model.updateOne({ _id }, erased, { session });
        await redactEvents(connection, String(_id), withoutBuyer, session);
      }
    },
  };
}
