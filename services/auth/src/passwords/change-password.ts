import {
  type BodyOf,
  type changePassword as changePasswordEndpoint,
  passwordChanged,
} from '@kinmel/contracts';
import { changeRecord, noteSecurityEvent, refusal, type WireEvent } from '@kinmel/service-kit';
import { concurrentChange, type UserState, userEvent } from '../accounts/user.ts';
import type { AuthContext } from '../auth-context.ts';
import type { Caller } from '../sessions/caller.ts';
import { cleanUpAfter, endAllSessions } from '../sessions/end-sessions.ts';
import { requireLiveSession } from '../sessions/live-session.ts';
import { requireUncommonPassword } from './common-passwords.ts';
import { credentialsUnlessChanged, requireOwnPassword } from './verify-password.ts';

/**
 * Changes the password; the same write ends every other session (rule AUTH-S6). Each change is mailed to the owner, so their
 * number is limited (rule AUTH-L7).
 */
export async function changePassword(
  context: AuthContext,
  { currentPassword, password }: BodyOf<typeof changePasswordEndpoint>,
  caller: Caller<'customer'>,
): Promise<void> {
  const { session } = await requireLiveSession(context, caller.identity);
  const { user, passwordHash: currentHash } = await requireOwnPassword(
    context,
    session.userId,
    currentPassword,
    caller,
  );
  if (password === currentPassword)
    throw refusal('password', 'This is your password already. Please choose another one.', 'invalid-request');
  requireUncommonPassword(password);
  await context.limits.passwordChange(user.id);
  const passwordHash = await context.hasher.hash(password);
  const now = context.now();
  const {
    before: { credentialVersion },
  } = await changeRecord({
    read: () => credentialsUnlessChanged(context, user.id, currentHash),
    decide: (current) => [passwordChangedEvent(current, 'changed', now, caller)],
    save: (current, events) =>
      context.users.setPassword(current, { passwordHash, now, keptSessionId: session.id, events }),
    busy: concurrentChange,
  });
  context.sendEvents();
  noteSecurityEvent(caller.log, 'password-changed', { accountId: user.id, address: caller.address });
  // The other sessions are invalid already; this keeps the current session valid and publishes events.
  await cleanUpAfter(caller, user.id, async () => {
    await context.sessions.renewCredential(session.id, credentialVersion + 1);
    await endAllSessions(context, user.id, 'password-changed', {
      exceptSessionId: session.id,
      traceparent: caller.traceparent,
    });
  });
}

export function passwordChangedEvent(
  before: UserState,
  cause: 'changed' | 'reset',
  now: Date,
  caller: Pick<Caller, 'traceparent'>,
): WireEvent {
  const user = { ...before, version: before.version + 1 };
  return userEvent(passwordChanged, user, { cause, changedAt: now.toISOString() }, caller);
}
