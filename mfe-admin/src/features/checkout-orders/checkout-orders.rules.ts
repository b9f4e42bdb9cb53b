import type { Order, OrderStatus, PaymentStatus } from '@kinmel/contracts';
import { daysOf, type ListState } from '../../lists/address/list-state.rules.ts';
import type { ListPage } from '../../lists/list-declaration.ts';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const count = (value: unknown, fallback: number) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : fallback;

/** The statuses that staff choose from; `confirmed` is shown where an order has it. */
export const chosenStatuses = ['pending', 'processing', 'shipped', 'delivered', 'cancelled'] as const;

/** ACHK-19. */
export const paymentStatuses: readonly PaymentStatus[] = ['pending', 'paid', 'failed', 'refunded'];

/** The usual next statuses of each status; any other step goes back or skips one, and needs a note. */
const usualSteps: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  pending: ['confirmed', 'processing', 'cancelled'],
  confirmed: ['processing', 'cancelled'],
  processing: ['shipped', 'cancelled'],
  shipped: ['delivered'],
  delivered: [],
  cancelled: [],
};

/** Whether a change of status goes back or skips. */
export const isUnusualStep = (from: OrderStatus, to: OrderStatus): boolean =>
  from !== to && !usualSteps[from].includes(to);

/** What the server is asked for: filters only when they are chosen, newest first without a sort; the payment column sorts by the total. */
export function orderParams({ filters, search, sort }: ListState) {
  const { status, paymentMethod } = filters;
  const { from, to } = daysOf(filters);
  return {
    status,
    search,
    paymentMethod: paymentMethod === 'all' ? undefined : paymentMethod,
    from: from || undefined,
    to: to || undefined,
    sort: sort && `${sort.column === 'payment' ? 'total' : sort.column}_${sort.direction}`,
  };
}

/** A page of all orders. */
export type OrdersPage = ListPage<Order>;

/** True when an order carries what its row cannot do without. */
const isOrder = (value: unknown): value is Order =>
  isFields(value) &&
  typeof value['_id'] === 'string' &&
  typeof value['orderNumber'] === 'string' &&
  typeof value['orderStatus'] === 'string' &&
  Array.isArray(value['products']) &&
  isFields(value['pricing']) &&
  isFields(value['customerDetails']);

/** Reads `{orders, pagination}`; undefined when there is no list. */
export function readOrdersPage(answer: unknown): OrdersPage | undefined {
  const list = isFields(answer) ? (answer['orders'] ?? answer['data']) : answer;
  if (!Array.isArray(list)) return undefined;
  const orders = list.filter(isOrder);
  const pagination = isFields(answer) && isFields(answer['pagination']) ? answer['pagination'] : {};
  return {
    rows: orders,
    totalPages: count(pagination['totalPages'], 1),
    total: count(pagination['totalOrders'], orders.length),
  };
}

/** Reads one order from `{order}`, `{data}` or the bare object. */
export function readOrder(answer: unknown): Order | undefined {
  const order = isFields(answer) ? (answer['order'] ?? answer['data'] ?? answer) : undefined;
  return isOrder(order) ? order : undefined;
}

/** The figures over all orders; `codOrders` is an extra field that may be missing. */
export interface OrderStats {
  readonly totalOrders: number;
  readonly pendingOrders: number;
  readonly deliveredOrders: number;
  readonly codOrders: number | undefined;
}

export function readOrderStats(answer: unknown): OrderStats | undefined {
  if (!isFields(answer)) return undefined;
  const stats = isFields(answer['data']) ? answer['data'] : answer;
  const { totalOrders, pendingOrders, deliveredOrders, codOrders } = stats;
  if (
    typeof totalOrders !== 'number' ||
    typeof pendingOrders !== 'number' ||
    typeof deliveredOrders !== 'number'
  )
    return undefined;
  return {
    totalOrders,
    pendingOrders,
    deliveredOrders,
    codOrders: typeof codOrders === 'number' ? codOrders : undefined,
  };
}

/** What the products column shows: two names, and how many more there are. */
export function shownProducts({ products }: Pick<Order, 'products'>): { names: string; more: number } {
  return {
    names: products
      .slice(0, 2)
      .map(({ name }) => name)
      .join(', '),
    more: Math.max(products.length - 2, 0),
  };
}
