import type { EventOf, Picture } from '@kinmel/contracts';
import { declareCollection, type NewAuditEntry, saveChange, withShopCurrency } from '@kinmel/service-kit';
import mongoose from 'mongoose';
import { type SearchedProduct, searchedFields } from '../search/search-entry.ts';
import type { Reservation } from '../stock/stock.rules.ts';
import type { ProductEvent, ProductState } from './product.rules.ts';

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

/** Without reservations. */
const stateFields = { reservations: 0, seed: 0, deletedAt: 0 } as const;

type ReadDocument = Pick<ProductDocument, '_id' | StateField>;
type SearchedDocument = Pick<ProductDocument, '_id' | Exclude<keyof SearchedProduct, 'id'>>;

function toState({ _id, ...fields }: ReadDocument): ProductState {
  return { ...withShopCurrency(fields), id: _id.toHexString() };
}

function toFields(product: ProductState): Omit<ProductState, 'id'> {
  const { id: _id, ...fields } = product;
  return fields;
}

/** With which a product is written: the entry of a change by staff, the transaction that it is part of. */
export interface Written {
  readonly entry?: NewAuditEntry | undefined;
  readonly session?: mongoose.ClientSession;
}

export interface ProductsStore {
  /** In one call and in the given order, without missing ones. */
  findMany(ids: readonly string[]): Promise<ProductState[]>;
  find(id: string, session?: mongoose.ClientSession): Promise<ProductState | undefined>;
  /** The devices of a product that can be bought now. */
  devicesOf(productId: string, session?: mongoose.ClientSession): Promise<ProductState[]>;
  /** Whether a product has a device for sale, or one that somebody holds. */
  hasListedDevices(productId: string): Promise<boolean>;
  /** Whether pieces of a product are held. */
  hasHolds(productId: string, session: mongoose.ClientSession): Promise<boolean>;
  /** The products whose stock is within bounds (inclusive). */
  findIdsByStock(bounds: { readonly min: number; readonly max: number }): Promise<string[]>;
  count(): Promise<number>;
  /** The searchable fields of all products, read in batches. */
  all(): AsyncIterable<SearchedProduct>;
  insert(
    product: ProductState,
    events: readonly EventOf<ProductEvent['definition']>[],
    more?: Written,
  ): Promise<void>;
  /** Saves state, events and audit entry together; false when the version has changed. */
  replace(
    before: ProductState,
    after: ProductState,
    events: readonly EventOf<ProductEvent['definition']>[],
    more?: Written,
  ): Promise<boolean>;
  remove(
    before: ProductState,
    after: ProductState,
    events: readonly EventOf<ProductEvent['definition']>[],
    entry?: NewAuditEntry,
  ): Promise<boolean>;
  /** Removes products that were deleted before the given time. */
  purge(deletedBefore: Date): Promise<number>;
}

const inSession = (session: mongoose.ClientSession | undefined) => (session ? { session } : {});

const maxTimeMS = 2_000;
const loadingMaxTimeMS = 60_000;
const productsPerPortion = 1_000;

export function createProductsStore(model: ProductModel): ProductsStore {
  // By the driver, which is three times faster for reads of many. Filters contain only ids and constants, so nothing
  // needs casting.
  const products = model.collection;
  const idOf = (id: string) => new mongoose.Types.ObjectId(id);

  return {
    async findMany(ids) {
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

    async find(id, session) {
      const document = await model
        .findOne({ _id: id, deletedAt: null }, stateFields, inSession(session))
        .lean();
      return document ? toState(document) : undefined;
    },

    async devicesOf(productId, session) {
      const found = await products
        .find<ReadDocument>(
          { 'device.ofProductId': productId, deletedAt: null, isAvailable: true, stock: 1 },
          { projection: stateFields, maxTimeMS, ...inSession(session) },
        )
        .toArray();
      return found.map(toState);
    },

    async hasListedDevices(productId) {
      const found = await products.findOne(
        {
          'device.ofProductId': productId,
          deletedAt: null,
          isAvailable: true,
          $or: [{ stock: 1 }, { 'reservations.0': { $exists: true } }],
        },
        { projection: { _id: 1 }, maxTimeMS },
      );
      return found !== null;
    },

    async hasHolds(productId, session) {
      const held = { _id: idOf(productId), 'reservations.0': { $exists: true } };
      return (await products.findOne(held, { projection: { _id: 1 }, maxTimeMS, session })) !== null;
    },

    async findIdsByStock({ min, max }) {
      const documents = await products
        .find<{ _id: ObjectId }>(
          { deletedAt: null, device: null, stock: { $gte: min, $lte: max } },
          { projection: { _id: 1 }, maxTimeMS, batchSize: productsPerPortion },
        )
        .toArray();
      return documents.map(({ _id }) => _id.toHexString());
    },

    count: () => model.countDocuments({ deletedAt: null, device: null }).exec(),

    async *all() {
      const cursor = products.find<SearchedDocument>(
        { deletedAt: null, device: null },
        { projection: searchedProjection, maxTimeMS: loadingMaxTimeMS, batchSize: productsPerPortion },
      );
      for await (const { _id, ...fields } of cursor) yield { ...fields, id: _id.toHexString() };
    },

    async insert(product, events, { entry, session: given } = {}) {
      const document = {
        ...toFields(product),
        pictures: [...product.pictures],
        _id: new mongoose.Types.ObjectId(product.id),
        deletedAt: null,
        reservations: [],
      };
      await saveChange(model.db, { events, entry, session: given }, (session) =>
        products.insertOne(document, inSession(session)),
      );
    },

    async replace(before, after, events, { entry, session: given } = {}) {
      const { stock, ...fields } = toFields(after);
      const setsStock = stock !== before.stock;
      return saveChange(model.db, { events, entry, session: given }, async (session) => {
        const { matchedCount } = await model.updateOne(
          {
            _id: before.id,
            version: before.version,
            deletedAt: null,
            // Invisible sales do not change the version (C5): an edit that sets stock must not undo them, and one that
            // switches the product on publishes it.
            ...(setsStock || (after.isAvailable && !before.isAvailable) ? { stock: before.stock } : {}),
          },
          {
            $set: { ...fields, ...(setsStock ? { stock } : {}) },
          },
          { session },
        );
        return matchedCount === 1;
      });
    },

    async remove(before, after, events, entry) {
      return saveChange(model.db, { events, entry }, async (session) => {
        const { matchedCount } = await model.updateOne(
          { _id: before.id, version: before.version, deletedAt: null },
          {
            $set: { version: after.version, updatedAt: after.updatedAt, deletedAt: after.updatedAt },
          },
          { session },
        );
        return matchedCount === 1;
      });
    },

    async purge(deletedBefore) {
      const { deletedCount } = await model.deleteMany({
        deletedAt: mongoose.trusted({ $type: 'date', $lte: deletedBefore }),
      });
      return deletedCount;
    },
  };
}
