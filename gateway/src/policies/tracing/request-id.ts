import { randomBytes, randomFillSync } from 'node:crypto';
import type { RequestHandler } from 'express';

const processPart = randomBytes(6).toString('hex');
let count = 0;

/**
 * A name for one request, unique among all gateways. A counter behind a random start is enough, because nothing
 * is protected by it, and it costs nothing on the path of the cached responses.
 */
export const nextRequestId = (): string => {
  count += 1;
  return `${processPart}-${count.toString(36)}`;
};

// Drawn in advance: one call for many requests costs a hundredth of one call for each.
const pool = Buffer.alloc(24 * 170);
let drawn = pool.length;

function randomHex48(): string {
  if (drawn === pool.length) {
    randomFillSync(pool);
    drawn = 0;
  }
  drawn += 24;
  return pool.toString('hex', drawn - 24, drawn);
}

const validTraceparent = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/**
 * Every request gets an id of ours: one from outside could forge lines in our logs (K-05). A valid W3C trace
 * context is taken over, so that a caller can join its trace with ours; without one a trace begins here.
 */
export const requestId: RequestHandler = (req, res, next) => {
  const id = nextRequestId();
  req.headers['x-request-id'] = id;
  res.setHeader('X-Request-Id', id);
  const { traceparent } = req.headers;
  if (typeof traceparent !== 'string' || !validTraceparent.test(traceparent)) {
    const random = randomHex48();
    req.headers['traceparent'] = `00-${random.slice(0, 32)}-${random.slice(32)}-01`;
    delete req.headers['tracestate'];
  }
  next();
};
