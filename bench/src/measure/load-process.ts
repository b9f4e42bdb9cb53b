import autocannon from 'autocannon';
import type { Load } from './shot.ts';

process.once('message', async (load: Load) => {
  const result = await autocannon({
    url: load.baseUrl,
    connections: load.connections,
    duration: load.durationMs / 1000,
    headers: { 'accept-encoding': 'br', ...load.headers },
    requests: load.paths.map((path) => ({ path })),
  });
  process.send?.({
    answers: result['2xx'],
    failures: result.non2xx + result.errors + result.timeouts,
    answersPerSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
  });
  process.disconnect();
});
