import type { AuditContext, DeletedAccountsStore, Logger } from '@kinmel/service-kit';
import type { ClientSession } from 'mongoose';
import type { LedgerStore } from '../ledger/ledger.store.ts';
import type { PaymentsContext } from '../payments/payments-context.ts';
import type { PayoutsStore } from '../payouts/payouts.store.ts';
import type { DocumentsContext } from '../tax-documents/issue-document.ts';
import type { OrdersStore } from './orders.store.ts';
import type { OrderListsStore } from './reads/order-lists.store.ts';

export interface OrdersContext extends AuditContext {
  readonly orders: OrdersStore;
  readonly orderLists: OrderListsStore;
  readonly deletedAccounts: DeletedAccountsStore;
  readonly documents: DocumentsContext;
  readonly ledger: LedgerStore;
  readonly payouts: PayoutsStore;
  /** Undefined without an online payment method: such orders are stored and expire. */
  readonly cards: PaymentsContext | undefined;
  readonly now: () => Date;
  readonly logger: Logger;
  /** Wakes the relay after a save. */
  readonly sendEvents: () => void;
  readonly inTransaction: <T>(work: (session: ClientSession) => Promise<T>) => Promise<T>;
}
