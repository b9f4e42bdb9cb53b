import {
  declareCollection,
  type StoredWorkFields,
  toStorableRecord,
  type WorkSource,
  withShopCurrency,
  workIndexes,
} from '@kinmel/service-kit';
import mongoose from 'mongoose';
import { type OpenPaymentKind, openPaymentIndexes } from '../payments/sweep/open-payments.indexes.ts';
import { deletedBuyer, isOver } from './order.rules.ts';
import type { Order } from './order.ts';

/** Identifies a repeated request: the client's key and a hash of the body. */
export interface IdempotencyKey {
  readonly key: string;
  readonly bodyHash: string;
}

/** The stored order. */
export interface OrderDocument extends Omit<Order, 'id' | 'onlinePayment'>, StoredWorkFields {
  _id: mongoose.Types.ObjectId;
  /** `abandoned` blocks the id of an order that was never inserted (decision 10). */
  state: 'placed' | 'abandoned';
  abandonedAt?: Date;
  idempotency?: IdempotencyKey & { readonly at: Date };
  /**
   * `onlinePayment`, under its first name, from when cards were the only online payment: indexes and older orders use
   * that name.
   */
  card: Order['onlinePayment'];
  /** Search terms of the order number, and the hashes of those of the person (`PersonalHashes.beginningsOf`). */
  search: readonly string[];
  /** Leases of the payment sweeps (`open-payments.store.ts`). */
  claims?: Partial<Record<OpenPaymentKind, Date>>;
  /** Claims and requests of refunds, by payment (`open-payments.store.ts`). */
  refundClaims?: Record<
    string,
    { until: Date; at: Date; asked?: { key: string; beforeInMinorUnits: number; at: Date } }
  >;
}

export const createOrderModel = declareCollection<OrderDocument>(
  'orders',
  [
    [{ orderNumber: 1 }, { unique: true, partialFilterExpression: { orderNumber: { $type: 'string' } } }],
    [
      { userId: 1, 'idempotency.key': 1 },
      { unique: true, partialFilterExpression: { 'idempotency.key': { $exists: true } } },
    ],
    [{ 'idempotency.at': 1 }, { partialFilterExpression: { 'idempotency.at': { $exists: true } } }],
    [{ userId: 1, createdAt: -1, _id: -1 }],
    // Covers the figures of orders and days; a separate index would slow down every insert.
    [
      {
        state: 1,
        createdAt: -1,
        _id: -1,
        orderStatus: 1,
        paymentMethod: 1,
        'pricing.totalInMinorUnits': 1,
      },
    ],
    [{ state: 1, orderStatus: 1, createdAt: -1, _id: -1 }],
    [{ state: 1, paymentMethod: 1, createdAt: -1, _id: -1 }],
    [{ state: 1, 'pricing.totalInMinorUnits': 1, _id: 1 }],
    [{ search: 1, createdAt: -1 }],
    [{ 'openReturns.askAt': 1 }, { partialFilterExpression: { 'openReturns.askAt': { $gt: new Date(0) } } }],
    ...openPaymentIndexes,
    ...workIndexes,
    [
      { abandonedAt: 1 },
      {
        name: 'abandoned',
        expireAfterSeconds: 7 * 24 * 60 * 60,
        partialFilterExpression: { abandonedAt: { $exists: true } },
      },
    ],
  ],
  mongoose.Types.ObjectId,
);

/** The fields that are sealed with the buyer's key. */
export const personalFields = ['customerDetails', 'adminNotes'] as const;

/** Replaces the personal fields when the key that sealed them is missing. */
const unreadableFields = { customerDetails: deletedBuyer.customerDetails, adminNotes: '' };

/** Projection that excludes fields that are not part of the order. */
export const hiddenFields = { search: 0, claims: 0, refundClaims: 0, promisedAt: 0, assignment: 0 } as const;

/** @param document as it is read with `hiddenFields` */
export function toOrder({
  _id,
  state: _state,
  idempotency: _key,
  card: onlinePayment,
  ...order
}: Omit<OrderDocument, keyof typeof hiddenFields>): Order {
  return { ...unreadableFields, ...withShopCurrency(order), onlinePayment, id: _id.toHexString() };
}

/** The inverse of `toOrder`: the fields that a write sets. */
export const storedFields = ({ id: _id, onlinePayment: card, ...order }: Order) =>
  toStorableRecord({ ...order, card });

/** The step about an order's money that staff must do first; undefined when there is none. */
function moneyStep(refund: OrderDocument['refund'], undecided: readonly unknown[]): string | undefined {
  if (refund?.state === 'failed') return 'hand-back-money';
  // Its provider never reported whether it was paid (ORD-O22).
  return undecided.length > 0 ? 'look-up-payment' : undefined;
}

export const orderWork: WorkSource<OrderDocument> = {
  kind: 'order',
  collection: 'orders',
  fields: ['orderNumber', 'orderStatus', 'refund.state', 'undecidedPages', 'customerDetails'],
  describe: ({ orderNumber, orderStatus, refund, undecidedPages = [], customerDetails }) => ({
    title: orderNumber,
    status: moneyStep(refund, undecidedPages) ?? (isOver(orderStatus) ? 'hand-back-money' : orderStatus),
    customerName: customerDetails?.name ?? '',
  }),
};
