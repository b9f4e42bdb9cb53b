import { createPaymentSession, getPaymentSession, receivePaymentEvent } from '@kinmel/contracts';
import { ProblemError, type Route, route } from '@kinmel/service-kit';
import { openPaymentPage } from './pages/open-payment-page.ts';
import { readPaymentSession } from './pages/read-payment-session.ts';
import { receiptLines } from './payment-lines.rules.ts';
import type { PaymentSession } from './payment-provider.ts';
import type { PaymentsContext } from './payments-context.ts';
import { takePaymentEvent } from './take-payment-event.ts';
import { withProviderTimeout } from './wait-for-provider.ts';

const paymentStatus = {
  open: 'unpaid',
  processing: 'unpaid',
  paid: 'paid',
  expired: 'expired',
} as const satisfies Record<PaymentSession['state'], string>;

export function paymentsRoutes(context: PaymentsContext): Route[] {
  const withTimeout = <T>(work: Promise<T>) => withProviderTimeout(work, context.logger);
  return [
    route(getPaymentSession, async ({ query, address, identity, traceparent }) => {
      const guess = await context.limits.paymentPage({ address, userId: identity?.userId });
      const { session, order, isDeclined, goesBack, canPayAgain } = await withTimeout(
        readPaymentSession(context, query, traceparent),
      ).catch(async (error: unknown) => {
        if (!(error instanceof ProblemError && error.code === 'not-found')) await guess.uncount();
        throw error;
      });
      await guess.uncount();
      return {
        customer_details: { name: session.customerName || order.customerDetails.name },
        line_items: {
          data: receiptLines(order).map(({ description, quantity, unitAmountInMinorUnits }) => ({
            description,
            quantity,
            amount_total: quantity * unitAmountInMinorUnits,
          })),
        },
        amount_total: session.amountInMinorUnits,
        currency: order.currency,
        payment_status: paymentStatus[session.state],
        declined: isDeclined,
        ...(goesBack ? { goesBack } : {}),
        canPayAgain,
        orderId: order.id,
        orderNumber: order.orderNumber,
      };
    }),
    route(createPaymentSession, async ({ body, identity, traceparent }) => {
      const order = await context.orders.find(body.orderId);
      // The order of another person is reported as not found.
      if (order === undefined || order.userId !== identity.userId)
        throw new ProblemError('not-found', 'There is no such order.');
      return { ...(await withTimeout(openPaymentPage(context, order, traceparent))) };
    }),
    route(receivePaymentEvent, async ({ body, headers, traceparent }) => {
      // A webhook that takes too long is rejected, so that the provider repeats it.
      await withTimeout(
        takePaymentEvent(context, {
          bytes: body instanceof Buffer ? body : Buffer.alloc(0),
          headers,
          traceparent,
        }),
      );
    }),
  ];
}
