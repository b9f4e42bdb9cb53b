import { type Assertion, type addPasskey, type BodyOf, jsonOf } from '@kinmel/contracts';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { z } from 'zod';
import type { UserState } from '../accounts/user.ts';
import type { AuthContext } from '../auth-context.ts';
import { type ChallengePurpose, challengeMs } from './challenges.store.ts';
import { type PasskeySettings, type PasskeyState, passkeyRefused } from './passkey.ts';
import type { PasskeyOwner } from './passkeys.store.ts';

type Settings = Pick<AuthContext, 'passkeySettings' | 'challenges' | 'now'>;

/** Ed25519, ECDSA on P-256 and RSA, by their COSE numbers: what browsers and security keys offer. */
const algorithms = [-8, -7, -257];

/** Identifies the account in an authenticator, without an address or a name (WebAuthn Level 3, section 14.6.1). */
const userHandleOf = ({ id }: Pick<UserState, 'id'>) => Buffer.from(id, 'utf8');

const descriptor = ({ credentialId, transports }: PasskeyState) => ({
  id: credentialId,
  transports: [...transports],
});

/** Options for making a passkey that signs in without a user name, and always verifies the user (PIN, finger, face). */
export async function registrationOptions(
  { passkeySettings, challenges, now }: Settings,
  user: UserState,
  existingPasskeys: readonly PasskeyState[],
) {
  const options = await generateRegistrationOptions({
    rpName: 'Kinmel',
    rpID: passkeySettings.relyingPartyId,
    userID: new Uint8Array(userHandleOf(user)),
    userName: user.email,
    userDisplayName: user.fullName,
    timeout: challengeMs,
    // The shop does not need to know the make of the authenticator.
    attestationType: 'none',
    excludeCredentials: existingPasskeys.map(descriptor),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  });
  await challenges.insert(options.challenge, `add ${user.id}`, now());
  return { ...options };
}

/** Options for using a passkey: one of `allowedPasskeys`, by default any that the person has for this shop. */
export async function assertionOptions(
  { passkeySettings, challenges, now }: Settings,
  purpose: ChallengePurpose,
  allowedPasskeys: readonly PasskeyState[] = [],
) {
  const options = await generateAuthenticationOptions({
    rpID: passkeySettings.relyingPartyId,
    timeout: challengeMs,
    userVerification: 'required',
    allowCredentials: allowedPasskeys.map(descriptor),
  });
  await challenges.insert(options.challenge, purpose, now());
  return { ...options };
}

const clientDataSchema = z.object({ challenge: z.string().max(128) });

/** Consumes the challenge of an answer, so that no answer, right or wrong, is checked twice. Rejects with `passkey-refused`. */
async function takeChallenge(
  { challenges, now }: Settings,
  clientDataJSON: string,
  purpose: ChallengePurpose,
): Promise<string> {
  const clientData = clientDataSchema.safeParse(
    jsonOf(Buffer.from(clientDataJSON, 'base64url').toString('utf8')),
  );
  if (clientData.success && (await challenges.take(clientData.data.challenge, purpose, now())))
    return clientData.data.challenge;
  throw passkeyRefused();
}

const expectedValues = ({ relyingPartyId, origins }: PasskeySettings, expectedChallenge: string) => ({
  expectedChallenge,
  expectedOrigin: [...origins],
  expectedRPID: relyingPartyId,
  requireUserVerification: true,
});

/**
 * The key in an answer to `registrationOptions` (WebAuthn Level 3, section 7.1). Rejects with `passkey-refused` for
 * another origin, domain, account or algorithm, without user verification, or when the challenge was answered before.
 */
export async function verifyRegistration(
  context: Settings,
  userId: string,
  { credential, transports }: Pick<BodyOf<typeof addPasskey>, 'credential' | 'transports'>,
): Promise<Pick<PasskeyState, 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'isSynced'>> {
  const challenge = await takeChallenge(context, credential.response.clientDataJSON, `add ${userId}`);
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...credential, rawId: credential.id, clientExtensionResults: {} },
    ...expectedValues(context.passkeySettings, challenge),
    supportedAlgorithmIDs: algorithms,
  }).catch((error: unknown) => {
    throw passkeyRefused(error);
  });
  if (!registrationInfo) throw passkeyRefused();
  const { credential: key, credentialBackedUp } = registrationInfo;
  return {
    credentialId: key.id,
    publicKey: Buffer.from(key.publicKey).toString('base64url'),
    counter: key.counter,
    transports,
    isSynced: credentialBackedUp,
  };
}

/**
 * Checks an answer to `assertionOptions` with the stored key (WebAuthn Level 3, section 7.2) and resolves with the counter
 * and the backup state that it reports. The caller compares the counter by a conditional write. Rejects with
 * `passkey-refused`.
 * @param find finds the owner of a credential; undefined when this credential may not answer
 */
export async function verifyAssertion(
  context: Settings,
  purpose: ChallengePurpose,
  { response, ...credential }: Assertion,
  find: (credentialId: string) => Promise<PasskeyOwner | undefined>,
): Promise<PasskeyOwner & { readonly use: Pick<PasskeyState, 'credentialId' | 'counter' | 'isSynced'> }> {
  const challenge = await takeChallenge(context, response.clientDataJSON, purpose);
  const owner = await find(credential.id);
  if (!owner) throw passkeyRefused();
  const { credentialId, publicKey } = owner.passkey;
  const { userHandle, ...parts } = response;
  // The handle is absent when the browser was asked for a passkey by its id (section 7.2, step 6).
  const isOfOwner = userHandle === userHandleOf(owner.user).toString('base64url');
  if (!isOfOwner && (purpose === 'log-in' || (userHandle ?? '') !== '')) throw passkeyRefused();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...credential, rawId: credential.id, response: parts, clientExtensionResults: {} },
    ...expectedValues(context.passkeySettings, challenge),
    // Zero, because the counter is compared by the write that stores the new one.
    credential: {
      id: credentialId,
      publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
      counter: 0,
    },
  }).catch((error: unknown) => {
    throw passkeyRefused(error);
  });
  if (!verified) throw passkeyRefused();
  const { newCounter: counter, credentialBackedUp: isSynced } = authenticationInfo;
  return { ...owner, use: { credentialId, counter, isSynced } };
}
