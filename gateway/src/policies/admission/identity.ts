import type { IncomingMessage } from 'node:http';
import type { Role } from '@kinmel/contracts';
import { type Identity, ProblemError, type TokenVerifier } from '@kinmel/service-kit';
import type { RequestHandler, Response } from 'express';
import { sendProblem } from '../../problem-answer.ts';
import type { ApiRoutes } from '../../upstreams/api-routes.ts';
import { pathOf } from './limits.ts';

/**
 * Headers that would give a request another identity, method, address or client in a service or proxy behind the gateway. They
 * are dropped when they come from outside.
 */
const refusedHeader =
  /^(x-(user|identity|kinmel|forwarded|original|rewrite|real|client|http-method|method|request-id|auth|role|admin)|forwarded$|true-client-ip$|cf-|proxy-)/;

/** Headers that end at each hop. `transfer-encoding` and `content-length` stay: they frame the body. */
const hopHeaders = new Set(['keep-alive', 'te', 'trailer', 'upgrade', 'http2-settings', 'expect']);

/** The framing of the body, and headers that the gateway has set. */
const keptWhenListed = new Set(['content-length', 'transfer-encoding', 'connection', 'x-request-id']);

export interface IdentityOptions {
  readonly routes: ApiRoutes;
  /** Absent while no key set is configured: then each service refuses what needs an identity. */
  readonly verifier?: TokenVerifier | undefined;
  /** The shop is reached by https only, whatever a proxy in front says. */
  readonly isHttps: boolean;
  /** Origins of other hosts whose pages belong to the shop. */
  readonly callingOrigins: ReadonlySet<string>;
  /** For the cookie that has to reach the pages' host too, when calls go to another. */
  readonly cookieDomain?: string | undefined;
}

/** Removes, in place, headers of one connection and those that only the gateway may set. */
export function dropForeignHeaders(req: IncomingMessage): void {
  const { headers } = req;
  const connection = headers.connection ?? '';
  for (const name of connection.toLowerCase().split(',')) {
    // Headers named here are dropped, but not those of the gateway, nor the framing: without it the body would be read as the
    // next request on a shared connection.
    const listed = name.trim();
    if (listed && !keptWhenListed.has(listed) && headers[listed] !== undefined) delete headers[listed];
  }
  // The client's wish for its own connection; the proxy copies it to the answer.
  headers.connection = /\bclose\b/i.test(connection) || req.httpVersion === '1.0' ? 'close' : 'keep-alive';
  for (const name in headers) {
    if (hopHeaders.has(name) || (name !== 'x-request-id' && refusedHeader.test(name))) delete headers[name];
  }
}

/**
 * Drops identity headers from outside, then checks by the route table whether the caller may use the endpoint. The token is
 * passed on, and services verify it again.
 */
export function identity({
  routes,
  verifier,
  isHttps,
  callingOrigins,
  cookieDomain,
}: IdentityOptions): RequestHandler {
  return (req, res, next) => {
    const { ip, protocol } = req;
    dropForeignHeaders(req);
    if (ip) req.headers['x-forwarded-for'] = ip;
    // Auth decides by it whether cookies are `Secure`: an untrusted proxy must not weaken that.
    req.headers['x-forwarded-proto'] = isHttps ? 'https' : protocol;
    // Services do not see the Host header of the client; they need to know whether a page of the shop calls.
    const { origin, host } = req.headers;
    if (origin !== undefined) {
      const isAllowed = callingOrigins.has(origin);
      req.headers['x-kinmel-origin'] = isOwnOrigin(origin, host) ? 'same' : isAllowed ? 'allowed' : 'other';
    }
    if (cookieDomain) req.headers['x-kinmel-cookie-domain'] = cookieDomain;

    const role = routes.match(req.method, pathOf(req))?.endpoint.role;
    if (role === undefined || role === 'public' || !verifier) return next();
    const token = /^Bearer ([A-Za-z0-9._~+/=-]{1,4096})$/i.exec(req.headers.authorization ?? '')?.[1];
    if (!token) {
      sendProblem(res, 'not-signed-in', { 'WWW-Authenticate': 'Bearer', Connection: 'close' });
      return;
    }
    const goOn = async () => {
      if (await admit(verifier, token, role, res)) next();
    };
    return goOn();
  };
}

/** Whether the page that a browser names as the origin of its call was served at the host that it now calls. */
function isOwnOrigin(origin: string, host: string | undefined): boolean {
  return URL.canParse(origin) && new URL(origin).host === host?.toLowerCase();
}

/** Whether the bearer of the token may call an endpoint of this role; sends the refusal if not. */
async function admit(
  verifier: TokenVerifier,
  token: string,
  role: Exclude<Role, 'public'>,
  res: Response,
): Promise<boolean> {
  try {
    const caller = await verifier.verify(token);
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
