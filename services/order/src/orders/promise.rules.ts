import { type OrderStatus, paymentMethods } from '@kinmel/contracts';
import { businessDaysLater, endOf, type ShopCalendar } from '@kinmel/service-kit';
import { handsBackSince } from './order.rules.ts';
import type { Order } from './order.ts';

/** Within so long the shop makes contact about what was ordered. */
const contactWithinMs = 24 * 60 * 60_000;
/** Until then an order is with its buyer: the end of "3-5 business days". */
const deliveredWithinDays = 5;

/** The statuses of orders that wait for staff; which is why the index by status finds them. */
export const openStatuses: readonly OrderStatus[] = ['pending', 'confirmed', 'processing', 'shipped'];

/** While the card page is open the shop has nothing to do; an order that is not paid in time is cancelled (O6). */
const waitsForMoney = ({ orderStatus, paymentMethod, paymentStatus, payUntil }: Order): boolean =>
  orderStatus === 'pending' &&
  paymentMethods[paymentMethod].isPaidOnline &&
  paymentStatus !== 'paid' &&
  payUntil !== null;

/** Since when staff have to see to money of this order: it is handed back by people, or its card could not take it back. */
const staffOweSince = (order: Order): Date | null =>
  handsBackSince(order) ??
  order.secondPayments?.find(({ state, failedAt }) => state === 'due' && failedAt !== undefined)?.failedAt ??
  null;

/**
 * W5: when the shop has promised the next step of an order; null while nothing of it waits for staff. The shop names no day for the
 * orders of carts, so the words of a standard phone order are taken for them.
 */
export function promisedAtOf(order: Order, calendar: ShopCalendar): Date | null {
  const { orderStatus, card, createdAt } = order;
  const owedSince = staffOweSince(order);
  if (owedSince !== null) return new Date(owedSince.getTime() + contactWithinMs);
  if (!openStatuses.includes(orderStatus) || waitsForMoney(order)) return null;
  const orderedAt = card?.paidAt ?? createdAt;
  if (orderStatus === 'pending') return new Date(orderedAt.getTime() + contactWithinMs);
  return endOf(businessDaysLater(calendar.dayOf(orderedAt), deliveredWithinDays, calendar), calendar);
}
