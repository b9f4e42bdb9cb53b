import type { Logger } from '@kinmel/service-kit';
import type { OrderLimits } from '../limits/order-limits.ts';
import type { ChangeContext } from '../orders/order.rules.ts';
import type { OrdersStore } from '../orders/orders.store.ts';
import type { OpenPaymentsStore } from './open-payments.store.ts';
import type { PaymentProvider } from './payment-provider.ts';

/** What the use cases of payment depend on. */
export interface PaymentsContext {
  readonly orders: OrdersStore;
  readonly openPayments: OpenPaymentsStore;
  readonly provider: PaymentProvider;
  readonly limits: Pick<OrderLimits, 'paymentPage'>;
  readonly now: () => Date;
  /** Called after a save that wrote events. */
  readonly sendEvents: () => void;
  readonly logger: Logger;
}

/** For a change that a program of the shop makes: no person's id stands in the history. */
export function byShop({ now }: Pick<PaymentsContext, 'now'>, traceparent?: string): ChangeContext {
  return { now: now(), actor: { by: 'shop', who: null }, traceparent };
}
