import type { IncomingMessage } from 'node:http';
import type { Endpoint } from '@kinmel/contracts';
import { LRUCache } from 'lru-cache';
import { isAmbiguous } from '../policies/admission/limits.ts';
import type { HeaderList } from '../policies/answers/security-headers.ts';
import type { ApiRoutes } from '../upstreams/api-routes.ts';
import type { UpstreamAnswer } from '../upstreams/fetch-answer.ts';
import type { ServiceName, Upstreams } from '../upstreams/upstreams.ts';
import { type CachedResponse, makeCachedResponse } from './cached-response.ts';

export interface ResponseCacheOptions {
  readonly routes: ApiRoutes;
  readonly upstreams: Upstreams;
  readonly securityHeaders: HeaderList;
  readonly deadlineMs: number;
  readonly maxBytes: number;
}

/** A cacheable response, or the service's own answer. */
export type LoadedAnswer =
  | { readonly cached: CachedResponse }
  | { readonly cached: undefined; readonly answer: UpstreamAnswer };

/**
 * Maximum age without an event, in milliseconds: an instance of a service may answer before it has received
 * an event, and some changes have no event, such as the day on which an offer begins.
 */
const maxAgeMs = 60_000;

const productPath = /^\/api\/products\/([0-9a-fA-F]{24})$/;

export type ResponseCache = ReturnType<typeof createResponseCache>;

/**
 * Caches answers of public reads by address, and the pages made of them. An event drops the responses that it affects;
 * an answer that was requested before the event is still sent, but not cached.
 */
export function createResponseCache({
  routes,
  upstreams,
  securityHeaders,
  deadlineMs,
  maxBytes,
}: ResponseCacheOptions) {
  const responses = new LRUCache<string, CachedResponse>({
    maxSize: maxBytes,
    maxEntrySize: maxBytes / 8,
    sizeCalculation: ({ size }) => size,
    // Makes the responses that contain it stale, as events can no longer find it.
    dispose: (response) => response.drop(),
  });
  const calls = new Map<string, Promise<LoadedAnswer>>();
  let receivesEvents: () => boolean = () => false;

  /** The endpoint if answers at this address can be cached: a public read at its canonical address. */
  function endpointOf(url: string): Endpoint | undefined {
    if (url.length > 512 || !/^\/api\/[A-Za-z0-9/_.~,=&?%+:-]*$/.test(url)) return undefined;
    const query = url.indexOf('?');
    const path = query === -1 ? url : url.slice(0, query);
    if (isAmbiguous(path)) return undefined;
    const endpoint = routes.match('GET', path);
    if (endpoint?.role !== 'public' || endpoint.isPersonal || endpoint.isVolatile) return undefined;
    if (query !== -1 && (query === url.length - 1 || !endpoint.query)) return undefined;
    return endpoint;
  }

  /** The fresh response of this key: the address of an answer, or the key of a page. */
  function find(key: string): CachedResponse | undefined {
    const response = responses.get(key);
    if (!response?.isFresh) return undefined;
    // A page without answers of services does not depend on events.
    const isUsable = receivesEvents() || (response.owner === undefined && response.dependencies.length === 0);
    return isUsable ? response : undefined;
  }

  /** Caches a response unless it is stale or too large; otherwise drops it. */
  function put(key: string, response: CachedResponse): void {
    if (!response.isFresh) return;
    responses.set(key, response);
    // A response that was too large to store would never be found by an event.
    if (responses.peek(key) !== response) response.drop();
  }

  function dropAll(): void {
    calls.clear();
    responses.clear();
  }

  function drop(service: ServiceName, isAffected: (url: string) => boolean = () => true): void {
    calls.clear();
    for (const [url, response] of responses.entries()) {
      if (response.owner === service && isAffected(url)) responses.delete(url);
    }
  }

  async function fetchFromService(
    url: string,
    { owner, variesByCaller }: Endpoint,
    headers: Readonly<Record<string, string>>,
  ): Promise<LoadedAnswer> {
    const upstream = upstreams.get(owner);
    if (!upstream) throw new Error(`${owner} has no address`);
    const answer = await upstream.get(url, {
      deadlineMs,
      headers: { accept: 'application/json', ...headers },
    });
    const cacheControl = answer.headers.get('cache-control') ?? 'no-cache';
    const isShared = !answer.headers.has('set-cookie') && !/no-store|private/.test(cacheControl);
    if (answer.status !== 200 || !isShared) return { cached: undefined, answer };
    const cached = await makeCachedResponse({
      owner,
      plain: answer.body,
      contentType: answer.headers.get('content-type') ?? 'application/json; charset=utf-8',
      cacheControl,
      maxAgeMs,
      securityHeaders,
      ...(variesByCaller ? { vary: 'Accept-Encoding, Authorization', isForAnonymous: true } : {}),
    });
    return { cached };
  }

  return {
    endpointOf,
    find,
    put,
    dropAll,
    /** False while events cannot arrive: nothing is cached, and nothing cached is used. */
    get isOpen(): boolean {
      return receivesEvents();
    },
    /** Enables caching; `isReceiving` is checked on each request. */
    open(isReceiving: () => boolean): void {
      dropAll();
      receivesEvents = isReceiving;
    },
    close(): void {
      receivesEvents = () => false;
      dropAll();
    },
    get size(): { readonly entries: number; readonly bytes: number } {
      return { entries: responses.size, bytes: responses.calculatedSize };
    },
    /** The endpoint if this request can be answered from the cache. */
    endpointFor({ url, headers }: IncomingMessage): Endpoint | undefined {
      const endpoint = endpointOf(url ?? '');
      return endpoint?.variesByCaller && headers.authorization !== undefined ? undefined : endpoint;
    },
    /** The cached response for this request; see `find`. */
    findFor({ url = '', headers }: IncomingMessage): CachedResponse | undefined {
      const response = find(url);
      return response?.isForAnonymous && headers.authorization !== undefined ? undefined : response;
    },
    /** The last response of this key, fresh or stale. */
    findStale: (key: string): CachedResponse | undefined => responses.peek(key),
    /** The answer of a public read; concurrent requests share one call. Rejects with an UpstreamError. */
    load(url: string, endpoint: Endpoint, headers: Readonly<Record<string, string>> = {}) {
      // While events cannot arrive, a request must not join an earlier one, which may return an older state.
      if (!receivesEvents()) {
        dropAll();
        return fetchFromService(url, endpoint, headers).then(uncached);
      }
      const cached = find(url);
      if (cached) return Promise.resolve({ cached });
      const earlierCall = calls.get(url);
      if (earlierCall) return earlierCall;
      const call = fetchFromService(url, endpoint, headers)
        .then((loaded) => {
          // An event has dropped the call meanwhile.
          if (calls.get(url) !== call || !receivesEvents()) return uncached(loaded);
          if (loaded.cached) put(url, loaded.cached);
          return loaded;
        })
        .finally(() => {
          if (calls.get(url) === call) calls.delete(url);
        });
      calls.set(url, call);
      return call;
    },
    dropService: (service: ServiceName) => drop(service),
    /** Drops the product's own answer and all lists; answers of other products stay. */
    dropProduct(productId: string): void {
      const id = productId.toLowerCase();
      drop('catalog', (url) => {
        const product = productPath.exec(url)?.[1];
        return product === undefined || product.toLowerCase() === id;
      });
    },
  };
}

/** Marks the answer as stale, so that no page made of it is cached either. */
function uncached(loaded: LoadedAnswer): LoadedAnswer {
  loaded.cached?.drop();
  return loaded;
}
