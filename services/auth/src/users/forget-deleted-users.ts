import type { AuthContext } from '../auth-context.ts';
import { endAllSessions } from '../sessions/end-sessions.ts';

/** Interval of the sweep that removes data written during a deletion. */
export const forgetEveryMs = 60_000;

/**
 * Deletes data that was written during the deletion of its account (AUTH-U6): events that were not published yet,
 * records of sign-ins, and the session of a concurrent login, which is invalid (rule AUTH-S6) but has
 * an address. Checking the account again would slow down every login, so recently deleted accounts are checked
 * periodically instead. Safe on several instances at once.
 */
export async function forgetDeletedUsers(context: AuthContext): Promise<void> {
  const userIds = await context.users.deletedIds();
  if (userIds.length === 0) return;
  for (const userId of await context.sessions.ownersOfLive(userIds))
    await endAllSessions(context, userId, 'account-deleted');
  await context.sessions.forget(userIds);
  await context.signIns.forget(userIds);
  await context.users.removeSentEvents();
}
