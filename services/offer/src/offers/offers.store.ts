import { discountTypes, offerDetailNames, offerTextEntries, shopCurrency } from '@kinmel/contracts';
import {
  type Day,
  type NewAuditEntry,
  planted,
  saveChange,
  type WireEvent,
  withShopCurrency,
} from '@kinmel/service-kit';
import mongoose from 'mongoose';
import { claimedCodeOf, countMoved, isUsedUp, type OfferState, type StoredOffer } from './offer.rules.ts';
import { eventsOf } from './offer-answer.ts';

type ObjectId = mongoose.Types.ObjectId;

interface OfferDocument extends Omit<StoredOffer, 'id' | 'redemptionSteps' | 'targetProducts'> {
  _id: ObjectId;
  redemptionSteps: string[];
  targetProducts: string[];
  /** The promo code of a live or future offer; its unique index enforces O5. */
  claimedCode?: string;
  deletedAt: Date | null;
}

const isWhole = (value: unknown) => value === null || value === undefined || Number.isSafeInteger(value);
const amount = { type: Number, min: 0, default: null, validate: isWhole };
const text = { type: String, required: true };

const storedTexts = Object.fromEntries(
  offerTextEntries.map(([name, { isRequired }]) => [name, isRequired ? text : { type: String, default: '' }]),
);

const offerSchema = new mongoose.Schema(
  {
    ...storedTexts,
    discountType: { ...text, enum: discountTypes },
    discountValue: { type: Number, required: true, min: 0 },
    currency: { ...text, enum: [shopCurrency] },
    claimedCode: String,
    image: { type: String, default: '' },
    isActive: { type: Boolean, required: true },
    redemptionSteps: [String],
    productDetails: new mongoose.Schema(
      {
        ...Object.fromEntries(offerDetailNames.map((name) => [name, String])),
        priceInMinorUnits: amount,
        originalPriceInMinorUnits: amount,
        discountedPriceInMinorUnits: amount,
        specs: mongoose.Schema.Types.Mixed,
      },
      { _id: false, id: false, minimize: false },
    ),
    targetProducts: [String],
    maxRedemptions: { type: Number, default: null, validate: isWhole },
    currentRedemptions: { type: Number, required: true, min: 0, validate: isWhole },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    version: { type: Number, required: true, min: 1 },
    deletedAt: { type: Date, default: null },
  },
  { versionKey: false, minimize: false, autoIndex: false, id: false },
);

offerSchema.index({ deletedAt: 1, createdAt: -1, _id: -1 });
offerSchema.index({ promoCode: 1 });
offerSchema.index(
  { claimedCode: 1 },
  { unique: true, partialFilterExpression: { claimedCode: { $type: 'string' } } },
);

export type OfferModel = mongoose.Model<OfferDocument>;

export const createOfferModel = (connection: mongoose.Connection): OfferModel =>
  connection.model<OfferDocument>('offer', offerSchema, 'offers');

/** `code-taken`: another live or future offer has this promo code. `stale`: the version has changed. */
export type SaveOutcome = 'saved' | 'code-taken' | 'stale';

