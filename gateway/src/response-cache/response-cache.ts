import type { IncomingMessage } from 'node:http';
import type { Endpoint } from '@kinmel/contracts';
import { LRUCache } from 'lru-cache';
import { isDisguised } from '../policies/admission/limits.ts';
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

/**
 * Caches answers of public reads by address, and the pages made of them. Events drop what they concern; an answer that
 * was requested before is still sent, and not cached.
 */
export class ResponseCache {
  readonly #options: ResponseCacheOptions;
  readonly #cached: LRUCache<string, CachedResponse>;
  readonly #loading = new Map<string, Promise<LoadedAnswer>>();
  #receivesEvents: () => boolean = () => false;

  constructor(options: ResponseCacheOptions) {
    this.#options = options;
    this.#cached = new LRUCache({
      maxSize: options.maxBytes,
      maxEntrySize: options.maxBytes / 8,
      sizeCalculation: ({ size }) => size,
      // Makes the responses that contain it stale, as events can no longer find it.
      dispose: (response) => response.drop(),
    });
  }

  /** False while events cannot arrive: nothing is cached, and nothing cached is used. */
  get isOpen(): boolean {
    return this.#receivesEvents();
  }

  /** Enables caching; `receivesEvents` is checked on each request. */
  open(receivesEvents: () => boolean): void {
    this.dropAll();
    this.#receivesEvents = receivesEvents;
  }

  close(): void {
    this.#receivesEvents = () => false;
    this.dropAll();
  }

  get size(): { readonly entries: number; readonly bytes: number } {
    return { entries: this.#cached.size, bytes: this.#cached.calculatedSize };
  }

  /** The endpoint if answers at this address can be cached: a public read at its canonical address. */
  endpointOf(url: string): Endpoint | undefined {
    if (url.length > 512 || !/^\/api\/[A-Za-z0-9/_.~,=&?%+:-]*$/.test(url)) return undefined;
    const query = url.indexOf('?');
    const path = query === -1 ? url : url.slice(0, query);
    if (isDisguised(path)) return undefined;
    const endpoint = this.#options.routes.match('GET', path);
    if (endpoint?.role !== 'public' || endpoint.isPersonal || endpoint.isVolatile) return undefined;
    if (query !== -1 && (query === url.length - 1 || !endpoint.query)) return undefined;
    return endpoint;
  }

  /** The endpoint if this request can be answered from the cache. */
  endpointFor({ url, headers }: IncomingMessage): Endpoint | undefined {
    const endpoint = this.endpointOf(url ?? '');
    return endpoint?.variesByCaller && headers.authorization !== undefined ? undefined : endpoint;
  }

  /** The cached response for this request; see `find`. */
  findFor({ url = '', headers }: IncomingMessage): CachedResponse | undefined {
    const response = this.find(url);
    return response?.isForAnonymous && headers.authorization !== undefined ? undefined : response;
  }

  /** The fresh response of this key: the address of an answer, or the key of a page. */
  find(key: string): CachedResponse | undefined {
    const response = this.#cached.get(key);
    if (!response?.isFresh) return undefined;
    // A page without answers of services does not depend on events.
    const isOpen = this.isOpen || (response.owner === undefined && response.madeOf.length === 0);
    return isOpen ? response : undefined;
  }

  /** The last response of this key, fresh or stale. */
  findStale(key: string): CachedResponse | undefined {
    return this.#cached.peek(key);
  }

  /** Caches a response unless it is stale or too large; otherwise drops it. */
  put(key: string, response: CachedResponse): void {
    if (!response.isFresh) return;
    this.#cached.set(key, response);
    // Too large, so that no event would find it.
    if (this.#cached.peek(key) !== response) response.drop();
  }

  /** The answer of a public read; concurrent requests share one call. Rejects with an UpstreamError. */
  load(
    url: string,
    endpoint: Endpoint,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<LoadedAnswer> {
    // While events cannot arrive, a request must not join an earlier one, which may return an older state.
    if (!this.isOpen) {
      this.dropAll();
      return this.#ask(url, endpoint, headers).then(uncached);
    }
    const cached = this.find(url);
    if (cached) return Promise.resolve({ cached });
    const known = this.#loading.get(url);
    if (known) return known;
    const loading = this.#ask(url, endpoint, headers)
      .then((loaded) => {
        // Dropped meanwhile.
        if (this.#loading.get(url) !== loading || !this.isOpen) return uncached(loaded);
        if (loaded.cached) this.put(url, loaded.cached);
        return loaded;
      })
      .finally(() => {
        if (this.#loading.get(url) === loading) this.#loading.delete(url);
      });
    this.#loading.set(url, loading);
    return loading;
  }

  async #ask(
    url: string,
    { owner, variesByCaller }: Endpoint,
    headers: Readonly<Record<string, string>>,
  ): Promise<LoadedAnswer> {
    const { upstreams, deadlineMs, securityHeaders } = this.#options;
    const upstream = upstreams.get(owner);
    if (!upstream) throw new Error(`${owner} has no address`);
    const answer = await upstream.get(url, {
      deadlineMs,
      headers: { accept: 'application/json', ...headers },
    });
    const cacheControl = answer.headers.get('cache-control') ?? 'no-cache';
    const isForAll = !answer.headers.has('set-cookie') && !/no-store|private/.test(cacheControl);
    if (answer.status !== 200 || !isForAll) return { cached: undefined, answer };
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

  dropService(service: ServiceName): void {
    this.#drop(service, () => true);
  }

  /** Drops the product's own answer and all lists; answers of other products stay. */
  dropProduct(productId: string): void {
    const id = productId.toLowerCase();
    this.#drop('catalog', (url) => {
      const product = productPath.exec(url)?.[1];
      return product === undefined || product.toLowerCase() === id;
    });
  }

  dropAll(): void {
    this.#loading.clear();
    this.#cached.clear();
  }

  #drop(service: ServiceName, isMeant: (url: string) => boolean): void {
    this.#loading.clear();
    for (const [url, response] of this.#cached.entries()) {
      if (response.owner === service && isMeant(url)) this.#cached.delete(url);
    }
  }
}

/** Marks it as stale, so that nothing made of it is cached either. */
function uncached(loaded: LoadedAnswer): LoadedAnswer {
  loaded.cached?.drop();
  return loaded;
}
