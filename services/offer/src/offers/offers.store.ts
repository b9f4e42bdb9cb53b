import {
  type Day,
  declareCollection,
  hasMatched,
  inSession,
  isDuplicateKeyError,
  type NewAuditEntry,
  nativeCollection,
  planted,
  purgeDeleted,
  saveChange,
  type WireEvent,
  withShopCurrency,
} from '@kinmel/service-kit';
import mongoose from 'mongoose';
import {
  availabilityChange,
  claimedCodeOf,
  isUsedUp,
  type OfferFields,
  type OfferState,
  type StoredOffer,
} from './offer.rules.ts';
import { eventsOf } from './offer-answer.ts';

export interface OfferDocument extends Omit<StoredOffer, 'id'> {
  readonly _id: mongoose.Types.ObjectId;
  /** The promo code of a live or future offer; its unique index enforces OFF-O5. */
  readonly claimedCode?: string;
  readonly deletedAt: Date | null;
}

export const createOfferModel = declareCollection<OfferDocument>(
  'offers',
  [
    [{ deletedAt: 1, createdAt: -1, _id: -1 }],
    [{ promoCode: 1 }],
    [{ claimedCode: 1 }, { unique: true, partialFilterExpression: { claimedCode: { $type: 'string' } } }],
  ],
  mongoose.Types.ObjectId,
);

/** `code-taken`: another live or future offer has this promo code. `stale`: the version has changed. */
export type SaveOutcome = 'saved' | 'code-taken' | 'stale';

export type OffersStore = ReturnType<typeof createOffersStore>;

const maxTimeMS = 2_000;

const idOf = (id: string) => new mongoose.Types.ObjectId(id);

const codeTakenIfDuplicate = (error: unknown): 'code-taken' => {
  if (isDuplicateKeyError(error) && error.message.includes('claimedCode')) return 'code-taken';
  throw error;
};

/** Projection that excludes the fields that only this store needs. */
const stateFields = { claimedCode: 0, deletedAt: 0 } as const;

type ReadDocument = Omit<OfferDocument, keyof typeof stateFields>;

const toOffer = ({ _id, ...fields }: ReadDocument): StoredOffer => ({
  ...withShopCurrency(fields),
  productDetails: fields.productDetails ?? {},
  id: _id.toHexString(),
});

/** The stored form of a new offer. */
export const newOfferDocument = ({ id, ...offer }: OfferState, today: Day): OfferDocument => {
  const claimedCode = claimedCodeOf({ ...offer, id }, today);
  return {
    ...offer,
    ...(claimedCode === undefined ? {} : { claimedCode }),
    _id: idOf(id),
    currentRedemptions: 0,
    deletedAt: null,
  };
};

