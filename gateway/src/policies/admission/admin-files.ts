import type { IncomingMessage } from 'node:http';
import type { AdminFilesVerifier } from '@kinmel/service-kit';
import type { RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import { cookieOf } from '../../registry/canary.ts';

/**
 * Whether a request for files comes from a signed-in admin. Script tags carry no bearer token, so auth gives admins a
 * short-lived signed HttpOnly cookie.
 */
export interface AdminFilesGate {
  /** The result of `verify`, which must have run. */
  isAdmin(req: IncomingMessage): boolean;
  /** Verifies the cookie if it is not cached; undefined when nothing has to be awaited. Never rejects. */
  verify(req: IncomingMessage): Promise<void> | undefined;
}

/** Used without a configured key set. */
export const closedAdminFiles: AdminFilesGate = { isAdmin: () => false, verify: () => undefined };

/** The name without its security prefix. Requests that carry it are never answered from shared cached pages. */
export const adminCookieName = 'kinmel-admin-files';

/** Whether the request has the cookie, verified or not. */
export const carriesAdminCookie = ({ headers }: IncomingMessage): boolean =>
  headers.cookie?.includes(`${adminCookieName}=`) === true;

const maxCachedCookies = 1_000;

/** An ended session gets no file after one second, as in the services (decision 33). */
const cacheMs = 1_000;

export interface AdminFilesOptions {
  readonly verifier: AdminFilesVerifier;
  /** Whether the session is live and its user is an admin; a rejection counts as no. */
  readonly isLive: (cookie: string) => Promise<boolean>;
  readonly isHttps: boolean;
  /** Set when the API has another host: the cookie is then valid for all hosts of this domain. */
  readonly cookieDomain?: string | undefined;
}

/** Accepts cookies that auth signed and whose session is live; caches the result for a second. */
export function openAdminFiles({
  verifier,
  isLive,
  isHttps,
  cookieDomain,
}: AdminFilesOptions): AdminFilesGate {
  const validUntil = new LRUCache<string, number>({ max: maxCachedCookies });
  const name = isHttps ? `${cookieDomain ? '__Secure-' : '__Host-'}${adminCookieName}` : adminCookieName;
  const cookieIn = (req: IncomingMessage) =>
    carriesAdminCookie(req) ? cookieOf(req.headers.cookie, name) : undefined;
  const isValid = (cookie: string, toleranceMs = 0) =>
    (validUntil.get(cookie) ?? 0) + toleranceMs > Date.now();

  async function check(cookie: string): Promise<void> {
    // Any failure counts as invalid.
    const verifiedCookie = await verifier.verify(cookie).catch(() => undefined);
    validUntil.delete(cookie);
    if (verifiedCookie === undefined || !(await isLive(cookie).catch(() => false))) return;
    validUntil.set(cookie, Math.min(verifiedCookie.goodUntilMs, Date.now() + cacheMs));
  }

  return {
    isAdmin: (req) => {
      const cookie = cookieIn(req);
      // A cookie that was valid when the request arrived stays valid while it is answered.
      return cookie !== undefined && isValid(cookie, cacheMs);
    },
    verify: (req) => {
      const cookie = cookieIn(req);
      return cookie === undefined || isValid(cookie) ? undefined : check(cookie);
    },
  };
}

/** Must run before the policies that serve files and pages. */
export function adminFiles(gate: AdminFilesGate): RequestHandler {
  return async (req, _res, next) => {
    await gate.verify(req);
    next();
  };
}
