import type { Endpoint, Method } from '@kinmel/contracts';
import * as contracts from '@kinmel/contracts';

/** Every endpoint that a contract describes. Others cannot be reached from outside. */
const publishedEndpoints = contracts.endpointsIn({ ...contracts });

/** Finds endpoints by method and path, for routing, limits, roles and caching. */
export type ApiRoutes = ReturnType<typeof createApiRoutes>;

/**
 * Matching is case-sensitive and exact in slashes; a parameter is one segment. Nothing is decoded before the
 * comparison.
 */
const patternOf = (template: string) =>
  new RegExp(
    `^${template
      .split(/\{[^}]+\}/)
      .map((part) => RegExp.escape(part))
      .join('[^/]+')}$`,
  );

export function createApiRoutes(endpoints: readonly Endpoint[] = publishedEndpoints) {
  const rows = endpoints.flatMap((endpoint) =>
    [endpoint.path, ...(endpoint.aliases ?? [])]
      // Contracts between services are not reachable from outside.
      .filter((path) => path.startsWith('/api/'))
      .map((path) => ({ path, pattern: patternOf(path), endpoint })),
  );
  const endpointsAt = (path: string): readonly Endpoint[] => {
    // A path without parameters takes precedence: `/api/products/suggestions` is not a product.
    const exact = rows.filter((row) => row.path === path);
    const matches = exact.length > 0 ? exact : rows.filter(({ pattern }) => pattern.test(path));
    return matches.map(({ endpoint }) => endpoint);
  };
  return {
    match: (method: string, path: string): Endpoint | undefined => {
      const requestedMethod = method === 'HEAD' ? 'GET' : method;
      return endpointsAt(path).find((endpoint) => endpoint.method === requestedMethod);
    },
    /** The allowed methods of a path; empty for an unknown path. */
    methodsOf: (path: string): readonly Method[] => endpointsAt(path).map(({ method }) => method),
  };
}

/** Pictures of products, by their id; `static-files.ts` reads the parts. */
export const uploadFile = /^\/uploads\/([a-z0-9][a-z0-9-]{2,63})\/(320|640|1200)\.(avif|webp)$/;
/** Stored and served by auth, one folder per picture. */
const avatarFile = /^\/uploads\/avatars\/[A-Za-z0-9_-]{8,64}\/(64|128|256)\.webp$/;

/** The service that owns the picture at this address; undefined for other addresses. */
export function ownerOfUpload(path: string): 'auth' | 'catalog' | undefined {
  if (uploadFile.test(path)) return 'catalog';
  return avatarFile.test(path) ? 'auth' : undefined;
}
