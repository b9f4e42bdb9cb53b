import { ProblemError } from '@kinmel/service-kit';
import { changeOrder } from '../orders/changes/change-order.ts';
import { forgetWhenOver, leftToPay } from '../orders/order.rules.ts';
import type { Order } from '../orders/order.ts';
import { addPayment, recordOtherAmount } from './payment.rules.ts';
import { type PaymentsContext, systemChangeContext } from './payments-context.ts';
import { refundSecondPayment } from './refunds/refund-online-payment.ts';

interface ReceivedPayment {
  readonly orderId: string;
  readonly paymentId?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly amountInMinorUnits?: number | undefined;
}

/**
 * Records a payment once, from webhook, success page or sweep. A second payment is refunded, at once or by the sweep.
 * Rejects when the amount is not what was left to pay: that payment becomes work for staff (ORD-O22).
 */
export async function recordPayment(
  context: PaymentsContext,
  { orderId, paymentId, sessionId, amountInMinorUnits }: ReceivedPayment,
  traceparent?: string,
): Promise<Order> {
  if (paymentId === undefined) throw new Error(`order ${orderId}: paid, but the payment has no id`);
  const change = systemChangeContext(context, traceparent);
  const order = await changeOrder(context, orderId, (current) => {
    if (amountInMinorUnits !== leftToPay(current))
      return recordOtherAmount(current, { paymentId, amountInMinorUnits }, change);
    return forgetWhenOver(addPayment(current, { paymentId, sessionId, amountInMinorUnits }, change), change);
  });
  if (amountInMinorUnits !== leftToPay(order)) {
    context.logger.error(
      { orderId, paymentId, amountInMinorUnits },
      'the amount paid is not what was left to pay',
    );
    throw new ProblemError(
      'conflict',
      'The amount that was paid is not that of the order. Please contact us.',
    );
  }
  const second = order.secondPayments?.find((one) => one.paymentId === paymentId && one.state === 'due');
  if (second === undefined) return order;
  context.logger.warn({ orderId, paymentId }, 'an order was paid twice: the second payment is refunded');
  try {
    return await refundSecondPayment(context, orderId, second, traceparent);
  } catch (error) {
    context.logger.warn({ err: error, orderId, paymentId }, 'a second payment could not be refunded yet');
    return order;
  }
}
