import { orderLife, paymentMethods } from '@kinmel/contracts';
import { promisedUntil, type ShopCalendar } from '@kinmel/service-kit';
import { owedByStaffSince } from './order.rules.ts';
import type { Order } from './order.ts';

/** While the payment page is open, staff have nothing to do; an unpaid order expires (ORD-O6). */
const awaitsPayment = ({ orderStatus, paymentMethod, paymentStatus, payUntil }: Order): boolean =>
  orderStatus === 'pending' &&
  paymentMethods[paymentMethod].isPaidOnline &&
  paymentStatus !== 'paid' &&
  payUntil !== null;

/** When staff became responsible for money: to hand it back, or because a refund failed. */
const moneyOwedSince = (order: Order): Date | null =>
  owedByStaffSince(order) ??
  order.secondPayments?.find(({ state, failedAt }) => state === 'due' && failedAt !== undefined)?.failedAt ??
  order.undecidedPages?.[0]?.since ??
  null;

/**
 * ORD-W5: the promised time of the next step; null while nothing waits for staff. Uses the delivery time of standard
 * phone orders, because carts have none.
 */
export function promisedAtOf(order: Order, calendar: ShopCalendar): Date | null {
  const { orderStatus, onlinePayment, createdAt } = order;
  const owedSince = moneyOwedSince(order);
  if (owedSince !== null) return promisedUntil({ hours: 24 }, owedSince, calendar);
  const { promised } = orderLife.statuses[orderStatus];
  if (promised === undefined || awaitsPayment(order)) return null;
  return promisedUntil(promised, onlinePayment?.paidAt ?? createdAt, calendar);
}
