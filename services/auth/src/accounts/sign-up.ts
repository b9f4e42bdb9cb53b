import { type BodyOf, emailSchema, type signUp as signUpEndpoint, userRegistered } from '@kinmel/contracts';
import { normalEmail, ProblemError, refusal } from '@kinmel/service-kit';
import type { AuthContext } from '../auth-context.ts';
import { requireUncommonPassword } from '../passwords/common-passwords.ts';
import { type BegunSession, beginSession } from '../sessions/begin-session.ts';
import { type Caller, requireOwnPage } from '../sessions/caller.ts';
import { newUser, userEvent } from './user.ts';

export const emailTaken = () => new ProblemError('email-taken', 'An account with this email already exists.');

/** Rejects an address whose normal form is not valid: normalization expands some characters. */
export function requirePlainEmail(email: string): void {
  if (!emailSchema.safeParse(normalEmail(email)).success)
    throw refusal('email', 'Invalid email format', 'invalid-request');
}

/** Creates an account of role user and its first session (rules AUTH-A1 to AUTH-A3). */
export async function signUp(
  context: AuthContext,
  { fullName, email, number, password }: BodyOf<typeof signUpEndpoint>,
  caller: Caller,
): Promise<BegunSession> {
  requireOwnPage(caller);
  await context.limits.signup(caller.address);
  requirePlainEmail(email);
  requireUncommonPassword(password);
  if (await context.users.findByEmail(email)) throw emailTaken();
  const user = newUser({ id: context.newId(), email, fullName, number, role: 'user' }, context.now());
  const registeredEvent = userEvent(userRegistered, user, {}, caller);
  const passwordHash = await context.hasher.hash(password);
  if (!(await context.users.insert(user, passwordHash, [registeredEvent]))) throw emailTaken();
  context.sendEvents();
  return beginSession(context, user, caller, 'Signup successful');
}
