import { userDeleted } from '@kinmel/contracts';
import { removePersonalPicture } from '@kinmel/pictures';
import { createEvent, ProblemError } from '@kinmel/service-kit';
import type { UserState } from '../accounts/user.ts';
import { whatFollows } from '../accounts/what-follows.ts';
import { requireOwnPassword } from '../passwords/verify-password.ts';
import { type Caller, requireOwnPage } from '../sessions/caller.ts';
import { endAllSessions } from '../sessions/end-sessions.ts';
import { forgetDevice } from '../sessions/tokens/device-cookie.ts';
import { clearSessionCookies } from '../sessions/tokens/session-cookies.ts';
import { requireOwnAccount } from './own-account.ts';
import type { UsersContext } from './users-context.ts';

const maxTries = 10;

/**
 * Deletes the account after confirming its password. From this write on sign-in and all sessions are refused, the
 * e-mail is free, and other services anonymise their data by `user.deleted`.
 */
export async function deleteUser(
  context: UsersContext,
  userId: string,
  password: string,
  caller: Caller,
): Promise<void> {
  requireOwnPage(caller);
  const { role } = await requireOwnAccount(context, userId, caller.identity);
  const { user, passwordHash } = await requireOwnPassword(context, userId, password, caller);
  if (role === 'admin') {
    throw new ProblemError('conflict', 'The account of the shop’s admin cannot be deleted here.');
  }
  const deleted = await remove(context, user, passwordHash, caller);
  // If this fails, `forgetDeletedUsers` does it within a minute.
  await whatFollows(caller, userId, async () => {
    await endAllSessions(context, userId, 'account-deleted', { traceparent: caller.traceparent });
    await context.sessions.forget([userId]);
  });
  if (deleted.avatarId !== null) await removePersonalPicture(context.avatars, deleted.avatarId, caller.log);
  clearSessionCookies(caller);
  forgetDevice(caller);
}

/** Resolves with the account as it was. */
async function remove(
  context: UsersContext,
  user: UserState,
  passwordHash: string,
  { traceparent }: Caller,
): Promise<UserState> {
  let current: UserState | undefined = user;
  for (let tries = 0; current && tries < maxTries; tries += 1) {
    const event = createEvent(userDeleted, {
      aggregateId: current.id,
      aggregateVersion: current.version + 1,
      data: { userId: current.id },
      traceparent,
    });
    if (await context.users.remove(current, [event], context.now())) {
      context.sendEvents();
      return current;
    }
    // Retries after a change of the profile, but not of the password.
    const again = await context.users.credentials(user.id);
    if (!again) throw new ProblemError('not-signed-in', 'Please sign in to continue.');
    current = again.passwordHash === passwordHash ? again.user : undefined;
  }
  throw new ProblemError('conflict', 'Your account was changed somewhere else. Please try again.');
}
