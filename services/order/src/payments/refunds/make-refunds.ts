import { changeOrder } from '../../orders/changes/change-order.ts';
import type { Order, OrderReturn, SecondPayment } from '../../orders/order.ts';
import { refundKeptPayment } from '../payment.rules.ts';
import { type PaymentsContext, sweepOpen, systemChangeContext } from '../payments-context.ts';
import type { OpenPaymentKind } from '../sweep/open-payments.indexes.ts';
import { isRejected, refundOnlinePayment, refundSecondPayment } from './refund-online-payment.ts';

/** A refund that the provider has not accepted by then is logged as an error. */
const alarmAfterMs = 10 * 60 * 1000;
/** An accepted refund reaches a card within five to ten business days. */
const underWayAlarmAfterMs = 14 * 24 * 60 * 60 * 1000;

/** Makes all due refunds of one kind; returns how many were made, and how many are left for a later sweep. */
export async function makeRefunds(
  context: PaymentsContext,
  kind: Exclude<OpenPaymentKind, 'unpaid' | 'page'>,
  stopping?: AbortSignal,
) {
  const counts = { refunded: 0, left: 0 };
  const onFailure = (error: unknown, order: Order) => {
    counts.left += 1;
    const { since, isUnderWay } = longestDue(order, kind);
    const waitingMs = context.now().getTime() - since.getTime();
    const logFields = { ...(error === undefined ? {} : { err: error }), orderId: order.id, waitingMs };
    if (waitingMs > (isUnderWay ? underWayAlarmAfterMs : alarmAfterMs))
      context.logger.error(logFields, 'a refund is overdue');
    else context.logger.warn(logFields, 'a refund could not be made yet');
  };
  await sweepOpen(context, kind, stopping, {
    async work(order) {
      try {
        const after = await giveBack(context, kind, order);
        if (dueOf(after, kind).length > 0) onFailure(undefined, after);
        else counts.refunded += 1;
      } catch (error) {
        // A rejection is about this refund; other errors mean that the provider is unavailable, and stop the sweep.
        if (!isRejected(error)) throw error;
        onFailure(error, order);
      }
    },
    onFailure,
  });
  return counts;
}

/** The due refunds of one kind. */
function dueOf({ secondPayments = [], returns = [], refund }: Order, kind: OpenPaymentKind) {
  const otherRefunds: readonly (SecondPayment | OrderReturn)[] = kind === 'return' ? returns : secondPayments;
  const refunds = kind === 'return' || kind === 'secondPayment' ? otherRefunds : [refund];
  return refunds.flatMap((candidate) => (candidate?.state === 'due' ? [candidate] : []));
}

/** Makes the refunds one after another; a failure does not stop the others. */
async function runInTurn<One>(
  order: Order,
  [one, ...others]: readonly One[],
  make: (one: One) => Promise<Order>,
): Promise<Order> {
  if (one === undefined) return order;
  let after = order;
  try {
    after = await make(one);
  } finally {
    after = await runInTurn(after, others, make);
  }
  return after;
}

async function giveBack(context: PaymentsContext, kind: OpenPaymentKind, order: Order): Promise<Order> {
  let current = order;
  if (kind === 'kept') {
    context.logger.error(
      { orderId: order.id },
      'a cancelled order kept its card payment: it is refunded now',
    );
    current = await changeOrder(context, order.id, (storedOrder) =>
      refundKeptPayment(storedOrder, systemChangeContext(context)),
    );
  }
  return runInTurn(current, dueOf(current, kind), (one) =>
    'paymentId' in one
      ? refundSecondPayment(context, order.id, one)
      : refundOnlinePayment(context, current, undefined, 'id' in one ? one.id : undefined),
  );
}

function longestDue(order: Order, kind: OpenPaymentKind): { since: Date; isUnderWay: boolean } {
  const [due] = dueOf(order, kind);
  return { since: due?.since ?? order.updatedAt, isUnderWay: due?.refundId !== undefined };
}
