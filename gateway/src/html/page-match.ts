import { knownPages, type RemoteBuild, type RemotePage, requestParameter } from '@kinmel/contracts';

export interface PageMatch {
  readonly build: RemoteBuild;
  readonly page: RemotePage;
  /** Decoded parameters of the path (`:id`) and of the query; those of the path take precedence. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** While a remote is missing, the shell shows a page in the place of each of its pages, with status 200. */
const specifiedPaths = [
  ...knownPages.map(({ path }) => path),
  '/request-links/:token',
  '/alerts/:token',
  '/products',
  '/edit-product/:id',
];

const neverPage = /^\/(api|health|internal|metrics|remotes|shell|uploads)(\/|$)|(^|\/)\./i;
const fileName = /\.[a-z0-9]{1,12}$/i;

/**
 * False for addresses of files and of the API. The `Accept` header distinguishes a browser that follows a link like
 * `/index.html`.
 */
export const isPage = (path: string, accept = ''): boolean =>
  !neverPage.test(path) && (!fileName.test(path) || accept.includes('text/html'));

/**
 * Punctuation and quotes after an address in a sentence, plain or percent-encoded: `(https://shop.example/order?id=1).`
 */
const trailingPunctuation =
  /(?:[).,;:!?'"*>\]}]|%2[1279CE]|%3[ABEF]|%5D|%7D|%C2%BB|%E2%80%[0-9A-F]{2}){1,5}$/i;

/** Parameters of mailed links. Ids and tokens never end with punctuation, so that it can be cut off. */
const linkParameter = /[?&](?:id|order|token|confirm|unsubscribe)=[^&]*$/;

/** The current address for an outdated one, or for one followed by punctuation; undefined for all others. */
export function redirectAddress(url: string): string | undefined {
  if (/^\/index\.html?(\?|$)/.test(url)) return url.replace(/^\/index\.html?/, '/');
  // Used in older mails; content blockers block this word.
  if (url.startsWith('/tracking/')) return url.replace('tracking', 'request-links');
  // Two slashes would lead to another host.
  if (!/^\/[^/\\]/.test(url) || neverPage.test(url)) return undefined;
  if (url.includes('?') && !linkParameter.test(url)) return undefined;
  const address = url.replace(trailingPunctuation, '');
  return address === url ? undefined : address;
}

/** A trailing slash does not matter, as in the router of the browser. */
const withoutTrailingSlash = (path: string) =>
  path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;

/** The parameters when the path matches the pattern (`/guides/:topic`), else undefined. */
export function matchPath(pattern: string, path: string): Map<string, string> | undefined {
  const expected = pattern.split('/');
  const parts = withoutTrailingSlash(path).split('/');
  if (expected.length !== parts.length) return undefined;
  const parameters = new Map<string, string>();
  for (const [index, part] of expected.entries()) {
    const value = parts[index] ?? '';
    if (part.startsWith(':')) {
      if (value === '') return undefined;
      try {
        parameters.set(part.slice(1), decodeURIComponent(value));
      } catch {
        return undefined;
      }
    } else if (part !== value) return undefined;
  }
  return parameters;
}

/** Exact addresses win over patterns with parameters. */
export function findPage(
  builds: readonly RemoteBuild[],
  path: string,
  query: URLSearchParams,
): PageMatch | undefined {
  let match: PageMatch | undefined;
  for (const build of builds) {
    for (const page of build.declaration.pages) {
      const isExact = !page.path.includes(':');
      if (match && !isExact) continue;
      const parameters = matchPath(page.path, path);
      if (!parameters) continue;
      for (const [name, value] of query) if (!parameters.has(name)) parameters.set(name, value);
      match = { build, page, parameters };
      if (isExact) return match;
    }
  }
  return match;
}

/** Addresses that contain a secret. */
export const isSecretPath = (path: string): boolean =>
  withoutTrailingSlash(path) === '/resetpassword' || /^\/(request-links|alerts)\//.test(path);

export const isSpecifiedPath = (path: string): boolean =>
  withoutTrailingSlash(path) === '/admin' ||
  path.startsWith('/admin/') ||
  specifiedPaths.some((pattern) => matchPath(pattern, path) !== undefined);

const maxValueLength = 200;

export interface FirstRequest {
  /** The URL exactly as the remote will request it. */
  readonly url: string;
  /** Maximum number of list entries; undefined means all. */
  readonly items: number | undefined;
  /** Whether the page number is passed on. */
  readonly isPaged: boolean;
}

/** The requests for the first-view data of a page. A request whose required parameter is missing is left out. */
export function firstRequests({ page, parameters }: PageMatch): FirstRequest[] {
  const requests: FirstRequest[] = [];
  for (const { request, query = [], items } of page.firstData) {
    let isComplete = true;
    let url = request.replace(requestParameter, (_all, name: string, fallback = '') => {
      const value = parameters.get(name) || String(fallback);
      if (value === '' || value.length > maxValueLength) isComplete = false;
      return encodeURIComponent(value);
    });
    const forwardedQuery = new URLSearchParams();
    for (const name of query) {
      const value = parameters.get(name) ?? '';
      // Dropping the filter would request another list.
      if (value.length > maxValueLength) isComplete = false;
      else if (value !== '') forwardedQuery.append(name, value);
    }
    if (!isComplete) continue;
    const text = forwardedQuery.toString();
    if (text) url += (url.includes('?') ? '&' : '?') + text;
    requests.push({ url, items, isPaged: query.includes('page') });
  }
  return requests;
}

/** The canonical address: the parameters of the first request and the page number of a list. */
export function canonicalPath({ page, parameters }: PageMatch): string {
  const pathNames = new Set<string>();
  const path = page.path.replace(/:([A-Za-z]+)/g, (_all, name: string) => {
    pathNames.add(name);
    return encodeURIComponent(parameters.get(name) ?? '');
  });
  const requestNames = page.firstData.flatMap(({ request }) =>
    [...request.matchAll(requestParameter)].map(([, name = '']) => name),
  );
  const isPaged = page.firstData.some(({ query: names = [] }) => names.includes('page'));
  const pageNumber = isPaged ? Number(parameters.get('page') ?? 1) : 1;
  const query = new URLSearchParams();
  for (const name of new Set(requestNames)) {
    const value = parameters.get(name);
    if (value && !pathNames.has(name)) query.append(name, value);
  }
  if (Number.isSafeInteger(pageNumber) && pageNumber > 1) query.append('page', String(pageNumber));
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}
