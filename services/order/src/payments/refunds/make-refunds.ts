import { changeOrder } from '../../orders/changes/change-order.ts';
import type { Order, Refund, SecondPayment } from '../../orders/order.ts';
import { refundKeptPayment } from '../payment.rules.ts';
import { byShop, type PaymentsContext, sweepOpen } from '../payments-context.ts';
import type { OpenPaymentKind } from '../sweep/open-payments.indexes.ts';
import { isRejected, refundOnlinePayment, refundSecondPayment } from './refund-online-payment.ts';

/** Logged as an error when the provider has not accepted the refund by then. */
const alarmAfterMs = 10 * 60 * 1000;
/** An accepted refund reaches a card within five to ten business days. */
const underWayAlarmAfterMs = 14 * 24 * 60 * 60 * 1000;

/** Makes all due refunds of one kind; returns how many were made, and how many are left for a later sweep. */
export async function makeRefunds(
  context: PaymentsContext,
  kind: Exclude<OpenPaymentKind, 'unpaid' | 'page'>,
  stopping?: AbortSignal,
) {
  const returned = { refunded: 0, left: 0 };
  const onFailure = (error: unknown, order: Order) => {
    returned.left += 1;
    const { since, isUnderWay } = longestDue(order, kind);
    const waitingMs = context.now().getTime() - since.getTime();
    const line = { ...(error === undefined ? {} : { err: error }), orderId: order.id, waitingMs };
    if (waitingMs > (isUnderWay ? underWayAlarmAfterMs : alarmAfterMs))
      context.logger.error(line, 'a refund is overdue');
    else context.logger.warn(line, 'a refund could not be made yet');
  };
  await sweepOpen(context, kind, stopping, {
    async work(order) {
      try {
        const after = await giveBack(context, kind, order);
        if (isDue(after, kind)) onFailure(undefined, after);
        else returned.refunded += 1;
      } catch (error) {
        // The provider is available for the others.
        if (!isRejected(error)) throw error;
        onFailure(error, order);
      }
    },
    onFailure,
  });
  return returned;
}

const isStillDue = ({ state }: { readonly state: string }) => state === 'due';
const returnsDue = ({ returns = [] }: Order) => returns.filter(isStillDue);

const secondPaymentsDue = ({ secondPayments = [] }: Order) => secondPayments.filter(isStillDue);

/** Makes all of them: one that is rejected does not stop the others. */
async function inTurn(order: Order, refunds: readonly (() => Promise<Order>)[]): Promise<Order> {
  let after = order;
  const rejections: unknown[] = [];
  for (const refund of refunds)
    after = await refund().catch((error: unknown) => {
      if (!isRejected(error)) throw error;
      rejections.push(error);
      return after;
    });
  if (rejections.length > 0) throw rejections[0];
  return after;
}

async function giveBack(context: PaymentsContext, kind: OpenPaymentKind, order: Order): Promise<Order> {
  if (kind === 'secondPayment')
    return inTurn(
      order,
      secondPaymentsDue(order).map((second) => () => refundSecondPayment(context, order.id, second)),
    );
  if (kind === 'return')
    return inTurn(
      order,
      returnsDue(order).map(
        ({ id }) =>
          () =>
            refundOnlinePayment(context, order, undefined, id),
      ),
    );
  if (kind === 'refund') return refundOnlinePayment(context, order);
  context.logger.error({ orderId: order.id }, 'a cancelled order kept its card payment: it is refunded now');
  const due = await changeOrder(context, order.id, (current) => refundKeptPayment(current, byShop(context)));
  return refundOnlinePayment(context, due);
}

function dueOf(order: Order, kind: OpenPaymentKind): readonly (SecondPayment | Refund)[] {
  if (kind === 'secondPayment') return secondPaymentsDue(order);
  return kind === 'return'
    ? returnsDue(order)
    : ([order.refund].filter((refund) => refund?.state === 'due') as Refund[]);
}

const isDue = (order: Order, kind: OpenPaymentKind): boolean => dueOf(order, kind).length > 0;

function longestDue(order: Order, kind: OpenPaymentKind): { since: Date; isUnderWay: boolean } {
  const [due] = dueOf(order, kind);
  return { since: due?.since ?? order.updatedAt, isUnderWay: due?.refundId !== undefined };
}
