import type { IncomingMessage } from 'node:http';
import type { Logger } from '@kinmel/service-kit';
import type { RequestHandler } from 'express';
import { sendProblem } from '../../problem-answer.ts';
import type { ResponseCache } from '../../response-cache/response-cache.ts';
import type { ApiRoutes } from '../../upstreams/api-routes.ts';
import { type ProxyOptions, proxyTo } from '../../upstreams/proxy-to.ts';
import { ownerOfUpload } from '../../upstreams/uploads.ts';
import type { ServiceName, Upstream, Upstreams } from '../../upstreams/upstreams.ts';
import { bodyLimitOf, type Limits, pathOf, tooLargeTextOf } from '../admission/limits.ts';
import { uploadCacheControl } from './static-files.ts';

export interface ProxyPolicyOptions {
  readonly routes: ApiRoutes;
  readonly upstreams: Upstreams;
  readonly responseCache: ResponseCache;
  readonly limits: Limits;
  readonly deadlineMs: number;
  /** An upload is received and re-encoded before it is answered. */
  readonly uploadDeadlineMs: number;
  readonly logger: Logger;
}

/** The picture of a person is kept by browsers, not by caches between. */
const avatarCacheControl = uploadCacheControl.replace('public', 'private');

const isRead = (method: string | undefined) => method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

/** Sends each published endpoint to the service that owns it, and pictures to the one that keeps them. */
export function proxy(options: ProxyPolicyOptions): RequestHandler {
  const { routes, upstreams, deadlineMs, uploadDeadlineMs } = options;
  const calls = new Map<ServiceName, RequestHandler>();
  const uploads = new Map<ServiceName, RequestHandler>();
  for (const upstream of upstreams.all) {
    calls.set(upstream.name, handlerFor(upstream, { deadlineMs, takesBodyFirst: true }, options));
    uploads.set(upstream.name, handlerFor(upstream, { deadlineMs: uploadDeadlineMs }, options));
  }

  return (req, res, next) => {
    const path = pathOf(req);
    const owner = ownerOfUpload(path);
    if (owner) {
      const handler = calls.get(owner);
      return handler ? handler(req, res, next) : next();
    }
    if (!path.startsWith('/api/')) return next();
    const methods = routes.methodsOf(path);
    if (methods.length === 0) return next();
    const allow = [...new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])].join(
      ', ',
    );
    if (req.method === 'OPTIONS') {
      // A preflight learns the methods; permission gives `crossOriginCalls` alone, to origins that are configured (K-08).
      res.writeHead(204, { Allow: allow });
      res.end();
      return;
    }
    const endpoint = routes.match(req.method, path)?.endpoint;
    if (!endpoint) return sendProblem(res, 'method-not-allowed', { Allow: allow, Connection: 'close' });
    const handler = (endpoint.file ? uploads : calls).get(endpoint.owner);
    // A service that is not part of this installation has no addresses.
    return handler ? handler(req, res, next) : next();
  };
}

function handlerFor(
  upstream: Upstream,
  way: Pick<ProxyOptions, 'deadlineMs' | 'takesBodyFirst'>,
  options: ProxyPolicyOptions,
): RequestHandler {
  const { routes, responseCache, limits, logger } = options;
  const forget = (req: IncomingMessage) => {
    if (!isRead(req.method)) responseCache.dropService(upstream.name);
  };
  return proxyTo({
    target: upstream.target,
    agent: upstream.agent,
    circuit: upstream.circuit,
    ...way,
    bodyLimit: (req) => bodyLimitOf(req, routes, limits),
    refuseBody: (req, res) =>
      sendProblem(res, 'too-large', { Connection: 'close' }, tooLargeTextOf(req, routes)),
    onAnswer: (req, res, answer) => {
      // Before the answer goes on: whoever changed something sees it changed with the next request. A refusal
      // changed nothing, and must not let strangers empty what is kept.
      const status = answer.statusCode ?? 502;
      if (status < 400 || status >= 500) forget(req);
      const owner = ownerOfUpload(pathOf(req));
      if (owner) {
        const good = owner === 'auth' ? avatarCacheControl : uploadCacheControl;
        // A picture that is still being drawn says so: its address will have other bytes soon.
        const isFinal = (status === 200 || status === 304) && answer.headers['cache-control'] !== 'no-store';
        res.setHeader('Cache-Control', isFinal ? good : 'no-store');
      }
    },
    onFault: (req, error) => {
      if (error.fault === 'timeout' || error.fault === 'down' || error.fault === 'torn') {
        // It may have happened all the same.
        forget(req);
        logger.warn(
          { service: upstream.name, fault: error.fault, requestId: req.headers['x-request-id'] },
          'a service did not answer',
        );
      }
    },
  });
}
