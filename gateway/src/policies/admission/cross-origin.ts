import type { IncomingMessage, ServerResponse } from 'node:http';

/** Request headers of the shop's pages that need a permission. */
const requestHeaders = 'authorization, content-type, idempotency-key, if-none-match';
/** Response headers that the shop's pages read. */
const answerHeaders = 'etag, retry-after, x-request-id';
const methods = 'GET, POST, PUT, PATCH, DELETE';
/** Two hours, the longest that browsers remember a permission; in seconds. */
const permissionSeconds = '7200';

/**
 * Lets the shop's own pages of other hosts make calls and read the answers (CORS), by the origins that are configured and by no
 * others. Undefined without any. It runs before the response cache, as cached bytes are the same for all.
 */
export function crossOriginCalls(
  origins: ReadonlySet<string>,
): ((req: IncomingMessage, res: ServerResponse) => void) | undefined {
  if (origins.size === 0) return undefined;
  return ({ url = '', method, headers }, res) => {
    if (!url.startsWith('/api/')) return;
    res.appendHeader('Vary', 'Origin');
    const { origin } = headers;
    if (origin === undefined || !origins.has(origin)) return;
    res.setHeader('Access-Control-Allow-Origin', origin);
    res.setHeader('Access-Control-Allow-Credentials', 'true');
    if (method === 'OPTIONS') {
      res.setHeader('Access-Control-Allow-Methods', methods);
      res.setHeader('Access-Control-Allow-Headers', requestHeaders);
      res.setHeader('Access-Control-Max-Age', permissionSeconds);
    } else res.setHeader('Access-Control-Expose-Headers', answerHeaders);
  };
}
