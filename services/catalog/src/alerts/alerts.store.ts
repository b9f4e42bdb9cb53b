import type { AlertCause } from '@kinmel/contracts';
import {
  declareCollection,
  emailKeysOf,
  falseIfDuplicate,
  hasMatched,
  inSession,
  inTransaction,
  nativeCollection,
  ProblemError,
  personalDataOf,
  saveChange,
  serviceData,
  type WireEvent,
} from '@kinmel/service-kit';
import type mongoose from 'mongoose';
import type { ProductState } from '../products/product.rules.ts';
import { type AlertState, alertsPerMailbox, maxDue, minGradesOf, wordsOf } from './alert.rules.ts';

interface AlertDocument extends Omit<AlertState, 'id'> {
  _id: string;
  /** The keyed hash of the address; alerts created before the key existed store the address itself. */
  email: string;
  /** The sealed address; absent in older alerts. */
  address?: string;
  tokenHash: string;
  /** Unique per address: below `alertsPerMailbox` for a confirmed alert, from there on for an unconfirmed one (CAT-A3). */
  slot: number;
}

export const createAlertModel = declareCollection<AlertDocument>('alerts', [
  [{ tokenHash: 1 }, { unique: true }],
  [{ email: 1, slot: 1 }, { unique: true }],
  [{ email: 1, key: 1 }, { unique: true }],
  [{ userId: 1 }],
  [{ productId: 1 }],
  [{ sendAfter: 1 }, { partialFilterExpression: { 'due.productId': { $exists: true } } }],
  [{ expiresAt: 1 }, { expireAfterSeconds: 0 }],
]);

const toState = ({
  _id: id,
  tokenHash: _hash,
  slot: _slot,
  address,
  ...fields
}: AlertDocument): AlertState => ({
  ...fields,
  email: address ?? fields.email,
  id,
});

export function createAlertsStore(model: ReturnType<typeof createAlertModel>) {
  const alerts = nativeCollection(model);
  const personal = personalDataOf(model.db);

  /** The possible values of `email` for an address, the current one first. */
  const keysOf = (email: string) => emailKeysOf(personal, email);

  async function addressFields({ id, userId, email, expiresAt }: AlertState) {
    const [key] = await keysOf(email);
    // An unconfirmed alert is deleted by a TTL index, which could not delete an encryption key of its own.
    const person = userId ?? (expiresAt === null ? id : serviceData);
    return { ...(await personal.seal(person, { address: email }, ['address'])), email: key };
  }

  /**
   * A free slot of an address. The oldest unconfirmed alert is replaced when none is free; confirmed ones are never
   * removed.
   */
  async function freeSlot(email: string, isConfirmed: boolean): Promise<number> {
    const first = isConfirmed ? 0 : alertsPerMailbox;
    const mailboxFilter = { email: { $in: [...(await keysOf(email))] } };
    const takenSlots = new Set(await alerts.distinct('slot', mailboxFilter));
    const slots = Array.from({ length: alertsPerMailbox }, (_, n) => first + n);
    const freeSlots = slots.filter((slot) => !takenSlots.has(slot));
    // Random, so that concurrent calls seldom choose the same slot.
    const slot = freeSlots[Math.floor(Math.random() * freeSlots.length)];
    if (slot !== undefined) return slot;
    const unconfirmed = { ...mailboxFilter, sendAfter: null, slot: { $in: slots } };
    const removed = await alerts.findOneAndDelete(unconfirmed, { sort: { expiresAt: 1, _id: 1 } });
    if (removed) return removed.slot;
    const message = `You have ${alertsPerMailbox} alerts already. End one by the link of its mail first.`;
    throw new ProblemError('conflict', message);
  }

  return {
    async findOne(selector: { tokenHash: string } | { email: string; key: string }) {
      const filter =
        'email' in selector ? { ...selector, email: { $in: [...(await keysOf(selector.email))] } } : selector;
      const document = await alerts.findOne(filter);
      return document ? toState(await personal.open(document)) : undefined;
    },
    /** Sorted from newest to oldest. */
    async listOwn(userId: string): Promise<AlertState[]> {
      const documents = await alerts.find({ userId }).sort({ _id: -1 }).toArray();
      return (await personal.openAll(documents)).map(toState);
    },
    /** False when a concurrent call was first; refuses more confirmed alerts than an address may have (CAT-A3). */
    async insert(alert: AlertState, tokenHash: string, events: readonly WireEvent[]): Promise<boolean> {
      const { id: _id, ...fields } = { ...alert, ...(await addressFields(alert)) };
      const slot = await freeSlot(alert.email, alert.expiresAt === null);
      return falseIfDuplicate(
        saveChange(model.db, { events }, (session) =>
          alerts.insertOne({ ...fields, _id, tokenHash, slot }, inSession(session)),
        ),
      );
    },
    /** Saves a change with its events; false when the version has changed since it was read. */
    async change(before: AlertState, fields: Partial<AlertState>, events: readonly WireEvent[] = []) {
      const { id: _id, version, email, expiresAt } = before;
      const isConfirmedNow = expiresAt !== null && fields.expiresAt === null;
      const slotField = isConfirmedNow ? { slot: await freeSlot(email, true) } : {};
      const address = await addressFields({ ...before, ...fields });
      const update = { $set: { ...fields, ...slotField, ...address }, $inc: { version: 1 } };
      return falseIfDuplicate(
        saveChange(model.db, { events }, (session) =>
          hasMatched(alerts.updateOne({ _id, version }, update, inSession(session))),
        ),
      );
    },
    /** Adds a product to the alerts that it matches (CAT-A6). */
    async noteMatches(product: ProductState, cause: AlertCause, session: mongoose.ClientSession) {
      const { id: productId, priceInMinorUnits: price } = product;
      const priceFilter = cause === 'back' ? {} : { lowestPriceInMinorUnits: { $gt: price } };
      const wishFilter = {
        productId: null,
        terms: { $not: { $elemMatch: { $nin: wordsOf(product) } } },
        maxPriceInMinorUnits: { $not: { $lt: price } },
        minGrade: { $in: minGradesOf(product) },
      };
      await alerts.updateMany(
        { 'due.productId': { $ne: productId }, $or: [{ productId, ...priceFilter }, wishFilter] },
        { $push: { due: { $each: [{ productId, cause }], $slice: -maxDue } }, $inc: { version: 1 } },
        { session },
      );
    },
    /** Confirmed alerts with due products that may be mailed again. */
    async *due(now: Date) {
      const dueAlerts = alerts.find({ 'due.productId': { $exists: true }, sendAfter: { $lte: now } });
      for await (const alert of personal.openEach(dueAlerts.sort({ sendAfter: 1 }))) yield toState(alert);
    },
    async end(
      filter: { tokenHash: string } | { userId: string } | { productId: string },
      session?: mongoose.ClientSession,
    ): Promise<void> {
      const write = async (transaction: mongoose.ClientSession) => {
        const endedAlerts = await alerts
          .find(filter, { session: transaction, projection: { _id: 1 } })
          .toArray();
        await alerts.deleteMany(filter, { session: transaction });
        const accounts = 'userId' in filter ? [filter.userId] : [];
        for (const person of [...endedAlerts.map(({ _id }) => _id), ...accounts])
          await personal.forget(person, transaction);
      };
      await (session ? write(session) : inTransaction(model.db, write));
    },
  };
}

export type AlertsStore = ReturnType<typeof createAlertsStore>;
