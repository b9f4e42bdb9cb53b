import { setTimeout as pause } from 'node:timers/promises';
import type { Order } from '../order.ts';
import type { OrdersContext } from '../orders-context.ts';

/** Nobody waits longer for a page to be closed: what is paid there later goes back by itself (O9). */
const closeWithinMs = 2_000;

/** A cancelled order whose payment page may still be open. */
const mayStillBePaid = ({ orderStatus, paymentStatus, card }: Order) =>
  orderStatus === 'cancelled' &&
  (paymentStatus === 'pending' || paymentStatus === 'failed') &&
  card !== null &&
  card.sessionId !== null;

/**
 * Tries at once what payments would do by themselves a little later: money that is due goes back, and the page of a cancelled
 * order takes none any more. A provider that is away changes nothing for the caller.
 */
export async function giveMoneyBack(
  { payments, logger }: Pick<OrdersContext, 'payments' | 'logger'>,
  order: Order,
  traceparent: string | undefined,
): Promise<Order> {
  if (mayStillBePaid(order)) {
    const closed = payments.closePage(order, traceparent).catch((error: unknown) => {
      logger.warn({ err: error, orderId: order.id }, 'the page of a cancelled order could not be closed');
      return order;
    });
    return Promise.race([closed, pause(closeWithinMs, order, { ref: false })]);
  }
  if (order.refund?.state !== 'due') return order;
  try {
    return await payments.refund(order, traceparent);
  } catch (error) {
    logger.warn({ err: error, orderId: order.id }, 'the money of a cancelled order goes back later');
    return order;
  }
}
