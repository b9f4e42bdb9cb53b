import { type Identity, ProblemError } from '@kinmel/service-kit';
import type { UserState } from '../accounts/user.ts';
import { requireLiveSession } from '../sessions/live-session.ts';
import type { SessionsContext } from '../sessions/sessions-context.ts';

/** The same for an account of somebody else and for one that never was. */
const unknownAccount = () => new ProblemError('not-found', 'There is no such account.');

/**
 * The account at this address when it is the caller's own. Somebody else's is answered as unknown, to an admin as well: nobody
 * changes the profile of another person.
 */
export async function requireOwnAccount(
  context: SessionsContext,
  userId: string,
  identity: Identity | undefined,
): Promise<UserState> {
  const { user } = await requireLiveSession(context, identity);
  if (user.id !== userId) throw unknownAccount();
  return user;
}

/** The account at this address when the caller may read it: its owner, or an admin by the role of this moment. */
export async function requireReadableAccount(
  context: SessionsContext,
  userId: string,
  identity: Identity | undefined,
): Promise<UserState> {
  const { user } = await requireLiveSession(context, identity);
  if (user.id === userId) return user;
  const other = user.role === 'admin' ? await context.users.find(userId) : undefined;
  if (!other) throw unknownAccount();
  return other;
}
