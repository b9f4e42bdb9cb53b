import { ProblemError } from '@kinmel/service-kit';
import { changeOrder } from '../../orders/changes/change-order.ts';
import { forgetWhenOver } from '../../orders/order.rules.ts';
import type { Order, Refund, SecondPayment } from '../../orders/order.ts';
import { applyRefund, type RefundUpdate } from '../payment.rules.ts';
import type { RefundRequest } from '../payment-provider.ts';
import { byShop, type PaymentsContext } from '../payments-context.ts';

/** The refund of the whole order, or of one of its returns. */
export const refundOf = ({ refund, returns }: Order, returnId?: string): Refund | null | undefined =>
  returnId === undefined ? refund : returns?.find(({ id }) => id === returnId);

/**
 * Refunds an order or a return, or reads the state of its refund; idempotent. Rejects with `payment-failed` (staff decide when the
 * provider had accepted it or has no call for it, otherwise it stays due) or `service-unavailable`.
 */
export async function refundOnlinePayment(
  context: PaymentsContext,
  order: Order,
  traceparent?: string,
  returnId?: string,
): Promise<Order> {
  const { id: orderId, card } = order;
  const refund = refundOf(order, returnId);
  if (refund?.state === 'due') {
    const paymentId = card?.paymentId ?? null;
    if (paymentId === null)
      throw new ProblemError(
        'payment-failed',
        'This payment was marked by hand: give its money back by hand.',
      );
    const { amountInMinorUnits } = refund;
    const part = returnId === undefined ? undefined : { key: returnId, amountInMinorUnits };
    return giveBack(context, orderId, { ...refund, paymentId, part }, traceparent);
  }
  return changeOrder(context, orderId, () => undefined);
}

/** The same for a second payment, whose failed refund is requested again. */
export const refundSecondPayment = (
  context: PaymentsContext,
  orderId: string,
  second: SecondPayment,
  traceparent?: string,
): Promise<Order> => giveBack(context, orderId, second, traceparent);

/** The provider rejected the call, as opposed to being unavailable. */
export const isRejected = (error: unknown): boolean =>
  error instanceof ProblemError && error.code === 'payment-failed';

/** Records the state of a refund. A failed one is logged as an error, as the buyer does not have the money. */
export async function recordRefund(
  context: PaymentsContext,
  orderId: string,
  { paymentId, ...said }: RefundUpdate & { readonly paymentId: string },
  traceparent?: string,
): Promise<Order> {
  const change = byShop(context, traceparent);
  let isNews = false;
  const after = await changeOrder(context, orderId, (order) => {
    const noted = forgetWhenOver(applyRefund(order, paymentId, said, change), change);
    isNews = noted !== undefined;
    return noted;
  });
  if (isNews && said.state === 'failed')
    context.logger.error(
      { orderId, paymentId, refundId: said.refundId },
      'a refund failed at the payment provider',
    );
  if (isNews && said.state === 'by-hand')
    context.logger.warn({ orderId, paymentId }, 'a refund waits for staff: its provider has no call for it');
  return after;
}

/**
 * A rejection is counted, so that the next try has a new idempotency key; after an unknown outcome the key must be the
 * same.
 */
async function giveBack(
  context: PaymentsContext,
  orderId: string,
  {
    paymentId,
    refusals = 0,
    refundId,
    part,
  }: Pick<SecondPayment, 'paymentId' | 'refusals' | 'refundId'> & {
    readonly part?: RefundRequest['part'] | undefined;
  },
  traceparent: string | undefined,
): Promise<Order> {
  const { provider, openPayments } = context;
  const returnId = part?.key;
  let said: RefundUpdate;
  try {
    said =
      refundId === undefined
        ? {
            ...(await provider.refund({ paymentId, refusals, orderId, ...(part && { part }) })),
            isAnswer: true,
          }
        : await provider.readRefund(refundId);
  } catch (error) {
    if (isRejected(error)) await openPayments.refundRefused(orderId, { paymentId, refusals, returnId });
    throw error;
  }
  const after = await recordRefund(context, orderId, { ...said, paymentId, returnId }, traceparent);
  if (said.state === 'failed')
    throw new ProblemError('payment-failed', 'The payment service could not give the money back.');
  if (said.state === 'by-hand')
    throw new ProblemError('payment-failed', said.instruction ?? 'Give the money back by hand.');
  return after;
}
