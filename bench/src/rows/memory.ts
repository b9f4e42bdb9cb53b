import type { Figure } from '../measure/figure.ts';
import { startFloor } from '../measure/floor.ts';
import { memoryBytes } from '../measure/processes.ts';
import type { MeasuredShop } from '../measure/shop.ts';

const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`;

/** Row 11: memory of gateway and services, relative to as many bare Node processes. */
export async function memory({ serverPids }: MeasuredShop): Promise<Figure[]> {
  const bare = await Promise.all(serverPids.map(() => startFloor('bare')));
  try {
    const bareBytes = memoryBytes(bare.map(({ pid }) => pid));
    const shopBytes = memoryBytes(serverPids);
    return [
      {
        row: '11 memory after load',
        value: shopBytes / bareBytes,
        unit: 'ratio',
        gate: 8,
        goal: 5.5,
        remark: `${serverPids.length} processes, ${megabytes(shopBytes)} over ${megabytes(bareBytes)} bare`,
      },
    ];
  } finally {
    for (const floor of bare) await floor.stop();
  }
}
