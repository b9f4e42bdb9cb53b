import { failpoint, ProblemError } from '@kinmel/service-kit';
import { changeOrder } from '../../orders/changes/change-order.ts';
import { forgetWhenOver } from '../../orders/order.rules.ts';
import type { Order, SecondPayment } from '../../orders/order.ts';
import { applyRefund, type RefundUpdate } from '../payment.rules.ts';
import { type PaymentsContext, systemChangeContext } from '../payments-context.ts';
import type { RefundClaim } from '../sweep/open-payments.store.ts';
import {
  dueRefunds,
  nextStep,
  type RequestedRefund,
  refundOf,
  type WantedRefund,
} from './refund-step.rules.ts';

/** A rejected refund is retried with another key; after this many rejections in a row staff decide. */
const refusalsBeforeStaff = 5;

/**
 * Refunds an order or a return, or reads the state of its refund; idempotent. Does nothing while another caller is
 * working on it. Rejects with `payment-failed` (staff decide, or it is retried) or `service-unavailable`.
 */
export async function refundOnlinePayment(
  context: PaymentsContext,
  order: Order,
  traceparent?: string,
  returnId?: string,
): Promise<Order> {
  const paymentId = order.onlinePayment?.paymentId ?? null;
  if (refundOf(order, returnId)?.state !== 'due') return changeOrder(context, order.id, () => undefined);
  if (paymentId === null)
    throw new ProblemError('payment-failed', 'This payment was marked by hand: give its money back by hand.');
  return giveBack(context, order.id, { paymentId, returnId, traceparent });
}

/** Refunds a second payment; a failed refund is requested again. */
export const refundSecondPayment = (
  context: PaymentsContext,
  orderId: string,
  { paymentId }: Pick<SecondPayment, 'paymentId'>,
  traceparent?: string,
): Promise<Order> => giveBack(context, orderId, { paymentId, returnId: undefined, traceparent });

/** Whether the provider rejected the call, as opposed to being unavailable. */
export const isRejected = (error: unknown): boolean =>
  error instanceof ProblemError && error.code === 'payment-failed';

/** Records the state of a refund. A failed one is logged as an error, as the buyer does not have the money. */
export async function recordRefund(
  context: PaymentsContext,
  orderId: string,
  { paymentId, ...outcome }: RefundUpdate & { readonly paymentId: string },
  traceparent?: string,
): Promise<Order> {
  const changeContext = systemChangeContext(context, traceparent);
  let isNewState = false;
  const after = await changeOrder(context, orderId, (order) => {
    const change = forgetWhenOver(applyRefund(order, paymentId, outcome, changeContext), changeContext);
    isNewState = change !== undefined;
    return change;
  });
  if (isNewState && outcome.state === 'failed')
    context.logger.error(
      { orderId, paymentId, refundId: outcome.refundId },
      'a refund failed at the payment provider',
    );
  if (isNewState && outcome.state === 'by-hand')
    context.logger.warn({ orderId, paymentId }, 'a refund waits for staff: the provider cannot make it');
  return after;
}

interface RefundTarget {
  readonly paymentId: string;
  readonly returnId: string | undefined;
  readonly traceparent: string | undefined;
}

/**
 * ORD-O21: the only function that refunds at a provider, for both sweep and staff. One caller at a time has the claim
 * of the payment.
 */
async function giveBack(
  context: PaymentsContext,
  orderId: string,
  { paymentId, returnId, traceparent }: RefundTarget,
): Promise<Order> {
  const { openPayments } = context;
  const claim = await openPayments.claimRefund(orderId, paymentId);
  const order = await changeOrder(context, orderId, () => undefined);
  if (claim === undefined) return order;
  const due = dueRefunds(order, paymentId);
  // While the outcome of a request is unknown, the amount at the provider cannot be attributed to another one.
  const refund =
    due.find(({ key }) => key === claim.requestedRefund?.key) ?? due.find((one) => one.returnId === returnId);
  let isSettled = refund === undefined;
  try {
    const update = refund && (await makeRefund(context, orderId, refund, claim));
    if (update === undefined) return order;
    const after = await recordRefund(context, orderId, { ...update, paymentId }, traceparent);
    isSettled = true;
    if (update.state === 'failed' || update.state === 'by-hand')
      throw new ProblemError(
        'payment-failed',
        update.instruction ?? 'The payment service could not give the money back.',
      );
    return after;
  } catch (error) {
    if (refund && !isSettled && isRejected(error)) {
      const { key: refundId, returnId: ofReturn, refusals } = refund;
      const state = refusals + 1 < refusalsBeforeStaff ? 'refused' : 'failed';
      const refused = { paymentId, refundId, returnId: ofReturn, state, isAnswer: true } as const;
      await recordRefund(context, orderId, refused, traceparent);
      isSettled = true;
    }
    throw error;
  } finally {
    await openPayments.endRefund(orderId, paymentId, claim, isSettled);
  }
}

/**
 * Compares the refunded amount at the provider before and after the request. The request is noted on the order first,
 * so that the amounts show its outcome even after a crash or a lost answer. Undefined while the outcome is unknown.
 */
async function makeRefund(
  { provider, openPayments }: PaymentsContext,
  orderId: string,
  refund: WantedRefund,
  claim: RefundClaim,
): Promise<RefundUpdate | undefined> {
  const { paymentId, key, isWhole } = refund;
  const lookUp = async (requestedRefund: RequestedRefund | undefined) => {
    const atProvider = await provider.readRefunds(paymentId);
    if (atProvider === undefined)
      throw new ProblemError('payment-failed', 'There is no payment that could be given back.');
    return { atProvider, step: nextStep(refund, atProvider, requestedRefund) };
  };
  const { atProvider, step } = await lookUp(claim.requestedRefund);
  if (step === 'wait') return undefined;
  if (step !== 'ask') return step;
  const requestedRefund = { key, beforeInMinorUnits: atProvider.amountInMinorUnits ?? 0, isRecent: true };
  if (!(await openPayments.recordRequest(orderId, paymentId, claim, requestedRefund))) return undefined;
  failpoint('refund.before-request');
  let failure: unknown;
  const amountInMinorUnits = isWhole ? undefined : refund.amountInMinorUnits;
  const answer = await provider
    .refund({ paymentId, orderId, key, amountInMinorUnits })
    .catch((error: unknown) => {
      if (isRejected(error)) throw error;
      failure = error;
      return undefined;
    });
  failpoint('refund.after-request');
  if (answer) return { ...answer, returnId: refund.returnId, isAnswer: true };
  const { step: after } = await lookUp(requestedRefund);
  if (typeof after !== 'string') return after;
  if (failure !== undefined) throw failure;
  return undefined;
}
