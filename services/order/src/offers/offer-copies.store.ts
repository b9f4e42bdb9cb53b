import type { OfferSnapshot } from '@kinmel/contracts';
import { createLookUpBatcher, inTime } from '@kinmel/service-kit';
import mongoose from 'mongoose';
import type { OfferCopy } from './offer-copy.rules.ts';

interface OfferCopyDocument {
  _id: string;
  version: number;
  offer: OfferSnapshot | null;
}

const offerCopySchema = new mongoose.Schema<OfferCopyDocument>(
  {
    _id: { type: String, required: true },
    version: { type: Number, required: true },
    offer: { type: mongoose.Schema.Types.Mixed },
  },
  { collection: 'offer_copies', versionKey: false, minimize: false },
);
offerCopySchema.index(
  { 'offer.promoCode': 1 },
  { partialFilterExpression: { 'offer.promoCode': { $type: 'string' } } },
);

export const createOfferCopyModel = (connection: mongoose.Connection) =>
  connection.model('OfferCopy', offerCopySchema);

export interface OfferCopiesStore {
  find(offerId: string, session?: mongoose.ClientSession): Promise<OfferCopy | undefined>;
  /** One call for any number of ids, shared with others of the same moment; what was never heard of is left out. */
  findMany(offerIds: readonly string[]): Promise<OfferCopy[]>;
  /** Offers that have this code now; old ones may share it with a live one. */
  ofCode(promoCode: string): Promise<OfferCopy[]>;
  save(copy: OfferCopy, session: mongoose.ClientSession): Promise<void>;
}

/** A buyer waits, also while the server stands still (D-02). */
const maxTimeMS = 1_000;
const maxOfOneCode = 20;
/** Carts that are looked up at once share a call of so many ids or codes. */
const keysPerBatch = 100;

/** Copies by offer id and by promo code. */
export function createOfferCopiesStore(model: ReturnType<typeof createOfferCopyModel>): OfferCopiesStore {
  // The driver itself, on the path of every order: ids and codes are strings by their contract.
  const copies = model.db
    .getClient()
    .db(model.db.name)
    .collection<OfferCopyDocument>(model.collection.collectionName);
  const toCopy = ({ _id, version, offer }: OfferCopyDocument): OfferCopy => ({
    offerId: _id,
    version,
    offer: offer ?? null,
  });
  async function ofCode(promoCode: string): Promise<OfferCopy[]> {
    const looking = copies
      .find(
        // The type is what lets a partial index answer.
        { 'offer.promoCode': { $type: 'string', $eq: promoCode } },
        { limit: maxOfOneCode, batchSize: maxOfOneCode + 1, maxTimeMS },
      )
      .toArray();
    return (await inTime(looking, maxTimeMS)).map(toCopy);
  }

  const findBatched = createLookUpBatcher(keysPerBatch, async (offerIds: readonly string[]) => {
    const looking = copies
      .find({ _id: { $in: [...offerIds] } }, { batchSize: offerIds.length + 1, maxTimeMS })
      .toArray();
    const found = await inTime(looking, maxTimeMS);
    return new Map(found.map((document) => [document._id, toCopy(document)]));
  });

  // Who comes because of a code comes with many others.
  const ofCodeBatched = createLookUpBatcher(
    keysPerBatch,
    async (promoCodes: readonly string[]) =>
      new Map(await Promise.all(promoCodes.map(async (code) => [code, await ofCode(code)] as const))),
  );

  return {
    async find(offerId, session) {
      const found = await model.findById(offerId, undefined, session ? { session } : {}).lean();
      return found === null ? undefined : toCopy(found);
    },
    async findMany(offerIds) {
      const found = await Promise.all([...new Set(offerIds)].map(findBatched));
      return found.filter((copy) => copy !== undefined);
    },
    ofCode: async (promoCode) => (await ofCodeBatched(promoCode)) ?? [],
    async save({ offerId, version, offer }, session) {
      await model.replaceOne({ _id: offerId }, { _id: offerId, version, offer }, { upsert: true, session });
    },
  };
}
