import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { sendProblem } from '../../problem-answer.ts';
import type { ApiRoutes } from '../../upstreams/api-routes.ts';

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

export type Limits = Readonly<typeof defaultLimits>;

export const defaultLimits = {
  addressBytes: 8 * 1024,
  headerCount: 100,
  queryParameters: 100,
  jsonBytes: 100 * 1024,
  /** Time for a body other than an upload to arrive. Milliseconds. */
  bodyTimeoutMs: 30_000,
  /**
   * An upload may take longer while `uploadBytesPerSpan` arrive in each span: 2 kB/s are enough for a slow phone, and a
   * stalled client is refused within half a minute. Milliseconds.
   */
  uploadSpanMs: 20_000,
  uploadBytesPerSpan: 40 * 1024,
  /** Time for the rest of a body to arrive after the answer. Milliseconds. */
  lingerMs: 10_000,
};

/** Room for the boundaries and the other fields of a form with a file. */
const multipartOverheadBytes = 1024 * 1024;

export function bodyLimitOf(req: IncomingMessage, routes: ApiRoutes, limits: Limits): number {
  const file = routes.match(req.method ?? 'GET', pathOf(req))?.file;
  return file ? file.maxBytes + multipartOverheadBytes : limits.jsonBytes;
}

/** The contract's message for a file that is too large. */
export const tooLargeTextOf = (req: IncomingMessage, routes: ApiRoutes): string | undefined =>
  routes.match(req.method ?? 'GET', pathOf(req))?.file?.tooLargeText;

export const pathOf = (req: IncomingMessage): string => {
  const url = req.url ?? '/';
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
};

export const hasBody = (req: IncomingMessage) =>
  req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;

/** Encoded bodies are refused: a few bytes can decode to many megabytes, and the shop's pages send none. */
export const isEncoded = ({ headers }: IncomingMessage): boolean =>
  (headers['content-encoding'] || 'identity').toLowerCase() !== 'identity';

const refuse = (
  res: ServerResponse,
  code: Parameters<typeof sendProblem>[1],
  headers: Record<string, string> = {},
): void =>
  // The rest of the body is not read, so the connection cannot be reused.
  sendProblem(res, code, { Connection: 'close', ...headers });

/** Refuses malformed and oversized requests before any work is done for them. */
export function limits(routes: ApiRoutes, limits: Limits): RequestHandler {
  return (req, res, next) => {
    if (!methods.has(req.method))
      return refuse(res, 'method-not-allowed', { Allow: [...methods].join(', ') });
    if (req.rawHeaders.length > limits.headerCount * 2) return refuse(res, 'headers-too-large');
    if (req.url.length > limits.addressBytes) return refuse(res, 'address-too-long');
    // Rejects absolute and asterisk targets.
    if (!req.url.startsWith('/')) return refuse(res, 'invalid-request');
    if (isAmbiguous(pathOf(req))) return refuse(res, 'not-found');
    if (req.url.split('&').length > limits.queryParameters) return refuse(res, 'invalid-request');
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

/** Closes the connection of a client that still sends its body long after the answer. */
function closeWhenLate(req: IncomingMessage, lingerMs: number): void {
  if (req.complete) return;
  const timer = setTimeout(() => req.complete || req.socket.destroy(), lingerMs);
  timer.unref();
  req.once('end', () => clearTimeout(timer));
}

/** Calls back once when too few bytes of a body arrived within a span. Does not read the body. */
function watchProgress(req: IncomingMessage, limits: Limits, onStalled: () => void): NodeJS.Timeout {
  const { uploadSpanMs, uploadBytesPerSpan } = limits;
  let bytesBefore = req.socket.bytesRead;
  const timer = setInterval(() => {
    const bytesNow = req.socket.bytesRead;
    const hasProgressed = bytesNow - bytesBefore >= uploadBytesPerSpan;
    bytesBefore = bytesNow;
    if (!req.complete && hasProgressed) return;
    clearInterval(timer);
    if (!req.complete) onStalled();
  }, uploadSpanMs);
  return timer;
}

/**
 * Ambiguous paths, which two programs may read differently: empty or dot segments, an escaped slash, backslash, dot,
 * percent or zero byte, parameters after a semicolon, a fragment. They are answered 404, as checks on the raw and on
 * the decoded path could differ.
 */
export const isAmbiguous = (path: string): boolean =>
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
