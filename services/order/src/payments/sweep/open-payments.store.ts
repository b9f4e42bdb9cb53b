import {
  dueDocuments,
  hasMatched,
  isUnclaimed,
  nativeCollection,
  personalDataOf,
  planted,
} from '@kinmel/service-kit';
import mongoose from 'mongoose';
import type { Order } from '../../orders/order.ts';
import { createOrderModel, hiddenFields, toOrder } from '../../orders/order-documents.store.ts';
import type { RequestedRefund } from '../refunds/refund-step.rules.ts';
import { dueFilter, dueOrder, type OpenPaymentKind } from './open-payments.indexes.ts';

export type OpenPaymentsStore = ReturnType<typeof createOpenPaymentsStore>;

/** A claim for requesting refunds of one payment, until it expires. */
export interface RefundClaim {
  readonly until: Date;
  /** A request of an earlier caller whose outcome was not recorded. */
  readonly requestedRefund?: RequestedRefund | undefined;
}

/**
 * Longer than the timeout of a provider call with its retry. Randomized, so that an order whose call always hangs does
 * not delay the same others each time.
 */
const claimMs = () => 60_000 + Math.random() * 15_000;
const maxTimeMS = 2_000;
/** Longer than the calls of a refund with their timeouts and retries. */
const refundClaimMs = 60_000;
/** How long a request without an answer may still be executed. */
const mayBeExecutedMs = 2 * 60_000;

/** Leases of an order, which do not change its version. */
export function createOpenPaymentsStore(connection: mongoose.Connection) {
  // Uses the native driver: Mongoose sanitizes filters, and every one with database time would need `trusted`.
  const orders = nativeCollection(createOrderModel(connection));
  const personal = personalDataOf(connection);
  const idOf = (id: string) => new mongoose.mongo.ObjectId(id);
  const duePayments = (kind: OpenPaymentKind) =>
    dueDocuments(orders, {
      isDue: (now) => dueFilter(kind, now),
      claimField: `claims.${kind}`,
      order: dueOrder(kind),
    });

  return {
    /** Ids of unclaimed orders: untried ones first, then by the time of the last attempt. */
    async due(kind: OpenPaymentKind, now: Date, limit: number): Promise<string[]> {
      return (await duePayments(kind).due(now, limit)).map((id) => id.toHexString());
    },

    /** Leases the order to the caller; undefined when it is leased or not due. */
    async claim(kind: OpenPaymentKind, id: string, now: Date): Promise<Order | undefined> {
      const document = await duePayments(kind).claim(idOf(id), now, claimMs(), hiddenFields);
      return document ? toOrder(await personal.open(document)) : undefined;
    },

    /**
     * Claims the payment for one caller; undefined while another one has it. Stored outside the fields of the order,
     * which every change of the order replaces.
     */
    async claimRefund(id: string, paymentId: string): Promise<RefundClaim | undefined> {
      const field = `refundClaims.${paymentId}`;
      const document = await orders.findOneAndUpdate(
        { _id: idOf(id), ...(planted('refund.no-claim') ? {} : isUnclaimed(`${field}.until`)) },
        [{ $set: { [field]: { at: '$$NOW', until: { $add: ['$$NOW', refundClaimMs] } } } }],
        { projection: { [field]: 1 }, returnDocument: 'after', maxTimeMS },
      );
      const claim = document?.refundClaims?.[paymentId];
      if (claim === undefined) return undefined;
      const { until, at, asked: requestedRefund } = claim;
      const isRecent =
        requestedRefund !== undefined && at.getTime() - requestedRefund.at.getTime() < mayBeExecutedMs;
      return { until, requestedRefund: requestedRefund && { ...requestedRefund, isRecent } };
    },

    /** Stores that the refund is about to be requested; false when the claim expired and another caller has it. */
    recordRequest(
      id: string,
      paymentId: string,
      { until }: RefundClaim,
      { key, beforeInMinorUnits }: RequestedRefund,
    ): Promise<boolean> {
      const field = `refundClaims.${paymentId}`;
      return hasMatched(
        orders.updateOne(
          { _id: idOf(id), [`${field}.until`]: until },
          [{ $set: { [`${field}.asked`]: { key, beforeInMinorUnits, at: '$$NOW' } } }],
          { maxTimeMS },
        ),
      );
    },

    /** @param isSettled whether the outcome of the request is recorded */
    async endRefund(id: string, paymentId: string, { until }: RefundClaim, isSettled: boolean) {
      const field = `refundClaims.${paymentId}`;
      await orders.updateOne(
        { _id: idOf(id), [`${field}.until`]: until },
        { $unset: { [isSettled ? field : `${field}.until`]: 1 } },
        { maxTimeMS },
      );
    },
  };
}