export function createOffersStore(model: ReturnType<typeof createOfferModel>) {
  const offers = nativeCollection(model);

  const hasRedemptionsLeft = (id: string) => ({
    _id: idOf(id),
    deletedAt: null,
    $expr: {
      $or: [
        { $eq: ['$maxRedemptions', null] },
        { $lt: ['$currentRedemptions', planted('offer.above-limit') ? 1e9 : '$maxRedemptions'] },
      ],
    },
  });

  /** Matches the offer only while `isUsedUp` in its event is still correct. */
  const matchesUsedUp = ({ maxRedemptions }: OfferFields, currentRedemptions: number) => {
    if (maxRedemptions === null) return {};
    const limit = isUsedUp({ maxRedemptions, currentRedemptions })
      ? { $gte: maxRedemptions }
      : { $lt: maxRedemptions };
    return { currentRedemptions: limit };
  };

  async function findAll(filter: mongoose.mongo.Filter<OfferDocument>, session?: mongoose.ClientSession) {
    const sort = { createdAt: -1, _id: -1 } as const;
    const options = { projection: stateFields, sort, maxTimeMS, ...inSession(session) };
    return (await offers.find<ReadDocument>(filter, options).toArray()).map(toOffer);
  }

  /** Changes the count of a matching offer, with its event (OFF-O7); resolves with the previous offer. */
  async function changeCount(
    filter: mongoose.mongo.Filter<OfferDocument>,
    change: { readonly by: number } | { readonly to: number },
    session: mongoose.ClientSession,
  ): Promise<StoredOffer | undefined> {
    const document = await offers.findOneAndUpdate(
      filter,
      'by' in change
        ? { $inc: { currentRedemptions: change.by } }
        : { $set: { currentRedemptions: change.to } },
      { session, projection: stateFields, returnDocument: 'before', maxTimeMS },
    );
    if (document === null) return undefined;
    const before = toOffer(document);
    const newCount = 'by' in change ? before.currentRedemptions + change.by : change.to;
    const decision = availabilityChange(before, newCount);
    if (decision !== undefined) {
      const { version } = decision.offer;
      // Events of deleted offers are not published.
      const write = () =>
        hasMatched(
          offers.updateOne({ _id: idOf(before.id), deletedAt: null }, { $set: { version } }, { session }),
        );
      await saveChange(model.db, { events: eventsOf(decision), session }, write);
    }
    return before;
  }

  return {
    async find(id: string, session?: mongoose.ClientSession): Promise<StoredOffer | undefined> {
      return (await findAll({ _id: idOf(id), deletedAt: null }, session))[0];
    },

    /** Newest first; with a day, only the offers that are active on it. */
    list: (activeOn?: Day) =>
      findAll({
        deletedAt: null,
        ...(activeOn && { isActive: true, validFrom: { $lte: activeOn }, validUntil: { $gte: activeOn } }),
      }),

    /** Offers with this code, newest first. */
    withCode: (promoCode: string) => findAll({ promoCode, deletedAt: null }),

    insert: (offer: OfferState, today: Day, events: readonly WireEvent[], entry?: NewAuditEntry) =>
      saveChange(model.db, { events, entry }, (session) =>
        offers.insertOne(newOfferDocument(offer, today), inSession(session)),
      ).then(() => 'saved' as const, codeTakenIfDuplicate),

    /**
     * Saves state, events and audit entry together, unless the version has changed or a concurrent redemption
     * makes `isUsedUp` in the events wrong. Does not change the count of redemptions, which only ledger writes do (OFF-R3).
     */
    replace(
      before: StoredOffer,
      after: OfferState,
      today: Day,
      events: readonly WireEvent[],
      entry?: NewAuditEntry,
    ): Promise<SaveOutcome> {
      const { id, version, currentRedemptions } = before;
      const { id: _id, currentRedemptions: _count, ...fields } = { ...before, ...after };
      const claimedCode = claimedCodeOf(after, today);
      const filter = { _id: idOf(id), version, deletedAt: null, ...matchesUsedUp(after, currentRedemptions) };
      const update = claimedCode
        ? { $set: { ...fields, claimedCode } }
        : { $set: fields, $unset: { claimedCode: 1 } as const };
      return saveChange(model.db, { events, entry }, (session) =>
        hasMatched(offers.updateOne(filter, update, inSession(session))),
      ).then((isSaved) => (isSaved ? 'saved' : 'stale'), codeTakenIfDuplicate);
    },

    remove: (
      before: OfferState,
      { version, updatedAt }: OfferState,
      events: readonly WireEvent[],
      entry?: NewAuditEntry,
    ): Promise<boolean> =>
      saveChange(model.db, { events, entry }, (session) =>
        hasMatched(
          offers.updateOne(
            { _id: idOf(before.id), version: before.version, deletedAt: null },
            {
              $set: { isActive: false, version, updatedAt, deletedAt: updatedAt },
              $unset: { claimedCode: 1 },
            },
            inSession(session),
          ),
        ),
      ),

    /** Frees codes of offers that ended before a day: one code, or all. */
    async freeEndedCodes(today: Day, promoCode?: string): Promise<number> {
      const { modifiedCount } = await offers.updateMany(
        {
          // `$type` lets the query use the partial index.
          claimedCode: { $type: 'string', ...(promoCode === undefined ? {} : { $eq: promoCode }) },
          validUntil: { $lt: today },
        },
        { $unset: { claimedCode: 1 } },
        { maxTimeMS },
      );
      return modifiedCount;
    },

    /** Only offers that are not deleted. */
    findMany: (ids: readonly string[], session: mongoose.ClientSession) =>
      findAll({ _id: { $in: ids.map(idOf) }, deletedAt: null }, session),

    /**
     * Adds a redemption, with the event if it was the last (OFF-O7). Resolves with the previous offer, or with undefined
     * when no redemption is left.
     */
    countUp: (id: string, session: mongoose.ClientSession) =>
      changeCount(hasRedemptionsLeft(id), { by: 1 }, session),

    /** Adds a redemption of an existing order, beyond the limit if necessary. */
    countPlaced: (id: string, session: mongoose.ClientSession) =>
      changeCount({ _id: idOf(id) }, { by: 1 }, session),

    countDown: (id: string, session: mongoose.ClientSession) =>
      changeCount({ _id: idOf(id), currentRedemptions: { $gt: 0 } }, { by: -1 }, session),

    /** Sets the count to that of the ledger; resolves with the previous one if it differed. */
    async correctCount(id: string, to: number, session: mongoose.ClientSession): Promise<number | undefined> {
      return (await changeCount({ _id: idOf(id), currentRedemptions: { $ne: to } }, { to }, session))
        ?.currentRedemptions;
    },

    async ids(): Promise<string[]> {
      const documents = await offers.find({}, { projection: { _id: 1 }, maxTimeMS: 60_000 }).toArray();
      return documents.map(({ _id }) => String(_id));
    },

    purge: (deletedBefore: Date) => purgeDeleted(model, deletedBefore),
  };
}