export interface OffersStore {
  find(id: string, session?: mongoose.ClientSession): Promise<StoredOffer | undefined>;
  /** Newest first; only those in force on a day, if one is given. */
  list(inForceOn?: Day): Promise<StoredOffer[]>;
  /** Offers with this code, newest first. */
  withCode(promoCode: string): Promise<StoredOffer[]>;
  insert(
    offer: OfferState,
    today: Day,
    events: readonly WireEvent[],
    entry?: NewAuditEntry,
  ): Promise<Exclude<SaveOutcome, 'stale'>>;
  /**
   * Saves state, events and audit entry together, unless the version has changed or a concurrent redemption
   * makes `isUsedUp` in the events wrong. Does not change the count of redemptions.
   */
  replace(
    before: StoredOffer,
    after: OfferState,
    today: Day,
    events: readonly WireEvent[],
    entry?: NewAuditEntry,
  ): Promise<SaveOutcome>;
  remove(
    before: OfferState,
    after: OfferState,
    events: readonly WireEvent[],
    entry?: NewAuditEntry,
  ): Promise<boolean>;
  /** Frees codes of offers that ended before a day: one code, or all. */
  freeEndedCodes(today: Day, promoCode?: string): Promise<number>;
  /** Those that are not deleted. */
  findMany(ids: readonly string[], session: mongoose.ClientSession): Promise<StoredOffer[]>;
  /**
   * Adds a redemption, with the event if it was the last (O7). Resolves with the offer before it, or undefined without
   * a change when none is left.
   */
  countUp(id: string, session: mongoose.ClientSession): Promise<StoredOffer | undefined>;
  /** Adds a redemption of an existing order, beyond the limit if necessary. */
  countPlaced(id: string, session: mongoose.ClientSession): Promise<void>;
  countDown(id: string, session: mongoose.ClientSession): Promise<void>;
  /** Sets the count to that of the ledger; resolves with the previous one if it differed. */
  correctCount(id: string, count: number, session: mongoose.ClientSession): Promise<number | undefined>;
  ids(): Promise<string[]>;
  purge(deletedBefore: Date): Promise<number>;
}

const maxTimeMS = 2_000;

function isTakenCode(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && error.code === 11000 && error.message.includes('claimedCode')
  );
}

/** Without what only this store needs. */
const stateFields = { claimedCode: 0, deletedAt: 0 } as const;

type ReadDocument = Pick<OfferDocument, '_id' | Exclude<keyof StoredOffer, 'id'>>;

const toOffer = ({ _id, ...fields }: ReadDocument): StoredOffer => ({
  ...withShopCurrency(fields),
  productDetails: fields.productDetails ?? {},
  id: _id.toHexString(),
});

/** Without the count, which only ledger writes change (R3). */
function toFields(offer: OfferState | StoredOffer) {
  const { id: _id, redemptionSteps, targetProducts, ...fields } = offer;
  const written: Omit<typeof fields, 'currentRedemptions'> & { currentRedemptions?: number } = { ...fields };
  delete written.currentRedemptions;
  return { ...written, redemptionSteps: [...redemptionSteps], targetProducts: [...targetProducts] };
}

