import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Figure } from '../measure/figure.ts';
import { followSubscribers, ordersOf } from '../measure/orders.ts';
import type { MeasuredShop } from '../measure/shop.ts';
import { compare, median } from '../measure/shot.ts';

/** Each with a few open orders, as in a shop: those of one person are counted at each further one (L6). */
const buyers = 200;
const connections = 8;
const durationMs = 10_000;

/**
 * Row 5: from the request to the 201, through gateway, order, catalog (reserve) and offer (redeem), with everything that
 * every process spends on it, database, broker and subscribers included. The floor takes the same bodies and answers when
 * they are on the same disk.
 */
export async function placeOrder(shop: MeasuredShop): Promise<Figure[]> {
  const posts = await ordersOf(shop, { buyers, products: buyers });
  // Where the shop's own data are: another folder may be another disk.
  const folder = await mkdtemp(join(shop.dataFolder, 'floor-'));
  const floor = fork(
    join(import.meta.dirname, '../measure/floor/durable-process.ts'),
    [join(folder, 'orders')],
    {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  );
  const effects = await followSubscribers(shop.mongodbUrl);
  try {
    const [port] = (await once(floor, 'message')) as [number];
    const load = { paths: [], posts, connections, durationMs };
    const comparison = await compare(
      {
        load: { ...load, baseUrl: shop.gatewayUrl },
        pids: [...shop.serverPids, ...shop.storePids],
        untilDone: effects.untilDone,
      },
      {
        load: { ...load, baseUrl: `http://127.0.0.1:${port}` },
        pids: floor.pid === undefined ? [] : [floor.pid],
      },
      durationMs,
    );
    const p99 = comparison.measured.map((shot, index) => shot.p99Ms / (comparison.floor[index]?.p99Ms || 1));
    const perSecond = (shots: readonly { answersPerSecond: number }[]) =>
      median(shots.map(({ answersPerSecond }) => answersPerSecond)).toFixed(0);
    return [
      {
        row: '5 order placed',
        value: comparison.medianRatio,
        unit: 'times the floor',
        gate: 120,
        goal: 36,
        isExact: false,
        isNoisy: comparison.isNoisy,
        remark: `${comparison.measuredCpuMs.toFixed(2)} ms of all processes, durable floor ${comparison.floorCpuMs.toFixed(3)} ms, pairs ${comparison.ratios.map((ratio) => ratio.toFixed(0)).join(' ')}; ${perSecond(comparison.measured)} orders a second, floor ${perSecond(comparison.floor)}`,
      },
      {
        row: '5 order placed, p99',
        value: median(p99),
        unit: 'times the floor',
        goal: 10,
        isExact: false,
        isNoisy: comparison.isNoisy,
        remark: `${comparison.measured.map((shot) => shot.p99Ms).join(' ')} ms, floor ${comparison.floor.map((shot) => shot.p99Ms).join(' ')} ms`,
      },
    ];
  } finally {
    floor.kill();
    await effects.close();
    await rm(folder, { recursive: true });
  }
}
