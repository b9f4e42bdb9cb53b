import { closePaymentPages } from './close-payment-pages.ts';
import { openPaymentPage } from './open-payment-page.ts';
import type { Payments } from './payments.ts';
import type { PaymentsContext } from './payments-context.ts';
import { refundOnlinePayment } from './refund-online-payment.ts';

export const cardPayments = (context: PaymentsContext): Payments => ({
  createSession: (order, traceparent) => openPaymentPage(context, order, traceparent),
  refund: (order, traceparent) => refundOnlinePayment(context, order, traceparent),
  closePages: (order, traceparent) => closePaymentPages(context, order, traceparent),
});
