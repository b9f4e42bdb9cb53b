import type { Order } from '@kinmel/contracts';
import { paymentMethods } from '@kinmel/contracts/browser';
import { isClosed, orderLife } from '@kinmel/contracts/life';

/** A cancelled order that is still `paid` is waiting for its refund. */
const isMoneyOwed = ({ orderStatus, paymentStatus }: Order): boolean =>
  orderStatus === 'cancelled' && paymentStatus === 'paid';

/** True while the order may still change: the page then polls. */
export const isUnderWay = (order: Order): boolean =>
  !isClosed(orderLife, order.orderStatus) || isMoneyOwed(order);

/** For example "Card, paid". */
export const paymentText = (order: Order): string =>
  `${paymentMethods[order.paymentMethod].label}, ${isMoneyOwed(order) ? 'to be given back' : order.paymentStatus}`;

/** The page of an order. */
export const orderAddress = ({ _id }: Pick<Order, '_id'>): string => `/order?id=${encodeURIComponent(_id)}`;

/** How the part of the total that credit did not cover was paid. */
export function remainderLabelOf(order: Order): string {
  const { paymentStatus, orderStatus } = order;
  if (isMoneyOwed(order)) return 'To be given back';
  if (paymentStatus === 'paid') return 'Paid';
  if (paymentStatus === 'refunded') return 'Refunded';
  return orderStatus === 'cancelled' ? 'Not paid' : 'Left to pay';
}

/** The tax label when the order was placed, such as "Tax (8%)"; an order without tax has none. */
export function taxLabelOf({ decisions }: Partial<Pick<Order, 'decisions'>>): string {
  const tax = Array.isArray(decisions) ? decisions.find(({ rule }) => rule === 'tax') : undefined;
  return tax?.title || 'Tax';
}
