import { randomBytes } from 'node:crypto';
import type { RequestHandler } from 'express';

/** Unique among all gateways. */
export const nextRequestId = (): string => randomBytes(9).toString('base64url');

const validTraceparent = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/**
 * Gives every request a new id, as a given one could forge log lines. Continues a valid W3C trace context or starts a
 * trace.
 */
export const requestId: RequestHandler = (req, res, next) => {
  const id = nextRequestId();
  req.headers['x-request-id'] = id;
  res.setHeader('X-Request-Id', id);
  const { traceparent } = req.headers;
  if (typeof traceparent !== 'string' || !validTraceparent.test(traceparent)) {
    const [traceId, parentId] = [randomBytes(16), randomBytes(8)].map((bytes) => bytes.toString('hex'));
    req.headers['traceparent'] = `00-${traceId}-${parentId}-01`;
    delete req.headers['tracestate'];
  }
  next();
};
