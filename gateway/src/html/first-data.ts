import type { Logger } from '@kinmel/service-kit';
import type { CachedResponse } from '../response-cache/cached-response.ts';
import type { ResponseCache } from '../response-cache/response-cache.ts';
import { type FirstRequest, firstRequests, type PageMatch } from './page-match.ts';

/** The first-view data of a page. */
export interface FirstData {
  /** The JSON text of each answer by its request, in the order in which the page declares them. */
  readonly texts: ReadonlyMap<string, string>;
  readonly madeOf: readonly CachedResponse[];
  /** Whether all of it is cached, so that the page may be cached too. */
  readonly isCacheable: boolean;
  /** The page is about one thing, and its service has no such thing. */
  readonly isMissing: boolean;
}

export const noFirstData: FirstData = {
  texts: new Map(),
  madeOf: [],
  isCacheable: false,
  isMissing: false,
};

/** Answers of a service for an unknown id, and for one that is malformed. */
const missingStatuses: readonly number[] = [404, 400];

/** Limit of the first-view data of a page; the browser requests the rest. A list has 20 kB. */
const maxBytes = 64 * 1024;

export interface FirstDataOptions {
  readonly responseCache: ResponseCache;
  readonly logger: Logger;
  /** How long a page waits for its first-view data; without them the browser requests them. Milliseconds. */
  readonly firstDataMs: number;
}

/** The answers that a page starts with, within its bounds of time and size. Never rejects because of a service. */
export async function loadFirstData(
  { responseCache, firstDataMs, logger }: FirstDataOptions,
  match: PageMatch | undefined,
): Promise<FirstData> {
  const madeOf: CachedResponse[] = [];
  if (!match) return { texts: new Map(), madeOf, isCacheable: true, isMissing: false };
  let isCacheable = true;
  let isMissing = false;
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), firstDataMs);
  });
  const answers = await Promise.all(
    firstRequests(match).map(async (request, index): Promise<[string, string] | undefined> => {
      const endpoint = responseCache.endpointOf(request.url);
      if (!endpoint) {
        logger.warn(
          { page: match.page.path, request: request.url },
          'first-view data is declared that is no public read',
        );
        return undefined;
      }
      const loading = responseCache.load(request.url, endpoint).catch((error: unknown) => {
        logger.debug(
          { err: error, request: request.url },
          'a page goes without this part of its first-view data',
        );
        return undefined;
      });
      const loaded = await Promise.race([loading, deadline]);
      if (match.page.about !== undefined && index === 0 && loaded && !loaded.cached)
        isMissing = missingStatuses.includes(loaded.answer.status);
      const text = loaded?.cached && textOf(loaded.cached, request);
      if (!loaded?.cached || text === undefined) {
        isCacheable = false;
        return undefined;
      }
      madeOf.push(loaded.cached);
      if (!loaded.cached.isFresh) isCacheable = false;
      return [request.url, text];
    }),
  );
  clearTimeout(timer);
  let bytes = 0;
  const texts = new Map<string, string>();
  for (const [url, text] of answers.filter((answer) => answer !== undefined)) {
    const size = Buffer.byteLength(text);
    if (bytes + size > maxBytes) {
      logger.warn({ page: match.page.path, request: url, size }, 'first-view data is too large for the page');
      continue;
    }
    bytes += size;
    texts.set(url, text);
  }
  return { texts, madeOf, isCacheable, isMissing };
}

/** What the answer says, its list cut to what the page declares; undefined when the service sent what is no JSON. */
function textOf(answer: CachedResponse, { items }: FirstRequest): string | undefined {
  try {
    const text = answer.plain().toString('utf8');
    const value: unknown = JSON.parse(text);
    if (items === undefined || !isList(value) || value.data.length <= items) return text;
    return JSON.stringify({ ...value, data: value.data.slice(0, items), total: value.data.length });
  } catch {
    return undefined;
  }
}

const isList = (value: unknown): value is { data: unknown[] } =>
  typeof value === 'object' && value !== null && 'data' in value && Array.isArray(value.data);
