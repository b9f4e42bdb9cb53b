import {
  authEndpoints,
  catalogEndpoints,
  type Endpoint,
  type Method,
  notificationEndpoints,
  offerEndpoints,
  orderEndpoints,
  parkedMessagesEndpoints,
  paymentEndpoints,
} from '@kinmel/contracts';

/** Every endpoint that a contract describes. What is not here does not exist outside: default deny. */
export const publishedEndpoints: readonly Endpoint[] = [
  ...Object.values(authEndpoints),
  ...Object.values(catalogEndpoints),
  ...Object.values(offerEndpoints),
  ...Object.values(orderEndpoints),
  ...Object.values(paymentEndpoints),
  ...Object.values(notificationEndpoints),
  ...Object.values(parkedMessagesEndpoints),
];

export interface RouteMatch {
  readonly endpoint: Endpoint;
}

/** The typed table of method and path, for routing, limits, roles and what may be kept. */
export interface ApiRoutes {
  match(method: string, path: string): RouteMatch | undefined;
  /** The methods that this path takes; empty for an unknown path. */
  methodsOf(path: string): readonly Method[];
}

interface Row {
  readonly pattern: RegExp;
  readonly endpoint: Endpoint;
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Exact in letter case and slashes; a parameter is one segment. Nothing is decoded before the comparison (G-07). */
const patternOf = (template: string) =>
  new RegExp(
    `^${template
      .split(/\{[^}]+\}/)
      .map(escaped)
      .join('[^/]+')}$`,
  );

export function createApiRoutes(endpoints: readonly Endpoint[] = publishedEndpoints): ApiRoutes {
  const fixed = new Map<string, Endpoint[]>();
  const patterns: Row[] = [];
  for (const endpoint of endpoints) {
    for (const path of [endpoint.path, ...(endpoint.aliases ?? [])]) {
      // A contract between services is no address of the shop.
      if (!path.startsWith('/api/')) continue;
      if (path.includes('{')) patterns.push({ pattern: patternOf(path), endpoint });
      else fixed.set(path, [...(fixed.get(path) ?? []), endpoint]);
    }
  }

  // A path without parameters wins over one with: `/api/products/suggestions` is no product.
  const endpointsAt = (path: string): readonly Endpoint[] =>
    fixed.get(path) ?? patterns.filter(({ pattern }) => pattern.test(path)).map(({ endpoint }) => endpoint);

  return {
    match: (method, path) => {
      const wanted = method === 'HEAD' ? 'GET' : method;
      const endpoint = endpointsAt(path).find((candidate) => candidate.method === wanted);
      return endpoint && { endpoint };
    },
    methodsOf: (path) => endpointsAt(path).map(({ method }) => method),
  };
}
