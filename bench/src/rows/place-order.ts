import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Figure, formatValues, median } from '../measure/figure.ts';
import { startFloor } from '../measure/floor.ts';
import { compare, type Measurement } from '../measure/load.ts';
import { acceptableOrders, followSubscribers, type MeasuredShop } from '../measure/shop.ts';

/**
 * Row 5: from the request to the 201 and its events, with the CPU time of all processes, database, broker and
 * subscribers included. The floor writes the same bodies to the same disk.
 */
export async function placeOrder(shop: MeasuredShop): Promise<Figure[]> {
  const load = { posts: await acceptableOrders(shop), connections: 8, durationMs: 10_000 };
  // On the same disk as the shop's data.
  const folder = await mkdtemp(join(shop.stack.folders.data, 'floor-'));
  const floor = await startFloor('durable', join(folder, 'orders'));
  try {
    const { measured, ...result } = await compare(
      {
        load: { ...load, urls: [shop.gatewayUrl] },
        pids: [...shop.serverPids, ...shop.storePids],
        untilDone: await followSubscribers(shop),
      },
      { load: { ...load, urls: [floor.url] }, pids: [floor.pid] },
    );
    const p99 = (measurements: readonly Measurement[]) => measurements.map(({ p99Ms }) => p99Ms);
    const perSecond = (measurements: readonly Measurement[]) =>
      median(measurements.map(({ answersPerSecond }) => answersPerSecond)).toFixed(0);
    return [
      {
        row: '5 order placed',
        value: result.medianRatio,
        unit: 'times the floor',
        goal: 200,
        isNoisy: result.isNoisy,
        remark: `${result.measuredCpuMs.toFixed(2)} ms of all processes, durable floor ${result.floorCpuMs.toFixed(3)} ms, pairs ${formatValues(result.ratios, 0)}; ${perSecond(measured)} orders a second, floor ${perSecond(result.floor)}; p99 ${formatValues(p99(measured), 0)} ms, floor ${formatValues(p99(result.floor), 0)} ms`,
      },
    ];
  } finally {
    await floor.stop();
    await rm(folder, { recursive: true });
  }
}
