import type { Picture } from '@kinmel/contracts';
import {
  declareCollection,
  hasMatched,
  inSession,
  type NewAuditEntry,
  nativeCollection,
  purgeDeleted,
  saveChange,
  type WireEvent,
  withShopCurrency,
} from '@kinmel/service-kit';
import mongoose from 'mongoose';
import { type SearchedProduct, searchedFields } from '../search/search-entry.ts';
import type { Reservation } from '../stock/stock.rules.ts';
import type { ProductState } from './product.rules.ts';

type ObjectId = mongoose.Types.ObjectId;

/** A stored product: its state and reservations. */
export interface ProductDocument extends Omit<ProductState, 'id' | 'pictures'> {
  _id: ObjectId;
  pictures: Picture[];
  reservations: Reservation[];
  /** Set on deletion; the document stays for pieces that are still reserved or returned. */
  deletedAt: Date | null;
  /** The sample data it was written from, to detect new data when seeding again. */
  seed?: { digest: string; version: number };
}

export const createProductModel = declareCollection<ProductDocument>(
  'products',
  [
    // One index per query shape; a test checks each by explain.
    [{ deletedAt: 1, createdAt: -1 }],
    [{ deletedAt: 1, stock: 1, _id: 1 }],
    [{ 'device.ofProductId': 1 }, { sparse: true }],
    [{ 'reservations.id': 1 }],
    [{ 'reservations.overdueAt': 1 }],
  ],
  mongoose.Types.ObjectId,
);

export type ProductModel = mongoose.Model<ProductDocument>;

const searchedProjection = Object.fromEntries(searchedFields.map((name) => [name, 1]));

type StateField = Exclude<keyof ProductState, 'id'>;

/** The projection to the state, which excludes reservations. */
const stateFields = { reservations: 0, seed: 0, deletedAt: 0 } as const;

type ReadDocument = Pick<ProductDocument, '_id' | StateField>;
type SearchedDocument = Pick<ProductDocument, '_id' | Exclude<keyof SearchedProduct, 'id'>>;

function toState({ _id, ...fields }: ReadDocument): ProductState {
  return { ...withShopCurrency(fields), id: _id.toHexString() };
}

/** Options of a write: the audit entry of a change by staff, and the surrounding transaction. */
export interface WriteOptions {
  readonly entry?: NewAuditEntry | undefined;
  readonly session?: mongoose.ClientSession;
}

export type ProductsStore = ReturnType<typeof createProductsStore>;

/** Neither deleted nor a device. MongoDB matches a missing field with null, which the type cannot express. */
const ordinaryFilter = { deletedAt: null, device: null as unknown as undefined };

const maxTimeMS = 2_000;
const loadingMaxTimeMS = 60_000;
const productsPerBatch = 1_000;

