import { endAllSessions } from '../sessions/end-sessions.ts';
import type { UsersContext } from './users-context.ts';

/** How soon at the latest what a deletion overtook is gone, too. */
export const forgetEveryMs = 60_000;

/**
 * What a deletion overtakes is forgotten a little later (U6). An event that was still to be told names its person until it is told.
 * A login that was under way keeps its session after the deletion has ended all of them: a worthless one (rule S6), but with an
 * address. To ask for the account once more would cost every login; so those who left within the last day are looked through again.
 * Any number of instances may do it at once.
 */
export async function forgetDeletedUsers(context: UsersContext): Promise<void> {
  const userIds = await context.users.deletedIds();
  if (userIds.length === 0) return;
  for (const userId of await context.sessions.ownersOfLive(userIds))
    await endAllSessions(context, userId, 'account-deleted');
  await context.sessions.forget(userIds);
  await context.users.forgetTold();
}
