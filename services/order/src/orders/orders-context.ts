import type { AdditionalWrite, DeletedAccountsStore, ServiceBasis } from '@kinmel/service-kit';
import type { ClientSession } from 'mongoose';
import type { PoliciesStore } from '../policy/policies.store.ts';
import type { Order } from './order.ts';
import type { OrdersStore } from './orders.store.ts';
import type { OrderListsStore } from './reads/order-lists.store.ts';

/**
 * What another feature adds to a change of an order: further changes of the order, and writes in the same transaction.
 * @param before still contains the buyer, whose data the same change may remove
 */
export type FollowUp = (
  before: Order,
  after: Order,
) => Promise<{ readonly order: Order; readonly writes: readonly AdditionalWrite[] }>;

/** Other features are injected, so that this one does not import them. */
export interface OrdersContext
  extends Pick<ServiceBasis, 'audit' | 'now' | 'logger' | 'sendEvents' | 'inTransaction'> {
  readonly orders: OrdersStore;
  readonly orderLists: OrderListsStore;
  readonly deletedAccounts: DeletedAccountsStore;
  readonly policies: Pick<PoliciesStore, 'inForce'>;
  /** Run in array sequence for every change. */
  readonly followUps: readonly FollowUp[];
  /** Refunds a changed order, or closes its pages, without waiting for the sweep. Never rejects. */
  readonly settlePayment: (order: Order, traceparent: string | undefined) => Promise<Order>;
  /** Removes the data of a deleted account other than its orders. */
  readonly forgetCustomer: (userId: string, at: Date, session: ClientSession) => Promise<void>;
}
