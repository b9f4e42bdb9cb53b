import type { Passkey } from '@kinmel/contracts';
import { ProblemError, pick } from '@kinmel/service-kit';

/** The shop in the terms of WebAuthn, from the configuration. */
export interface PasskeySettings {
  /** Domain of all pages that use passkeys. Changing it makes every passkey useless. */
  readonly relyingPartyId: string;
  /** Origins of the shop's own pages; no other page may use a passkey. */
  readonly origins: readonly string[];
  /** Whether people of the staff work only in sessions in which they used a passkey (AUTH-W6). */
  readonly isRequiredOfStaff: boolean;
}

/** A passkey of an account: the credential record of WebAuthn Level 3, section 4, with the fields that are used. */
export interface PasskeyState {
  /** Used in URLs, because `credentialId` may have a thousand characters. */
  readonly id: string;
  /** Chosen by the authenticator, base64url. No two accounts have the same. */
  readonly credentialId: string;
  /** COSE key, base64url. */
  readonly publicKey: string;
  /** Signatures that the authenticator has made; 0 when it does not count. */
  readonly counter: number;
  readonly transports: readonly string[];
  readonly isSynced: boolean;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

export const passkeyAnswer = (passkey: PasskeyState): Passkey => ({
  ...pick(passkey, 'id', 'name', 'isSynced'),
  createdAt: passkey.createdAt.toISOString(),
  lastUsedAt: passkey.lastUsedAt?.toISOString() ?? null,
});

/** The same text whatever was wrong, because it is about a device and not about an account. */
export const passkeyRefused = (cause?: unknown) =>
  new ProblemError('passkey-refused', 'This passkey was not accepted. Please try again.', undefined, {
    cause,
  });
