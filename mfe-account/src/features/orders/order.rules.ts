import type { Order, OrderStatus } from '@kinmel/contracts';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A page of the own orders. */
export interface OrdersPage {
  readonly orders: readonly Order[];
  readonly page: number;
  readonly totalPages: number;
  readonly totalOrders: number;
}

/** True when an order carries what its card cannot do without. */
function isOrder(value: unknown): value is Order {
  return (
    isFields(value) &&
    typeof value['_id'] === 'string' &&
    typeof value['orderNumber'] === 'string' &&
    Array.isArray(value['products']) &&
    isFields(value['pricing']) &&
    isFields(value['customerDetails'])
  );
}

const count = (value: unknown, fallback: number) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : fallback;

/** Reads `{orders, pagination}`, or a bare list (API-25, ORD-08, decision SIL-03); undefined when there is no list. */
export function readOrdersPage(answer: unknown): OrdersPage | undefined {
  const list = isFields(answer) ? (answer['orders'] ?? answer['data']) : answer;
  if (!Array.isArray(list)) return undefined;
  const orders = list.filter(isOrder);
  const pagination = isFields(answer) && isFields(answer['pagination']) ? answer['pagination'] : {};
  return {
    orders,
    page: count(pagination['currentPage'], 1),
    totalPages: count(pagination['totalPages'], 1),
    totalOrders: count(pagination['totalOrders'], orders.length),
  };
}

/** Reads one order from `{order}`, `{data}` or the bare object (decision SIL-03). */
export function readOrder(answer: unknown): Order | undefined {
  const order = isFields(answer) ? (answer['order'] ?? answer['data'] ?? answer) : undefined;
  return isOrder(order) ? order : undefined;
}

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
