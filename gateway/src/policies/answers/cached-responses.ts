import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { type CachedResponse, sendCached } from '../../response-cache/cached-response.ts';
import type { ResponseCache } from '../../response-cache/response-cache.ts';
import type { UpstreamAnswer } from '../../upstreams/fetch-answer.ts';
import { sendUpstreamProblem } from '../../upstreams/upstream-error.ts';
import { hasBody, isEncoded } from '../admission/limits.ts';

/** Must run after the rate limits, because a miss calls a service. */
export function answerAndFillCache(responseCache: ResponseCache): RequestHandler {
  return (req, res, next) => {
    const endpoint = req.method === 'GET' ? responseCache.endpointFor(req) : undefined;
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

/** Sends an uncacheable answer, such as a 404, with the headers that matter to clients. */
function sendUpstreamAnswer(res: ServerResponse, { status, headers, body }: UpstreamAnswer): void {
  for (const name of ['content-type', 'cache-control', 'etag', 'retry-after']) {
    const value = headers.get(name);
    if (value !== null) res.setHeader(name, value);
  }
  const cookies = headers.getSetCookie();
  if (cookies.length > 0) res.setHeader('Set-Cookie', cookies);
  res.setHeader('Content-Length', body.length);
  res.writeHead(status);
  res.end(body);
}

/**
 * Answers from the cache before any policy runs. The response is public, was made by a request that passed every
 * policy, carries its security headers, and costs less than counting for a rate limit.
 */
export function answerBeforePolicies(
  find: (req: IncomingMessage, res: ServerResponse) => CachedResponse | undefined,
  { headerCount, onCached }: { readonly headerCount: number; readonly onCached: () => void },
  next: RequestListener,
): RequestListener {
  return (req, res) => {
    if (
      req.method === 'GET' &&
      req.rawHeaders.length <= headerCount * 2 &&
      !hasBody(req) &&
      !isEncoded(req)
    ) {
      const response = find(req, res);
      if (response) {
        onCached();
        sendCached(req, res, response);
        return;
      }
    }
    next(req, res);
  };
}
