import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { sendProblem } from '../../problem-answer.ts';
import type { ApiRoutes } from '../../upstreams/api-routes.ts';

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

export interface Limits {
  readonly addressBytes: number;
  readonly headerCount: number;
  readonly queryParameters: number;
  readonly jsonBytes: number;
  /** How long a body other than an upload may take to arrive; milliseconds. */
  readonly bodyTimeoutMs: number;
  /** An upload may take longer, as long as so many bytes of it arrive in each of these spans; milliseconds. */
  readonly uploadSpanMs: number;
  readonly uploadBytesPerSpan: number;
  /** How long the rest of a body that was answered already may still come; milliseconds. */
  readonly lingerMs: number;
}

export const defaultLimits: Limits = {
  addressBytes: 8 * 1024,
  headerCount: 100,
  queryParameters: 100,
  jsonBytes: 100 * 1024,
  bodyTimeoutMs: 30_000,
  // 2 kB a second: a slow phone gets its picture through, and who drips is known before half a minute is over (U-04).
  uploadSpanMs: 20_000,
  uploadBytesPerSpan: 40 * 1024,
  lingerMs: 10_000,
};

/** Room for the boundaries and the other fields around an uploaded file. */
const multipartOverheadBytes = 1024 * 1024;

/** How many bytes a body of this request may have: that of an upload by its contract, any other 100 kB. */
export function bodyLimitOf(req: IncomingMessage, routes: ApiRoutes, limits: Limits): number {
  const file = routes.match(req.method ?? 'GET', pathOf(req))?.endpoint.file;
  return file ? file.maxBytes + multipartOverheadBytes : limits.jsonBytes;
}

/** What the contract of an upload says to a file that is too large, where it says something of its own. */
export const tooLargeTextOf = (req: IncomingMessage, routes: ApiRoutes): string | undefined =>
  routes.match(req.method ?? 'GET', pathOf(req))?.endpoint.file?.tooLargeText;

export const pathOf = (req: IncomingMessage): string => {
  const url = req.url ?? '/';
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
};

export const hasBody = (req: IncomingMessage) =>
  req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;

/** A few encoded bytes can become many megabytes for whoever decodes them, and no client of ours encodes what it sends. */
export const isEncoded = ({ headers }: IncomingMessage): boolean =>
  (headers['content-encoding'] || 'identity').toLowerCase() !== 'identity';

const refuse = (
  res: ServerResponse,
  code: Parameters<typeof sendProblem>[1],
  headers: Record<string, string> = {},
): void =>
  // What is left of the request is not read, so that the connection cannot be used again.
  sendProblem(res, code, { Connection: 'close', ...headers });

/**
 * Refuses what no browser of ours sends before anything is done for it (K-02, K-04, K-10, G-07).
 * `X-HTTP-Method-Override` and its like are never looked at (G-08).
 */
export function limits(routes: ApiRoutes, limits: Limits): RequestHandler {
  return (req, res, next) => {
    if (!methods.has(req.method))
      return refuse(res, 'method-not-allowed', { Allow: [...methods].join(', ') });
    if (req.rawHeaders.length > limits.headerCount * 2) return refuse(res, 'headers-too-large');
    if (req.url.length > limits.addressBytes) return refuse(res, 'address-too-long');
    // An absolute or asterisk target would address something else than this shop.
    if (!req.url.startsWith('/')) return refuse(res, 'invalid-request');
    if (isDisguised(pathOf(req))) return refuse(res, 'not-found');
    if (countOf(req.url, '&') >= limits.queryParameters) return refuse(res, 'invalid-request');
    if (isEncoded(req)) return refuse(res, 'unsupported-type');

    if (hasBody(req)) {
      const limit = bodyLimitOf(req, routes, limits);
      if (Number(req.headers['content-length'] ?? 0) > limit) {
        return sendProblem(res, 'too-large', { Connection: 'close' }, tooLargeTextOf(req, routes));
      }
      const timer =
        limit === limits.jsonBytes
          ? setTimeout(() => !req.complete && refuse(res, 'request-timeout'), limits.bodyTimeoutMs)
          : watchProgress(req, limits, () => refuse(res, 'request-timeout'));
      timer.unref();
      res.once('close', () => clearTimeout(timer));
      res.once('finish', () => closeWhenLate(req, limits.lingerMs));
    }
    next();
  };
}

/** Nobody needs the rest of a body after its answer: a client that still drips must not keep the connection. */
function closeWhenLate(req: IncomingMessage, lingerMs: number): void {
  if (req.complete) return;
  const timer = setTimeout(() => req.complete || req.socket.destroy(), lingerMs);
  timer.unref();
  req.once('end', () => clearTimeout(timer));
}

/** Reports once when less of a body arrived within a span than must. What is read is left to those who read it. */
function watchProgress(req: IncomingMessage, limits: Limits, onDrip: () => void): NodeJS.Timeout {
  const { uploadSpanMs, uploadBytesPerSpan } = limits;
  let before = req.socket.bytesRead;
  const timer = setInterval(() => {
    const now = req.socket.bytesRead;
    const isMoving = now - before >= uploadBytesPerSpan;
    before = now;
    if (!req.complete && isMoving) return;
    clearInterval(timer);
    if (!req.complete) onDrip();
  }, uploadSpanMs);
  return timer;
}

/**
 * Ways of writing a path so that two programs read it differently: empty or dot segments, an escaped slash,
 * backslash, dot, percent or zero byte, parameters after a semicolon, a fragment. The decision on such a path could differ
 * from the decision on what it is turned into later, so that there is nothing at such an address (G-07).
 */
export const isDisguised = (path: string): boolean =>
  /\/\/|\/\.{1,2}(\/|$)|%(2f|5c|2e|25|00)|[\\;#]/i.test(path) || hasBadEscape(path);

function hasBadEscape(path: string): boolean {
  if (!path.includes('%')) return false;
  try {
    decodeURIComponent(path);
    return false;
  } catch {
    return true;
  }
}

function countOf(text: string, character: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) count += 1;
  return count;
}
