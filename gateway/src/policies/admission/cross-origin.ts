import type { IncomingMessage, ServerResponse } from 'node:http';
import { backgroundHeader } from '@kinmel/contracts';

const requestHeaders = `authorization, content-type, idempotency-key, if-none-match, ${backgroundHeader}`;
const answerHeaders = 'date, etag, retry-after, x-request-id';
const methods = 'GET, POST, PUT, PATCH, DELETE';
/** Two hours, the longest that browsers cache a preflight. Seconds. */
const permissionSeconds = '7200';

/**
 * CORS for the configured origins; undefined without any. Runs before the response cache, as cached bytes are shared by
 * all origins.
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
