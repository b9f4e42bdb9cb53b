import { z } from 'zod';
import { forAccount, ownedBy } from '../endpoint.ts';
import { answerOf, answerWith, doneSchema, requiredLine } from '../primitives.ts';
import { sessionAnswerSchema } from './auth-endpoints.ts';
import { assertionSchema, ownPasskeysSchema, passkeySchema, registrationSchema } from './passkey.ts';
import { knownEmailSchema } from './user.ts';

const defineEndpoint = ownedBy('auth');

const nameSchema = requiredLine('Name', 60, {
  missing: 'Please enter a name.',
  tooLong: 'A name has at most 60 characters.',
});

/**
 * Options for `navigator.credentials` as JSON (WebAuthn Level 3, sections 5.1.9 and 5.1.10). Pages pass them to the
 * browser unchanged. Their challenge is valid once and for five minutes.
 */
const optionsAnswerSchema = answerOf(z.looseObject({ challenge: z.string() }));

/** New recovery codes are in one answer only; auth stores their hashes. */
const codesSchema = z.array(z.string());

export const listPasskeys = defineEndpoint('listPasskeys', 'GET /api/auth/passkeys', {
  ...forAccount,
  summary: "The caller's passkeys, oldest first.",
  answer: answerOf(ownPasskeysSchema),
});

export const startPasskey = defineEndpoint('startPasskey', 'POST /api/auth/passkeys/options', {
  ...forAccount,
  summary: 'Options for making a passkey for the account. Needs a recent sign-in or proof.',
  answer: optionsAnswerSchema,
  problems: ['proof-needed', 'passkey-needed', 'conflict', 'too-many-requests'],
});

export const addPasskey = defineEndpoint('addPasskey', 'POST /api/auth/passkeys', {
  ...forAccount,
  summary: 'Adds the passkey that the browser has made. The first one is answered with ten recovery codes.',
  body: z.object({
    credential: registrationSchema,
    /** How a browser can reach the passkey, such as `usb`: a hint for later sign-ins. */
    transports: z.array(z.string().max(32)).max(10).default([]),
    name: nameSchema,
  }),
  status: 201,
  answer: answerWith({ data: passkeySchema, recoveryCodes: codesSchema }),
  problems: ['passkey-refused', 'conflict'],
});

export const renamePasskey = defineEndpoint('renamePasskey', 'PUT /api/auth/passkeys/{id}', {
  ...forAccount,
  summary: "Names one of the caller's passkeys.",
  body: z.object({ name: nameSchema }),
  answer: doneSchema,
  problems: ['not-found'],
});

export const removePasskey = defineEndpoint('removePasskey', 'DELETE /api/auth/passkeys/{id}', {
  ...forAccount,
  summary:
    "Removes one of the caller's passkeys, and with the last one all recovery codes. Needs a recent sign-in or proof.",
  answer: doneSchema,
  problems: ['not-found', 'proof-needed', 'passkey-needed', 'conflict'],
});

export const renewRecoveryCodes = defineEndpoint(
  'renewRecoveryCodes',
  'POST /api/auth/passkeys/recovery-codes',
  {
    ...forAccount,
    summary: 'Ten new recovery codes instead of all earlier ones. Needs a recent sign-in or proof.',
    answer: answerWith({ recoveryCodes: codesSchema }),
    problems: ['proof-needed', 'passkey-needed', 'conflict'],
  },
);

export const startPasskeyLogIn = defineEndpoint('startPasskeyLogIn', 'POST /api/auth/login/passkey/options', {
  role: 'public',
  summary: 'Options for signing in with a passkey, which the browser lets the person choose.',
  answer: optionsAnswerSchema,
  problems: ['not-allowed', 'too-many-requests'],
});

export const logInWithPasskey = defineEndpoint('logInWithPasskey', 'POST /api/auth/login/passkey', {
  role: 'public',
  summary: 'Starts a session with a passkey in place of e-mail and password.',
  body: z.object({ credential: assertionSchema }),
  answer: sessionAnswerSchema,
  problems: ['passkey-refused', 'not-allowed', 'too-many-requests'],
});

export const logInWithRecoveryCode = defineEndpoint(
  'logInWithRecoveryCode',
  'POST /api/auth/login/recovery-code',
  {
    role: 'public',
    summary: 'Starts a session with a recovery code in place of a passkey. Each code works once.',
    body: z.object({
      email: knownEmailSchema,
      code: z.string('Please enter a recovery code.').min(1, 'Please enter a recovery code.').max(64),
    }),
    answer: sessionAnswerSchema,
    problems: ['wrong-credentials', 'not-allowed', 'too-many-requests'],
  },
);

export const startPasskeyProof = defineEndpoint('startPasskeyProof', 'POST /api/auth/proof/options', {
  ...forAccount,
  summary: "Options for confirming the caller's session with a passkey; null when the account has none.",
  answer: answerOf(z.looseObject({ challenge: z.string() }).nullable()),
  problems: ['too-many-requests'],
});
