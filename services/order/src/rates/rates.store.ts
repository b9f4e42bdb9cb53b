import type { RateRecord } from '@kinmel/contracts';
import { type NewAuditEntry, saveChange, withDatabaseTimeout } from '@kinmel/service-kit';
import mongoose from 'mongoose';

interface RateDocument extends Omit<RateRecord, 'from'> {
  from: Date;
}

const rateSchema = new mongoose.Schema<RateDocument>(
  {
    currency: { type: String, required: true },
    number: { type: Number, required: true },
    shopMinorUnits: { type: Number, required: true },
    from: { type: Date, required: true },
    setBy: { type: String, default: '' },
    reason: { type: String, default: '' },
  },
  { collection: 'rates', versionKey: false, autoIndex: false, id: false },
);
// Two people who saw the same rate cannot both set the next one.
rateSchema.index({ currency: 1, number: -1 }, { unique: true });

export const createRateModel = (connection: mongoose.Connection) => connection.model('Rate', rateSchema);

/** Part of a buyer's waiting time. */
const limitMs = 1_000;
/** Other instances show a new rate after this time. */
const keptMs = 60_000;

/** The rate of the first start; staff set the next one. */
export const firstRates: readonly Pick<RateRecord, 'currency' | 'shopMinorUnits'>[] = [
  { currency: 'USD', shopMinorUnits: 13_500 },
];

export type RatesStore = ReturnType<typeof createRatesStore>;

/** Exchange rates: a new one is added, none is changed. */
export function createRatesStore(connection: mongoose.Connection, now: () => Date) {
  const model = createRateModel(connection);
  let kept: { readonly span: number; readonly rates: Promise<RateRecord[]> } | undefined;

  async function list(): Promise<RateRecord[]> {
    const found = await withDatabaseTimeout(
      model.find({}, { _id: 0 }).sort({ from: -1, number: -1 }).lean().exec(),
      limitMs,
    );
    return found.map(({ from, ...rate }) => ({ ...rate, from: from.toISOString() }));
  }

  /** False when the rate before it is not the newest any more. */
  async function add({ from, ...rate }: RateRecord, entry?: NewAuditEntry): Promise<boolean> {
    try {
      await saveChange(connection, { entry }, (session) =>
        model.create([{ ...rate, from: new Date(from) }], session ? { session } : {}),
      );
    } catch (error) {
      if (error instanceof mongoose.mongo.MongoServerError && error.code === 11000) return false;
      throw error;
    }
    kept = undefined;
    return true;
  }

  return {
    list,
    add,
    /** Stores the rates of the first start unless there are some. Safe in parallel instances. */
    async keepFirst(): Promise<void> {
      for (const rate of firstRates)
        await add({ ...rate, number: 1, from: now().toISOString(), setBy: '', reason: 'The first rate.' });
    },
    /** The newest rate of each currency, read at most once a minute. */
    inForce(): Promise<RateRecord[]> {
      const span = Math.floor(now().getTime() / keptMs);
      if (kept?.span === span) return kept.rates;
      const rates = list().then((all) =>
        all.filter(({ currency }, index) => all.findIndex((each) => each.currency === currency) === index),
      );
      kept = { span, rates };
      rates.catch(() => {
        kept = undefined;
      });
      return rates;
    },
  };
}
