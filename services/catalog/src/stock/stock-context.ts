import type { StockStore } from './stock.store.ts';

/** What the use cases of stock depend on. */
export interface StockContext {
  readonly stock: StockStore;
  readonly now: () => Date;
  /** Called after a write that shoppers can see: sends the events on and freshens what this instance keeps. */
  readonly stockMoved: (productIds: readonly string[]) => void;
}
