import { endAllSessions } from '../sessions/end-sessions.ts';
import type { UsersContext } from './users-context.ts';

/** How soon at the latest what a deletion overtook is gone, too. */
export const forgetEveryMs = 60_000;

/**
 * A login that is under way while its account is deleted keeps its session after the deletion has ended all of them. That
 * session is worthless (rule S6), but it would name a person and an address for a month. To ask for the account once more would
 * cost every login; so those who left within the last day are looked through again (U6). Any number of instances may do it at once.
 */
export async function forgetDeletedUsers(context: UsersContext): Promise<void> {
  const userIds = await context.users.deletedIds();
  if (userIds.length === 0) return;
  for (const userId of await context.sessions.ownersOfLive(userIds))
    await endAllSessions(context, userId, 'account-deleted');
}
