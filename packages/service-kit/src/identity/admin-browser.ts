import type { IncomingHttpHeaders } from 'node:http';
import { ProblemError } from '../http/problem-error.ts';
import type { AdminFilesVerifier } from './admin-files-verifier.ts';
import type { LiveSessions } from './live-sessions.ts';

/** By https its name binds the cookie to the host, or to https alone where pages and calls have hosts of their own. */
const adminFilesCookie = /(?:^|;\s*)(?:__(?:Host|Secure)-)?kinmel-admin-files=([^;\s]+)/;

/** Whether a request comes from the browser of somebody who is an admin now. Rejects while nobody can tell. */
export type IsAdminBrowser = (headers: Pick<IncomingHttpHeaders, 'cookie'>) => Promise<boolean>;

/**
 * Knows an admin's browser by the cookie that opens the files of the admin remote: a picture on a page is asked for without a
 * token. For reads alone, because the cookie comes with whatever the browser asks.
 */
export const createIsAdminBrowser =
  ({
    verifier,
    liveSessions,
  }: {
    readonly verifier: AdminFilesVerifier;
    readonly liveSessions: LiveSessions;
  }): IsAdminBrowser =>
  async ({ cookie = '' }) => {
    const value = adminFilesCookie.exec(cookie)?.[1];
    const pass = value === undefined ? undefined : await verifier.verify(value);
    if (pass === undefined) return false;
    const { userId, sessionId } = pass;
    try {
      return (await liveSessions.confirm({ userId, sessionId, role: 'admin' })).role === 'admin';
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'not-signed-in') return false;
      throw error;
    }
  };
