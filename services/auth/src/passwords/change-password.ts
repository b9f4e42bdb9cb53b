import {
  type BodyOf,
  type changePassword as changePasswordEndpoint,
  passwordChanged,
} from '@kinmel/contracts';
import { createEvent, ProblemError, type WireEvent } from '@kinmel/service-kit';
import { personOf, type UserState } from '../accounts/user.ts';
import { whatFollows } from '../accounts/what-follows.ts';
import type { Caller } from '../sessions/caller.ts';
import { endAllSessions } from '../sessions/end-sessions.ts';
import { requireLiveSession } from '../sessions/live-session.ts';
import type { PasswordsContext } from './passwords-context.ts';
import { requireOwnPassword } from './verify-password.ts';

const maxTries = 5;

/**
 * Changes the password; the same write ends every other session (rule S6). Each change is mailed to the owner, so their
 * number is limited (rule L7).
 */
export async function changePassword(
  context: PasswordsContext,
  { currentPassword, password }: BodyOf<typeof changePasswordEndpoint>,
  caller: Caller,
): Promise<void> {
  const { session } = await requireLiveSession(context, caller.identity);
  const { user, passwordHash: before } = await requireOwnPassword(
    context,
    session.userId,
    currentPassword,
    caller,
  );
  if (password === currentPassword) throw samePassword();
  await context.limits.passwordChange(user.id);
  const passwordHash = await context.hasher.hash(password);
  let current: UserState | undefined = user;
  for (let tries = 0; current && tries < maxTries; tries += 1) {
    const now = context.now();
    const events = [passwordChangedEvent(current, 'changed', now, caller.traceparent)];
    const isSaved = await context.users.setPassword(current, {
      passwordHash,
      now,
      keptSessionId: session.id,
      events,
    });
    if (isSaved) {
      context.sendEvents();
      const { credentialVersion } = current;
      // The other sessions are invalid already; this keeps the current one and publishes events.
      await whatFollows(caller, user.id, async () => {
        await context.sessions.renewCredential(session.id, credentialVersion + 1);
        await endAllSessions(context, user.id, 'password-changed', {
          exceptSessionId: session.id,
          traceparent: caller.traceparent,
        });
      });
      return;
    }
    // Retries after a change of the profile, but not of the password.
    const again = await context.users.credentials(user.id);
    current = again?.passwordHash === before ? again.user : undefined;
  }
  throw new ProblemError('conflict', 'Your account was changed somewhere else. Please try again.');
}

function samePassword(): ProblemError {
  const message = 'This is your password already. Please choose another one.';
  return new ProblemError('invalid-request', message, [{ path: 'password', message }]);
}

export function passwordChangedEvent(
  user: UserState,
  cause: 'changed' | 'reset',
  now: Date,
  traceparent: string,
): WireEvent {
  return createEvent(passwordChanged, {
    aggregateId: user.id,
    aggregateVersion: user.version + 1,
    data: { ...personOf(user), cause, changedAt: now.toISOString() },
    traceparent,
  });
}
