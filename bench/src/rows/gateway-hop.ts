import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Figure } from '../measure/figure.ts';
import type { MeasuredShop } from '../measure/shop.ts';
import { compare } from '../measure/shot.ts';

const durationMs = 4000;

/**
 * Row 7: what a call through the gateway costs the gateway, over what it costs a bare http-proxy-middleware in its place:
 * each process's own processor time, because what the service behind them spends is the same. The call is one that the
 * gateway never keeps.
 */
export async function gatewayHop(shop: MeasuredShop): Promise<Figure> {
  const child = fork(join(import.meta.dirname, '../measure/bare-proxy.ts'), [shop.catalogUrl], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [port] = (await once(child, 'message')) as [number];
  try {
    const load = { paths: ['/api/products/suggestions?q=x{n}'], connections: 50, durationMs };
    const { ratios, medianRatio, floorCpuMs, measuredCpuMs, isNoisy } = await compare(
      { load: { ...load, baseUrl: shop.gatewayUrl }, pids: shop.gatewayPids },
      {
        load: { ...load, baseUrl: `http://127.0.0.1:${port}` },
        pids: child.pid === undefined ? [] : [child.pid],
      },
      durationMs,
    );
    return {
      row: '7 gateway hop',
      value: medianRatio,
      unit: 'ratio',
      gate: 1.5,
      goal: 0.5,
      isExact: false,
      isNoisy,
      remark: `the gateway's own ${measuredCpuMs.toFixed(3)} ms a call, a bare proxy's ${floorCpuMs.toFixed(3)}, pairs ${ratios.map((ratio) => ratio.toFixed(2)).join(' ')}`,
    };
  } finally {
    child.kill();
  }
}
