import type { IncomingMessage } from 'node:http';
import type { AdminFilesVerifier } from '@kinmel/service-kit';
import type { RequestHandler } from 'express';
import { cookieOf } from '../../registry/canary.ts';

/**
 * Whether a request for files comes from a signed-in admin. Script tags carry no bearer token, so that auth gives admins a
 * short-lived signed HttpOnly cookie.
 */
export interface AdminFilesGate {
  /** By earlier verifications. */
  isAdmin(req: IncomingMessage): boolean;
  /** Verifies a cookie that is not known yet; undefined when there is nothing to wait for. Never rejects. */
  verify(req: IncomingMessage): Promise<void> | undefined;
}

/** The gate without a configured key set: no request passes. */
export const closedAdminFiles: AdminFilesGate = { isAdmin: () => false, verify: () => undefined };

/** The name of the cookie without its prefix. Requests that carry it are never answered with a page cached for all visitors. */
export const adminCookieName = 'kinmel-admin-files';

/** Whether the request has the cookie; it is not verified here. */
export const carriesAdminCookie = ({ headers }: IncomingMessage): boolean =>
  headers.cookie?.includes(`${adminCookieName}=`) === true;

const maxRemembered = 1_000;

/** A session that has ended gets no file after one second, as in the services (decision 33). */
const keepMs = 1_000;

export interface AdminFilesOptions {
  readonly verifier: AdminFilesVerifier;
  /** Whether the session of a well signed cookie lives and its person is an admin now; a rejection is no. */
  readonly isLive: (cookie: string) => Promise<boolean>;
  readonly isHttps: boolean;
  /** The cookie comes from the host of the calls and is for all hosts of this domain. */
  readonly cookieDomain?: string | undefined;
  readonly now?: () => number;
}

/** The gate for cookies that auth signed and whose session is alive; a verdict is reused for a second. */
export function openAdminFiles({
  verifier,
  isLive,
  isHttps,
  cookieDomain,
  now = Date.now,
}: AdminFilesOptions): AdminFilesGate {
  /** Until when each verified cookie counts as valid. */
  const goodUntil = new Map<string, number>();
  const name = isHttps ? `${cookieDomain ? '__Secure-' : '__Host-'}${adminCookieName}` : adminCookieName;
  const cookieIn = (req: IncomingMessage) =>
    carriesAdminCookie(req) ? cookieOf(req.headers.cookie, name) : undefined;
  const isKnown = (cookie: string, sinceMs = 0) => (goodUntil.get(cookie) ?? 0) + sinceMs > now();

  async function check(cookie: string): Promise<void> {
    // Any failure to verify keeps the gate closed.
    const pass = await verifier.verify(cookie).catch(() => undefined);
    goodUntil.delete(cookie);
    if (pass === undefined || !(await isLive(cookie).catch(() => false))) return;
    goodUntil.set(cookie, Math.min(pass.goodUntilMs, now() + keepMs));
    const oldest = goodUntil.keys().next().value;
    if (goodUntil.size > maxRemembered && oldest !== undefined) goodUntil.delete(oldest);
  }

  return {
    isAdmin: (req) => {
      const cookie = cookieIn(req);
      // A cookie that was valid when the request arrived stays so while it is answered.
      return cookie !== undefined && isKnown(cookie, keepMs);
    },
    verify: (req) => {
      const cookie = cookieIn(req);
      return cookie === undefined || isKnown(cookie) ? undefined : check(cookie);
    },
  };
}

/** Verifies the cookie before the policies that serve files and pages ask the gate. */
export function adminFiles(gate: AdminFilesGate): RequestHandler {
  return (req, _res, next) => {
    const verifying = gate.verify(req);
    if (!verifying) return next();
    const goOn = async () => {
      await verifying;
      next();
    };
    return goOn();
  };
}
