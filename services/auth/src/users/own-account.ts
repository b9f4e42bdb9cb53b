import type { User } from '@kinmel/contracts';
import { type Identity, ProblemError } from '@kinmel/service-kit';
import { type UserState, userAnswer } from '../accounts/user.ts';
import type { AuthContext } from '../auth-context.ts';
import { provedAtOf, requireLiveSession } from '../sessions/live-session.ts';

/** The same error for another user's account and for an unknown one. */
const unknownAccount = () => new ProblemError('not-found', 'There is no such account.');

/**
 * The account if it is the caller's own. Any other account is answered as unknown, even to admins, because only owners
 * may change a profile.
 */
export async function requireOwnAccount(
  context: AuthContext,
  userId: string,
  identity: Identity,
): Promise<UserState> {
  const { user } = await requireLiveSession(context, identity);
  if (user.id !== userId) throw unknownAccount();
  return user;
}

/** The account if the caller may read it: its owner, or staff with the right, by the current roles. */
export async function readAccount(
  context: AuthContext,
  userId: string,
  identity: Identity,
  isStaff: boolean,
): Promise<User> {
  const { user, session, needsPasskey } = await requireLiveSession(context, identity);
  if (user.id === userId) {
    const answer = userAnswer(user, needsPasskey);
    return user.role === 'admin' ? { ...answer, provedAt: provedAtOf(session).toISOString() } : answer;
  }
  const otherUser = isStaff ? await context.users.find(userId) : undefined;
  if (!otherUser) throw unknownAccount();
  return userAnswer(otherUser);
}
