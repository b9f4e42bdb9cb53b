import type { AuthContext } from '../auth-context.ts';
import { endAllSessions } from '../sessions/end-sessions.ts';

/** How long data may remain that a deletion overtook. */
export const forgetEveryMs = 60_000;

/**
 * Deletes data that a deletion overtook (U6): events that were unpublished then, and the session of a concurrent login,
 * which is invalid (rule S6) but has an address. Checking the account again would cost every login, so recently deleted
 * accounts are checked periodically instead. Instances may run it concurrently.
 */
export async function forgetDeletedUsers(context: AuthContext): Promise<void> {
  const userIds = await context.users.deletedIds();
  if (userIds.length === 0) return;
  for (const userId of await context.sessions.ownersOfLive(userIds))
    await endAllSessions(context, userId, 'account-deleted');
  await context.sessions.forget(userIds);
  await context.users.forgetTold();
}
