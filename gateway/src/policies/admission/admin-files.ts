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

/** The admin asset cookie; answers to requests that carry it are never taken from what is kept for everybody. */
export const adminCookieName = 'kinmel-admin-files';

/** Whether the request claims to be an admin's; what it claims is not checked. */
export const carriesAdminCookie = ({ headers }: IncomingMessage): boolean =>
  headers.cookie?.includes(`${adminCookieName}=`) === true;

const maxRemembered = 1_000;

/** The gate that opens for cookies which auth signed; a good one is remembered until it expires. */
export function openAdminFiles(verifier: AdminFilesVerifier, now: () => number = Date.now): AdminFilesGate {
  const goodUntil = new Map<string, number>();
  const cookieIn = (req: IncomingMessage) =>
    carriesAdminCookie(req) ? cookieOf(req.headers.cookie, adminCookieName) : undefined;
  const isKnown = (cookie: string) => (goodUntil.get(cookie) ?? 0) > now();

  async function check(cookie: string): Promise<void> {
    // While the keys cannot be had the gate stays shut.
    const until = await verifier.verify(cookie).catch(() => undefined);
    goodUntil.delete(cookie);
    if (until === undefined) return;
    goodUntil.set(cookie, until);
    const oldest = goodUntil.keys().next().value;
    if (goodUntil.size > maxRemembered && oldest !== undefined) goodUntil.delete(oldest);
  }

  return {
    isAdmin: (req) => {
      const cookie = cookieIn(req);
      return cookie !== undefined && isKnown(cookie);
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
