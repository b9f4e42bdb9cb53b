import { type AlertCause, alertCauses, alertKinds } from '@kinmel/contracts';
import { saveChange, type WireEvent } from '@kinmel/service-kit';
import mongoose from 'mongoose';
import type { ProductState } from '../products/product.rules.ts';
import { type AlertState, alertsPerMailbox, maxDue, wordsOf } from './alert.rules.ts';

interface AlertDocument extends Omit<AlertState, 'id' | 'terms' | 'due'> {
  _id: string;
  tokenHash: string;
  /** A number below `alertsPerMailbox`, unique for its address. */
  slot: number;
  terms: string[];
  due: { productId: string; cause: AlertCause }[];
}

const text = { type: String, required: true };
const date = { type: Date, default: null };
const amount = { type: Number, default: null };

const alertSchema = new mongoose.Schema<AlertDocument>(
  {
    _id: text,
    tokenHash: text,
    slot: { type: Number, required: true, min: 0, max: alertsPerMailbox - 1 },
    kind: { ...text, enum: alertKinds },
    email: text,
    userId: { type: String, default: null },
    key: text,
    subject: text,
    productId: { type: String, default: null },
    terms: [String],
    maxPriceInMinorUnits: amount,
    lowestPriceInMinorUnits: amount,
    due: [new mongoose.Schema({ productId: text, cause: { ...text, enum: alertCauses } }, { _id: false })],
    confirmedAt: date,
    expiresAt: date,
    sendAfter: date,
    lastSentAt: date,
    createdAt: { type: Date, required: true },
    version: { type: Number, required: true, min: 1 },
  },
  { versionKey: false, autoIndex: false, id: false },
);
alertSchema.index({ tokenHash: 1 }, { unique: true });
alertSchema.index({ email: 1, slot: 1 }, { unique: true });
alertSchema.index({ email: 1, key: 1 }, { unique: true });
alertSchema.index({ userId: 1, createdAt: -1 });
alertSchema.index({ kind: 1, productId: 1 });
alertSchema.index({ sendAfter: 1 }, { partialFilterExpression: { 'due.productId': { $exists: true } } });
alertSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const createAlertModel = (connection: mongoose.Connection) =>
  connection.model<AlertDocument>('alert', alertSchema, 'alerts');

/** The same alert, or another one of its address, was saved concurrently. */
const isTaken = (error: unknown) => error instanceof mongoose.mongo.MongoServerError && error.code === 11000;

function toState({ _id: id, tokenHash: _hash, slot: _slot, ...fields }: AlertDocument): AlertState {
  return { ...fields, id };
}

/** What one product means for the alerts that it matches. */
const pushed = (productId: string, cause: AlertCause) => ({
  $push: { due: { $each: [{ productId, cause }], $slice: -maxDue } },
  $inc: { version: 1 },
});

export function createAlertsStore(model: ReturnType<typeof createAlertModel>) {
  // By the driver: filters contain only own values, so nothing needs casting.
  const alerts = model.collection as unknown as mongoose.mongo.Collection<AlertDocument>;
  const one = (found: AlertDocument | null) => (found ? toState(found) : undefined);

  return {
    async findByTokenHash(tokenHash: string): Promise<AlertState | undefined> {
      return one(await alerts.findOne({ tokenHash }));
    },
    async findSame({ email, key }: Pick<AlertState, 'email' | 'key'>): Promise<AlertState | undefined> {
      return one(await alerts.findOne({ email, key }));
    },
    async listOwn(userId: string): Promise<AlertState[]> {
      return (await alerts.find({ userId }).sort({ createdAt: -1 }).toArray()).map(toState);
    },
    /** `full` when the address has as many as it may have; `taken` when another call was faster. */
    async insert(
      { id, ...alert }: AlertState,
      tokenHash: string,
      events: readonly WireEvent[],
    ): Promise<'kept' | 'full' | 'taken'> {
      const taken = new Set(await alerts.distinct('slot', { email: alert.email }));
      const free = Array.from({ length: alertsPerMailbox }, (_, n) => n).filter((n) => !taken.has(n));
      // Concurrent calls seldom choose the same one.
      const slot = free[Math.floor(Math.random() * free.length)];
      if (slot === undefined) return 'full';
      try {
        const document = { ...alert, _id: id, tokenHash, slot, terms: [...alert.terms], due: [] };
        await saveChange(model.db, { events }, (session) => model.create([document], { session }));
        return 'kept';
      } catch (error) {
        if (isTaken(error)) return 'taken';
        throw error;
      }
    },
    /** Changes the version that was read, with its events; false when it has changed since. */
    async change(
      { id, version }: AlertState,
      fields: Partial<Omit<AlertState, 'id' | 'version' | 'terms' | 'due'>> & { readonly due?: never[] },
      events: readonly WireEvent[] = [],
    ): Promise<boolean> {
      return saveChange(model.db, { events }, async (session) => {
        const { matchedCount } = await alerts.updateOne(
          { _id: id, version },
          { $set: fields, $inc: { version: 1 } },
          session ? { session } : {},
        );
        return matchedCount === 1;
      });
    },
    /** Notes a product in the alerts that it matches (A6). */
    async noteMatches(
      product: ProductState,
      cause: AlertCause,
      session: mongoose.ClientSession,
    ): Promise<void> {
      const { id: productId, priceInMinorUnits: price } = product;
      const isNoted = { 'due.productId': { $ne: productId } };
      const isDrop = cause === 'cheaper' ? { lowestPriceInMinorUnits: { $gt: price } } : {};
      // An alert for a product is asked for when there is one.
      if (cause !== 'new')
        await alerts.updateMany(
          { kind: 'product', productId, ...isNoted, ...isDrop },
          pushed(productId, cause),
          { session },
        );
      await alerts.updateMany(
        {
          kind: 'wish',
          terms: { $not: { $elemMatch: { $nin: wordsOf(product) } } },
          $or: [{ maxPriceInMinorUnits: null }, { maxPriceInMinorUnits: { $gte: price } }],
          ...isNoted,
        },
        pushed(productId, cause),
        { session },
      );
    },
    /** Confirmed alerts with due products whose day of rest is over. */
    async due(now: Date, limit: number): Promise<AlertState[]> {
      const due = { 'due.productId': { $exists: true }, sendAfter: { $lte: now } };
      return (await alerts.find(due).sort({ sendAfter: 1 }).limit(limit).toArray()).map(toState);
    },
    async end(
      filter: { tokenHash: string } | { userId: string } | { productId: string },
      session?: mongoose.ClientSession,
    ) {
      await alerts.deleteMany(filter, session ? { session } : {});
    },
  };
}

export type AlertsStore = ReturnType<typeof createAlertsStore>;
