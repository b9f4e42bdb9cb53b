import type { OfferSnapshot } from '@kinmel/contracts';
import { declareCollection, withDatabaseTimeout, withShopCurrency } from '@kinmel/service-kit';
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

export const createProductCopyModel = declareCollection<ProductCopyDocument>('product_copies', []);

export const createOfferCopyModel = declareCollection<OfferCopyDocument>('offer_copies', [
  [{ 'offer.promoCode': 1 }, { partialFilterExpression: { 'offer.promoCode': { $type: 'string' } } }],
]);

export type ProductCopiesStore = ReturnType<typeof createProductCopiesStore>;
export type OfferCopiesStore = ReturnType<typeof createOfferCopiesStore>;

/** Short, because a buyer is waiting. */
const queryTimeoutMs = 1_000;
const maxOffersPerCode = 20;
const hasId = (ids: readonly string[]) => ({ _id: mongoose.trusted({ $in: [...ids] }) });

export function createProductCopiesStore(connection: mongoose.Connection) {
  const model = createProductCopyModel(connection);
  return {
    /** Leaves out products without a copy. */
    async findMany(productIds: readonly string[], session?: mongoose.ClientSession): Promise<ProductCopy[]> {
      if (productIds.length === 0) return [];
      const documents = await withDatabaseTimeout(
        model
          .find(hasId(productIds), undefined, session && { session })
          .lean()
          .exec(),
        queryTimeoutMs,
      );
      return documents.map(({ _id, snapshot, stock }) => ({
        productId: _id,
        snapshot: snapshot && {
          ...snapshot,
          product: snapshot.product && withShopCurrency(snapshot.product),
        },
        stock,
      }));
    },
    async save({ productId, snapshot, stock }: ProductCopy, session: mongoose.ClientSession): Promise<void> {
      const copy = { _id: productId, ...(snapshot ? { snapshot } : {}), ...(stock ? { stock } : {}) };
      await model.replaceOne({ _id: productId }, copy, { upsert: true, session });
    },
    count: (): Promise<number> => model.estimatedDocumentCount(),
  };
}

export function createOfferCopiesStore(connection: mongoose.Connection) {
  const model = createOfferCopyModel(connection);
  async function find(
    filter: mongoose.QueryFilter<OfferCopyDocument>,
    options: mongoose.QueryOptions<OfferCopyDocument> = {},
  ): Promise<OfferCopy[]> {
    const documents = await withDatabaseTimeout(
      model.find(filter, undefined, options).lean().exec(),
      queryTimeoutMs,
    );
    return documents.map(({ _id, version, offer }) => ({
      offerId: _id,
      version,
      offer: offer && withShopCurrency(offer),
    }));
  }
  return {
    /** Leaves out offers without a copy. */
    findMany: async (offerIds: readonly string[], session?: mongoose.ClientSession): Promise<OfferCopy[]> =>
      offerIds.length === 0 ? [] : find(hasId(offerIds), session && { session }),
    /** Offers with this code, which ended offers may share with a live one. */
    ofCode: (promoCode: string): Promise<OfferCopy[]> =>
      find(
        // Naming the type lets the query use the partial index.
        { 'offer.promoCode': mongoose.trusted({ $type: 'string', $eq: promoCode }) },
        { limit: maxOffersPerCode },
      ),
    async save({ offerId, version, offer }: OfferCopy, session: mongoose.ClientSession): Promise<void> {
      await model.replaceOne({ _id: offerId }, { _id: offerId, version, offer }, { upsert: true, session });
    },
  };
}
