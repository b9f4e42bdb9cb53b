import type { Logger } from '@kinmel/service-kit';
import type { CachedResponse } from '../../response-cache/cached-response.ts';
import type { ResponseCache } from '../../response-cache/response-cache.ts';
import { type FirstRequest, firstRequests, type PageMatch } from '../page-match.ts';

export interface FirstData {
  /** The JSON text of each answer by its request, in declared order. */
  readonly texts: ReadonlyMap<string, string>;
  readonly dependencies: readonly CachedResponse[];
  /** Whether every answer is cacheable, so that the page is too. */
  readonly isCacheable: boolean;
  /** The record of the page, or the requested filter or page of its list, does not exist. */
  readonly isMissing: boolean;
}

export const noFirstData: FirstData = {
  texts: new Map(),
  dependencies: [],
  isCacheable: false,
  isMissing: false,
};

/** The services answer these for an unknown or malformed id, and for an unknown filter or page number. */
const missingStatuses: readonly number[] = [404, 400];

/** Limit per page; the browser requests the rest. A list has about 20 kB. */
const maxBytes = 64 * 1024;

export interface FirstDataOptions {
  readonly responseCache: ResponseCache;
  readonly logger: Logger;
  /** How long a page waits for its first-view data. Milliseconds. */
  readonly firstDataMs: number;
}

/** Loads the first-view data of a page within its limits of time and size. Never rejects because of a service. */
export async function loadFirstData(
  { responseCache, firstDataMs, logger }: FirstDataOptions,
  match: PageMatch | undefined,
): Promise<FirstData> {
  const dependencies: CachedResponse[] = [];
  if (!match) return { texts: new Map(), dependencies, isCacheable: true, isMissing: false };
  const requests = firstRequests(match);
  let isCacheable = true;
  // A page about a record whose request was left out because the address has no id.
  let isMissing = match.page.about !== undefined && requests.length < match.page.firstData.length;
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), firstDataMs);
  });
  const answers = await Promise.all(
    requests.map(async (request, index): Promise<[string, string] | undefined> => {
      const isRecord = match.page.about !== undefined && index === 0;
      const endpoint = responseCache.endpointOf(request.url);
      if (!endpoint) {
        // Ids never contain these characters.
        if (isRecord) isMissing = true;
        logger.warn(
          { page: match.page.path, request: request.url },
          'declared first-view data is not a public read',
        );
        return undefined;
      }
      const loading = responseCache.load(request.url, endpoint).catch((error: unknown) => {
        logger.debug({ err: error, request: request.url }, 'first-view data could not be loaded');
        return undefined;
      });
      const loaded = await Promise.race([loading, deadline]);
      if ((isRecord || request.isPaged) && loaded && !loaded.cached)
        isMissing = missingStatuses.includes(loaded.answer.status);
      const text = loaded?.cached && textOf(loaded.cached, request);
      if (!loaded?.cached || text === undefined) {
        isCacheable = false;
        return undefined;
      }
      if (request.isPaged && isBeyondLast(match, text)) isMissing = true;
      dependencies.push(loaded.cached);
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
  return { texts, dependencies, isCacheable, isMissing };
}

/** The answer with its list cut to `items`; undefined when it is not JSON. */
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

/** Whether the page number in the address is higher than that of the last page. An empty list has one page. */
function isBeyondLast({ parameters }: PageMatch, text: string): boolean {
  const { totalPages } = JSON.parse(text) as { totalPages?: number };
  return totalPages !== undefined && Number(parameters.get('page') ?? 1) > Math.max(totalPages, 1);
}

const isList = (value: unknown): value is { data: unknown[] } =>
  typeof value === 'object' && value !== null && 'data' in value && Array.isArray(value.data);
