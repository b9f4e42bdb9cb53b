import { type EventOf, stockChanged } from '@kinmel/contracts';
import { createEvent, type HoldsToSettle, isUnclaimed, outboxRows } from '@kinmel/service-kit';
import mongoose from 'mongoose';
import type { ProductModel } from '../products/products.store.ts';
import {
  type Line,
  lowStockLimit,
  type ReserveOutcome,
  reserve,
  type StockState,
  type TakeOutcome,
} from './stock.rules.ts';

/** The outcome of a line, and whether shoppers see a difference. */
export interface Moved<Outcome> {
  readonly outcome: Outcome;
  readonly isVisible: boolean;
}

export interface When {
  readonly now: Date;
  readonly traceparent?: string | undefined;
  /** For a write within a transaction. */
  readonly session?: mongoose.ClientSession | undefined;
}

export interface HeldLine {
  readonly productId: string;
  readonly quantity: number;
}

export interface HeldUnder {
  readonly productId: string;
  readonly reservationId: string;
}

export interface LineToHold extends HeldLine, HeldUnder {
  readonly overdueAt: Date;
}

/** Each call is one conditional update of one product by its rule. */
export interface StockStore extends HoldsToSettle<HeldUnder> {
  reserve(
    productId: string,
    line: Line & { readonly overdueAt: Date },
    when: When,
  ): Promise<Moved<ReserveOutcome | 'unknown'>>;
  take(productId: string, line: Line, when: When): Promise<Moved<TakeOutcome>>;
  release(productId: string, reservationId: string, when: When): Promise<Moved<'released' | 'nothing'>>;
  /** Returns sold pieces; `nothing` when the product was purged. */
  giveBack(productId: string, quantity: number, when: When): Promise<Moved<'given-back' | 'nothing'>>;
  /** The lines held under an id. */
  heldUnder(reservationId: string, session?: mongoose.ClientSession): Promise<HeldLine[]>;
  read(productId: string): Promise<StockState | undefined>;
  /** In one call, without unknown and deleted products. */
  readMany(productIds: readonly string[]): Promise<ReadonlyMap<string, StockState>>;
}

type Expression = mongoose.mongo.Document | string | number | boolean | null;

const isFree = (stock: Expression) => ({ $and: ['$isAvailable', { $gt: [stock, 0] }] });

/** `availabilityOf` (C4) as an aggregation expression. */
const availability = {
  inStock: isFree('$stock'),
  lowStockCount: {
    $cond: [
      { $and: ['$isAvailable', { $gt: ['$stock', 0] }, { $lte: ['$stock', lowStockLimit] }] },
      '$stock',
      null,
    ],
  },
};

/**
 * Moves pieces and, in the same write, increments the version and adds `stock.changed` to the outbox if the visible
 * availability changes (C5).
 */
function moving(
  productId: string,
  set: mongoose.mongo.Document,
  { now, traceparent }: When,
): mongoose.mongo.Document[] {
  const template: EventOf<typeof stockChanged> = createEvent(stockChanged, {
    aggregateId: productId,
    aggregateVersion: 1,
    data: { productId, inStock: false, lowStockCount: null },
    traceparent,
  });
  const [row] = outboxRows(template);
  const isChanged = { $ne: ['$seenBefore', '$seenAfter'] };
  return [
    { $set: { seenBefore: availability, ...set } },
    { $set: { seenAfter: availability } },
    {
      $set: {
        version: { $cond: [isChanged, { $add: ['$version', 1] }, '$version'] },
        updatedAt: { $cond: [isChanged, now, '$updatedAt'] },
        stockAtVersion: { $cond: [isChanged, '$stock', '$stockAtVersion'] },
        outbox: {
          $cond: [
            isChanged,
            {
              $concatArrays: [
                { $ifNull: ['$outbox', []] },
                [
                  {
                    $mergeObjects: [
                      { $literal: row },
                      {
                        event: {
                          $mergeObjects: [
                            { $literal: template },
                            {
                              aggregateVersion: { $add: ['$version', 1] },
                              data: { $mergeObjects: [{ $literal: { productId } }, '$seenAfter'] },
                            },
                          ],
                        },
                      },
                    ],
                  },
                ],
              ],
            },
            '$outbox',
          ],
        },
      },
    },
    { $unset: ['seenBefore', 'seenAfter'] },
  ];
}

const rows = { $ifNull: ['$reservations', []] };
const rowIs = (reservationId: string) => ({ $eq: ['$$row.id', { $literal: reservationId }] });

const without = (reservationId: string) => ({
  $filter: { input: rows, as: 'row', cond: { $not: [rowIs(reservationId)] } },
});

const quantityOf = (condition: Expression) => ({
  $sum: {
    $map: {
      input: { $filter: { input: rows, as: 'row', cond: condition } },
      as: 'row',
      in: '$$row.quantity',
    },
  },
});

const maxTimeMS = 2_000;

const inSession = (session: mongoose.ClientSession | undefined) => (session ? { session } : {});

