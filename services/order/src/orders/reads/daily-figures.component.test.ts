import { dayMs, getDailyFigures } from '@kinmel/contracts';
import { anOrder } from '../../testing/order-builder.ts';
import { testWithStoredOrders } from '../../testing/stored-orders.ts';
import type { Order } from '../order.ts';

jest.setTimeout(60_000);

const path = '/api/admin/services/order/daily-figures';

const shop = testWithStoredOrders('order-figures');
const { pricing } = anOrder();
const put = (createdAt: string, totalInMinorUnits: number, overrides: Partial<Order> = {}) =>
  shop.put({ createdAt: new Date(createdAt), pricing: { ...pricing, totalInMinorUnits }, ...overrides });
const requestFigures = (query: object) => shop.asAdmin('get', path).query(query);
const read = async (query: object) => (await requestFigures(query).expect(200)).body;

it("counts the orders of each day in the shop's time zone, and the revenue without cancelled ones (ORD-W6, SIL-57, CONF-55)", async () => {
  // Midnight in Kathmandu is 18:15 UTC.
  await put('2026-11-20T18:14:59.999Z', 100_00);
  await put('2026-11-20T18:15:00.000Z', 200_50);
  await put('2026-11-21T10:00:00.000Z', 300_00, { orderStatus: 'cancelled' });
  await put('2026-11-22T18:15:00.000Z', 400_00);
  const body = await read({ days: 3, to: '2026-11-22' });
  expect(getDailyFigures.answer.parse(body)).toEqual(body);
  expect(body.data).toEqual({
    timeZone: 'Asia/Kathmandu',
    currency: 'NPR',
    days: [
      { day: '2026-11-20', orders: 1, cancelled: 0, revenue: 100 },
      { day: '2026-11-21', orders: 2, cancelled: 1, revenue: 200.5 },
      { day: '2026-11-22', orders: 0, cancelled: 0, revenue: 0 },
    ],
    all: { orders: 4, cancelled: 1, revenue: 700.5 },
  });
});

it('ends today, and its sums equal the stat cards (ORD-W6, SIL-56)', async () => {
  for (const [daysAgo, status] of [
    [0, 'pending'],
    [1, 'cancelled'],
    [40, 'delivered'],
    [300, 'shipped'],
  ] as const)
    await put(new Date(Date.now() - daysAgo * dayMs).toISOString(), 100_10 + daysAgo, {
      orderStatus: status,
    });
  const { days, all } = (await read({ days: 366 })).data;
  expect(days).toHaveLength(366);
  expect(days.at(-1).day).toBe(shop.order.context.dayOf(new Date()));
  const sum = (name: string) =>
    days.reduce(
      (total: number, day: Record<string, number>) => total + Math.round((day[name] ?? 0) * 100),
      0,
    ) / 100;
  const stats = (await shop.asAdmin('get', '/api/checkout-orders/admin/dashboard-stats').expect(200)).body
    .data;
  expect({ orders: sum('orders'), revenue: sum('revenue'), cancelled: sum('cancelled') }).toEqual({
    orders: stats.totalOrders,
    revenue: stats.totalRevenue,
    cancelled: 1,
  });
  expect(all).toEqual({ orders: stats.totalOrders, revenue: stats.totalRevenue, cancelled: 1 });
});

it('makes two database calls, and reads the days by an index-only query', async () => {
  await put('2026-11-20T10:00:00.000Z', 100_00);
  shop.watched.commands.length = 0;
  await read({ days: 30, to: '2026-11-22' });
  const pipelines = shop.watched.commands
    .filter(({ command }) => command['aggregate'] === 'orders' || command['find'] === 'orders')
    .map(({ command }) => command['pipeline'])
    .filter((pipeline) => JSON.stringify(pipeline ?? '').includes('totalInMinorUnits'));
  expect(pipelines).toHaveLength(2);
  for (const pipeline of pipelines) {
    const plan = await shop.database.connection
      .collection('orders')
      .aggregate(pipeline)
      .explain('queryPlanner');
    const { queryPlanner } = plan['stages']?.[0].$cursor ?? plan;
    const stages = JSON.stringify(queryPlanner.winningPlan);
    expect(stages).toContain('IXSCAN');
    expect(stages).not.toMatch(/COLLSCAN|FETCH/);
  }
});
