import { sweepDue } from '@kinmel/service-kit';
import type { OrderLimits } from '../limits/order-limits.ts';
import type { ChangeContext } from '../orders/order.rules.ts';
import type { Order } from '../orders/order.ts';
import type { OrdersContext } from '../orders/orders-context.ts';
import type { PaymentProvider } from './payment-provider.ts';
import type { OpenPaymentKind } from './sweep/open-payments.indexes.ts';
import type { OpenPaymentsStore } from './sweep/open-payments.store.ts';

export interface PaymentsContext
  extends Pick<OrdersContext, 'orders' | 'followUps' | 'now' | 'sendEvents' | 'logger'> {
  readonly openPayments: OpenPaymentsStore;
  readonly provider: PaymentProvider;
  readonly limits: Pick<OrderLimits, 'paymentPage'>;
}

/** The provider allows a shop about 100 calls a second. */
export const maxConcurrentCalls = 16;

/** Processes every order with an open payment of this kind, each on one instance. */
export const sweepOpen = (
  { openPayments, now }: Pick<PaymentsContext, 'openPayments' | 'now'>,
  kind: OpenPaymentKind,
  stopping: AbortSignal | undefined,
  handlers: Pick<Parameters<typeof sweepDue<string, Order>>[0], 'work' | 'onFailure'>,
) =>
  sweepDue<string, Order>(
    {
      due: (limit) => openPayments.due(kind, now(), limit),
      claim: (id) => openPayments.claim(kind, id, now()),
      ...handlers,
    },
    { stopping, concurrency: maxConcurrentCalls },
  );

/** The context of a change by the system. */
export function systemChangeContext(
  { now }: Pick<PaymentsContext, 'now'>,
  traceparent?: string,
): ChangeContext {
  return { now: now(), actor: { by: 'shop', who: null }, traceparent };
}
