import { z } from 'zod';

/** Passkeys per account. */
export const maxPasskeys = 20;

/** A passkey, as its owner sees it. */
export const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  /** Null before the first use. */
  lastUsedAt: z.iso.datetime().nullable(),
  /** Whether its provider copies it to the owner's other devices (the backup state of WebAuthn Level 3, section 6.1.3). */
  isSynced: z.boolean(),
});

export type Passkey = z.output<typeof passkeySchema>;

/** The passkeys of an account, and how many recovery codes are unused. */
export const ownPasskeysSchema = z.object({
  passkeys: z.array(passkeySchema),
  recoveryCodesLeft: z.int().min(0),
});

export type OwnPasskeys = z.output<typeof ownPasskeysSchema>;

const base64url = (maxLength: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(maxLength);

/** At most 1,023 bytes (WebAuthn Level 3, section 4). */
const credentialIdSchema = base64url(1_364);

/**
 * The answer of a browser after it has made a passkey (`RegistrationResponseJSON`, WebAuthn Level 3, section 5.1),
 * without the parts that the shop does not read. Lengths are in characters of base64url.
 */
export const registrationSchema = z.object({
  id: credentialIdSchema,
  type: z.literal('public-key'),
  response: z.object({ clientDataJSON: base64url(4_096), attestationObject: base64url(16_384) }),
});

/** The answer of a browser after a passkey was used (`AuthenticationResponseJSON`, the same section). */
export const assertionSchema = z.object({
  id: credentialIdSchema,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(4_096),
    authenticatorData: base64url(4_096),
    signature: base64url(8_192),
    /** The account for which the passkey was made; some devices omit it when the passkey was requested by its id. */
    userHandle: base64url(128).nullish(),
  }),
});

export type Assertion = z.output<typeof assertionSchema>;
