import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Figure } from '../measure/figure.ts';
import type { MeasuredShop } from '../measure/shop.ts';
import { compare } from '../measure/shot.ts';

const durationMs = 4000;
const pairs = 5;

/** A reader that the sample data knows; asks for its own profile. */
async function signIn({ gatewayUrl, customer }: MeasuredShop): Promise<string> {
  const answer = await fetch(`${gatewayUrl}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: gatewayUrl },
    body: JSON.stringify({ email: customer.email, password: customer.password }),
  });
  if (!answer.ok) throw new Error(`The login answered ${answer.status}.`);
  return ((await answer.json()) as { token: string }).token;
}

/**
 * Row 7: what a call through the gateway costs the gateway, over what it costs a bare http-proxy-middleware in its place:
 * each process's own processor time, because what the service behind them spends is the same.
 */
async function hop(
  shop: MeasuredShop,
  call: { name: string; serviceUrl: string; path: string; headers: Record<string, string> },
): Promise<Figure> {
  const child = fork(join(import.meta.dirname, '../measure/floor/bare-proxy.ts'), [call.serviceUrl], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [port] = (await once(child, 'message')) as [number];
  try {
    const load = { paths: [call.path], headers: call.headers, connections: 50, durationMs };
    const { ratios, medianRatio, floorCpuMs, measuredCpuMs, isNoisy } = await compare(
      { load: { ...load, baseUrl: shop.gatewayUrl }, pids: shop.gatewayPids },
      {
        load: { ...load, baseUrl: `http://127.0.0.1:${port}` },
        pids: child.pid === undefined ? [] : [child.pid],
      },
      durationMs,
      pairs,
    );
    return {
      row: `7 gateway hop, ${call.name}`,
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

/** A call that is sent on with a verified identity, and a public read of which the gateway has nothing kept. */
export async function gatewayHop(shop: MeasuredShop): Promise<Figure[]> {
  const token = await signIn(shop);
  return [
    await hop(shop, {
      name: 'signed in',
      serviceUrl: shop.authUrl,
      path: `/api/users/${shop.customer.id}`,
      headers: { authorization: `Bearer ${token}` },
    }),
    await hop(shop, {
      name: 'public read',
      serviceUrl: shop.catalogUrl,
      path: '/api/products/suggestions?q=x{n}',
      headers: {},
    }),
  ];
}
