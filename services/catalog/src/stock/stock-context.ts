import type { AnswerOf, settleOrder } from '@kinmel/contracts';
import type { ServiceBasis } from '@kinmel/service-kit';
import type { ProductsStore } from '../products/products.store.ts';
import type { SalesStore } from './sales.store.ts';
import type { StockStore } from './stock.store.ts';

/** `abandoned`: such an order will never exist. */
export type SettledState = AnswerOf<typeof settleOrder>['state'];

export interface StockContext extends Pick<ServiceBasis, 'now' | 'inTransaction'> {
  readonly stock: StockStore;
  readonly products: ProductsStore;
  readonly sales: SalesStore;
  /** How long stock is held before order is asked whether the order exists (CAT-C12). */
  readonly holdMs: number;
  /** Called after a visible change: notifies the relay and refreshes caches. */
  readonly stockMoved: (productIds: readonly string[]) => void;
  /** Asks the order service for the state of an order; rejects while it is unavailable. */
  readonly settleOrder: (orderId: string) => Promise<SettledState>;
}
