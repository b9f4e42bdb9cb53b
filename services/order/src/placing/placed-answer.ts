import type { AnswerOf, placeOrder as endpoint } from '@kinmel/contracts';
import { type Logger, ProblemError } from '@kinmel/service-kit';
import { isPayable } from '../orders/order.rules.ts';
import type { Order } from '../orders/order.ts';
import { cardRefused, type PaymentStep } from '../orders/payments.ts';
import { orderAnswer } from '../orders/reads/order-answer.ts';
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

/**
 * The order stands whether or not its payment page could be made; its page offers to pay again. One that can never be paid by card was
 * cancelled, and is told as refused, also when its request comes again: rejects with `payment-failed` (O15).
 */
async function paymentStep(
  context: PlacingContext,
  order: Order,
  { log, traceparent }: Trail,
): Promise<PaymentStep | null> {
  if (order.card?.isRefused === true) throw cardRefused();
  if (!isPayable(order, context.now())) return null;
  let refusal: ProblemError | undefined;
  const step = await waitForProvider<PaymentStep | null>(
    context.payments.createSession(order, traceparent),
    null,
    (error) => {
      if (error instanceof ProblemError && error.code === 'payment-failed') refusal = error;
      log.warn({ err: error, orderId: order.id }, 'the payment page of an order could not be made');
    },
  );
  if (refusal !== undefined) throw refusal;
  return step && { sessionId: step.sessionId, url: step.url };
}
