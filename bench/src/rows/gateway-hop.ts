import type { SessionAnswer } from '@kinmel/contracts';
import { type Figure, formatValues } from '../measure/figure.ts';
import { startFloor } from '../measure/floor.ts';
import { compare } from '../measure/load.ts';
import { type MeasuredShop, postJson } from '../measure/shop.ts';

/**
 * Row 7: the gateway's CPU time per call, relative to that of a bare http-proxy-middleware. The cost of the service is
 * not included.
 */
export async function* gatewayHop({ stack, gatewayUrl, pidsOf }: MeasuredShop): AsyncGenerator<Figure> {
  const { id, email, password } = stack.people.customer;
  const { token } = await postJson<SessionAnswer>(`${gatewayUrl}/api/auth/login`, { email, password });
  const calls = [
    {
      name: 'signed in',
      service: 'auth',
      path: `/api/users/${id}`,
      headers: { authorization: `Bearer ${token}` },
    },
    { name: 'public read', service: 'catalog', path: '/api/products/suggestions?q=x{n}' },
  ];
  for (const { name, service, path, headers } of calls) {
    const proxy = await startFloor('proxy', stack.urls.services[service]);
    try {
      const load = { paths: [path], headers, connections: 50, durationMs: 4000 };
      const { ratios, medianRatio, floorCpuMs, measuredCpuMs, isNoisy } = await compare(
        { load: { ...load, urls: [gatewayUrl] }, pids: pidsOf('gateway') },
        { load: { ...load, urls: [proxy.url] }, pids: [proxy.pid] },
        5,
      );
      yield {
        row: `7 gateway hop, ${name}`,
        value: medianRatio,
        unit: 'ratio',
        goal: 2.5,
        isNoisy,
        remark: `the gateway's own ${measuredCpuMs.toFixed(3)} ms a call, a bare proxy's ${floorCpuMs.toFixed(3)}, pairs ${formatValues(ratios)}`,
      };
    } finally {
      await proxy.stop();
    }
  }
}
