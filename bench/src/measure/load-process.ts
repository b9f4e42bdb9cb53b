import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import type { Load } from './shot.ts';

/** Never the same again, also not in another shot: what asks with it finds nothing that was kept. */
let nextNumber = Math.floor(performance.timeOrigin % 1e7) * 7;

function readOf(path: string): autocannon.Request {
  if (!path.includes('{n}')) return { path };
  return {
    path,
    setupRequest: (request) => ({ ...request, path: path.replace('{n}', String(nextNumber++)) }),
  };
}

/** One list for all connections. */
function nextOf(paths: readonly string[], from: number): autocannon.Request {
  let next = from;
  return { setupRequest: (request) => ({ ...request, path: paths[next++ % paths.length] }) };
}

/** One list for all connections: each takes the next one, so that they do not ask the same at the same time. */
function anyOf(posts: NonNullable<Load['posts']>): autocannon.Request {
  let next = 0;
  return {
    method: 'POST',
    setupRequest(request) {
      const { path, headers, body } = posts[next++ % posts.length] ?? {};
      return {
        ...request,
        path,
        headers: { ...request.headers, ...headers, 'idempotency-key': randomUUID() },
        body,
      };
    },
  };
}

function requestsOf({ posts, paths, isOneList = false, from = 0 }: Load): autocannon.Request[] {
  if (posts) return [anyOf(posts)];
  return isOneList ? [nextOf(paths, from)] : paths.map(readOf);
}

async function run(load: Load): Promise<void> {
  const result = await autocannon({
    url: load.baseUrl,
    connections: load.connections,
    duration: load.durationMs / 1000,
    headers: { 'accept-encoding': 'br', ...load.headers },
    requests: requestsOf(load),
  });
  const { isRefused = false } = load;
  process.send?.({
    answers: isRefused ? result['5xx'] : result['2xx'],
    failures: (isRefused ? result['2xx'] : result.non2xx) + result.errors + result.timeouts,
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
