import type { AuditContext, GonePeopleStore, Logger } from '@kinmel/service-kit';
import type { ClientSession } from 'mongoose';
import type { Payments } from '../payments/payments.ts';
import type { OrdersStore } from './orders.store.ts';
import type { OrderListsStore } from './reads/order-lists.store.ts';

/** What the use cases of orders depend on. */
export interface OrdersContext extends AuditContext {
  readonly orders: OrdersStore;
  readonly orderLists: OrderListsStore;
  readonly goneBuyers: GonePeopleStore;
  readonly payments: Payments;
  readonly now: () => Date;
  readonly logger: Logger;
  /** Called after a save: the outbox has something to send. */
  readonly sendEvents: () => void;
  readonly inTransaction: <T>(work: (session: ClientSession) => Promise<T>) => Promise<T>;
}
