import type { RateRecord } from '@kinmel/contracts';
import {
  declareCollection,
  falseIfDuplicate,
  inSession,
  type NewAuditEntry,
  nativeCollection,
  readEachMinute,
  saveChange,
  withDatabaseTimeout,
} from '@kinmel/service-kit';
import mongoose from 'mongoose';

interface RateDocument extends Omit<RateRecord, 'from'> {
  from: Date;
}

export const createRateModel = declareCollection<RateDocument>(
  'rates',
  // Prevents two people who saw the same rate from both setting the next one.
  [[{ currency: 1, number: -1 }, { unique: true }]],
  mongoose.Types.ObjectId,
);

/** Short, because a buyer is waiting. */
const queryTimeoutMs = 1_000;

/** The initial rate; staff set the next one. */
const firstRate = {
  currency: 'USD',
  number: 1,
  shopMinorUnits: 13_500,
  setBy: '',
  reason: 'The first rate.',
} as const;

export type RatesStore = ReturnType<typeof createRatesStore>;

/** Exchange rates, which are only added, never changed. */
export function createRatesStore(connection: mongoose.Connection, now: () => Date) {
  const model = createRateModel(connection);

  async function list(): Promise<RateRecord[]> {
    const documents = await withDatabaseTimeout(
      model.find({}, { _id: 0 }).sort({ from: -1, number: -1 }).lean().exec(),
      queryTimeoutMs,
    );
    return documents.map(({ from, ...rate }) => ({ ...rate, from: from.toISOString() }));
  }

  /** False when the previous rate is no longer the newest. */
  async function add({ from, ...rate }: RateRecord, entry?: NewAuditEntry): Promise<boolean> {
    const isAdded = await falseIfDuplicate(
      saveChange(connection, { entry }, (session) =>
        nativeCollection(model).insertOne({ ...rate, from: new Date(from) }, inSession(session)),
      ),
    );
    if (isAdded) newest.forget();
    return isAdded;
  }

  const newest = readEachMinute(now, async () => {
    const rates = await list();
    return rates.filter(
      ({ currency }, index) => rates.findIndex((rate) => rate.currency === currency) === index,
    );
  });

  return {
    list,
    add,
    /** Stores the initial rate unless it exists. Safe in concurrent instances. */
    ensureFirst: () => add({ ...firstRate, from: now().toISOString() }),
    /** The newest rate of each currency, read at most once a minute. */
    inForce: newest.get,
  };
}
