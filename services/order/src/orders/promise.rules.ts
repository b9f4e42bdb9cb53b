import { orderLife, paymentMethods } from '@kinmel/contracts';
import { promisedUntil, type ShopCalendar } from '@kinmel/service-kit';
import { owedByStaffSince } from './order.rules.ts';
import type { Order } from './order.ts';

/** Nothing to do while the payment page is open; the order expires when it is not paid (ORD-O6). */
const awaitsPayment = ({ orderStatus, paymentMethod, paymentStatus, payUntil }: Order): boolean =>
  orderStatus === 'pending' &&
  paymentMethods[paymentMethod].isPaidOnline &&
  paymentStatus !== 'paid' &&
  payUntil !== null;

/** Since when staff have to handle money: to hand it back, or a failed refund. */
const moneyOwedSince = (order: Order): Date | null =>
  owedByStaffSince(order) ??
  order.secondPayments?.find(({ state, failedAt }) => state === 'due' && failedAt !== undefined)?.failedAt ??
  order.undecidedPages?.[0]?.since ??
  null;

/**
 * ORD-W5: the promised time of the next step; null while nothing waits for staff. Uses the delivery time of standard phone
 * orders, as none is given for orders of carts.
 */
export function promisedAtOf(order: Order, calendar: ShopCalendar): Date | null {
  const { orderStatus, onlinePayment, createdAt } = order;
  const owedSince = moneyOwedSince(order);
  if (owedSince !== null) return promisedUntil({ hours: 24 }, owedSince, calendar);
  const { promised } = orderLife.statuses[orderStatus];
  if (promised === undefined || awaitsPayment(order)) return null;
  return promisedUntil(promised, onlinePayment?.paidAt ?? createdAt, calendar);
}
