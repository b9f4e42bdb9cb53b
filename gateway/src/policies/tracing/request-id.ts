import { randomBytes } from 'node:crypto';
import { continueTrace, traceIdOf } from '@kinmel/service-kit';
import type { RequestHandler } from 'express';

/** Unique among all gateways. */
export const nextRequestId = (): string => randomBytes(9).toString('base64url');

/**
 * Gives every request a new id, because one from the client could forge log lines. Continues a valid W3C trace context
 * or starts a trace.
 */
export const requestId: RequestHandler = (req, res, next) => {
  const id = nextRequestId();
  req.headers['x-request-id'] = id;
  res.setHeader('X-Request-Id', id);
  const { traceparent } = req.headers;
  if (typeof traceparent !== 'string' || traceIdOf(traceparent) === undefined) {
    req.headers['traceparent'] = continueTrace();
    delete req.headers['tracestate'];
  }
  next();
};
