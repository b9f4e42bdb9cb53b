import { productImproved, stockChanged } from '@kinmel/contracts';
import { createEvent, inSession, inTransaction, isUnclaimed, planted, saveEvents } from '@kinmel/service-kit';
import mongoose from 'mongoose';
import type { ProductModel } from '../products/products.store.ts';
import type { SoldLine } from './sale.rules.ts';
import {
  availabilityOf,
  isVisiblyDifferent,
  type Line,
  lowStockLimit,
  release,
  reserve,
  type StockState,
} from './stock.rules.ts';

/** The outcome of a line. `isVisible` says whether shoppers see a difference; undefined when no pieces were moved. */
const outcomeOf = <Done, Refused>(isVisible: boolean | undefined, success: Done, refused: Refused) =>
  isVisible === undefined ? { outcome: refused, isVisible: false } : { outcome: success, isVisible };

export interface WriteContext {
  readonly now: Date;
  readonly traceparent?: string | undefined;
  /** The surrounding transaction. */
  readonly session?: mongoose.ClientSession | undefined;
}

export interface HoldKey {
  readonly productId: string;
  readonly reservationId: string;
}

export interface LineToHold extends SoldLine, HoldKey {
  readonly overdueAt: Date;
}

export type StockStore = ReturnType<typeof createStockStore>;

const reservationRows = { $ifNull: ['$reservations', []] };
const isReservation = (reservationId: string) => ({ $eq: ['$$row.id', { $literal: reservationId }] });

const withoutReservation = (reservationId: string) => ({
  $filter: { input: reservationRows, as: 'row', cond: { $not: [isReservation(reservationId)] } },
});

const quantityOf = (condition: mongoose.mongo.Document) => ({
  $sum: {
    $map: {
      input: { $filter: { input: reservationRows, as: 'row', cond: condition } },
      as: 'row',
      in: '$$row.quantity',
    },
  },
});

/** CAT-D4: a device comes back by its own listing, and a product with devices counts only these. */
const countedProducts = planted('catalog.device-given-back')
  ? {}
  : { device: null, hasDevices: { $ne: true } };

const maxTimeMS = 2_000;

/**
 * Each call is one conditional update of one product by its rule.
 * @param deviceMoved called in the transaction that sells, holds or releases a device of a product
 */
