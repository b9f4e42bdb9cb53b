import {
  type addPasskey as addPasskeyEndpoint,
  type BodyOf,
  maxPasskeys,
  type Passkey,
} from '@kinmel/contracts';
import { ProblemError } from '@kinmel/service-kit';
import type { AuthContext } from '../auth-context.ts';
import { type Caller, requireOwnPage } from '../sessions/caller.ts';
import { requireLiveSession } from '../sessions/live-session.ts';
import { type PasskeyState, passkeyAnswer } from './passkey.ts';
import { passkeysChangedEvent } from './passkeys-changed-event.ts';
import { requireRecentProof } from './recent-proof.ts';
import { newRecoveryCodes } from './recovery-code.ts';
import { registrationOptions, verifyRegistration } from './relying-party.ts';

const tooManyPasskeys = () =>
  new ProblemError('conflict', `An account has at most ${maxPasskeys} passkeys. Please remove one first.`);

/** Options for making a passkey. Rejects with `conflict` for an account that has the maximum number of passkeys. */
export async function startPasskey(context: AuthContext, caller: Caller<'customer'>) {
  const { user, passkeys } = await requireRecentProof(context, caller);
  await context.limits.passkey(caller.address);
  if (passkeys.length >= maxPasskeys) throw tooManyPasskeys();
  return registrationOptions(context, user, passkeys);
}

/**
 * Adds the passkey that a browser made for `startPasskey`, whose challenge proves the recent sign-in. The first passkey is
 * answered with recovery codes, which cannot be read later. The session counts as one in which the passkey was used.
 */
export async function addPasskey(
  context: AuthContext,
  { credential, transports, name }: BodyOf<typeof addPasskeyEndpoint>,
  caller: Caller<'customer'>,
): Promise<{ data: Passkey; recoveryCodes: string[] }> {
  requireOwnPage(caller);
  const { user, session } = await requireLiveSession(context, caller.identity);
  const key = await verifyRegistration(context, user.id, { credential, transports });
  const now = context.now();
  const passkey: PasskeyState = { ...key, id: context.newId(), name, createdAt: now, lastUsedAt: null };
  const { codes, hashes } = newRecoveryCodes();
  const addedEvent = passkeysChangedEvent(context, user, 'added', caller, name);
  const outcome = await context.passkeys.insert(user.id, passkey, hashes, [addedEvent]);
  if (outcome === 'refused')
    throw new ProblemError('conflict', 'This passkey is in use already, or there are too many.');
  context.sendEvents();
  await context.sessions.prove(session.id, now, { withPasskey: true });
  return { data: passkeyAnswer(passkey), recoveryCodes: outcome === 'first' ? codes : [] };
}
