import { randomBytes } from 'node:crypto';
import type { RequestHandler } from 'express';

/** The id of a request, unique among all gateways. */
export const nextRequestId = (): string => randomBytes(9).toString('base64url');

const validTraceparent = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/**
 * Gives every request a new id: one from outside could forge log lines. A valid W3C trace context is continued; without
 * one a trace begins here.
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
