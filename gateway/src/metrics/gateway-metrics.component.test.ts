import type { Server } from 'node:http';
import { type RunningGateway, startGateway, waitUntil } from '../testing/running-gateway.ts';
import { addressOf } from '../testing/stub-service.ts';
import { createMetricsServer } from './metrics-server.ts';

let gateway: RunningGateway;
let server: Server;
let url: string;

beforeEach(async () => {
  gateway = await startGateway({
    env: { GATEWAY_WRITES_PER_MINUTE: '7' },
    settings: { circuit: { volumeThreshold: 5 } },
  });
  server = createMetricsServer(gateway.context.metrics.registry);
  url = await addressOf(server);
});

afterEach(async () => {
  server.close();
  await gateway.stop();
});

const metricsText = async () => (await fetch(`${url}/metrics`)).text();
const countLine = (labels: string, count: number) =>
  `gateway_request_duration_seconds_count{${labels}} ${count}\n`;

describe('the metrics of the gateway', () => {
  it('count requests by route pattern, service and status, without addresses', async () => {
    for (const id of ['6600000000000000000000a1', '6600000000000000000000a2'])
      await gateway.send('PUT', `/api/products/${id}`);
    await gateway.get('/api/nothing/secret-address');
    await gateway.get('/smartphone');
    await gateway.get('/remotes/secret/1/x.js');
    const expected = [
      countLine('method="PUT",route="/api/products/{id}",upstream="catalog",status="200"', 2),
      countLine('method="GET",route="/api/*",upstream="none",status="404"', 1),
      countLine('method="GET",route="page",upstream="none",status="200"', 1),
      countLine('method="GET",route="/remotes/*",upstream="none",status="404"', 1),
    ];
    await waitUntil(async () => (await metricsText()).includes('route="/remotes/*"'));
    const text = await metricsText();
    for (const line of expected) expect(text).toContain(line);
    expect(text).not.toMatch(/6600000000000000000000a|secret|smartphone/);
  });

  it('count cached answers and refusals, and show the state of circuits', async () => {
    for (let count = 0; count < 4; count += 1) await gateway.get('/api/products');
    expect(await metricsText()).toMatch(/gateway_kept_bytes [1-9]\d+\n/);
    await gateway.catalog.kill();
    for (let count = 0; count < 9; count += 1) await gateway.send('POST', '/api/products');
    const text = await metricsText();
    expect(text).toContain('gateway_kept_answers_total 3\n');
    expect(text).toContain('gateway_rate_limited_total{kind="writes"} 2\n');
    expect(text).toContain('gateway_circuit_state{service="catalog"} 2\n');
    expect(text).toContain('gateway_circuit_state{service="order"} 0\n');
    await gateway.catalog.start();
  });

  it("are not at the public address, and the operator's port has nothing else (K-12)", async () => {
    expect((await gateway.get('/metrics')).status).toBe(404);
    expect((await fetch(`${url}/api/products`)).status).toBe(404);
    expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(404);
  });
});
