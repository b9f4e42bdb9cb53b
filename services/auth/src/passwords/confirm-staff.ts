import { rolesHaveRight, type StaffRight, staffRoleNames } from '@kinmel/contracts';
import { ProblemError } from '@kinmel/service-kit';
import type { AuthContext } from '../auth-context.ts';
import type { Caller } from '../sessions/caller.ts';
import { findLiveSession } from '../sessions/live-session.ts';
import { requireOwnPassword } from './verify-password.ts';

/**
 * AUTH-P5: whether another person of the staff has the right; if not, the caller confirms with the password instead. Rejects with
 * `not-signed-in` for a session that is not of staff, `wrong-password`, or 429.
 */
export async function confirmStaff(
  context: AuthContext,
  {
    sessionId,
    password,
    right,
  }: { readonly sessionId: string; readonly password: string; readonly right: StaffRight },
  caller: Caller,
): Promise<{ readonly hasOtherStaff: boolean }> {
  const session = await findLiveSession(context, sessionId);
  if (session?.role !== 'admin') throw new ProblemError('not-signed-in', 'Please sign in to continue.');
  const { userId, role } = session;
  const hasOtherStaff = await context.users.hasOtherStaff(
    userId,
    staffRoleNames.filter((one) => rolesHaveRight([one], right)),
  );
  if (!hasOtherStaff)
    await requireOwnPassword(context, userId, password, { ...caller, identity: { userId, sessionId, role } });
  return { hasOtherStaff };
}
