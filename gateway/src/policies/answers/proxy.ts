import type { IncomingMessage } from 'node:http';
import express, { type RequestHandler } from 'express';
import type { GatewayContext } from '../../context.ts';
import { sendProblem } from '../../problem-answer.ts';
import { ownerOfUpload } from '../../upstreams/api-routes.ts';
import { proxyTo } from '../../upstreams/proxy-to.ts';
import type { ServiceName, Upstream } from '../../upstreams/upstreams.ts';
import { bodyLimitOf, type Limits, pathOf, tooLargeTextOf } from '../admission/limits.ts';
import { uploadCacheControl } from './static-files.ts';

/** Only browsers cache avatars. */
const avatarCacheControl = uploadCacheControl.replace('public', 'private');

const isRead = (method: string | undefined) => method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

/** Proxies each published endpoint to its owner, and pictures to the service that stores them. */
export function proxy(context: GatewayContext): RequestHandler {
  const { routes, upstreams, limits, config } = context;
  const calls = new Map<ServiceName, RequestHandler>();
  const uploads = new Map<ServiceName, RequestHandler>();
  for (const upstream of upstreams.all) {
    calls.set(upstream.name, handlerFor(upstream, config.GATEWAY_DEADLINE_MS, context));
    // Uploads are re-encoded before they are answered.
    uploads.set(upstream.name, handlerFor(upstream, config.GATEWAY_UPLOAD_DEADLINE_MS, context));
  }
  const readBody = bodyReader(limits);

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
    const allowHeader = [
      ...new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS']),
    ].join(', ');
    if (req.method === 'OPTIONS') {
      // CORS headers are added by `crossOriginCalls`.
      res.writeHead(204, { Allow: allowHeader });
      res.end();
      return;
    }
    const endpoint = routes.match(req.method, path);
    if (!endpoint) return sendProblem(res, 'method-not-allowed', { Allow: allowHeader, Connection: 'close' });
    const handler = (endpoint.file ? uploads : calls).get(endpoint.owner);
    // The service is not installed.
    if (!handler) return next();
    if (endpoint.file) return handler(req, res, next);
    readBody(req, res, (error?: unknown) => (error === undefined ? handler(req, res, next) : next(error)));
  };
}

/**
 * Buffers the body of a call before its service is called, except uploads: slow clients use no capacity of the
 * circuit, and the service gets a content length.
 */
function bodyReader({ jsonBytes }: Limits): RequestHandler {
  const read = express.raw({ type: () => true, limit: jsonBytes, inflate: false });
  return (req, res, next) => {
    read(req, res, (error?: unknown) => {
      // The request was refused meanwhile because it was too slow, or the client has disconnected.
      if (res.headersSent || res.closed) return;
      if (error !== undefined) return sendProblem(res, 'too-large', { Connection: 'close' });
      const body: unknown = req.body;
      if (Buffer.isBuffer(body)) {
        delete req.headers['transfer-encoding'];
        req.headers['content-length'] = String(body.length);
      } else if (!isRead(req.method)) req.headers['content-length'] = '0';
      next();
    });
  };
}

function handlerFor(
  upstream: Upstream,
  deadlineMs: number,
  { routes, responseCache, limits, logger }: GatewayContext,
): RequestHandler {
  const dropCached = (req: IncomingMessage) => {
    if (isRead(req.method)) return;
    if (routes.match(req.method ?? '', pathOf(req))?.changesPublicReads)
      responseCache.dropService(upstream.name);
  };
  return proxyTo(upstream, {
    deadlineMs,
    bodyLimit: (req) => bodyLimitOf(req, routes, limits),
    refuseBody: (req, res) =>
      sendProblem(res, 'too-large', { Connection: 'close' }, tooLargeTextOf(req, routes)),
    onAnswer: (req, res, answer) => {
      // Runs before the answer is sent, so that the client's next request sees its change. A refused request changed
      // nothing and must not empty the cache.
      const status = answer.statusCode ?? 502;
      if (status < 400 || status >= 500) dropCached(req);
      const owner = ownerOfUpload(pathOf(req));
      if (owner) {
        const pictureCacheControl = owner === 'auth' ? avatarCacheControl : uploadCacheControl;
        // A picture that is not encoded yet is marked `no-store`: its bytes will change.
        const isFinal = (status === 200 || status === 304) && answer.headers['cache-control'] !== 'no-store';
        res.setHeader('Cache-Control', isFinal ? pictureCacheControl : 'no-store');
      }
    },
    onFault: (req, error) => {
      if (error.fault === 'open' || error.fault === 'busy') return;
      // The service may have executed the request.
      dropCached(req);
      logger.warn(
        { service: upstream.name, fault: error.fault, requestId: req.headers['x-request-id'] },
        'a service did not answer',
      );
    },
  });
}
