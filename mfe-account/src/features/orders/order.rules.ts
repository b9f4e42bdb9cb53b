import type { Order, OrderStatus } from '@kinmel/contracts';
import { formatPrice } from '@kinmel/web-kit';

/** Index of the current step; undefined for a cancelled order. A confirmed order is not packed yet. */
export function stepOf(status: OrderStatus): number | undefined {
  const step = { pending: 0, confirmed: 0, processing: 1, shipped: 2, delivered: 3, cancelled: undefined };
  return step[status];
}

/** True while the order may still change: the page then polls. */
export const isUnderWay = ({ orderStatus, paymentStatus }: Order): boolean =>
  !(orderStatus === 'delivered' || (orderStatus === 'cancelled' && paymentStatus !== 'paid'));

/** The page of an order. */
export const orderAddress = ({ _id }: Pick<Order, '_id'>): string => `/order?id=${encodeURIComponent(_id)}`;

/** What became of the part of the total that credit does not pay. */
export function restLabelOf({ paymentStatus, orderStatus }: Order): string {
  if (paymentStatus === 'paid') return 'Paid';
  if (paymentStatus === 'refunded') return 'Refunded';
  return orderStatus === 'cancelled' ? 'Not paid' : 'Left to pay';
}

const returnStates = {
  due: 'on its way',
  failed: 'delayed, we look after it',
  'by-hand': 'we hand it to you',
  done: 'done',
} as const;

/** "Return A1B2C3: NPR 900 back to Card, on its way; NPR 80 as credit". */
export function returnText(
  { reference, payment, credit, state }: Order['returns'][number],
  method: string,
): string {
  const price = ({ amountInMinorUnits }: typeof payment) => formatPrice(amountInMinorUnits / 100);
  const parts = [
    ...(payment.amountInMinorUnits > 0
      ? [`${price(payment)} back to ${method}, ${returnStates[state]}`]
      : []),
    ...(credit.amountInMinorUnits > 0 ? [`${price(credit)} as credit`] : []),
  ];
  return `Return ${reference}: ${parts.join('; ') || 'no refund'}`;
}

/** The tax label at the time of the order, such as "Tax (8%)"; an order without tax has none. */
export function taxLabelOf({ decisions }: Partial<Pick<Order, 'decisions'>>): string {
  const tax = Array.isArray(decisions) ? decisions.find(({ rule }) => rule === 'tax') : undefined;
  return tax?.title || 'Tax';
}
