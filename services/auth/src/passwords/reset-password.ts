import { passwordResetRequested } from '@kinmel/contracts';
import { changeRecord, noteSecurityEvent, ProblemError } from '@kinmel/service-kit';
import { concurrentChange, userEvent } from '../accounts/user.ts';
import type { ResetLinkState } from '../accounts/users.store.ts';
import type { AuthContext } from '../auth-context.ts';
import { type Caller, requireOwnPage } from '../sessions/caller.ts';
import { cleanUpAfter, endAllSessions } from '../sessions/end-sessions.ts';
import { knownDevice } from '../sessions/tokens/device-cookie.ts';
import { hashOf } from '../sessions/tokens/refresh-token.ts';
import { passwordChangedEvent } from './change-password.ts';
import { requireUncommonPassword } from './common-passwords.ts';
import { newMailedLink } from './mailed-link.ts';

export const resetLinkMs = 30 * 60_000;

/**
 * Mails a reset link if the account exists. The account is looked up after the answer, so that the response time reveals
 * nothing (rule AUTH-P2).
 */
export async function requestPasswordReset(
  context: AuthContext,
  email: string,
  caller: Pick<Caller, 'address' | 'traceparent'>,
): Promise<void> {
  await context.limits.resetRequest(caller.address);
  context.afterAnswer(async () => {
    if (!(await context.limits.resetMail(email))) return;
    const user = await context.users.findByEmail(email);
    if (!user) return;
    const { link, eventFields } = newMailedLink(context, resetLinkMs);
    const requestedEvent = userEvent(passwordResetRequested, user, eventFields, caller);
    await context.users.addResetLink(user, link, [requestedEvent]);
    context.sendEvents();
  });
}

/** The state of a link, which the page asks for before a new password is typed. */
export async function checkResetLink(context: AuthContext, token: string): Promise<ResetLinkState> {
  return (await context.users.findByResetLink(hashOf(token), context.now())).state;
}

const refusals: Record<Exclude<ResetLinkState, 'valid'>, string> = {
  expired: 'This link has expired. Please ask for a new one.',
  used: 'This link was used already. Please ask for a new one.',
  unknown: 'This link is not valid. Please ask for a new one.',
};

/**
 * Sets a new password by a mailed link, once; the same write ends every session (rule AUTH-P3). Resolves with the user id.
 */
export async function resetPassword(
  context: AuthContext,
  { token, password }: { readonly token: string; readonly password: string },
  caller: Caller,
): Promise<string> {
  requireOwnPage(caller);
  await context.limits.resetUse(caller.address);
  const tokenHash = hashOf(token);
  const ownerOfLink = async () => {
    const { user, state } = await context.users.findByResetLink(tokenHash, context.now());
    if (user && state === 'valid') return user;
    throw new ProblemError('reset-link-invalid', refusals[state === 'valid' ? 'unknown' : state]);
  };
  // Only a valid link costs a hash.
  await ownerOfLink();
  requireUncommonPassword(password);
  const passwordHash = await context.hasher.hash(password);
  const now = context.now();
  const {
    before: { id, email },
  } = await changeRecord({
    read: ownerOfLink,
    decide: (current) => [passwordChangedEvent(current, 'reset', now, caller)],
    save: (current, events) =>
      context.users.useResetLink(current, tokenHash, { passwordHash, now, keptSessionId: null, events }),
    busy: concurrentChange,
  });
  context.sendEvents();
  noteSecurityEvent(caller.log, 'password-changed', { accountId: id, address: caller.address });
  // The link is used and all sessions are invalid already.
  await cleanUpAfter(caller, id, async () => {
    const device = knownDevice(context, email, caller);
    await context.limits.passwordAttempt(email).reset();
    if (device !== undefined) await context.limits.passwordAttempt(email, device).reset();
    await endAllSessions(context, id, 'password-reset', { traceparent: caller.traceparent });
  });
  return id;
}
