import type { IncomingHttpHeaders } from 'node:http';
import type { StaffRight } from '@kinmel/contracts';
import { ProblemError } from '../http/problem-error.ts';
import type { AdminFilesVerifier } from './admin-files-verifier.ts';
import type { LiveSessions } from './live-sessions.ts';
import { hasRight } from './staff-rights.ts';

/** The prefix binds the cookie to the host over https, or only to https when API and pages have different hosts. */
const adminFilesCookie = /(?:^|;\s*)(?:__(?:Host|Secure)-)?kinmel-admin-files=([^;\s]+)/;

/** Whether a request comes from a browser of staff with the right. Rejects when auth does not answer. */
export type IsAdminBrowser = (
  headers: Pick<IncomingHttpHeaders, 'cookie'>,
  right: StaffRight | undefined,
) => Promise<boolean>;

/**
 * Identifies an admin's browser by the cookie for the files of the admin remote: images are requested without a token.
 * Only for reads, because browsers send the cookie with every request.
 */
export const createIsAdminBrowser =
  ({
    verifier,
    liveSessions,
  }: {
    readonly verifier: AdminFilesVerifier;
    readonly liveSessions: LiveSessions;
  }): IsAdminBrowser =>
  async ({ cookie = '' }, right) => {
    const value = adminFilesCookie.exec(cookie)?.[1];
    const admin = value === undefined ? undefined : await verifier.verify(value);
    if (admin === undefined) return false;
    const { userId, sessionId } = admin;
    try {
      const caller = { userId, sessionId, role: 'admin' } as const;
      return hasRight(await liveSessions.confirm(caller, { isBackground: true }), right);
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'not-signed-in') return false;
      throw error;
    }
  };
