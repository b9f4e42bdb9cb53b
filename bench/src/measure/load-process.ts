import autocannon from 'autocannon';
import type { Load } from './shot.ts';

/** Never the same again, also not in another shot: what asks with it finds nothing that was kept. */
let nextNumber = Math.floor(performance.timeOrigin % 1e7) * 7;

async function run(load: Load): Promise<void> {
  const result = await autocannon({
    url: load.baseUrl,
    connections: load.connections,
    duration: load.durationMs / 1000,
    headers: { 'accept-encoding': 'br', ...load.headers },
    requests: load.paths.map((path) =>
      path.includes('{n}')
        ? {
            path,
            setupRequest: (request) => ({ ...request, path: path.replace('{n}', String(nextNumber++)) }),
          }
        : { path },
    ),
  });
  process.send?.({
    answers: result['2xx'],
    failures: result.non2xx + result.errors + result.timeouts,
    answersPerSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
  });
  process.disconnect();
}

process.once('message', (load: Load) => {
  run(load).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
