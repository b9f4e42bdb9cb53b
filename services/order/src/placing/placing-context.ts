import type { BodyOf, placeOrder as endpoint } from '@kinmel/contracts';
import type { Day } from '@kinmel/service-kit';
import type { OrderLimits } from '../limits/order-limits.ts';
import type { OrdersContext } from '../orders/orders-context.ts';
import type { PolicyContent } from '../policy/policy-content.ts';
import type { KeyClaimsStore } from './key-claims.store.ts';
import type { CopiesContext } from './pricing/current-copies.ts';

export interface PlacingContext extends OrdersContext, CopiesContext {
  /** The id of an order to be; nobody else ever makes the same one. */
  readonly newId: () => string;
  /** The day of the shop that a moment belongs to. */
  readonly dayOf: (moment: Date) => Day;
  readonly currentPolicy: () => Promise<PolicyContent>;
  /** Begins when those under way are through, together with all who wait by then; see `createTaskBatcher` of service-kit. */
  readonly inBatch: <Result>(work: () => Promise<Result>) => Promise<Result>;
  readonly limits: Pick<OrderLimits, 'order' | 'code' | 'linePieces' | 'orderPieces' | 'whileOpen'>;
  /** Keys whose first request is still under way in this process, with the digest of its body. */
  readonly keysInProgress: Map<string, string>;
  readonly keyClaims: KeyClaimsStore;
}

export type PlaceOrderBody = BodyOf<typeof endpoint>;
