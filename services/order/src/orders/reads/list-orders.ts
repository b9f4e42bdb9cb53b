import type {
  AnswerOf,
  countNewOrders as countEndpoint,
  listOrders as endpoint,
  listMyOrders as listMineEndpoint,
  QueryOf,
} from '@kinmel/contracts';
import type { Order } from '../order.ts';
import type { OrdersContext } from '../orders-context.ts';
import { orderAnswer } from './order-answer.ts';
import type { OrderFilter } from './order-lists.store.ts';

type ListsContext = Pick<OrdersContext, 'orderLists' | 'now'>;

interface PageNumber {
  readonly page: number;
  readonly limit: number;
}

/** `all`, nothing and no parameter mean the same. */
const chosen = <Value extends string>(value: Value): Exclude<Value, 'all' | ''> | undefined =>
  value === 'all' || value === '' ? undefined : (value as Exclude<Value, 'all' | ''>);

/** Which orders a list of staff holds. */
export const orderFilterOf = ({
  status,
  search,
  paymentMethod,
  from,
  to,
}: Pick<QueryOf<typeof endpoint>, 'status' | 'search' | 'paymentMethod' | 'from' | 'to'>): OrderFilter => ({
  orderStatus: chosen(status),
  paymentMethod: chosen(paymentMethod),
  search,
  from,
  to,
});

/** All orders for staff, newest first without another wish. */
export async function listOrders(
  { orderLists, now }: ListsContext,
  { page, limit, sort, ...filter }: QueryOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const found = await orderLists.list(orderFilterOf(filter), pageOf({ page, limit }), sort);
  return pageOfOrders(found, { page, limit }, now());
}

/** The own orders, newest first. */
export async function listMyOrders(
  { orderLists, now }: ListsContext,
  userId: string,
  page: PageNumber,
): Promise<AnswerOf<typeof listMineEndpoint>> {
  return pageOfOrders(await orderLists.ofBuyer(userId, pageOf(page)), page, now());
}

/** How many orders a list of staff does not show yet, because they came after its newest one (O17). */
export async function countNewOrders(
  { orderLists, now }: ListsContext,
  { since, ...filter }: QueryOf<typeof countEndpoint>,
): Promise<{ count: number; since: string }> {
  const { count, since: from = now() } = await orderLists.countSince(
    orderFilterOf(filter),
    since === undefined ? undefined : new Date(since),
  );
  return { count, since: from.toISOString() };
}

const pageOf = ({ page, limit }: PageNumber) => ({ skip: (page - 1) * limit, limit });

/** One page of orders with what a page control needs. */
function pageOfOrders(
  { orders, total }: { readonly orders: readonly Order[]; readonly total: number },
  { page, limit }: PageNumber,
  now: Date,
): AnswerOf<typeof endpoint> {
  const totalPages = Math.ceil(total / limit);
  return {
    success: true,
    orders: orders.map((order) => orderAnswer(order, now)),
    pagination: {
      currentPage: page,
      totalPages,
      totalOrders: total,
      hasPrev: page > 1,
      hasNext: page < totalPages,
    },
  };
}
