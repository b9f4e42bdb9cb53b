import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const cborText = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
/** The shortest form, as authenticators must write it (section 6, "CTAP2 canonical CBOR encoding form"). */
const cborBytes = (value: Buffer) => Buffer.concat([Buffer.from([0x58, value.length]), value]);
const sha256 = (value: string | Buffer) => createHash('sha256').update(value).digest();

interface AnswerOverrides {
  readonly origin?: string;
  readonly relyingPartyId?: string;
  readonly isUserVerified?: boolean;
}

/**
 * An authenticator in software with one discoverable ES256 key, and the part of a browser between it and a page (WebAuthn
 * Level 3, sections 6.1 and 6.5). Tests can falsify everything that a server checks.
 */
export class Authenticator {
  readonly credentialId = randomBytes(32);
  userHandle = '';
  counter = 0;
  readonly #key = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  #authenticatorData(
    { relyingPartyId = 'shop.example', isUserVerified = true }: AnswerOverrides,
    attestedData = Buffer.alloc(0),
  ) {
    const header = Buffer.alloc(37);
    sha256(relyingPartyId).copy(header);
    // User present, verified, and attested credential data.
    header[32] = 0x01 | (isUserVerified ? 0x04 : 0) | (attestedData.length > 0 ? 0x40 : 0);
    header.writeUInt32BE(this.counter, 33);
    return Buffer.concat([header, attestedData]);
  }

  #clientData(type: 'webauthn.create' | 'webauthn.get', challenge: string, { origin }: AnswerOverrides) {
    return Buffer.from(
      JSON.stringify({ type, challenge, origin: origin ?? 'https://shop.example', crossOrigin: false }),
    );
  }

  /** Makes the passkey for the options of a registration. */
  create(options: { challenge: string; user: { id: string } }, overrides: AnswerOverrides = {}) {
    this.userHandle = options.user.id;
    const { x = '', y = '' } = this.#key.publicKey.export({ format: 'jwk' });
    const coordinate = (label: number, value: string) =>
      Buffer.concat([Buffer.from([label]), cborBytes(Buffer.from(value, 'base64url'))]);
    // A COSE key: EC2, ES256, P-256.
    const publicKey = Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]),
      coordinate(0x21, x),
      coordinate(0x22, y),
    ]);
    const attestedData = Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([0, 32]),
      this.credentialId,
      publicKey,
    ]);
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      cborText('fmt'),
      cborText('none'),
      cborText('attStmt'),
      Buffer.from([0xa0]),
      cborText('authData'),
      cborBytes(this.#authenticatorData(overrides, attestedData)),
    ]);
    return {
      id: this.credentialId.toString('base64url'),
      type: 'public-key' as const,
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options.challenge, overrides).toString(
          'base64url',
        ),
        attestationObject: attestationObject.toString('base64url'),
      },
    };
  }

  /** Signs the challenge of a sign-in or a proof, and counts. */
  get(options: { challenge: string }, overrides: AnswerOverrides = {}) {
    this.counter += 1;
    const authenticatorData = this.#authenticatorData(overrides);
    const clientData = this.#clientData('webauthn.get', options.challenge, overrides);
    return {
      id: this.credentialId.toString('base64url'),
      type: 'public-key' as const,
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign(
          'sha256',
          Buffer.concat([authenticatorData, sha256(clientData)]),
          this.#key.privateKey,
        ).toString('base64url'),
        userHandle: this.userHandle,
      },
    };
  }
}
