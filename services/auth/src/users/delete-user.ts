import { removePersonalPicture } from '@kinmel/pictures';
import { changeRecord, ProblemError } from '@kinmel/service-kit';
import { concurrentChange, deletedEvent } from '../accounts/user.ts';
import type { AuthContext } from '../auth-context.ts';
import { credentialsUnlessChanged, requireOwnPassword } from '../passwords/verify-password.ts';
import { type Caller, requireOwnPage } from '../sessions/caller.ts';
import { cleanUpAfter, endAllSessions } from '../sessions/end-sessions.ts';
import { forgetDevice } from '../sessions/tokens/device-cookie.ts';
import { clearSessionCookies } from '../sessions/tokens/session-cookies.ts';
import { requireOwnAccount } from './own-account.ts';

/**
 * Deletes the account after confirming its password. From this write on sign-in and all sessions are refused, the
 * e-mail is free, and other services anonymise their data by `user.deleted`.
 */
export async function deleteUser(
  context: AuthContext,
  userId: string,
  password: string,
  caller: Caller<'customer'>,
): Promise<void> {
  requireOwnPage(caller);
  const { role } = await requireOwnAccount(context, userId, caller.identity);
  const { user, passwordHash } = await requireOwnPassword(context, userId, password, caller);
  if (role === 'admin') {
    throw new ProblemError('conflict', 'The account of the shop’s admin cannot be deleted here.');
  }
  const { before: deleted } = await changeRecord({
    read: () => credentialsUnlessChanged(context, user.id, passwordHash),
    decide: (current) => deletedEvent(current, caller),
    save: (current, event) => context.users.remove(current, [event], context.now()),
    busy: concurrentChange,
  });
  context.sendEvents();
  // If this fails, `forgetDeletedUsers` repeats it within a minute.
  await cleanUpAfter(caller, userId, async () => {
    await endAllSessions(context, userId, 'account-deleted', { traceparent: caller.traceparent });
    await context.sessions.forget([userId]);
    await context.signIns.forget([userId]);
  });
  if (deleted.avatarId !== null) await removePersonalPicture(context.avatars, deleted.avatarId, caller.log);
  clearSessionCookies(caller);
  forgetDevice(caller);
}
