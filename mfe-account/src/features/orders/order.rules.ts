import type { Order, OrderStatus } from '@kinmel/contracts';

/** How far an order has come on its four steps; undefined for a cancelled one. A confirmed order is not packed yet. */
export function stepOf(status: OrderStatus): number | undefined {
  const step = { pending: 0, confirmed: 0, processing: 1, shipped: 2, delivered: 3, cancelled: undefined };
  return step[status];
}

/** True while something may still happen with the order: then the page looks again by itself. */
export const isUnderWay = ({ orderStatus, paymentStatus }: Order): boolean =>
  !(orderStatus === 'delivered' || (orderStatus === 'cancelled' && paymentStatus !== 'paid'));

/** Where an order has its own page. */
export const orderAddress = ({ _id }: Pick<Order, '_id'>): string => `/order?id=${encodeURIComponent(_id)}`;

/** The label of the tax as it was ordered, "Tax (8%)"; older orders did not keep it. */
export function taxLabelOf({ decisions }: Partial<Pick<Order, 'decisions'>>): string {
  const tax = Array.isArray(decisions) ? decisions.find(({ rule }) => rule === 'tax') : undefined;
  return tax?.title || 'Tax';
}
