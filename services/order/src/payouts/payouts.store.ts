import { type listPayouts, payoutMethods, payoutStatuses, type QueryOf } from '@kinmel/contracts';
import {
  type Change,
  declareWorkIndexes,
  isTaken,
  ProblemError,
  redactEvents,
  type ShopCalendar,
  type StoredWorkFields,
  saveChange,
  type WorkSource,
  workFields,
} from '@kinmel/service-kit';
import mongoose from 'mongoose';
import { sum } from '../ledger/ledger.store.ts';
import { part } from '../orders/order-documents.store.ts';
import { withoutBuyer } from '../orders/orders.store.ts';
import { type Payout, promisedAtOf } from './payout.rules.ts';

interface StoredPayout extends Omit<Payout, 'id'>, StoredWorkFields {
  _id: mongoose.Types.ObjectId;
  /** Its place in the list of staff. */
  place: number;
}

const text = { type: String, required: true };
const person = part({ id: text, name: String });

const payoutSchema = new mongoose.Schema<StoredPayout>(
  {
    userId: String,
    reference: text,
    subject: text,
    customer: part({ name: String, email: String }),
    amount: sum({ min: 1 }),
    method: { ...text, enum: payoutMethods },
    account: String,
    status: { ...text, enum: payoutStatuses },
    needsApproval: Boolean,
    approvedBy: person,
    paidBy: person,
    paymentReference: String,
    proofId: String,
    createdAt: Date,
    paidAt: Date,
    version: Number,
    place: Number,
    ...workFields,
  },
  { collection: 'payouts', versionKey: false, strict: 'throw', minimize: false, autoIndex: false, id: false },
);
payoutSchema.index({ place: 1 });
payoutSchema.index({ status: 1, place: 1 });
payoutSchema.index({ userId: 1 });
// A receipt proves one payout.
payoutSchema.index(
  { proofId: 1 },
  { unique: true, partialFilterExpression: { proofId: { $type: 'string' } } },
);
declareWorkIndexes(payoutSchema);

export const createPayoutModel = (connection: mongoose.Connection) =>
  connection.model<StoredPayout>('Payout', payoutSchema as never);

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
      new Set(
        await model.distinct('proofId', {
          proofId: mongoose.trusted<object>({ $in: [...ids], $type: 'string' }),
        }),
      ),

    /** Saves state, events and audit entry together. False, and nothing is saved, when another write was first. */
    replace: ({ id: _id, version }: Payout, after: Payout, change: Change): Promise<boolean> =>
      saveChange(connection, change, async (session) => {
        const set = { $set: fieldsOf(after) };
        return (await model.updateOne({ _id, version }, set, session ? { session } : {})).matchedCount === 1;
      }).catch((error: unknown) => {
        throw isTaken(error) ? new ProblemError('conflict', 'This receipt proves another payout.') : error;
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
