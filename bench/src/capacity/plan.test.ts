import type { Costs } from './costs.ts';
import { type Load, linesOf, planFor } from './plan.ts';

const costs: Costs = {
  measuredOn: '2026-11-29',
  order: { gateway: 1, order: 4, database: 8 },
  page: { gateway: 2, render: 5 },
  read: { gateway: 0.5, database: 0.25 },
  megabytes: { gateway: 200, render: 300, order: 150, database: 500, broker: 100 },
  stored: [
    { collection: 'order.orders', bytes: 3_000 },
    { collection: 'order.outbox', bytes: 10_000, keptDays: 7 },
  ],
};
/** Ten orders and a hundred visitors in the busiest second. */
const load: Load = { ordersPerDay: 86_400, visitorsPerDay: 864_000, peak: 10, serverCores: 8 };
const planOf = (change: Partial<Load> = {}) => planFor({ ...load, ...change }, costs);
const partOf = (name: string, change: Partial<Load> = {}) =>
  planOf(change).parts.find(({ part }) => part === name);

describe('a capacity plan', () => {
  it('adds up the cores that orders, pages and their requests need in the busiest second', () => {
    // 10 orders of 1 ms, 200 pages of 2 ms and 800 requests of 0.5 ms.
    expect(partOf('gateway')?.cores).toBeCloseTo(0.01 + 0.4 + 0.4);
    expect(partOf('database')?.cores).toBeCloseTo(0.08 + 0.2);
    expect(planOf().cores).toBeCloseTo(0.81 + 0.28 + 0.04 + 1);
  });

  it('has enough instances to keep each below 60 percent of its core, at least two of each process, and three of each server', () => {
    const { parts } = planOf();
    expect(Object.fromEntries(parts.map(({ part, instances }) => [part, instances]))).toEqual({
      gateway: 2,
      render: 2,
      order: 2,
      database: 3,
      broker: 3,
    });
    expect(partOf('render', { visitorsPerDay: 1_728_000 })?.instances).toBe(4);
    expect(partOf('render')?.megabytes).toBe(600);
  });

  it('lists the part that is exhausted first at the top, and names the server that more instances do not relieve', () => {
    const { parts } = planOf();
    expect(parts.map(({ part }) => part)).toEqual(['render', 'gateway', 'database', 'order', 'broker']);
    expect(parts[0]?.exhaustedAt).toBeCloseTo(2);
    const text = linesOf(load, planOf()).join('\n');
    expect(text).toContain('Ends first: render, at 2.0 times this load: 172,800 orders');
    expect(text).toContain('Ends last: database, with 8 cores at 28 times this load');
  });

  it('counts the bytes of an order for the days until they expire', () => {
    expect(planOf({ ordersPerDay: 1_000 }).gigabytes).toBeCloseTo((3_000 * 365 + 10_000 * 7) * 1e-6);
  });

  it('has the minimum of everything for a shop without orders and visitors', () => {
    const plan = planOf({ ordersPerDay: 0, visitorsPerDay: 0 });
    expect([plan.cores, plan.gigabytes, plan.parts[0]?.instances]).toEqual([0, 0, 2]);
    expect(linesOf(load, plan).join('\n')).not.toMatch(/NaN|Infinity/);
  });
});
