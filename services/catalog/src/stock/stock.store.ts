import { type EventOf, stockChanged } from '@kinmel/contracts';
import { createEvent, outboxRows } from '@kinmel/service-kit';
import mongoose from 'mongoose';
import type { ProductModel } from '../products/products.store.ts';
import {
  type ConfirmOutcome,
  closedReservationKeptMs,
  type Line,
  lowStockLimit,
  type ReserveOutcome,
  reserve,
  type Shelf,
} from './stock.rules.ts';

/** A line's outcome and whether a shopper can see a difference now. */
export interface Moved<Outcome> {
  readonly outcome: Outcome;
  readonly isVisible: boolean;
}

export interface When {
  readonly now: Date;
  readonly traceparent?: string | undefined;
}

/** One call is one conditional update of one product: it does what the rule says, or nothing. */
export interface StockStore {
  reserve(
    productId: string,
    line: Line & { readonly expiresAt: Date },
    when: When,
  ): Promise<Moved<ReserveOutcome | 'unknown'>>;
  confirm(productId: string, line: Line, when: When): Promise<Moved<ConfirmOutcome | 'unknown'>>;
  release(productId: string, reservationId: string, when: When): Promise<Moved<'released' | 'nothing'>>;
  /** Gives overdue pieces of one product back and forgets what was closed long ago. */
  expire(productId: string, when: When): Promise<Moved<'expired' | 'nothing'>>;
  /** Products of which something is held or remembered under this reservation. */
  productsOf(reservationId: string): Promise<string[]>;
  /** Products with something overdue. */
  overdue(now: Date, limit: number): Promise<string[]>;
  read(productId: string): Promise<Shelf | undefined>;
}

type Expression = mongoose.mongo.Document | string | number | boolean | null;

const isFree = (stock: Expression) => ({ $and: ['$isAvailable', { $gt: [stock, 0] }] });

/** `availabilityOf` of the rules (C4) as an expression on the document. */
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

const closedUntil = (now: Date) => new Date(now.getTime() + closedReservationKeptMs);

