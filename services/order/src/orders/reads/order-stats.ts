import type { AnswerOf, getOrderStats as endpoint } from '@kinmel/contracts';
import { fromMinorUnits } from '@kinmel/service-kit';
import type { OrdersContext } from '../orders-context.ts';

/** Figures over all orders (AAPI-24, SIL-56, CONF-62); revenue without cancelled orders (SIL-57). */
export async function orderStats({
  orders,
}: Pick<OrdersContext, 'orders'>): Promise<AnswerOf<typeof endpoint>> {
  const { byStatus, cashOrders, revenueInMinorUnits } = await orders.figures();
  const stats = {
    totalOrders: Object.values(byStatus).reduce((sum, count) => sum + count, 0),
    pendingOrders: byStatus.pending ?? 0,
    processingOrders: byStatus.processing ?? 0,
    shippedOrders: byStatus.shipped ?? 0,
    deliveredOrders: byStatus.delivered ?? 0,
    totalRevenue: fromMinorUnits(revenueInMinorUnits),
    codOrders: cashOrders,
  };
  return { success: true, ...stats, data: stats };
}
