import { generateKeyPairSync, type JsonWebKey, type KeyObject, randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import jsonwebtoken from 'jsonwebtoken';

export interface TestTokens {
  /** The public key set, as auth publishes it. */
  readonly jwks: { readonly keys: readonly (JsonWebKey & { readonly kid: string })[] };
  /** For `createTokenVerifier`. */
  readonly source: () => Promise<TestTokens['jwks']>;
  /** Confirms every session with the role of its token; for `createServiceApp`. */
  readonly liveSessions: { confirm<Caller>(caller: Caller): Promise<Caller> };
  /** Path of a file with the key set, for services in a separate process (`JWKS_FILE`). Written on first use. */
  readonly jwksFile: string;
  admin(userId?: string): string;
  customer(userId?: string): string;
  /** Expired an hour ago. */
  expired(): string;
  /** With the algorithm `none`. */
  algNone(): string;
  /** Signed with the public key as a shared secret. */
  hmac(): string;
  /** Valid, but signed with another key. */
  foreign(): string;
  wrongAudience(): string;
  wrongIssuer(): string;
  /** With an unknown `kid`. */
  unknownKey(): string;
  /** Without the role claim. */
  withoutRole(): string;
  /** The cookie for the files of the admin remote; options change single claims. */
  adminFiles(options?: jsonwebtoken.SignOptions): string;
  cleanUp(): void;
}

const kid = 'test-key';

/** Valid and invalid access tokens, signed with a new key pair (ES256). */
export function testTokens(): TestTokens {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwks = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig' }] };
  let file: string | undefined;

  const sign = (claims: object = {}, options: jsonwebtoken.SignOptions = {}, key: KeyObject = privateKey) =>
    jsonwebtoken.sign({ sub: 'user-1', sid: 'session-1', role: 'user', ...claims }, key, {
      algorithm: 'ES256',
      keyid: kid,
      issuer: 'kinmel-auth',
      audience: 'kinmel',
      expiresIn: 900,
      ...options,
    });

  const unsigned = (header: object) => {
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: 'kinmel-auth',
      aud: 'kinmel',
      sub: 'user-1',
      sid: 'session-1',
      role: 'admin',
      iat: now,
      exp: now + 900,
    };
    return [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  };

  return {
    jwks,
    source: () => Promise.resolve(jwks),
    liveSessions: { confirm: (caller) => Promise.resolve(caller) },
    get jwksFile() {
      if (file === undefined) {
        file = path.join(tmpdir(), `kinmel-test-jwks-${randomBytes(6).toString('hex')}.json`);
        writeFileSync(file, JSON.stringify(jwks));
      }
      return file;
    },
    admin: (userId = 'admin-1') => sign({ sub: userId, role: 'admin' }),
    customer: (userId = 'user-1') => sign({ sub: userId }),
    expired: () => {
      const past = Math.floor(Date.now() / 1000) - 7200;
      return jsonwebtoken.sign(
        {
          iss: 'kinmel-auth',
          aud: 'kinmel',
          sub: 'user-1',
          sid: 's',
          role: 'admin',
          iat: past,
          exp: past + 3600,
        },
        privateKey,
        { algorithm: 'ES256', keyid: kid },
      );
    },
    algNone: () => `${unsigned({ alg: 'none', typ: 'JWT', kid })}.`,
    hmac: () =>
      jsonwebtoken.sign(
        { iss: 'kinmel-auth', aud: 'kinmel', sub: 'user-1', sid: 's', role: 'admin' },
        publicKey.export({ format: 'pem', type: 'spki' }),
        { algorithm: 'HS256', keyid: kid, expiresIn: 900 },
      ),
    foreign: () => sign({ role: 'admin' }, {}, generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey),
    wrongAudience: () => sign({ role: 'admin' }, { audience: 'another-shop' }),
    wrongIssuer: () => sign({ role: 'admin' }, { issuer: 'another-shop' }),
    unknownKey: () => sign({ role: 'admin' }, { keyid: 'never-seen' }),
    withoutRole: () => sign({ role: undefined }),
    // Has the claims of an access token too: only the audience differs.
    adminFiles: (options) => sign({ role: 'admin' }, { audience: 'kinmel-admin-files', ...options }),
    cleanUp() {
      if (file !== undefined) rmSync(file, { force: true });
      file = undefined;
    },
  };
}
