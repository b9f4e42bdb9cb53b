import { setTimeout as pause } from 'node:timers/promises';
import { accountLocked } from '@kinmel/contracts';
import { createEvent, ProblemError } from '@kinmel/service-kit';
import type { AccountsContext } from '../accounts/accounts-context.ts';
import { personOf } from '../accounts/user.ts';
import type { Credentials } from '../accounts/users.store.ts';
import type { PasswordAttempt, WrongPasswords } from '../limits/attempt-limits.store.ts';
import type { Caller } from '../sessions/caller.ts';

/** An account as a check of its password needs it. */
export interface CheckedAccount {
  /** Undefined when there is no account. */
  readonly credentials: Credentials | undefined;
  readonly wrongPasswords: WrongPasswords | undefined;
}

/** One check of a password. */
export interface PasswordCheck<Result> {
  readonly email: string;
  readonly password: string;
  readonly caller: Caller;
  /** The device or session by which the account knows the caller already: it has a count of its own (rule L5). */
  readonly knownAs: string | undefined;
  /** The account and its wrong passwords so far. */
  readonly read: (attempt: PasswordAttempt) => Promise<CheckedAccount>;
  /** What follows a right password, in the same turn. */
  readonly onRight: (credentials: Credentials) => Promise<Result>;
}

/**
 * Checks a password: undefined when it is wrong, or what follows from a right one. An account that does not exist takes as
 * long and fits nothing. Wrong ones are counted for the address, known or not: after some the answer takes longer, after ten
 * it is 429 for some minutes (rule L3).
 */
export async function verifyPassword<Result>(
  context: AccountsContext,
  { email, password, caller, knownAs, read, onRight }: PasswordCheck<Result>,
): Promise<{ readonly result: Result } | undefined> {
  const attempt = context.limits.passwordAttempt(email, knownAs);
  const outcome = await context.hasher.runQueued(attempt.key, async (fits) => {
    const { credentials, wrongPasswords } = await read(attempt);
    attempt.begin(wrongPasswords);
    const isRight = await fits(credentials?.passwordHash, password);
    if (!isRight || !credentials) return { isRight: false as const, credentials, ...(await attempt.wrong()) };
    // A hash sweeps the processor's caches, and each wait begins with cold ones: what can wait together does.
    const [result] = await Promise.all([onRight(credentials), attempt.forget()]);
    return { isRight: true as const, result };
  });
  if (outcome.isRight) return { result: outcome.result };
  if (outcome.pauseMs > 0) await pause(outcome.pauseMs);
  const { restsUntil } = outcome;
  if (restsUntil && outcome.credentials) {
    const { user } = outcome.credentials;
    const event = createEvent(accountLocked, {
      aggregateId: user.id,
      aggregateVersion: user.version,
      data: { ...personOf(user), address: caller.address, lockedUntil: restsUntil.toISOString() },
      traceparent: caller.traceparent,
    });
    // After the answer, so that its time says nothing about the account.
    context.afterAnswer(async () => {
      await context.users.tell(user.id, [event]);
      context.sendEvents();
    });
  }
  return undefined;
}

/**
 * For what a signed-in person has to confirm by the own password: the account as it is now. Rejects with `wrong-password`, or
 * with 429 after too many of them in this session.
 */
export async function requireOwnPassword(
  context: AccountsContext,
  userId: string,
  password: string,
  caller: Caller,
): Promise<Credentials> {
  const credentials = await context.users.credentials(userId);
  if (!credentials) throw new ProblemError('not-signed-in', 'Please sign in to continue.');
  const verified = await verifyPassword(context, {
    email: credentials.user.email,
    password,
    caller,
    knownAs: caller.identity?.sessionId,
    read: async (attempt) => ({ credentials, wrongPasswords: await attempt.readWrongPasswords() }),
    onRight: async () => credentials,
  });
  if (verified) return verified.result;
  const message = 'The current password is not right.';
  throw new ProblemError('wrong-password', message);
}
