import { ProblemError } from '@kinmel/service-kit';
import type { UserState } from '../accounts/user.ts';
import type { AuthContext } from '../auth-context.ts';
import type { SessionState } from '../sessions/session.ts';

const isRequiredOf = ({ passkeySettings }: Pick<AuthContext, 'passkeySettings'>, { role }: UserState) =>
  passkeySettings.isRequiredOfStaff && role === 'admin';

/** AUTH-W6: whether a session of staff has no staff rights, because they need a passkey and none was used in it. */
export const needsPasskey = (
  context: Pick<AuthContext, 'passkeySettings'>,
  user: UserState,
  { withPasskey }: Pick<SessionState, 'withPasskey'>,
): boolean => isRequiredOf(context, user) && withPasskey !== true;

/**
 * AUTH-W6: a correct password is not enough for a person of the staff who has a passkey; without a passkey the
 * password begins a session in which they can add one. Rejects with `passkey-needed`.
 */
export async function requirePasskeyOfStaff(context: AuthContext, user: UserState): Promise<void> {
  if (!isRequiredOf(context, user)) return;
  const { passkeys } = await context.passkeys.list(user.id);
  if (passkeys.length > 0)
    throw new ProblemError('passkey-needed', 'Please sign in with your passkey or a recovery code.');
}
