import type { IncomingMessage } from 'node:http';
import type { Endpoint } from '@kinmel/contracts';
import { isDisguised } from '../policies/admission/limits.ts';
import type { HeaderList } from '../policies/answers/security-headers.ts';
import type { ApiRoutes } from '../upstreams/api-routes.ts';
import type { UpstreamAnswer } from '../upstreams/fetch-answer.ts';
import type { ServiceName, Upstreams } from '../upstreams/upstreams.ts';
import { AdmissionFilter } from './admission-filter.ts';
import { type CachedResponse, cachedFromUpstream } from './cached-response.ts';

export interface ResponseCacheOptions {
  readonly routes: ApiRoutes;
  readonly upstreams: Upstreams;
  readonly securityHeaders: HeaderList;
  readonly deadlineMs: number;
  readonly maxBytes?: number;
  readonly maxEntries?: number;
  /**
   * For so long after a change an answer is asked for again: another instance of the service may have heard of
   * the change a moment later than we did, and what it said in between must not stay. Milliseconds.
   */
  readonly settleMs?: number;
  readonly now?: () => number;
}

/** Either something that was kept or could be, or the service's own answer to send on. */
export type LoadedAnswer =
  | { readonly cached: CachedResponse }
  | { readonly cached: undefined; readonly answer: UpstreamAnswer };

/**
 * How long answers of a service may be kept when nothing changes. Catalog tells each change as an event, and the
 * ten minutes are only the net below; a service without such events is asked again soon.
 */
const maxAgeMs: Partial<Record<ServiceName, number>> = { catalog: 10 * 60_000 };
const defaultMaxAgeMs = 5_000;

const defaultMaxBytes = 64 * 1024 * 1024;
const defaultMaxEntries = 20_000;

/**
 * This part of the room is for everything that is asked for. The rest is for what is asked for twice: most searches are made
 * once, and keeping them would cost more than answering them, and drive out what many ask for.
 */
const partForAll = 1 / 8;

const productPath = /^\/api\/products\/([0-9a-fA-F]{24})$/;

/**
 * Answers of public reads, kept as finished bytes until something changes.
 * What makes it never stale: a change drops the answers AND raises the generation, so that an answer that was
 * already on its way when the change came is given to those who asked before it and is not kept.
 */
export class ResponseCache {
  readonly #options: ResponseCacheOptions;
  readonly #now: () => number;
  readonly #answers = new Map<string, CachedResponse>();
  readonly #admissionFilter = new AdmissionFilter();
  readonly #underWay = new Map<string, Promise<LoadedAnswer>>();
  readonly #changedAt = new Map<ServiceName, number>();
  #generation = 0;
  #bytes = 0;
  #hears: () => boolean = () => false;