export function createStockStore(model: ProductModel): StockStore {
  // By the driver, as mongoose does not cast update pipelines.
  const products = model.collection;
  const idOf = (productId: string) => new mongoose.Types.ObjectId(productId);

  async function readMany(productIds: readonly string[]): Promise<Map<string, StockState>> {
    const found = await products
      .find(
        { _id: { $in: productIds.map(idOf) }, deletedAt: null },
        {
          projection: { stock: 1, isAvailable: 1, reservations: 1 },
          batchSize: productIds.length + 1,
          maxTimeMS,
        },
      )
      .toArray();
    return new Map(
      found.map((document) => [
        String(document._id),
        {
          stock: Number(document['stock']),
          isAvailable: document['isAvailable'] === true,
          reservations: rowsOf(document),
        },
      ]),
    );
  }

  const read = async (productId: string) => (await readMany([productId])).get(productId);

  /** Undefined when the condition did not hold, else whether shoppers see a difference. */
  async function move(
    productId: string,
    condition: mongoose.mongo.Document,
    set: mongoose.mongo.Document,
    when: When,
  ): Promise<boolean | undefined> {
    const after = await products.findOneAndUpdate(
      { _id: idOf(productId), ...condition },
      moving(productId, set, when),
      { projection: { updatedAt: 1 }, returnDocument: 'after', maxTimeMS, ...inSession(when.session) },
    );
    if (!after) return undefined;
    const updatedAt: unknown = after['updatedAt'];
    // Two moves in one millisecond may both count as visible, which costs one refresh.
    return updatedAt instanceof Date && updatedAt.getTime() === when.now.getTime();
  }

  return {
    read,
    readMany,

    async reserve(productId, line, when) {
      const { reservationId, quantity, overdueAt } = line;
      const isVisible = await move(
        productId,
        {
          deletedAt: null,
          isAvailable: true,
          stock: { $gte: quantity },
          'reservations.id': { $ne: reservationId },
        },
        {
          stock: { $subtract: ['$stock', quantity] },
          reservations: {
            $concatArrays: [rows, [{ $literal: { id: reservationId, quantity, overdueAt } }]],
          },
        },
        when,
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

    async take(productId, { reservationId, quantity }, when) {
      const held = await model.updateOne(
        { _id: productId, 'reservations.id': reservationId },
        { $pull: { reservations: { id: reservationId } } },
        { session: when.session },
      );
      if (held.matchedCount === 1) return { outcome: 'sold', isVisible: false };
      const isVisible = await move(
        productId,
        { stock: { $gte: quantity } },
        { stock: { $subtract: ['$stock', quantity] } },
        when,
      );
      return isVisible === undefined
        ? { outcome: 'short', isVisible: false }
        : { outcome: 'sold', isVisible };
    },

    async release(productId, reservationId, when) {
      const isVisible = await move(
        productId,
        { 'reservations.id': reservationId },
        {
          stock: { $add: ['$stock', quantityOf(rowIs(reservationId))] },
          reservations: without(reservationId),
        },
        when,
      );
      return isVisible === undefined
        ? { outcome: 'nothing', isVisible: false }
        : { outcome: 'released', isVisible };
    },

    async giveBack(productId, quantity, when) {
      const isVisible = await move(productId, {}, { stock: { $add: ['$stock', quantity] } }, when);
      return isVisible === undefined
        ? { outcome: 'nothing', isVisible: false }
        : { outcome: 'given-back', isVisible };
    },

    async heldUnder(reservationId, session) {
      const found = await products
        .find(
          { 'reservations.id': reservationId },
          {
            projection: { reservations: { $elemMatch: { id: reservationId } } },
            maxTimeMS,
            ...inSession(session),
          },
        )
        .toArray();
      return found.map((document) => {
        const [row] = rowsOf(document);
        return { productId: String(document._id), quantity: row?.quantity ?? 0 };
      });
    },

    async overdue(now, limit) {
      const found = await products
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
      return found.map(({ _id, productId }) => ({ reservationId: _id, productId: String(productId) }));
    },

    async claim({ productId, reservationId }, now, claimMs) {
      const mine = { $filter: { input: rows, as: 'row', cond: rowIs(reservationId) } };
      const claimed = await products.findOneAndUpdate(
        {
          _id: idOf(productId),
          reservations: { $elemMatch: { id: reservationId, overdueAt: { $lte: now } } },
          $expr: { $lte: [{ $max: { $map: { input: mine, in: '$$this.claimedUntil' } } }, '$$NOW'] },
        },
        [
          {
            $set: {
              reservations: {
                $map: {
                  input: rows,
                  as: 'row',
                  in: {
                    $cond: [
                      rowIs(reservationId),
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

    async countOverdue(now) {
      const [counted] = await products
        .aggregate<{ orders: number }>([...overdueOrders(now), { $count: 'orders' }], { maxTimeMS })
        .toArray();
      return counted?.orders ?? 0;
    },
  };
}

/**
 * The orders with overdue lines. The claim of an order is in the line of its lowest product, so that every instance
 * claims the same one.
 */
function overdueOrders(now: Date): mongoose.mongo.Document[] {
  const isOver = { $match: { 'reservations.overdueAt': { $lte: now } } };
  return [
    isOver,
    { $project: { reservations: 1 } },
    { $unwind: '$reservations' },
    isOver,
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

/** Rows are written by this store only. */
function rowsOf(document: mongoose.mongo.Document): StockState['reservations'] {
  return (document['reservations'] as StockState['reservations'] | undefined) ?? [];
}
