import { accountLocked } from '@kinmel/contracts';
import { createEvent, ProblemError } from '@kinmel/service-kit';
import type { AccountsContext } from '../accounts/accounts-context.ts';
import { personOf } from '../accounts/user.ts';
import type { Credentials } from '../accounts/users.store.ts';
import type { Caller } from '../sessions/caller.ts';

/**
 * Whether the password is the account's; an account that does not exist takes as long and fits nothing. Wrong ones are
 * counted for the address, known or not: after some the answer takes longer, after ten it is 429 for some minutes (rule L3).
 */
export async function verifyPassword(
  context: AccountsContext,
  {
    email,
    credentials,
    password,
    caller,
  }: {
    readonly email: string;
    readonly credentials: Credentials | undefined;
    readonly password: string;
    readonly caller: Caller;
  },
): Promise<boolean> {
  const attempts = context.limits.passwordAttempts(email);
  if (await context.hasher.verify(credentials?.passwordHash, password, attempts)) return true;
  const lockedUntil = await attempts.wrong();
  if (lockedUntil && credentials) {
    const { user } = credentials;
    const event = createEvent(accountLocked, {
      aggregateId: user.id,
      aggregateVersion: user.version,
      data: { ...personOf(user), address: caller.address, lockedUntil: lockedUntil.toISOString() },
      traceparent: caller.traceparent,
    });
    // After the answer, so that its time says nothing about the account.
    context.afterAnswer(async () => {
      await context.users.tell(user.id, [event]);
      context.sendEvents();
    });
  }
  return false;
}

/**
 * For what a signed-in person has to confirm by the own password: the account as it is now. Rejects with `wrong-password`, or
 * with 429 after too many of them.
 */
export async function requireOwnPassword(
  context: AccountsContext,
  userId: string,
  password: string,
  caller: Caller,
): Promise<Credentials> {
  const credentials = await context.users.credentials(userId);
  if (!credentials) throw new ProblemError('not-signed-in', 'Please sign in to continue.');
  const { email } = credentials.user;
  if (await verifyPassword(context, { email, credentials, password, caller })) return credentials;
  const message = 'The current password is not right.';
  throw new ProblemError('wrong-password', message);
}
