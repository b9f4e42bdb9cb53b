import { claimFor, isUnclaimed } from '@kinmel/service-kit';
import mongoose from 'mongoose';
import type { Order } from '../orders/order.ts';
import { type OrderDocument, orderFields, toOrder } from '../orders/order-documents.store.ts';
import { dueFilter, dueOrder, type OpenPaymentKind } from './open-payments.indexes.ts';

/** The orders whose payments need something more of the shop. */
export interface OpenPaymentsStore {
  /** Ids of those that are not claimed: never tried first, then tried longest ago. */
  due(kind: OpenPaymentKind, now: Date, limit: number): Promise<string[]>;
  /** The order, for one caller until the claim runs out; undefined when it is another's or not due any more. No change of the order. */
  claim(kind: OpenPaymentKind, id: string, now: Date): Promise<Order | undefined>;
  /**
   * Notes that the provider has definitely refused to give this payment back after it had refused so many times, so that the next
   * try is a new one. No change of the order: its history would be nothing but that.
   */
  refundRefused(
    id: string,
    payment: { readonly paymentId: string; readonly refusals: number },
  ): Promise<void>;
  /** This page of the order is closed. No change of the order. */
  pageClosed(id: string, sessionId: string): Promise<void>;
}

/**
 * Longer than the provider is waited for, with its second try; what could not be done is tried again after it. By chance a quarter longer, so that
 * an order for which the provider never answers does not stand before the same others each time.
 */
const claimMs = () => 60_000 + Math.random() * 15_000;
const maxTimeMS = 2_000;

export function createOpenPaymentsStore(connection: mongoose.Connection): OpenPaymentsStore {
  // The driver itself: filters and updates are built from our own values only.
  const orders = connection.getClient().db(connection.name).collection<OrderDocument>('orders');
  const idOf = (id: string) => new mongoose.mongo.ObjectId(id);
  const isDue = (kind: OpenPaymentKind, now: Date) => ({
    ...dueFilter(kind, now),
    ...isUnclaimed(`claims.${kind}`),
  });
  const refusedTimes = (refusals: number) => (refusals === 0 ? { $in: [null, 0] } : refusals);

  return {
    async due(kind, now, limit) {
      const found = await orders
        .find(isDue(kind, now), { projection: { _id: 1 }, sort: dueOrder(kind), limit, maxTimeMS })
        .toArray();
      return found.map(({ _id }) => _id.toHexString());
    },

    async claim(kind, id, now) {
      const claimed = await orders.findOneAndUpdate(
        { _id: idOf(id), ...isDue(kind, now) },
        claimFor(`claims.${kind}`, claimMs()),
        { projection: orderFields, maxTimeMS },
      );
      return claimed ? toOrder(claimed) : undefined;
    },

    async pageClosed(id, sessionId) {
      await orders.updateOne({ _id: idOf(id) }, { $pull: { pagesToClose: { sessionId } } }, { maxTimeMS });
    },

    async refundRefused(id, { paymentId, refusals }) {
      await orders.updateOne(
        { _id: idOf(id), 'card.paymentId': paymentId, 'refund.refusals': refusedTimes(refusals) },
        { $set: { 'refund.refusals': refusals + 1 } },
        { maxTimeMS },
      );
      await orders.updateOne(
        {
          _id: idOf(id),
          secondPayments: { $elemMatch: { paymentId, refusals: refusedTimes(refusals) } },
        },
        { $set: { 'secondPayments.$.refusals': refusals + 1 } },
        { maxTimeMS },
      );
    },
  };
}
