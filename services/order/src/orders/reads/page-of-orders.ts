import type { AnswerOf, listOrders } from '@kinmel/contracts';
import type { Order } from '../order.ts';
import type { Page } from '../orders.store.ts';
import { orderAnswer } from './order-answer.ts';

export interface PageNumber {
  readonly page: number;
  readonly limit: number;
}

export const pageOf = ({ page, limit }: PageNumber): Page => ({ skip: (page - 1) * limit, limit });

/** One page of orders with what a page control needs (ORD-08, AENT-12). */
export function pageOfOrders(
  { orders, total }: { readonly orders: readonly Order[]; readonly total: number },
  { page, limit }: PageNumber,
  now: Date,
): AnswerOf<typeof listOrders> {
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
