import type {
  countNewOrders as countEndpoint,
  listOrders as endpoint,
  listMyOrders as listMineEndpoint,
  QueryOf,
} from '@kinmel/contracts';
import { type ContentOf, paginationOf } from '@kinmel/service-kit';
import type { Order } from '../order.ts';
import type { OrdersContext } from '../orders-context.ts';
import { type AnswerContext, answerSettingsOf, orderAnswer } from './order-answer.ts';
import type { OrderFilter, Page } from './order-lists.store.ts';

type ListsContext = Pick<OrdersContext, 'orderLists'> & AnswerContext;

/** `all` and empty mean no filter. The contract has checked the values. */
const withoutAll = (choices: Readonly<Partial<Record<keyof Order, string>>>): Partial<Order> =>
  Object.fromEntries(Object.entries(choices).filter(([, value]) => value !== 'all' && value !== ''));

export const orderFilterOf = ({
  status,
  search,
  from,
  to,
  ...choices
}: Omit<QueryOf<typeof endpoint>, keyof Page | 'sort'>): OrderFilter => ({
  fields: withoutAll({ orderStatus: status, ...choices }),
  search,
  from,
  to,
});

export async function listOrders(
  context: ListsContext,
  { page, limit, sort, ...filter }: QueryOf<typeof endpoint>,
): Promise<ContentOf<typeof endpoint>> {
  const list = await context.orderLists.list(orderFilterOf(filter), { page, limit }, sort);
  return pageOfOrders(context, list, { page, limit });
}

export async function listMyOrders(
  context: ListsContext,
  userId: string,
  page: Page,
): Promise<ContentOf<typeof listMineEndpoint>> {
  return pageOfOrders(context, await context.orderLists.ofBuyer(userId, page), page);
}

/** Counts orders newer than the newest one of the list (ORD-O17). */
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

async function pageOfOrders(
  context: ListsContext,
  { orders, total }: { readonly orders: readonly Order[]; readonly total: number },
  query: Page,
): Promise<ContentOf<typeof endpoint>> {
  const settings = await answerSettingsOf(context);
  const { totalPages, hasPrev, hasNext } = paginationOf(query, total);
  return {
    orders: orders.map((order) => orderAnswer(order, settings)),
    pagination: { currentPage: query.page, totalPages, totalOrders: total, hasPrev, hasNext },
  };
}
