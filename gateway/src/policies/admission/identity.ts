import type { IncomingMessage } from 'node:http';
import type { Role } from '@kinmel/contracts';
import { type Identity, ProblemError, type TokenVerifier } from '@kinmel/service-kit';
import type { RequestHandler, Response } from 'express';
import type { GatewayContext } from '../../context.ts';
import { sendProblem } from '../../problem-answer.ts';
import { isOwnOrigin } from './hosts.ts';
import { pathOf } from './limits.ts';

/**
 * Headers by which services or proxies behind the gateway would assume another identity, method, address or client.
 * Dropped from outside requests.
 */
const untrustedHeader =
  /^(x-(user|identity|kinmel|forwarded|original|rewrite|real|client|http-method|method|request-id|auth|role|admin)|forwarded$|true-client-ip$|cf-|proxy-)/;

/** Hop-by-hop headers. `transfer-encoding` and `content-length` stay: they frame the body. */
const hopHeaders = new Set(['keep-alive', 'te', 'trailer', 'upgrade', 'http2-settings', 'expect']);

const framingHeaders = new Set(['content-length', 'transfer-encoding', 'connection', 'x-request-id']);

/** Removes hop-by-hop headers and those that only the gateway may set, in place. */
function dropForeignHeaders(req: IncomingMessage): void {
  const { headers } = req;
  const connection = headers.connection ?? '';
  for (const name of connection.toLowerCase().split(',')) {
    // Headers that are named here are dropped, except the framing: without it the body would be read as the next
    // request on a shared connection.
    const headerName = name.trim();
    if (headerName && !framingHeaders.has(headerName) && headers[headerName] !== undefined)
      delete headers[headerName];
  }
  // Applies to the client's connection; the proxy copies it to the answer.
  headers.connection = /\bclose\b/i.test(connection) || req.httpVersion === '1.0' ? 'close' : 'keep-alive';
  for (const name in headers) {
    if (hopHeaders.has(name) || (name !== 'x-request-id' && untrustedHeader.test(name))) delete headers[name];
  }
}

/**
 * Drops identity headers from outside, then checks the caller's role against the route table. The token is passed on,
 * and services verify it again.
 */
export function identity(context: GatewayContext): RequestHandler {
  const { routes, verifier, isHttps, callingOrigins, config } = context;
  const { GATEWAY_COOKIE_DOMAIN: cookieDomain } = config;
  return async (req, res, next) => {
    const { ip, protocol } = req;
    dropForeignHeaders(req);
    if (ip) req.headers['x-forwarded-for'] = ip;
    // Auth marks cookies `Secure` by it: a proxy must not weaken that.
    req.headers['x-forwarded-proto'] = isHttps ? 'https' : protocol;
    // Services do not see the client's Host header, but must know whether a page of the shop calls.
    const { origin, host } = req.headers;
    if (origin !== undefined) {
      const isAllowed = callingOrigins.has(origin);
      req.headers['x-kinmel-origin'] = isOwnOrigin(origin, host) ? 'same' : isAllowed ? 'allowed' : 'other';
    }
    if (cookieDomain) req.headers['x-kinmel-cookie-domain'] = cookieDomain;

    const role = routes.match(req.method, pathOf(req))?.role;
    if (role === undefined || role === 'public' || !verifier) return next();
    const token = bearerOf(req);
    if (!token) {
      sendProblem(res, 'not-signed-in', { 'WWW-Authenticate': 'Bearer', Connection: 'close' });
      return;
    }
    if (await admit(verifier, token, role, res)) next();
  };
}

const bearerOf = ({ headers }: IncomingMessage) =>
  /^Bearer ([A-Za-z0-9._~+/=-]{1,4096})$/i.exec(headers.authorization ?? '')?.[1];

/** The account of a request with a valid token, for its rate limit. */
export async function accountOf(verifier: TokenVerifier, req: IncomingMessage): Promise<string | undefined> {
  const token = bearerOf(req);
  // An invalid token is refused by `identity`, with the reason.
  return token && (await verifier.verify(token).catch(() => undefined))?.userId;
}

/** Sends the refusal unless the token's owner has the role. */
async function admit(verifier: TokenVerifier, token: string, role: Exclude<Role, 'public'>, res: Response) {
  try {
    const caller = await verifier.verify(token);
    res.locals['accountId'] = caller.userId;
    if (mayCall(caller, role)) return true;
    sendProblem(res, 'not-allowed', { Connection: 'close' });
  } catch (error) {
    const code = error instanceof ProblemError ? error.code : 'not-signed-in';
    sendProblem(res, code, {
      Connection: 'close',
      ...(code === 'not-signed-in' ? { 'WWW-Authenticate': 'Bearer' } : { 'Retry-After': '5' }),
    });
  }
  return false;
}

const mayCall = (caller: Identity, role: Exclude<Role, 'public'>) =>
  role === 'customer' || (role === 'admin' && caller.role === 'admin');
