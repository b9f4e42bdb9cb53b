import type { BodyOf, placeOrder as endpoint } from '@kinmel/contracts';
import type { AdmissionQueue, Day } from '@kinmel/service-kit';
import type { CopiesContext } from '../copies/current-copies.ts';
import type { LedgerStore } from '../ledger/ledger.store.ts';
import type { OrderLimits } from '../limits/order-limits.ts';
import type { OrdersContext } from '../orders/orders-context.ts';
import type { PaymentsContext } from '../payments/payments-context.ts';
import type { PoliciesStore } from '../policy/policies.store.ts';
import type { DocumentsContext } from '../tax-documents/issue-document.ts';
import type { KeyClaimsStore } from './key-claims.store.ts';

export interface PlacingContext extends OrdersContext, CopiesContext {
  readonly ledger: LedgerStore;
  readonly documents: DocumentsContext;
  readonly onlinePayments: PaymentsContext;
  readonly newId: () => string;
  /** The day in the shop's time zone. */
  readonly dayOf: (moment: Date) => Day;
  readonly policies: PoliciesStore;
  /** Limits the number of concurrent orders and the waiting time of others. */
  readonly placingQueue: AdmissionQueue;
  readonly limits: Pick<
    OrderLimits,
    'order' | 'code' | 'linePieces' | 'orderPieces' | 'runExclusive' | 'openOrder'
  >;
  readonly keyClaims: KeyClaimsStore;
}

export type PlaceOrderBody = BodyOf<typeof endpoint>;
