import { sweepDue } from '@kinmel/service-kit';
import type { OpenPaymentKind } from '../orders/open-payments.indexes.ts';
import type { Order } from '../orders/order.ts';
import { giveMoneyBackByCard, giveSecondPaymentBack, isRefusedForGood } from './give-money-back-by-card.ts';
import type { PaymentsContext } from './payments-context.ts';
import { callsAtOnce } from './provider/payment-provider.ts';

/** Money that has not gone back by then is an alarm. */
const alarmAfterMs = 10 * 60 * 1000;

export interface ReturnedMoney {
  readonly refunded: number;
  /** What is tried again when its claim has run out. */
  readonly left: number;
}

/** Sends all money back that is due: of cancelled orders and refunds of staff (O10), or payments that came a second time (O9). */
export async function returnMoney(
  context: PaymentsContext,
  kind: Exclude<OpenPaymentKind, 'unpaid'>,
  stopping?: AbortSignal,
): Promise<ReturnedMoney> {
  const { openPayments, now } = context;
  const returned = { refunded: 0, left: 0 };
  const onFailure = (error: unknown, order: Order) => {
    returned.left += 1;
    const waitingMs = now().getTime() - dueSince(order, kind).getTime();
    const line = { err: error, orderId: order.id, waitingMs };
    if (waitingMs > alarmAfterMs) context.logger.error(line, 'money waits to go back');
    else context.logger.warn(line, 'money could not go back yet');
  };
  await sweepDue<string, Order>(
    {
      due: (limit) => openPayments.due(kind, now(), limit),
      claim: (id) => openPayments.claim(kind, id, now()),
      async work(order) {
        try {
          await (kind === 'refund'
            ? giveMoneyBackByCard(context, order)
            : giveSecondPayments(context, order));
          returned.refunded += 1;
        } catch (error) {
          // Refused is an answer: the provider is there for the others.
          if (!isRefusedForGood(error)) throw error;
          onFailure(error, order);
        }
      },
      onFailure,
    },
    { stopping, concurrency: callsAtOnce },
  );
  return returned;
}

const secondPaymentsDue = ({ secondPayments = [] }: Order) =>
  secondPayments.filter(({ state }) => state === 'due');

async function giveSecondPayments(context: PaymentsContext, order: Order): Promise<void> {
  for (const second of secondPaymentsDue(order)) await giveSecondPaymentBack(context, order.id, second);
}

const dueSince = (order: Order, kind: OpenPaymentKind): Date =>
  (kind === 'refund' ? order.refund?.since : secondPaymentsDue(order)[0]?.since) ?? order.updatedAt;
