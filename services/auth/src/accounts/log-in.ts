import type { BodyOf, logIn as logInEndpoint } from '@kinmel/contracts';
import { ProblemError } from '@kinmel/service-kit';
import type { AuthContext } from '../auth-context.ts';
import type { WrongPasswords } from '../limits/attempt-limits.store.ts';
import { requirePasskeyOfStaff } from '../passkeys/staff-passkey.ts';
import { verifyPassword } from '../passwords/verify-password.ts';
import { type BegunSession, beginSession } from '../sessions/begin-session.ts';
import { type Caller, requireOwnPage } from '../sessions/caller.ts';
import { knownDevice } from '../sessions/tokens/device-cookie.ts';

/** Starts a session. Neither the answer nor its time reveals whether the account exists (rule AUTH-A4). */
export async function logIn(
  context: AuthContext,
  { email, password }: BodyOf<typeof logInEndpoint>,
  caller: Caller,
): Promise<BegunSession> {
  requireOwnPage(caller);
  // Runs first, so that a refused call costs no database access.
  context.hasher.refuseWhenFull();
  await context.limits.login(caller.address);
  const verified = await verifyPassword(context, {
    email,
    password,
    caller,
    counterId: knownDevice(context, email, caller),
    async read({ withWrongPasswords }) {
      const { credentials, unionDocument } = await context.users.credentialsByEmail<WrongPasswords>(
        email,
        withWrongPasswords,
      );
      return { credentials, wrongPasswords: unionDocument };
    },
    async onCorrect({ user }) {
      await requirePasskeyOfStaff(context, user);
      return beginSession(context, user, caller, 'Login successful');
    },
  });
  if (!verified) throw new ProblemError('wrong-credentials', 'The email or the password is not right.');
  return verified.result;
}
