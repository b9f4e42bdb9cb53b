import type { IncomingMessage } from 'node:http';
import type { AdminFilesVerifier } from '@kinmel/service-kit';
import type { RequestHandler } from 'express';
import { cookieOf } from '../../registry/canary.ts';

/**
 * Says whether a request for files comes from a signed-in admin. A script tag carries no bearer token, so that
 * the proof is a short-lived signed HttpOnly cookie, which auth issues to admins beside their session.
 */
export interface AdminFilesGate {
  /** By what was verified before, so that it costs a map lookup. */
  isAdmin(req: IncomingMessage): boolean;
  /** Verifies a cookie that is not known yet; undefined when there is nothing to wait for. Never rejects. */
  verify(req: IncomingMessage): Promise<void> | undefined;
}

/** The gate where no key set is configured: nobody is let in. */
export const closedAdminFiles: AdminFilesGate = { isAdmin: () => false, verify: () => undefined };

/** The admin asset cookie, by https bound to this host, or to https alone, by its name; answers to requests that carry it are never taken from what is kept for everybody. */
export const adminCookieName = 'kinmel-admin-files';

/** Whether the request claims to be an admin's; what it claims is not checked. */
export const carriesAdminCookie = ({ headers }: IncomingMessage): boolean =>
  headers.cookie?.includes(`${adminCookieName}=`) === true;

const maxRemembered = 1_000;

/** A session that has ended shows no file more one second later, as services do it (decision 33). */
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

/** The gate that opens for cookies which auth signed and whose session lives; that is remembered for a second. */
export function openAdminFiles({
  verifier,
  isLive,
  isHttps,
  cookieDomain,
  now = Date.now,
}: AdminFilesOptions): AdminFilesGate {
  /** Until when a cookie need not be asked about again. */
  const goodUntil = new Map<string, number>();
  const name = isHttps ? `${cookieDomain ? '__Secure-' : '__Host-'}${adminCookieName}` : adminCookieName;
  const cookieIn = (req: IncomingMessage) =>
    carriesAdminCookie(req) ? cookieOf(req.headers.cookie, name) : undefined;
  const isKnown = (cookie: string, sinceMs = 0) => (goodUntil.get(cookie) ?? 0) + sinceMs > now();

  async function check(cookie: string): Promise<void> {
    // While the keys cannot be had or nobody can tell, the gate stays shut.
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
      // What was good when this request came in stays so while it is answered.
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
