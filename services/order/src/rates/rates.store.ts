import type { RateRecord } from '@kinmel/contracts';
import {
  declareCollection,
  driverOf,
  falseIfDuplicate,
  inSession,
  type NewAuditEntry,
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
  // Prevents that two people who saw the same rate both set the next one.
  [[{ currency: 1, number: -1 }, { unique: true }]],
  mongoose.Types.ObjectId,
);

/** Short, because a buyer is waiting. */
const limitMs = 1_000;

/** The initial rate; staff set the next one. */
const firstRate = {
  currency: 'USD',
  number: 1,
  shopMinorUnits: 13_500,
  setBy: '',
  reason: 'The first rate.',
} as const;

export type RatesStore = ReturnType<typeof createRatesStore>;

/** Exchange rates: new ones are added, and none is changed. */
export function createRatesStore(connection: mongoose.Connection, now: () => Date) {
  const model = createRateModel(connection);

  async function list(): Promise<RateRecord[]> {
    const documents = await withDatabaseTimeout(
      model.find({}, { _id: 0 }).sort({ from: -1, number: -1 }).lean().exec(),
      limitMs,
    );
    return documents.map(({ from, ...rate }) => ({ ...rate, from: from.toISOString() }));
  }

  /** False when the previous rate is no longer the newest. */
  async function add({ from, ...rate }: RateRecord, entry?: NewAuditEntry): Promise<boolean> {
    const isAdded = await falseIfDuplicate(
      saveChange(connection, { entry }, (session) =>
        driverOf(model).insertOne({ ...rate, from: new Date(from) }, inSession(session)),
      ),
    );
    if (isAdded) newest.forget();
    return isAdded;
  }

  const newest = readEachMinute(now, async () => {
    const all = await list();
    return all.filter(({ currency }, index) => all.findIndex((each) => each.currency === currency) === index);
  });

  return {
    list,
    add,
    /** Stores the initial rates unless there are some. Safe in concurrent instances. */
    keepFirst: () => add({ ...firstRate, from: now().toISOString() }),
    /** The newest rate of each currency, read at most once a minute. */
    inForce: newest.get,
  };
}
