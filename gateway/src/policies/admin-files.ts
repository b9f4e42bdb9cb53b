import type { IncomingMessage } from 'node:http';

/**
 * Says whether a request for files comes from a signed-in admin. A script tag carries no bearer token, so that
 * the proof is a short-lived signed HttpOnly cookie; the policy only asks, who issues the cookie checks it.
 */
export interface AdminFilesGate {
  isAdmin(req: IncomingMessage): boolean;
}

/** The gate as long as nobody issues the cookie: nobody is let in. */
export const closedAdminFiles: AdminFilesGate = { isAdmin: () => false };

/** The admin asset cookie; answers to requests that carry it are never taken from what is kept for everybody. */
export const adminCookieName = 'kinmel-admin-files';
