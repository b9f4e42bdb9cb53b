import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { proportionalMemoryBytes } from '../measure/cpu-time.ts';
import type { Figure } from '../measure/figure.ts';
import type { MeasuredShop } from '../measure/shop.ts';

/** Row 11: the memory of gateway and services, over as many bare Node processes started in the same run. */
export async function memory(shop: MeasuredShop): Promise<Figure> {
  const pids = shop.serverPids;
  const bare = await Promise.all(
    pids.map(async () => {
      const child = fork(join(import.meta.dirname, '../measure/floor/bare-process.ts'), {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      await once(child, 'message');
      return child;
    }),
  );
  try {
    const bareBytes = proportionalMemoryBytes(bare.flatMap((child) => child.pid ?? []));
    const shopBytes = proportionalMemoryBytes(pids);
    return {
      row: '11 memory after load',
      value: shopBytes / bareBytes,
      unit: 'ratio',
      gate: 8,
      goal: 5.5,
      isExact: false,
      remark: `${pids.length} processes, ${(shopBytes / 2 ** 20).toFixed(0)} MB over ${(bareBytes / 2 ** 20).toFixed(0)} MB bare`,
    };
  } finally {
    for (const child of bare) child.kill();
  }
}
