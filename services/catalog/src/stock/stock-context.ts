import type { AnswerOf, settleOrder } from '@kinmel/contracts';
import type { ClientSession } from 'mongoose';
import type { SalesStore } from './sales.store.ts';
import type { StockStore } from './stock.store.ts';

/** What order says about an id: `abandoned` means that there will never be such an order. */
export type SettledState = AnswerOf<typeof settleOrder>['state'];

/** What the use cases of stock depend on. */
export interface StockContext {
  readonly stock: StockStore;
  readonly sales: SalesStore;
  readonly now: () => Date;
  /** How long a hold is left alone before order is asked about it, in milliseconds (C12). */
  readonly holdMs: number;
  /** Called after a write that shoppers can see: sends the events on and freshens what this instance keeps. */
  readonly stockMoved: (productIds: readonly string[]) => void;
  /** Asks order what became of an id; rejects when order cannot be asked now. */
  readonly settleOrder: (orderId: string) => Promise<SettledState>;
  /** Runs the work as one transaction, again when it collides with another one. */
  readonly inTransaction: <T>(work: (session: ClientSession) => Promise<T>) => Promise<T>;
}
