import { setTimeout as pause } from 'node:timers/promises';
import { accountLocked } from '@kinmel/contracts';
import { noteSecurityEvent, ProblemError } from '@kinmel/service-kit';
import { concurrentChange, type UserState, userEvent } from '../accounts/user.ts';
import type { Credentials } from '../accounts/users.store.ts';
import type { AuthContext } from '../auth-context.ts';
import type { PasswordAttempt, WrongPasswords } from '../limits/attempt-limits.store.ts';
import type { Caller } from '../sessions/caller.ts';

export interface PasswordCheck<Result> {
  readonly email: string;
  readonly password: string;
  readonly caller: Caller;
  /** Id of a known device or session, which has its own counter (rule AUTH-L5). */
  readonly counterId: string | undefined;
  /** Resolves without credentials when there is no account. */
  readonly read: (attempt: PasswordAttempt) => Promise<{
    readonly credentials: Credentials | undefined;
    readonly wrongPasswords: WrongPasswords | undefined;
  }>;
  /** Runs after a correct password, in the same queue slot. */
  readonly onCorrect: (credentials: Credentials) => Promise<Result>;
}

/**
 * Checks a password. Undefined when it is wrong, otherwise the result of `onCorrect`. An unknown account takes
 * the same time and has no correct password. Wrong passwords are counted by address, also of unknown accounts:
 * answers are delayed after some, and refused with 429 for some minutes after ten (rule AUTH-L3).
 */
export async function verifyPassword<Result>(
  context: AuthContext,
  { email, password, caller, counterId, read, onCorrect }: PasswordCheck<Result>,
): Promise<{ readonly result: Result } | undefined> {
  const attempt = context.limits.passwordAttempt(email, counterId);
  const outcome = await context.hasher.runQueued(attempt.key, async (matches) => {
    const { credentials, wrongPasswords } = await read(attempt);
    attempt.begin(wrongPasswords);
    const isCorrect = await matches(credentials?.passwordHash, password);
    if (!isCorrect || !credentials)
      return { isCorrect: false as const, credentials, ...(await attempt.countWrong()) };
    // Runs concurrently, because each wait after a hash slows the queue.
    const [result] = await Promise.all([onCorrect(credentials), attempt.reset()]);
    return { isCorrect: true as const, result };
  });
  if (outcome.isCorrect) return { result: outcome.result };
  const eventFields = { accountId: outcome.credentials?.user.id, address: caller.address };
  noteSecurityEvent(caller.log, 'wrong-password', eventFields);
  const { accountId: userId } = eventFields;
  if (userId !== undefined)
    context.afterAnswer(() =>
      context.signIns.insert({ userId, at: context.now(), way: 'password', isRefused: true }, caller),
    );
  if (outcome.pauseMs > 0) await pause(outcome.pauseMs);
  const { lockedUntil } = outcome;
  if (lockedUntil && outcome.credentials) {
    const { user } = outcome.credentials;
    noteSecurityEvent(caller.log, 'account-locked', eventFields);
    const data = { address: caller.address, lockedUntil: lockedUntil.toISOString() };
    const event = userEvent(accountLocked, user, data, caller);
    // Runs after the answer, so that the response time reveals nothing.
    context.afterAnswer(async () => {
      await context.users.addEvents(user.id, [event]);
      context.sendEvents();
    });
  }
  return undefined;
}

/** The account, unless its password was changed meanwhile. */
export async function credentialsUnlessChanged(
  context: AuthContext,
  userId: string,
  passwordHash: string,
): Promise<UserState> {
  const current = await context.users.credentials(userId);
  if (!current) throw new ProblemError('not-signed-in', 'Please sign in to continue.');
  if (current.passwordHash !== passwordHash) throw concurrentChange();
  return current.user;
}

/**
 * Confirms the password of a signed-in user; resolves with the current account. Rejects with `wrong-password`, or with
 * 429 after too many wrong passwords in this session.
 */
export async function requireOwnPassword(
  context: AuthContext,
  userId: string,
  password: string,
  caller: Caller<'customer'>,
): Promise<Credentials> {
  const credentials = await context.users.credentials(userId);
  if (!credentials) throw new ProblemError('not-signed-in', 'Please sign in to continue.');
  const verified = await verifyPassword(context, {
    email: credentials.user.email,
    password,
    caller,
    counterId: caller.identity.sessionId,
    read: async (attempt) => ({ credentials, wrongPasswords: await attempt.readWrongPasswords() }),
    onCorrect: async () => credentials,
  });
  if (verified) return verified.result;
  const message = 'The current password is not right.';
  throw new ProblemError('wrong-password', message);
}