export function createStockStore(
  model: ProductModel,
  deviceMoved: (
    productId: string,
    writeContext: WriteContext,
    session: mongoose.ClientSession,
  ) => Promise<void>,
) {
  // Uses the native driver, because mongoose does not cast update pipelines.
  const products = model.collection;
  const idOf = (productId: string) => new mongoose.Types.ObjectId(productId);

  /** All products in one call, without unknown and deleted ones. */
  async function readMany(productIds: readonly string[]): Promise<Map<string, StockState>> {
    const documents = await products
      .find(
        { _id: { $in: productIds.map(idOf) }, deletedAt: null },
        {
          projection: stateFields,
          batchSize: productIds.length + 1,
          maxTimeMS,
        },
      )
      .toArray();
    return new Map(documents.map((document) => [String(document._id), stateOf(document)]));
  }

  const read = async (productId: string) => (await readMany([productId])).get(productId);

  /**
   * Moves pieces of a product that meets the condition. Increments the version and saves `stock.changed` if the visible
   * availability changes (CAT-C5). Resolves with whether it changed, or with undefined when the condition is not met.
   * While more than `manyPieces` are free, the visible availability stays the same: one write without a transaction.
   * Below that, a refusal is a read, so that concurrent refused orders open no transactions.
   */
  async function move(
    productId: string,
    condition: mongoose.mongo.Document,
    update: mongoose.mongo.Document | mongoose.mongo.Document[],
    change: (before: StockState) => number,
    { now, traceparent, session: callerSession }: WriteContext,
    manyPieces = lowStockLimit,
  ): Promise<boolean | undefined> {
    if (!callerSession) {
      const manyFilter = { $and: [condition, { stock: { $gt: manyPieces } }] };
      const { matchedCount } = await products.updateOne(
        { _id: idOf(productId), ...manyFilter },
        update as object,
        {
          maxTimeMS,
        },
      );
      if (matchedCount === 1) return false;
      const isMet = await products.findOne(
        { _id: idOf(productId), ...condition },
        { projection: { _id: 1 }, readConcern: 'local', maxTimeMS },
      );
      if (!isMet) return undefined;
    }
    const work = async (session: mongoose.ClientSession) => {
      const document = await products.findOneAndUpdate({ _id: idOf(productId), ...condition }, update, {
        projection: { ...stateFields, version: 1, device: 1 },
        returnDocument: 'before',
        maxTimeMS,
        session,
      });
      if (!document) return undefined;
      const before = stateOf(document);
      const after = { ...before, stock: before.stock + change(before) };
      if (!isVisiblyDifferent(before, after)) return false;
      const version = Number(document['version']) + 1;
      await model.updateOne(
        { _id: productId },
        { version, updatedAt: now, stockAtVersion: after.stock },
        { session },
      );
      const envelope = { aggregateId: productId, aggregateVersion: version, traceparent };
      const isBack = !availabilityOf(before).inStock && availabilityOf(after).inStock;
      const events = [
        createEvent(stockChanged, { ...envelope, data: { productId, ...availabilityOf(after) } }),
        ...(isBack
          ? [createEvent(productImproved, { ...envelope, data: { productId, cause: 'back' } })]
          : []),
      ];
      await saveEvents(model.db, events, session);
      const ofProductId: unknown = document['device']?.ofProductId;
      if (typeof ofProductId === 'string') await deviceMoved(ofProductId, { now, traceparent }, session);
      return true;
    };
    return callerSession ? work(callerSession) : inTransaction(model.db, work);
  }

  return {
    read,
    readMany,

    async reserve(productId: string, line: Line & { readonly overdueAt: Date }, writeContext: WriteContext) {
      const { reservationId, quantity, overdueAt } = line;
      const condition = {
        deletedAt: null,
        isAvailable: true,
        hasDevices: { $ne: true },
        'reservations.id': { $ne: reservationId },
      };
      const update = {
        $inc: { stock: planted('stock.oversold') ? 0 : -quantity },
        $push: { reservations: { id: reservationId, quantity, overdueAt } },
      };
      const isVisible = await move(
        productId,
        { ...condition, stock: { $gte: quantity } },
        update,
        () => -quantity,
        writeContext,
        quantity + lowStockLimit,
      );
      if (isVisible !== undefined) return { outcome: 'reserved', isVisible };
      const state = await read(productId);
      if (!state) return { outcome: 'unknown', isVisible: false };
      const { outcome } = reserve(state, line);
      return {
        // Pieces that returned since the refused update do not change its outcome.
        outcome: outcome === 'reserved' ? 'short' : outcome,
        isVisible: false,
      };
    },

    async take(productId: string, { reservationId, quantity }: Line, writeContext: WriteContext) {
      const removal = await model.updateOne(
        { _id: productId, 'reservations.id': reservationId },
        { $pull: { reservations: { id: reservationId } } },
        { session: writeContext.session },
      );
      if (removal.matchedCount === 1) return { outcome: 'sold' as const, isVisible: false };
      const isVisible = await move(
        productId,
        { stock: { $gte: quantity } },
        { $inc: { stock: -quantity } },
        () => -quantity,
        writeContext,
        quantity + lowStockLimit,
      );
      return outcomeOf(isVisible, 'sold' as const, 'short' as const);
    },

    async release(productId: string, reservationId: string, writeContext: WriteContext) {
      const isVisible = await move(
        productId,
        { 'reservations.id': reservationId },
        [
          {
            $set: {
              stock: { $add: ['$stock', quantityOf(isReservation(reservationId))] },
              reservations: withoutReservation(reservationId),
            },
          },
        ],
        (before) => release(before, reservationId).stock - before.stock,
        writeContext,
      );
      return outcomeOf(isVisible, 'released' as const, 'nothing' as const);
    },

    /** Returns sold pieces; `nothing` when the product was purged, is a device or has devices. */
    async giveBack(productId: string, quantity: number, writeContext: WriteContext) {
      const isVisible = await move(
        productId,
        countedProducts,
        { $inc: { stock: quantity } },
        () => quantity,
        writeContext,
      );
      return outcomeOf(isVisible, 'given-back' as const, 'nothing' as const);
    },

    /** The lines held under an id. */
    async heldLines(reservationId: string, session?: mongoose.ClientSession): Promise<SoldLine[]> {
      const documents = await products
        .find(
          { 'reservations.id': reservationId },
          {
            projection: { reservations: { $elemMatch: { id: reservationId } } },
            maxTimeMS,
            ...inSession(session),
          },
        )
        .toArray();
      return documents.map((document) => {
        const [row] = rowsOf(document);
        return { productId: String(document._id), quantity: row?.quantity ?? 0 };
      });
    },

    async overdue(now: Date, limit: number): Promise<HoldKey[]> {
      const overdueHolds = await products
        .aggregate<{ _id: string; productId: mongoose.Types.ObjectId }>(
          [
            ...overdueOrders(now),
            { $match: isUnclaimed('claimedUntil') },
            { $sort: { claimedUntil: 1, overdueAt: 1 } },
            { $limit: limit },
          ],
          { maxTimeMS },
        )
        .toArray();
      return overdueHolds.map(({ _id, productId }) => ({ reservationId: _id, productId: String(productId) }));
    },

    async claim({ productId, reservationId }: HoldKey, now: Date, claimMs: number) {
      const ownRows = { $filter: { input: reservationRows, as: 'row', cond: isReservation(reservationId) } };
      const claimed = await products.findOneAndUpdate(
        {
          _id: idOf(productId),
          reservations: { $elemMatch: { id: reservationId, overdueAt: { $lte: now } } },
          $expr: { $lte: [{ $max: { $map: { input: ownRows, in: '$$this.claimedUntil' } } }, '$$NOW'] },
        },
        [
          {
            $set: {
              reservations: {
                $map: {
                  input: reservationRows,
                  as: 'row',
                  in: {
                    $cond: [
                      isReservation(reservationId),
                      { $mergeObjects: ['$$row', { claimedUntil: { $add: ['$$NOW', claimMs] } }] },
                      '$$row',
                    ],
                  },
                },
              },
            },
          },
        ],
        { projection: { reservations: { $elemMatch: { id: reservationId } } }, maxTimeMS },
      );
      const [row] = claimed ? rowsOf(claimed) : [];
      return row && { orderId: reservationId, overdueAt: row.overdueAt };
    },

    async countOverdue(now: Date): Promise<number> {
      const [countResult] = await products
        .aggregate<{ orders: number }>([...overdueOrders(now), { $count: 'orders' }], { maxTimeMS })
        .toArray();
      return countResult?.orders ?? 0;
    },
  };
}

/**
 * The orders with overdue lines. The claim of an order is in the line of its lowest product, so that every instance
 * claims the same one.
 */
function overdueOrders(now: Date): mongoose.mongo.Document[] {
  const overdueMatch = { $match: { 'reservations.overdueAt': { $lte: now } } };
  return [
    overdueMatch,
    { $project: { reservations: 1 } },
    { $unwind: '$reservations' },
    overdueMatch,
    {
      $group: {
        _id: '$reservations.id',
        productId: { $min: '$_id' },
        overdueAt: { $min: '$reservations.overdueAt' },
        claimedUntil: { $max: '$reservations.claimedUntil' },
      },
    },
  ];
}

const stateFields = { stock: 1, isAvailable: 1, reservations: 1, hasDevices: 1 } as const;

const stateOf = (document: mongoose.mongo.Document): StockState => ({
  // CAT-D2: the devices of a product are bought instead of it.
  stock: document['hasDevices'] === true ? 0 : Number(document['stock']),
  isAvailable: document['isAvailable'] === true,
  reservations: rowsOf(document),
});

/** Rows are written by this store only. */
function rowsOf(document: mongoose.mongo.Document): StockState['reservations'] {
  return (document['reservations'] as StockState['reservations'] | undefined) ?? [];
}
