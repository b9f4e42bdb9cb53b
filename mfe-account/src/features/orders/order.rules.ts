import type { Order } from '@kinmel/contracts';
import { isClosed, orderLife } from '@kinmel/contracts/life';

/** True while the order may still change: the page then polls. */
export const isUnderWay = ({ orderStatus, paymentStatus }: Order): boolean =>
  !isClosed(orderLife, orderStatus) || (orderStatus === 'cancelled' && paymentStatus === 'paid');

/** The page of an order. */
export const orderAddress = ({ _id }: Pick<Order, '_id'>): string => `/order?id=${encodeURIComponent(_id)}`;

/** What became of the part of the total that credit does not pay. */
export function restLabelOf({ paymentStatus, orderStatus }: Order): string {
  if (paymentStatus === 'paid') return 'Paid';
  if (paymentStatus === 'refunded') return 'Refunded';
  return orderStatus === 'cancelled' ? 'Not paid' : 'Left to pay';
}

/** The tax label at the time of the order, such as "Tax (8%)"; an order without tax has none. */
export function taxLabelOf({ decisions }: Partial<Pick<Order, 'decisions'>>): string {
  const tax = Array.isArray(decisions) ? decisions.find(({ rule }) => rule === 'tax') : undefined;
  return tax?.title || 'Tax';
}
