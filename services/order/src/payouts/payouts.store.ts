import { type listPayouts, payoutMethods, payoutStatuses, type QueryOf } from '@kinmel/contracts';
import {
  declareWorkIndexes,
  type NewAuditEntry,
  redactEvents,
  type ShopCalendar,
  type StoredWorkFields,
  saveChange,
  type WireEvent,
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
const ownText = { type: String, default: '' };
const person = part({ id: text, name: ownText });

const payoutSchema = new mongoose.Schema<StoredPayout>(
  {
    userId: String,
    reference: text,
    subject: text,
    customer: part({ name: ownText, email: ownText }),
    amount: sum({ min: 1 }),
    method: { ...text, enum: payoutMethods },
    account: ownText,
    status: { ...text, enum: payoutStatuses },
    needsApproval: { type: Boolean, required: true },
    approvedBy: person,
    paidBy: person,
    paymentReference: ownText,
    createdAt: { type: Date, required: true },
    paidAt: Date,
    version: { type: Number, required: true },
    place: { type: Number, required: true },
    ...workFields,
  },
  { collection: 'payouts', versionKey: false, strict: 'throw', minimize: false, autoIndex: false, id: false },
);
payoutSchema.index({ place: 1 });
payoutSchema.index({ status: 1, place: 1 });
payoutSchema.index({ userId: 1 });
declareWorkIndexes(payoutSchema);

export const createPayoutModel = (connection: mongoose.Connection) =>
  connection.model<StoredPayout>('Payout', payoutSchema as never);

export const payoutWork: WorkSource<StoredPayout> = {
  kind: 'payout',
  collection: 'payouts',
  fields: ['subject', 'status', 'needsApproval', 'customer.name'],
  describe: ({ subject, status, needsApproval, customer }) => ({
    title: subject,
    status: needsApproval && status === 'due' ? 'to-approve' : 'to-pay',
    customerName: customer.name,
  }),
};

const payoutFields = { place: 0, promisedAt: 0, assignment: 0 } as const;
const toPayout = ({ _id, ...payout }: Omit<StoredPayout, keyof typeof payoutFields>): Payout => ({
  ...payout,
  id: _id.toHexString(),
});

/** Later than any time of a payout, in milliseconds. */
const after = 1e13;
/** Unpaid ones first, oldest first; then the paid ones, newest first. */
const placeOf = ({ createdAt, paidAt }: Payout) =>
  paidAt === null ? createdAt.getTime() - after : -paidAt.getTime();

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
      const found = model.find(filter, payoutFields).sort({ place: 1 });
      const [payouts, total] = await Promise.all([
        found
          .skip((page - 1) * limit)
          .limit(limit)
          .lean(),
        model.countDocuments(filter),
      ]);
      return { payouts: payouts.map(toPayout), total };
    },

    /** Saves state, events and audit entry together. False, and nothing is saved, when another write was first. */
    replace: (
      before: Payout,
      payout: Payout,
      change: { readonly events: readonly WireEvent[]; readonly entry: NewAuditEntry | undefined },
    ): Promise<boolean> =>
      saveChange(connection, change, async (session) => {
        const same = { _id: before.id, version: before.version };
        const { matchedCount } = await model.updateOne(
          same,
          { $set: fieldsOf(payout) },
          session ? { session } : {},
        );
        return matchedCount === 1;
      }),

    /** P4: accounting needs all but the address. A concurrent payment is decided again. */
    async forget(userId: string, session: mongoose.ClientSession): Promise<void> {
      for (const { _id } of await model.find({ userId }, { _id: 1 }).session(session).lean()) {
        const erased = { $set: { userId: null, 'customer.email': '' }, $inc: { version: 1 } };
        await model.updateOne({ _id }, erased, { session });
        await redactEvents(connection, String(_id), withoutBuyer, session);
      }
    },
  };
}
