import { userUpdated } from '@kinmel/contracts';
import { type Call, changeRecord, ProblemError } from '@kinmel/service-kit';
import { concurrentChange, profileImageOf, type UserState, userEvent } from '../accounts/user.ts';
import type { AuthContext } from '../auth-context.ts';

/**
 * Saves the result of `change`, and retries after a concurrent change. `change` may throw to abort. Stores
 * `user.updated` in the same write when name or avatar changed.
 */
export async function saveUser(
  context: AuthContext,
  userId: string,
  caller: Pick<Call<unknown, unknown, unknown>, 'traceparent'>,
  change: (current: UserState) => UserState,
): Promise<UserState> {
  const { decision } = await changeRecord({
    async read() {
      const current = await context.users.find(userId);
      if (!current) throw new ProblemError('not-signed-in', 'Please sign in to continue.');
      return current;
    },
    decide(current) {
      const after: UserState = { ...change(current), updatedAt: context.now(), version: current.version + 1 };
      const isPublished = after.fullName !== current.fullName || after.avatarId !== current.avatarId;
      const event = userEvent(userUpdated, after, { profileImage: profileImageOf(after) }, caller);
      return { after, events: isPublished ? [event] : [] };
    },
    save: (current, { after, events }) => context.users.replace(current, after, events),
    busy: concurrentChange,
  });
  if (decision.events.length > 0) context.sendEvents();
  return decision.after;
}
