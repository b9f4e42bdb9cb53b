import type { OfferSnapshot } from '@kinmel/contracts';
import { withDatabaseTimeout, withShopCurrency } from '@kinmel/service-kit';
import mongoose from 'mongoose';
import type { OfferCopy, ProductCopy } from './copies.rules.ts';

interface ProductCopyDocument extends Pick<ProductCopy, 'snapshot' | 'stock'> {
  _id: string;
}

interface OfferCopyDocument {
  _id: string;
  version: number;
  offer: OfferSnapshot | null;
}

const productCopySchema = new mongoose.Schema<ProductCopyDocument>(
  {
    _id: { type: String, required: true },
    snapshot: { type: mongoose.Schema.Types.Mixed },
    stock: { type: mongoose.Schema.Types.Mixed },
  },
  { collection: 'product_copies', versionKey: false, minimize: false },
);

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

export const createProductCopyModel = (connection: mongoose.Connection) =>
  connection.model('ProductCopy', productCopySchema);

export const createOfferCopyModel = (connection: mongoose.Connection) =>
  connection.model('OfferCopy', offerCopySchema);

export interface ProductCopiesStore {
  /** Leaves out products without a copy. */
  findMany(productIds: readonly string[], session?: mongoose.ClientSession): Promise<ProductCopy[]>;
  save(copy: ProductCopy, session: mongoose.ClientSession): Promise<void>;
  count(): Promise<number>;
}

export interface OfferCopiesStore {
  /** Leaves out offers without a copy. */
  findMany(offerIds: readonly string[], session?: mongoose.ClientSession): Promise<OfferCopy[]>;
  /** Offers that have this code now; old ones may share it with a live one. */
  ofCode(promoCode: string): Promise<OfferCopy[]>;
  save(copy: OfferCopy, session: mongoose.ClientSession): Promise<void>;
}

/** Part of a buyer's waiting time. */
const limitMs = 1_000;
const maxOfOneCode = 20;
const hasId = (ids: readonly string[]) => ({ _id: mongoose.trusted({ $in: [...ids] }) });

export function createProductCopiesStore(connection: mongoose.Connection): ProductCopiesStore {
  const model = createProductCopyModel(connection);
  return {
    async findMany(productIds, session) {
      if (productIds.length === 0) return [];
      const found = await withDatabaseTimeout(
        model
          .find(hasId(productIds), undefined, session && { session })
          .lean()
          .exec(),
        limitMs,
      );
      return found.map(({ _id, snapshot, stock }) => ({
        productId: _id,
        snapshot: snapshot && {
          ...snapshot,
          product: snapshot.product && withShopCurrency(snapshot.product),
        },
        stock,
      }));
    },
    async save({ productId, snapshot, stock }, session) {
      const copy = { _id: productId, ...(snapshot ? { snapshot } : {}), ...(stock ? { stock } : {}) };
      await model.replaceOne({ _id: productId }, copy, { upsert: true, session });
    },
    count: () => model.estimatedDocumentCount(),
  };
}

export function createOfferCopiesStore(connection: mongoose.Connection): OfferCopiesStore {
  const model = createOfferCopyModel(connection);
  async function find(
    filter: mongoose.QueryFilter<OfferCopyDocument>,
    options: mongoose.QueryOptions<OfferCopyDocument> = {},
  ): Promise<OfferCopy[]> {
    const found = await withDatabaseTimeout(model.find(filter, undefined, options).lean().exec(), limitMs);
    return found.map(({ _id, version, offer }) => ({
      offerId: _id,
      version,
      offer: offer && withShopCurrency(offer),
    }));
  }
  return {
    findMany: async (offerIds, session) =>
      offerIds.length === 0 ? [] : find(hasId(offerIds), session && { session }),
    ofCode: (promoCode) =>
      find(
        // A partial index answers only when its type is named.
        { 'offer.promoCode': mongoose.trusted({ $type: 'string', $eq: promoCode }) },
        { limit: maxOfOneCode },
      ),
    async save({ offerId, version, offer }, session) {
      await model.replaceOne({ _id: offerId }, { _id: offerId, version, offer }, { upsert: true, session });
    },
  };
}