/**
 * Moves pieces and, in the same write, raises the version and adds `stock.changed` to the document's outbox exactly
 * when the availability that a shopper sees is another one than before (C5).
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

const closing = (condition: Expression, state: 'released', input: Expression, now: Date) => ({
  $map: {
    input,
    as: 'row',
    in: {
      $cond: [condition, { $mergeObjects: ['$$row', { state, expiresAt: closedUntil(now) }] }, '$$row'],
    },
  },
});

const maxTimeMS = 2_000;

export function createStockStore(model: ProductModel): StockStore {
  // The driver itself: filters and updates here are built from our own values only, and none needs casting.
  const products = model.collection;
  const idOf = (productId: string) => new mongoose.Types.ObjectId(productId);

  async function read(productId: string): Promise<Shelf | undefined> {
    const document = await model
      .findOne({ _id: productId, deletedAt: null }, { stock: 1, isAvailable: 1, reservations: 1 })
      .lean();
    return document
      ? {
          stock: document.stock,
          isAvailable: document.isAvailable,
          reservations: document.reservations ?? [],
        }
      : undefined;
  }

  /** Answers undefined when the condition did not hold, else whether a shopper sees a difference. */
  async function move(
    productId: string,
    condition: mongoose.mongo.Document,
    set: mongoose.mongo.Document,
    when: When,
  ): Promise<boolean | undefined> {
    const after = await products.findOneAndUpdate(
      { _id: idOf(productId), ...condition },
      moving(productId, set, when),
      { projection: { updatedAt: 1 }, returnDocument: 'after', maxTimeMS },
    );
    if (!after) return undefined;
    const updatedAt: unknown = after['updatedAt'];
    // Two movements in one millisecond may both count as visible; the price is one look too many.
    return updatedAt instanceof Date && updatedAt.getTime() === when.now.getTime();
  }

  return {
    read,

    async reserve(productId, line, when) {
      const { reservationId, quantity, expiresAt } = line;
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
            $concatArrays: [rows, [{ $literal: { id: reservationId, quantity, state: 'held', expiresAt } }]],
          },
        },
        when,
      );
      if (isVisible !== undefined) return { outcome: 'reserved', isVisible };
      const shelf = await read(productId);
      if (!shelf) return { outcome: 'unknown', isVisible: false };
      const { outcome } = reserve(shelf, line);
      // Pieces that came back since the refused update are for the next call; this one was refused.
      return { outcome: outcome === 'reserved' ? 'short' : outcome, isVisible: false };
    },

    async confirm(productId, { reservationId, quantity }, when) {
      const held = await products.updateOne(
        { _id: idOf(productId), reservations: { $elemMatch: { id: reservationId, state: 'held' } } },
        { $set: { 'reservations.$.state': 'sold', 'reservations.$.expiresAt': closedUntil(when.now) } },
        { maxTimeMS },
      );
      if (held.matchedCount === 1) return { outcome: 'sold', isVisible: false };
      const isVisible = await move(
        productId,
        {
          stock: { $gte: quantity },
          reservations: { $not: { $elemMatch: { id: reservationId, state: { $in: ['held', 'sold'] } } } },
        },
        {
          stock: { $subtract: ['$stock', quantity] },
          reservations: {
            $concatArrays: [
              without(reservationId),
              [
                {
                  $literal: { id: reservationId, quantity, state: 'sold', expiresAt: closedUntil(when.now) },
                },
              ],
            ],
          },
        },
        when,
      );
      if (isVisible !== undefined) return { outcome: 'sold', isVisible };
      const document = await products.findOne(
        { _id: idOf(productId) },
        { projection: { reservations: { $elemMatch: { id: reservationId } } }, maxTimeMS },
      );
      if (!document) return { outcome: 'unknown', isVisible: false };
      const [row] = (document['reservations'] as Shelf['reservations'] | undefined) ?? [];
      return { outcome: row?.state === 'sold' ? 'already-sold' : 'short', isVisible: false };
    },

    async release(productId, reservationId, when) {
      const isHeld = { $and: [rowIs(reservationId), { $eq: ['$$row.state', 'held'] }] };
      const isVisible = await move(
        productId,
        { reservations: { $elemMatch: { id: reservationId, state: 'held' } } },
        {
          stock: { $add: ['$stock', quantityOf(isHeld)] },
          reservations: closing(isHeld, 'released', rows, when.now),
        },
        when,
      );
      return isVisible === undefined
        ? { outcome: 'nothing', isVisible: false }
        : { outcome: 'released', isVisible };
    },

    async expire(productId, when) {
      const isDue = { $lte: ['$$row.expiresAt', when.now] };
      const isHeld = { $eq: ['$$row.state', 'held'] };
      const isOverdue = { $and: [isHeld, isDue] };
      const kept = {
        $filter: { input: rows, as: 'row', cond: { $or: [isHeld, { $not: [isDue] }] } },
      };
      const isVisible = await move(
        productId,
        { 'reservations.expiresAt': { $lte: when.now } },
        {
          stock: { $add: ['$stock', quantityOf(isOverdue)] },
          reservations: closing(isOverdue, 'released', kept, when.now),
        },
        when,
      );
      return isVisible === undefined
        ? { outcome: 'nothing', isVisible: false }
        : { outcome: 'expired', isVisible };
    },

    async productsOf(reservationId) {
      const found = await products
        .find({ 'reservations.id': reservationId }, { projection: { _id: 1 }, maxTimeMS })
        .toArray();
      return found.map(({ _id }) => String(_id));
    },

    async overdue(now, limit) {
      const found = await products
        .find({ 'reservations.expiresAt': { $lte: now } }, { projection: { _id: 1 }, limit, maxTimeMS })
        .toArray();
      return found.map(({ _id }) => String(_id));
    },
  };
}
