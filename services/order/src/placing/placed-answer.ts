import type { AnswerOf, placeOrder as endpoint } from '@kinmel/contracts';
import type { Logger } from '@kinmel/service-kit';
import type { Order } from '../orders/order.ts';
import type { PaymentStep } from '../orders/payments.ts';
import { isPayable, orderAnswer } from '../orders/reads/order-answer.ts';
import { waitForProvider } from '../orders/wait-for-provider.ts';
import type { PlacingContext } from './placing-context.ts';

type Answer = AnswerOf<typeof endpoint>;

interface Trail {
  readonly log: Logger;
  readonly traceparent: string;
}

/** What the buyer is told of an order that stands, now or when the request comes again. */
export async function placedAnswer(
  context: PlacingContext,
  order: Order,
  { log, traceparent }: Trail,
): Promise<Answer> {
  const answer = orderAnswer(order, context.now());
  return {
    success: true,
    message: 'Order placed successfully!',
    order: answer,
    data: answer,
    payment: await paymentStep(context, order, { log, traceparent }),
  };
}

/** The order stands whether or not its payment page could be made; its page offers to pay again. */
async function paymentStep(
  context: PlacingContext,
  order: Order,
  { log, traceparent }: Trail,
): Promise<PaymentStep | null> {
  if (!isPayable(order, context.now())) return null;
  const step = await waitForProvider<PaymentStep | null>(
    context.payments.createSession(order, traceparent),
    null,
    (error) => log.warn({ err: error, orderId: order.id }, 'the payment page of an order could not be made'),
  );
  return step && { sessionId: step.sessionId, url: step.url };
}
