import {
  declareCollection,
  dueDocuments,
  nativeCollection,
  pick,
  saveChange,
  type WireEvent,
} from '@kinmel/service-kit';
import type { ClientSession } from 'mongoose';
import type { Redemption } from './redemption.rules.ts';

interface RedemptionDocument extends Omit<Redemption, 'orderId'> {
  /** The order's id. */
  readonly _id: string;
  /** When the claim of the instance that settles it expires. */
  readonly claimedUntil?: Date;
  readonly createdAt: Date;
  readonly changedAt: Date;
}

const heldIndexOptions = { partialFilterExpression: { holdUntil: { $type: 'date' } } };

export const createRedemptionModel = declareCollection<RedemptionDocument>('redemptions', [
  [{ offerIds: 1, state: 1 }],
  [{ holdUntil: 1 }, heldIndexOptions],
  // The order in which holds are settled: untried ones first, then by the time of the last attempt.
  [{ claimedUntil: 1, holdUntil: 1 }, heldIndexOptions],
]);

const maxTimeMS = 2_000;
/** `$type` lets the query use the partial index. */
const overdueFilter = (now: Date) => ({ holdUntil: { $type: 'date' as const, $lte: now } });

export type RedemptionsStore = ReturnType<typeof createRedemptionsStore>;

/** The ledger: one permanent entry per order with offers. The counts of offers are derived from it. */
export function createRedemptionsStore(model: ReturnType<typeof createRedemptionModel>) {
  const redemptions = nativeCollection(model);
  const overdueHolds = dueDocuments(redemptions, {
    isDue: overdueFilter,
    claimField: 'claimedUntil',
    order: { holdUntil: 1 },
  });
  return {
    async find(orderId: string, session: ClientSession): Promise<Redemption | undefined> {
      const document = await redemptions.findOne({ _id: orderId }, { session, maxTimeMS });
      return document
        ? { orderId, ...pick(document, 'userId', 'offerIds', 'state', 'holdUntil') }
        : undefined;
    },
    /** Fails with a duplicate key if the order has an entry. */
    async insert({ orderId: _id, ...entry }: Redemption, createdAt: Date, session: ClientSession) {
      await redemptions.insertOne({ _id, ...entry, createdAt, changedAt: createdAt }, { session });
    },
    async save(
      { orderId, ...entry }: Redemption,
      changedAt: Date,
      session: ClientSession,
      events: readonly WireEvent[] = [],
    ) {
      await saveChange(model.db, { record: orderId, events, session }, () =>
        redemptions.updateOne(
          { _id: orderId },
          { $set: { ...entry, changedAt }, $setOnInsert: { createdAt: changedAt } },
          { upsert: true, session, maxTimeMS },
        ),
      );
    },
    overdue: overdueHolds.due,
    async claim(orderId: string, now: Date, claimMs: number) {
      const claimedHold = await overdueHolds.claim(orderId, now, claimMs, { holdUntil: 1 });
      return claimedHold?.holdUntil ? { orderId, overdueAt: claimedHold.holdUntil } : undefined;
    },
    countOverdue: (now: Date) => redemptions.countDocuments(overdueFilter(now), { maxTimeMS }),
    /** The number of reserved or captured entries of an offer. */
    countOf: (offerId: string, session: ClientSession) =>
      redemptions.countDocuments(
        { offerIds: offerId, state: { $in: ['reserved', 'captured'] } },
        { session, maxTimeMS: 60_000 },
      ),
  };
}
