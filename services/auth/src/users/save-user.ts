import { userUpdated } from '@kinmel/contracts';
import { type Call, createEvent, ProblemError } from '@kinmel/service-kit';
import { personOf, profileImageOf, type UserState } from '../accounts/user.ts';
import { writeAccount } from '../accounts/write-account.ts';
import type { AuthContext } from '../auth-context.ts';

/**
 * Saves the result of `change`, and retries it on top of a concurrent change. `change` may throw to give up. Stores
 * `user.updated` in the same write when name or avatar changed.
 */
export async function saveUser(
  context: AuthContext,
  before: UserState,
  { traceparent }: Pick<Call<unknown, unknown, unknown>, 'traceparent'>,
  change: (current: UserState) => UserState,
): Promise<UserState> {
  return writeAccount(
    before,
    async (current) => {
      const after: UserState = { ...change(current), updatedAt: context.now(), version: current.version + 1 };
      const isTold = after.fullName !== current.fullName || after.avatarId !== current.avatarId;
      const event = createEvent(userUpdated, {
        aggregateId: after.id,
        aggregateVersion: after.version,
        data: { ...personOf(after), profileImage: profileImageOf(after) },
        traceparent,
      });
      if (!(await context.users.replace(current, after, isTold ? [event] : []))) return undefined;
      if (isTold) context.sendEvents();
      return after;
    },
    async () => {
      const current = await context.users.find(before.id);
      if (!current) throw new ProblemError('not-signed-in', 'Please sign in to continue.');
      return current;
    },
  );
}
