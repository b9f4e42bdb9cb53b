import { type getDailyFigures, type getOrderStats, type QueryOf, shopCurrency } from '@kinmel/contracts';
import {
  beginningOf,
  type ContentOf,
  type Day,
  dayBefore,
  endOf,
  fromMinorUnits,
  type ShopCalendar,
} from '@kinmel/service-kit';
import type { OrdersContext } from '../orders-context.ts';

export interface FiguresContext extends Pick<OrdersContext, 'orderLists' | 'now'> {
  readonly calendar: Pick<ShopCalendar, 'dayOf'>;
  readonly timeZone: string;
}

/** The revenue excludes cancelled orders. */
export async function orderStats({
  orderLists,
}: Pick<OrdersContext, 'orderLists'>): Promise<ContentOf<typeof getOrderStats>> {
  const { byStatus, cashOrders, revenueInMinorUnits } = await orderLists.figures();
  const stats = {
    totalOrders: Object.values(byStatus).reduce((sum, count) => sum + count, 0),
    pendingOrders: byStatus.pending ?? 0,
    processingOrders: byStatus.processing ?? 0,
    shippedOrders: byStatus.shipped ?? 0,
    deliveredOrders: byStatus.delivered ?? 0,
    totalRevenue: fromMinorUnits(revenueInMinorUnits),
    currency: shopCurrency,
    codOrders: cashOrders,
  };
  return { ...stats, data: stats };
}

/** Figures per day in the shop's time zone; makes two database calls. */
export async function dailyFigures(
  { orderLists, calendar, timeZone, now }: FiguresContext,
  { days: count, to }: QueryOf<typeof getDailyFigures>,
): Promise<ContentOf<typeof getDailyFigures>> {
  const last = to ?? calendar.dayOf(now());
  const days: Day[] = [last];
  while (days.length < count) days.unshift(dayBefore(days[0] ?? last));
  const [rows, { byStatus, revenueInMinorUnits }] = await Promise.all([
    orderLists.dailyFigures(beginningOf(days[0] ?? last, calendar.dayOf), endOf(last, calendar), timeZone),
    orderLists.figures(),
  ]);
  const byDay = new Map(rows.map((figures) => [figures.day, figures]));
  return {
    timeZone,
    currency: shopCurrency,
    days: days.map((day) => {
      const figures = byDay.get(day);
      return {
        day,
        orders: figures?.orders ?? 0,
        cancelled: figures?.cancelled ?? 0,
        revenue: fromMinorUnits(figures?.revenueInMinorUnits ?? 0),
      };
    }),
    all: {
      orders: Object.values(byStatus).reduce((sum, placed) => sum + placed, 0),
      cancelled: byStatus.cancelled ?? 0,
      revenue: fromMinorUnits(revenueInMinorUnits),
    },
  };
}
