import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import type { CachedResponse } from '../../response-cache/cached-response.ts';
import { sendCached } from '../../response-cache/cached-response.ts';
import type { ResponseCache } from '../../response-cache/response-cache.ts';
import type { UpstreamAnswer } from '../../upstreams/fetch-answer.ts';
import { sendUpstreamProblem } from '../../upstreams/upstream-error.ts';
import { isEncoded } from '../admission/limits.ts';

/**
 * Answers public reads from cached bytes and fills them. Stands behind the rate limits: what costs a service work
 * counts. When changes are not heard the request goes on to the proxy.
 */
export function answerFromCache(responseCache: ResponseCache): RequestHandler {
  return (req, res, next) => {
    const endpoint =
      req.method === 'GET' && responseCache.isOpen ? responseCache.endpointFor(req) : undefined;
    if (!endpoint) return next();
    const { traceparent } = req.headers;
    const headers = {
      'x-request-id': String(req.headers['x-request-id']),
      ...(typeof traceparent === 'string' ? { traceparent } : {}),
    };
    responseCache.load(req.url, endpoint, headers).then(
      (loaded) => {
        if (loaded.cached) sendCached(req, res, loaded.cached);
        else sendUpstreamAnswer(res, loaded.answer);
      },
      (error: unknown) => sendUpstreamProblem(res, error),
    );
  };
}

const passedOn = [
  'content-type',
  'content-encoding',
  'cache-control',
  'etag',
  'vary',
  'retry-after',
  'set-cookie',
];

/** A whole answer that is not kept, a 404 for example, with those headers that mean something outside. */
function sendUpstreamAnswer(res: ServerResponse, answer: UpstreamAnswer): void {
  for (const name of passedOn) {
    const value = answer.headers[name];
    if (value !== undefined) res.setHeader(name, value);
  }
  res.setHeader('Content-Length', answer.body.length);
  res.writeHead(answer.status);
  res.end(answer.body);
}

/**
 * The same before any policy runs: one lookup by the exact address, then finished bytes. It is sound because
 * there is nothing left to decide: the answer is public, was made by a request that passed every policy, carries
 * its security headers, and costs less than counting the request for a rate limit would.
 */
export function answerFromCacheFirst(
  find: (req: IncomingMessage) => CachedResponse | undefined,
  { headerCount, onCached }: { readonly headerCount: number; readonly onCached: () => void },
  next: RequestListener,
): RequestListener {
  return (req, res) => {
    if (req.method === 'GET' && req.rawHeaders.length <= headerCount * 2) {
      const answer = find(req);
      if (answer && !carriesBody(req) && !isEncoded(req)) {
        onCached();
        sendCached(req, res, answer);
        return;
      }
    }
    next(req, res);
  };
}

const carriesBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined ||
  (headers['content-length'] !== undefined && headers['content-length'] !== '0');
