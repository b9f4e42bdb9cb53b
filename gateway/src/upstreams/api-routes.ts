import {
  auditEndpoints,
  authEndpoints,
  catalogEndpoints,
  type Endpoint,
  eventsOfRecordEndpoints,
  type Method,
  notificationEndpoints,
  offerEndpoints,
  orderEndpoints,
  parkedMessagesEndpoints,
  paymentEndpoints,
  serviceRequestEndpoints,
  workEndpoints,
} from '@kinmel/contracts';

/** Every endpoint that a contract describes. Others cannot be reached from outside. */
export const publishedEndpoints: readonly Endpoint[] = [
  ...Object.values(authEndpoints),
  ...Object.values(catalogEndpoints),
  ...Object.values(offerEndpoints),
  ...Object.values(orderEndpoints),
  ...Object.values(paymentEndpoints),
  ...Object.values(notificationEndpoints),
  ...Object.values(parkedMessagesEndpoints),
  ...Object.values(eventsOfRecordEndpoints),
  ...Object.values(auditEndpoints),
  ...Object.values(serviceRequestEndpoints),
  ...Object.values(workEndpoints),
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

/** Exact in letter case and slashes; a parameter is one segment. Nothing is decoded before the comparison. */
const patternOf = (template: string) =>
  new RegExp(
    `^${template
      .split(/\{[^}]+\}/)
      .map(escaped)
      .join('[^/]+')}$`,
  );

export function createApiRoutes(endpoints: readonly Endpoint[] = publishedEndpoints): ApiRoutes {
  const fixed = new Map<string, Endpoint[]>();
  /** By what stands before the first parameter: few share it, so that few patterns are tried. */
  const byPrefix = new Map<string, Row[]>();
  const add = <Value>(map: Map<string, Value[]>, key: string, value: Value) =>
    map.set(key, [...(map.get(key) ?? []), value]);
  for (const endpoint of endpoints) {
    for (const path of [endpoint.path, ...(endpoint.aliases ?? [])]) {
      // A contract between services is no address of the shop.
      if (!path.startsWith('/api/')) continue;
      const parameter = path.indexOf('{');
      if (parameter === -1) add(fixed, path, endpoint);
      else
        add(byPrefix, path.slice(0, path.lastIndexOf('/', parameter) + 1), {
          pattern: patternOf(path),
          endpoint,
        });
    }
  }

  function lookUp(path: string): readonly Endpoint[] {
    // A path without parameters wins over one with: `/api/products/suggestions` is no product.
    const exact = fixed.get(path);
    if (exact) return exact;
    const found: Endpoint[] = [];
    for (let end = path.indexOf('/', 1); end !== -1; end = path.indexOf('/', end + 1)) {
      for (const { pattern, endpoint } of byPrefix.get(path.slice(0, end + 1)) ?? []) {
        if (pattern.test(path)) found.push(endpoint);
      }
    }
    return found;
  }

  // Several policies ask about the same request one after the other.
  let last: { readonly path: string; readonly found: readonly Endpoint[] } = { path: '', found: [] };
  const endpointsAt = (path: string): readonly Endpoint[] => {
    if (path !== last.path) last = { path, found: lookUp(path) };
    return last.found;
  };

  return {
    match: (method, path) => {
      const wanted = method === 'HEAD' ? 'GET' : method;
      const endpoint = endpointsAt(path).find((candidate) => candidate.method === wanted);
      return endpoint && { endpoint };
    },
    methodsOf: (path) => endpointsAt(path).map(({ method }) => method),
  };
}

/** Pictures of products, by their id; `static-files.ts` reads the parts. */
export const uploadFile = /^\/uploads\/([a-z0-9][a-z0-9-]{2,63})\/(320|640|1200)\.(avif|webp)$/;
/** Written and served by auth, one folder for each. */
const avatarFile = /^\/uploads\/avatars\/[A-Za-z0-9_-]{8,64}\/(64|128|256)\.webp$/;

/** The service that owns the picture at this address; undefined for other addresses. */
export function ownerOfUpload(path: string): 'auth' | 'catalog' | undefined {
  if (uploadFile.test(path)) return 'catalog';
  return avatarFile.test(path) ? 'auth' : undefined;
}