export function createOffersStore(model: OfferModel): OffersStore {
  // By the driver for reads of many and counts, whose filters are trusted.
  const offers = model.collection;
  const idOf = (id: string) => new mongoose.Types.ObjectId(id);

  const hasLeft = (id: string) => ({
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
  const matchesUsedUp = (after: OfferState, currentRedemptions: number) => {
    const { maxRedemptions } = after;
    if (maxRedemptions === null) return {};
    const limit = isUsedUp({ maxRedemptions, currentRedemptions })
      ? { $gte: maxRedemptions }
      : { $lt: maxRedemptions };
    return { currentRedemptions: mongoose.trusted(limit) };
  };

  async function findAll(
    filter: mongoose.mongo.Document,
    session?: mongoose.ClientSession,
  ): Promise<StoredOffer[]> {
    const documents = await offers
      .find<ReadDocument>(filter, {
        projection: stateFields,
        sort: { createdAt: -1, _id: -1 },
        session,
        maxTimeMS,
      })
      .toArray();
    return documents.map(toOffer);
  }

  /** Changes the count of a matching offer, with its event (O7); resolves with the offer before. */
  async function count(
    filter: mongoose.mongo.Document,
    move: { readonly by: number } | { readonly to: number },
    session: mongoose.ClientSession,
  ): Promise<StoredOffer | undefined> {
    const document = await offers.findOneAndUpdate(
      filter,
      'by' in move ? { $inc: { currentRedemptions: move.by } } : { $set: { currentRedemptions: move.to } },
      { session, projection: stateFields, returnDocument: 'before', maxTimeMS },
    );
    if (document === null) return undefined;
    // The driver's type does not know the projection.
    const before = toOffer(document as ReadDocument);
    const change = countMoved(before, 'by' in move ? before.currentRedemptions + move.by : move.to);
    if (change !== undefined) {
      const { version } = change.offer;
      await saveChange(
        model.db,
        { events: eventsOf(change, undefined), session },
        // No events of deleted offers.
        async () =>
          (await model.updateOne({ _id: before.id, deletedAt: null }, { version }, { session }))
            .matchedCount === 1,
      );
    }
    return before;
  }

  return {
    async find(id, session) {
      const document = await model
        .findOne({ _id: id, deletedAt: null }, stateFields)
        .session(session ?? null)
        .lean();
      return document ? toOffer(document) : undefined;
    },

    list: (day) =>
      findAll({
        deletedAt: null,
        ...(day === undefined ? {} : { isActive: true, validFrom: { $lte: day }, validUntil: { $gte: day } }),
      }),

    withCode: (promoCode) => findAll({ promoCode, deletedAt: null }),

    async insert(offer, today, events, entry) {
      const claimedCode = claimedCodeOf(offer, today);
      try {
        const document = {
          ...toFields(offer),
          ...(claimedCode === undefined ? {} : { claimedCode }),
          _id: idOf(offer.id),
          currentRedemptions: 0,
          deletedAt: null,
        };
        await saveChange(model.db, { events, entry }, (session) => model.create([document], { session }));
        return 'saved';
      } catch (error) {
        if (isTakenCode(error)) return 'code-taken';
        throw error;
      }
    },

    async replace(before, after, today, events, entry) {
      const fields = toFields(after);
      const claimedCode = claimedCodeOf(after, today);
      try {
        return await saveChange(
          model.db,
          { events, entry },
          async (session) => {
            const { matchedCount } = await model.updateOne(
              {
                _id: before.id,
                version: before.version,
                deletedAt: null,
                ...matchesUsedUp(after, before.currentRedemptions),
              },
              {
                $set: { ...fields, ...(claimedCode === undefined ? {} : { claimedCode }) },
                ...(claimedCode === undefined ? { $unset: { claimedCode: 1 } } : {}),
              },
              { session },
            );
            return matchedCount === 1 ? ('saved' as const) : ('stale' as const);
          },
          (outcome) => outcome === 'saved',
        );
      } catch (error) {
        if (isTakenCode(error)) return 'code-taken';
        throw error;
      }
    },

    async remove(before, after, events, entry) {
      return saveChange(model.db, { events, entry }, async (session) => {
        const { matchedCount } = await model.updateOne(
          { _id: before.id, version: before.version, deletedAt: null },
          {
            $set: {
              isActive: false,
              version: after.version,
              updatedAt: after.updatedAt,
              deletedAt: after.updatedAt,
            },
            $unset: { claimedCode: 1 },
          },
          { session },
        );
        return matchedCount === 1;
      });
    },

    async freeEndedCodes(today, promoCode) {
      const { modifiedCount } = await offers.updateMany(
        {
          // `$type` allows the partial index.
          claimedCode: { $type: 'string', ...(promoCode === undefined ? {} : { $eq: promoCode }) },
          validUntil: { $lt: today },
        },
        { $unset: { claimedCode: 1 } },
        { maxTimeMS },
      );
      return modifiedCount;
    },

    findMany: (ids, session) => findAll({ _id: { $in: ids.map(idOf) }, deletedAt: null }, session),

    countUp: (id, session) => count(hasLeft(id), { by: 1 }, session),

    async countPlaced(id, session) {
      await count({ _id: idOf(id) }, { by: 1 }, session);
    },

    async countDown(id, session) {
      await count({ _id: idOf(id), currentRedemptions: { $gt: 0 } }, { by: -1 }, session);
    },

    async correctCount(id, corrected, session) {
      const before = await count(
        { _id: idOf(id), currentRedemptions: { $ne: corrected } },
        { to: corrected },
        session,
      );
      return before?.currentRedemptions;
    },

    async ids() {
      const documents = await offers.find({}, { projection: { _id: 1 }, maxTimeMS: 60_000 }).toArray();
      return documents.map(({ _id }) => String(_id));
    },

    async purge(deletedBefore) {
      const { deletedCount } = await model.deleteMany({
        deletedAt: mongoose.trusted({ $type: 'date', $lte: deletedBefore }),
      });
      return deletedCount;
    },
  };
}