  constructor(options: ResponseCacheOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /** While nobody tells us of changes nothing is kept and nothing that was kept is used. */
  get isOpen(): boolean {
    return this.#hears();
  }

  /** From now on changes are told; `hears` is asked each time whether that is still so. */
  open(hears: () => boolean): void {
    this.dropAll();
    this.#hears = hears;
  }

  close(): void {
    this.#hears = () => false;
    this.dropAll();
  }

  get size(): { readonly entries: number; readonly bytes: number } {
    return { entries: this.#answers.size, bytes: this.#bytes };
  }

  /** The endpoint when answers of this address may be kept: a public read, written in the one canonical way. */
  endpointOf(url: string): Endpoint | undefined {
    if (url.length > 512 || !/^\/api\/[A-Za-z0-9/_.~,=&?%+:-]*$/.test(url)) return undefined;
    const query = url.indexOf('?');
    const path = query === -1 ? url : url.slice(0, query);
    if (isDisguised(path)) return undefined;
    const endpoint = this.#options.routes.match('GET', path)?.endpoint;
    if (endpoint?.role !== 'public' || endpoint.isPersonal || endpoint.isVolatile) return undefined;
    if (query !== -1 && (query === url.length - 1 || !endpoint.query)) return undefined;
    return endpoint;
  }

  /** The endpoint when this very request may be answered with what others got. */
  endpointFor({ url, headers }: IncomingMessage): Endpoint | undefined {
    const endpoint = this.endpointOf(url ?? '');
    return endpoint?.variesByCaller && headers.authorization !== undefined ? undefined : endpoint;
  }

  /** What is kept for this very request; see `find`. */
  findFor({ url = '', headers }: IncomingMessage): CachedResponse | undefined {
    const answer = this.find(url);
    return answer?.isForStrangers && headers.authorization !== undefined ? undefined : answer;
  }

  /** A map lookup: what is kept for exactly this address and still good. */
  find(url: string): CachedResponse | undefined {
    const answer = this.#answers.get(url);
    if (!answer) return undefined;
    if (!this.#hears()) {
      this.dropAll();
      return undefined;
    }
    if (answer.goodUntil < this.#now()) {
      this.#remove(url, answer);
      return undefined;
    }
    // Moved to the end: what was used least lately goes first when room is needed.
    this.#answers.delete(url);
    this.#answers.set(url, answer);
    return answer;
  }

  /** The answer of a public read, asked for at most once at a time. Rejects with an UpstreamError. */
  load(
    url: string,
    endpoint: Endpoint,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<LoadedAnswer> {
    // While changes are not heard a request must not join one that set out before it: what it brings may be older than the asker.
    if (!this.#hears()) return this.#load(url, endpoint, headers);
    const cached = this.find(url);
    if (cached) return Promise.resolve({ cached });
    const waiting = this.#underWay.get(url);
    if (waiting) return waiting;
    const loading = this.#load(url, endpoint, headers).finally(() => {
      if (this.#underWay.get(url) === loading) this.#underWay.delete(url);
    });
    this.#underWay.set(url, loading);
    return loading;
  }

  async #load(
    url: string,
    endpoint: Endpoint,
    headers: Readonly<Record<string, string>>,
  ): Promise<LoadedAnswer> {
    const upstream = this.#options.upstreams.get(endpoint.owner);
    if (!upstream) throw new Error(`${endpoint.owner} has no address`);
    const generation = this.#generation;
    const answer = await upstream.get(url, {
      deadlineMs: this.#options.deadlineMs,
      headers: { accept: 'application/json', 'accept-encoding': 'br', ...headers },
    });
    const cached = await cachedFromUpstream(endpoint, answer, this.#options.securityHeaders);
    if (!cached) return { cached: undefined, answer };
    const { settleMs = 2000 } = this.#options;
    const now = this.#now();
    const settledAt = (this.#changedAt.get(endpoint.owner) ?? Number.NEGATIVE_INFINITY) + settleMs;
    cached.goodUntil = now < settledAt ? settledAt : now + (maxAgeMs[endpoint.owner] ?? defaultMaxAgeMs);
    if (generation === this.#generation && this.#hears() && this.#isWorthKeeping(url))
      this.#keep(url, cached);
    else cached.isDropped = true;
    return { cached };
  }

  /** Something changed at this service; all that it answered is forgotten. */
  dropService(service: ServiceName): void {
    this.#drop(service, () => true);
  }

  /** One product changed: its own answer and every list go, the answers of other products stay. */
  dropProduct(productId: string): void {
    const id = productId.toLowerCase();
    this.#drop('catalog', (url) => {
      const product = productPath.exec(url)?.[1];
      return product === undefined || product.toLowerCase() === id;
    });
  }

  dropAll(): void {
    this.#generation += 1;
    this.#underWay.clear();
    for (const answer of this.#answers.values()) answer.isDropped = true;
    this.#answers.clear();
    this.#bytes = 0;
  }

  #drop(service: ServiceName, isMeant: (url: string) => boolean): void {
    this.#generation += 1;
    this.#underWay.clear();
    this.#changedAt.set(service, this.#now());
    for (const [url, answer] of this.#answers) {
      if (answer.owner === service && isMeant(url)) this.#remove(url, answer);
    }
  }

  #isWorthKeeping(url: string): boolean {
    const { maxBytes = defaultMaxBytes, maxEntries = defaultMaxEntries } = this.#options;
    const isRoomForAll = this.#bytes < maxBytes * partForAll && this.#answers.size < maxEntries * partForAll;
    return isRoomForAll || this.#admissionFilter.note(url);
  }

  #keep(url: string, answer: CachedResponse): void {
    const { maxBytes = defaultMaxBytes, maxEntries = defaultMaxEntries } = this.#options;
    if (answer.size > maxBytes / 8) return;
    const before = this.#answers.get(url);
    if (before) this.#remove(url, before);
    this.#answers.set(url, answer);
    this.#bytes += answer.size;
    for (const [oldUrl, old] of this.#answers) {
      if (this.#bytes <= maxBytes && this.#answers.size <= maxEntries) break;
      this.#remove(oldUrl, old);
    }
  }

  #remove(url: string, answer: CachedResponse): void {
    answer.isDropped = true;
    this.#answers.delete(url);
    this.#bytes -= answer.size;
  }
}
