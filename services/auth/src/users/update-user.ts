import type { BodyOf, updateUser as updateUserEndpoint } from '@kinmel/contracts';
import type { Call } from '@kinmel/service-kit';
import type { UserState } from '../accounts/user.ts';
import type { AuthContext } from '../auth-context.ts';
import { requireOwnAccount } from './own-account.ts';
import { saveUser } from './save-user.ts';

type Changes = BodyOf<typeof updateUserEndpoint>;

/** Applies only the sent fields; an empty text or null clears optional ones. */
function applyChanges(user: UserState, changes: Changes): UserState {
  const { fullName, dateOfBirth, location, bio, gender } = changes;
  return {
    ...user,
    ...(fullName === undefined ? {} : { fullName }),
    ...(dateOfBirth === undefined ? {} : { dateOfBirth: dateOfBirth || null }),
    ...(location === undefined ? {} : { location }),
    ...(bio === undefined ? {} : { bio }),
    ...(gender === undefined ? {} : { gender: gender || null }),
  };
}

/** Changes the profile, without e-mail, phone and role. */
export async function updateUser(
  context: AuthContext,
  userId: string,
  changes: Changes,
  caller: Pick<Call<unknown, unknown, unknown, 'customer'>, 'identity' | 'traceparent'>,
): Promise<UserState> {
  const { id } = await requireOwnAccount(context, userId, caller.identity);
  return saveUser(context, id, caller, (current) => applyChanges(current, changes));
}
