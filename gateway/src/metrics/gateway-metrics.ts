import { metricsOf } from '@kinmel/service-kit';
import type { RequestHandler } from 'express';
import { Counter, type Registry } from 'prom-client';
import type { PageRenders } from '../html/rendering/page-renders.ts';
import { pathOf } from '../policies/admission/limits.ts';
import type { ActiveRemotes } from '../registry/active-remotes.ts';
import type { RefusalReason } from '../registry/open-registry.ts';
import type { ResponseCache } from '../response-cache/response-cache.ts';
import { type ApiRoutes, ownerOfUpload } from '../upstreams/api-routes.ts';
import type { ServiceName, Upstreams } from '../upstreams/upstreams.ts';

export interface GatewayMetricsOptions {
  readonly registry: Registry;
  readonly routes: ApiRoutes;
  readonly upstreams: Upstreams;
  readonly responseCache: ResponseCache;
  readonly remotes: Pick<ActiveRemotes, 'isShellWaiting'>;
  readonly renders?: PageRenders | undefined;
}

interface Labels {
  readonly route: string;
  readonly upstream: ServiceName | 'none';
}

const circuitValue = { closed: 0, 'half-open': 1, open: 2 } as const;

/** Routes beside the API by prefix; everything else is a page. */
const prefixes = ['/api/', '/health/', '/remotes/', '/shell/', '/uploads/'];

const page: Labels = { route: 'page', upstream: 'none' };
const labelsOfPrefix = new Map(
  prefixes.map((prefix) => [prefix, { route: `${prefix}*`, upstream: 'none' } as const]),
);

/** The route pattern of a request, and the service behind it. */
function labelsOf(method: string, path: string, routes: ApiRoutes): Labels {
  const endpoint = path.startsWith('/api/') ? routes.match(method, path) : undefined;
  if (endpoint) return { route: endpoint.path, upstream: endpoint.owner };
  const labels = labelsOfPrefix.get(path.slice(0, path.indexOf('/', 1) + 1)) ?? page;
  const upstream = labels === page ? undefined : ownerOfUpload(path);
  return upstream ? { ...labels, upstream } : labels;
}

const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Counts revisions and versions on disk that are not used. Created before the registry is read. */
export function countRefusals(registry: Registry): (reason: RefusalReason) => void {
  const refusals = metricsOf(registry).counter(
    'gateway_registry_refused_total',
    'Revisions of the registry and versions of parts that were refused, by reason; the last usable one stayed active.',
    ['reason'],
  );
  return (reason) => refusals.inc({ reason });
}

/** Labels are route patterns and service names, never addresses, to limit their number. */
export function createGatewayMetrics(options: GatewayMetricsOptions) {
  const { registry, routes, upstreams, responseCache, remotes, renders } = options;
  const { counter, gauge, histogram } = metricsOf(registry);
  const seconds = histogram(
    'gateway_request_duration_seconds',
    'Time of requests that reached the policies, by route, by the service behind it and by status.',
    ['method', 'route', 'upstream', 'status'],
    [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
  );
  const refusals = counter(
    'gateway_rate_limited_total',
    'Requests that were refused with 429, by reads and writes.',
    ['kind'],
  );
  const localCounts = counter(
    'gateway_counted_alone_total',
    'Requests whose rate limit this gateway counted in its own memory, because Redis did not answer.',
  );
  const cachedAnswers = counter(
    'gateway_kept_answers_total',
    'Requests that were answered from cached bytes before any policy.',
  );
  new Counter({
    name: 'gateway_rendered_pages_total',
    help: 'Pages by rendering: rendered by the render process, or sent without because that was late or failed.',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(renders?.outcomes ?? {})) this.inc({ outcome }, count);
    },
  });
  gauge('gateway_kept_bytes', 'Memory of cached responses, in bytes.', [], (bytes) =>
    bytes.set(responseCache.size.bytes),
  );
  gauge(
    'gateway_shell_waiting',
    'Is 1 while a build of the shell waits because active remotes are incompatible with it.',
    [],
    (metric) => metric.set(remotes.isShellWaiting ? 1 : 0),
  );
  gauge(
    'gateway_circuit_state',
    'State of the circuit of a service: 0 closed, 1 half open, 2 open.',
    ['service'],
    (metric) => {
      for (const { name, circuit } of upstreams.all)
        metric.set({ service: name }, circuitValue[circuit.state]);
    },
  );

  const measure: RequestHandler = (req, res, next) => {
    const startedAt = performance.now();
    const { route, upstream } = labelsOf(req.method, pathOf(req), routes);
    // Unknown methods are arbitrary text.
    const method = knownMethods.has(req.method) ? req.method : 'other';
    res.once('close', () => {
      // 499: the client disconnected before the end of its answer.
      const status = res.writableFinished ? res.statusCode : 499;
      seconds.observe({ method, route, upstream, status }, (performance.now() - startedAt) / 1000);
    });
    next();
  };
  return {
    registry,
    /** Measures each request that reaches the policies. */
    measure,
    /** Counts a request that was answered before any policy. */
    countCached: () => cachedAnswers.inc(),
    countRefused: (kind: 'reads' | 'writes') => refusals.inc({ kind }),
    /** Counts a request whose rate limit was counted in memory, because Redis did not answer. */
    countLocally: () => localCounts.inc(),
  };
}
