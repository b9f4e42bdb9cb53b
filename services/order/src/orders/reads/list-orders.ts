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

/** `all` and empty mean no filter. The contract has checked the values. */
const chosen = (choices: Readonly<Partial<Record<keyof Order, string>>>): Partial<Order> =>
  Object.fromEntries(Object.entries(choices).filter(([, value]) => value !== 'all' && value !== ''));

export const orderFilterOf = ({
  status,
  search,
  from,
  to,
  ...choices
}: Omit<QueryOf<typeof endpoint>, keyof PageNumber | 'sort'>): OrderFilter => ({
  fields: chosen({ orderStatus: status, ...choices }),
  search,
  from,
  to,
});

export async function listOrders(
  { orderLists, now }: ListsContext,
  { page, limit, sort, ...filter }: QueryOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const found = await orderLists.list(orderFilterOf(filter), pageOf({ page, limit }), sort);
  return pageOfOrders(found, { page, limit }, now());
}

export async function listMyOrders(
  { orderLists, now }: ListsContext,
  userId: string,
  page: PageNumber,
): Promise<AnswerOf<typeof listMineEndpoint>> {
  return pageOfOrders(await orderLists.ofBuyer(userId, pageOf(page)), page, now());
}

/** Counts orders newer than the newest one of the list (O17). */
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
