import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Figure } from '../measure/figure.ts';
import type { MeasuredShop } from '../measure/shop.ts';
import { median, shoot } from '../measure/shot.ts';

const durationMs = 4000;

/**
 * Row 7: what a call through the gateway adds to the same call made directly, over what a bare
 * http-proxy-middleware adds. The call is one that the gateway never keeps.
 */
export async function gatewayHop(shop: MeasuredShop): Promise<Figure> {
  const child = fork(join(import.meta.dirname, '../measure/bare-proxy.ts'), [shop.catalogUrl], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [port] = (await once(child, 'message')) as [number];
  try {
    const uncached = ['/api/products/suggestions?q=x{n}'];
    const load = { paths: uncached, connections: 50, durationMs };
    const all = [...shop.serverPids, ...(child.pid === undefined ? [] : [child.pid])];
    const added: number[] = [];
    for (let pair = 0; pair < 3; pair += 1) {
      const direct = await shoot({ ...load, baseUrl: shop.catalogUrl }, all);
      const gateway = await shoot({ ...load, baseUrl: shop.gatewayUrl }, all);
      const proxy = await shoot({ ...load, baseUrl: `http://127.0.0.1:${port}` }, all);
      added.push(
        (gateway.cpuMsPerAnswer - direct.cpuMsPerAnswer) / (proxy.cpuMsPerAnswer - direct.cpuMsPerAnswer),
      );
    }
    return {
      row: '7 gateway hop',
      value: median(added),
      unit: 'ratio',
      gate: 1.5,
      goal: 0.5,
      isExact: false,
      remark: `added by the gateway over added by a bare proxy, pairs ${added.map((ratio) => ratio.toFixed(2)).join(' ')}`,
    };
  } finally {
    child.kill();
  }
}
