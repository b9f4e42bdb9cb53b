import type { AnswerOf, getDailyFigures as endpoint, QueryOf } from '@kinmel/contracts';
import {
  beginningOf,
  type Day,
  dayBefore,
  endOf,
  fromMinorUnits,
  type ShopCalendar,
} from '@kinmel/service-kit';
import type { OrdersContext } from '../orders-context.ts';

/** What the figures of days depend on. */
export interface FiguresContext extends Pick<OrdersContext, 'orders' | 'now'> {
  /** Whose days they are. */
  readonly calendar: Pick<ShopCalendar, 'dayOf'>;
  readonly timeZone: string;
}

/** Orders, cancelled ones and revenue by day of the shop (SIL-57); two calls of the database. */
export async function dailyFigures(
  { orders, calendar, timeZone, now }: FiguresContext,
  { days: count, to }: QueryOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const last = to ?? calendar.dayOf(now());
  const days: Day[] = [last];
  while (days.length < count) days.unshift(dayBefore(days[0] ?? last));
  const [found, { byStatus, revenueInMinorUnits }] = await Promise.all([
    orders.dailyFigures(beginningOf(days[0] ?? last, calendar.dayOf), endOf(last, calendar), timeZone),
    orders.figures(),
  ]);
  const byDay = new Map(found.map((figures) => [figures.day, figures]));
  return {
    success: true,
    data: {
      timeZone,
      days: days.map((day) => {
        const { orders: placed, cancelled, revenueInMinorUnits: revenue } = byDay.get(day) ?? none;
        return { day, orders: placed, cancelled, revenue: fromMinorUnits(revenue) };
      }),
      all: {
        orders: Object.values(byStatus).reduce((sum, placed) => sum + placed, 0),
        cancelled: byStatus.cancelled ?? 0,
        revenue: fromMinorUnits(revenueInMinorUnits),
      },
    },
  };
}

const none = { orders: 0, cancelled: 0, revenueInMinorUnits: 0 } as const;