export function createProductsStore(model: ProductModel) {
  // Uses the native driver, which is three times faster for large reads. Filters contain only ids and constants, so
  // nothing needs casting.
  const products = nativeCollection(model);
  const idOf = (id: string) => new mongoose.Types.ObjectId(id);

  return {
    /** The products in the given order, without missing ones, in one call. */
    async findMany(ids: readonly string[]): Promise<ProductState[]> {
      if (ids.length === 0) return [];
      const documents = await products
        .find<ReadDocument>(
          { _id: { $in: ids.map(idOf) }, deletedAt: null },
          { projection: stateFields, maxTimeMS, batchSize: ids.length + 1 },
        )
        .toArray();
      const byId = new Map(documents.map((document) => [document._id.toHexString(), document]));
      return ids.flatMap((id) => {
        const document = byId.get(id);
        return document ? [toState(document)] : [];
      });
    },

    async find(id: string, session?: mongoose.ClientSession): Promise<ProductState | undefined> {
      const document = await model
        .findOne({ _id: id, deletedAt: null }, stateFields, inSession(session))
        .lean();
      return document ? toState(document) : undefined;
    },

    /** The devices of a product that can be bought now. */
    async devicesOf(productId: string, session?: mongoose.ClientSession): Promise<ProductState[]> {
      const documents = await products
        .find<ReadDocument>(
          { 'device.ofProductId': productId, deletedAt: null, isAvailable: true, stock: 1 },
          { projection: stateFields, maxTimeMS, ...inSession(session) },
        )
        .toArray();
      return documents.map(toState);
    },

    /** Whether a product has a device that is for sale or held by an order. */
    async hasListedDevices(productId: string): Promise<boolean> {
      const listedFilter = { 'device.ofProductId': productId, deletedAt: null, isAvailable: true };
      const freeOrHeldFilter = { $or: [{ stock: 1 }, { 'reservations.0': { $exists: true } }] };
      return (
        (await products.findOne(
          { ...listedFilter, ...freeOrHeldFilter },
          { projection: { _id: 1 }, maxTimeMS },
        )) !== null
      );
    },

    /** Whether an order holds pieces of a product. */
    async hasHolds(productId: string, session: mongoose.ClientSession): Promise<boolean> {
      const heldFilter = { _id: idOf(productId), 'reservations.0': { $exists: true } };
      return (await products.findOne(heldFilter, { projection: { _id: 1 }, maxTimeMS, session })) !== null;
    },

    /** The products whose stock is within bounds (inclusive). */
    async findIdsByStock({ min, max }: { readonly min: number; readonly max: number }): Promise<string[]> {
      const documents = await products
        .find<{ _id: ObjectId }>(
          { ...ordinaryFilter, stock: { $gte: min, $lte: max } },
          { projection: { _id: 1 }, maxTimeMS, batchSize: productsPerBatch },
        )
        .toArray();
      return documents.map(({ _id }) => _id.toHexString());
    },

    count: () => products.countDocuments(ordinaryFilter, { maxTimeMS }),

    /** The searchable fields of all products, read in batches. */
    async *all(): AsyncGenerator<SearchedProduct> {
      const cursor = products.find<SearchedDocument>(ordinaryFilter, {
        projection: searchedProjection,
        maxTimeMS: loadingMaxTimeMS,
        batchSize: productsPerBatch,
      });
      for await (const { _id, ...fields } of cursor) yield { ...fields, id: _id.toHexString() };
    },

    async insert(
      { id, ...product }: ProductState,
      events: readonly WireEvent[],
      { entry, session: callerSession }: WriteOptions = {},
    ): Promise<void> {
      const document = {
        ...product,
        pictures: [...product.pictures],
        _id: idOf(id),
        deletedAt: null,
        reservations: [],
      };
      await saveChange(model.db, { events, entry, session: callerSession }, (session) =>
        products.insertOne(document, inSession(session)),
      );
    },

    /** Saves state, events and audit entry together; false when the version has changed. */
    replace(
      before: ProductState,
      { id: _id, stock, ...fields }: ProductState,
      events: readonly WireEvent[],
      { entry, session: callerSession }: WriteOptions = {},
    ): Promise<boolean> {
      const setsStock = stock !== before.stock;
      return saveChange(model.db, { events, entry, session: callerSession }, (session) =>
        hasMatched(
          model.updateOne(
            {
              _id: before.id,
              version: before.version,
              deletedAt: null,
              // Invisible sales do not change the version (CAT-C5): an edit that sets stock must not undo them, and one that
              // switches the product on publishes it.
              ...(setsStock || (fields.isAvailable && !before.isAvailable) ? { stock: before.stock } : {}),
            },
            { $set: { ...fields, ...(setsStock ? { stock } : {}) } },
            { session },
          ),
        ),
      );
    },

    remove: (
      { id: _id, version: readVersion }: ProductState,
      { version, updatedAt }: ProductState,
      events: readonly WireEvent[],
      entry?: NewAuditEntry,
    ): Promise<boolean> =>
      saveChange(model.db, { events, entry }, (session) =>
        hasMatched(
          model.updateOne(
            { _id, version: readVersion, deletedAt: null },
            { $set: { version, updatedAt, deletedAt: updatedAt } },
            { session },
          ),
        ),
      ),

    /** Removes products that were deleted before the given time. */
    purge: (deletedBefore: Date) => purgeDeleted(model, deletedBefore),
  };
}
