import { closePaymentPages } from './close-payment-pages.ts';
import { giveMoneyBackByCard } from './give-money-back-by-card.ts';
import { openPaymentPage } from './open-payment-page.ts';
import type { Payments } from './payments.ts';
import type { PaymentsContext } from './payments-context.ts';

export const cardPayments = (context: PaymentsContext): Payments => ({
  createSession: (order, traceparent) => openPaymentPage(context, order, traceparent),
  refund: (order, traceparent) => giveMoneyBackByCard(context, order, traceparent),
  closePages: (order, traceparent) => closePaymentPages(context, order, traceparent),
});
