import { generateKeyPairSync, type JsonWebKey, randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import jsonwebtoken from 'jsonwebtoken';

const kid = 'test-key';

type PublicKeys = { readonly keys: readonly (JsonWebKey & { readonly kid: string })[] };

export type TestTokens = ReturnType<typeof testTokens>;

const rolesOfUser = (userId: string): string[] => {
  const [first, ...roles] = userId.split('.');
  return first === 'staff' ? roles : ['owner'];
};

/** Valid and invalid access tokens, signed with a new key pair (ES256). */
export function testTokens() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwks = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig' }] };
  let file: string | undefined;

  const sign = (
    claims: object = {},
    options: jsonwebtoken.SignOptions = {},
    key: jsonwebtoken.Secret = privateKey,
  ) =>
    jsonwebtoken.sign({ sub: 'user-1', sid: 'session-1', role: 'user', ...claims }, key, {
      algorithm: 'ES256',
      keyid: kid,
      issuer: 'kinmel-auth',
      audience: 'kinmel',
      expiresIn: 900,
      ...options,
    });

  return {
    /** The public key set, as auth publishes it. */
    jwks,
    /** Pass it to `createTokenVerifier`. */
    source: (): Promise<PublicKeys> => Promise.resolve(jwks),
    /**
     * Confirms every session with the role of its token, and with the roles of `staff`; pass it to `createServiceApp`.
     */
    liveSessions: {
      confirm: <Caller extends { readonly userId: string }>(caller: Caller) =>
        Promise.resolve({ ...caller, staffRoles: rolesOfUser(caller.userId) }),
    },
    /** Path of a file with the key set, for services in a separate process (`JWKS_FILE`). Written on first use. */
    get jwksFile() {
      if (file === undefined) {
        file = path.join(tmpdir(), `kinmel-test-jwks-${randomBytes(6).toString('hex')}.json`);
        writeFileSync(file, JSON.stringify(jwks));
      }
      return file;
    },
    admin: (userId = 'admin-1') => sign({ sub: userId, role: 'admin' }),
    /** Staff with these roles; `admin` is the owner. */
    staff: (...roles: readonly string[]) => sign({ sub: `staff.${roles.join('.')}`, role: 'admin' }),
    customer: (userId = 'user-1') => sign({ sub: userId }),
    /** Expired an hour ago. */
    expired: () => sign({ role: 'admin' }, { expiresIn: -3600 }),
    /** Signed with the algorithm `none`. */
    algNone: () => sign({ role: 'admin' }, { algorithm: 'none' }, ''),
    /** Signed with the public key as a shared secret. */
    hmac: () =>
      sign({ role: 'admin' }, { algorithm: 'HS256' }, publicKey.export({ format: 'pem', type: 'spki' })),
    /** Valid, but signed with another key. */
    foreign: () => sign({ role: 'admin' }, {}, generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey),
    wrongAudience: () => sign({ role: 'admin' }, { audience: 'another-shop' }),
    wrongIssuer: () => sign({ role: 'admin' }, { issuer: 'another-shop' }),
    /** Signed with an unknown `kid`. */
    unknownKey: () => sign({ role: 'admin' }, { keyid: 'never-seen' }),
    withoutRole: () => sign({ role: undefined }),
    /** The cookie for the files of the admin remote, with the claims of an access token: only the audience differs. */
    adminFiles: (options?: jsonwebtoken.SignOptions) =>
      sign({ role: 'admin' }, { audience: 'kinmel-admin-files', ...options }),
    cleanUp() {
      if (file !== undefined) rmSync(file, { force: true });
      file = undefined;
    },
  };
}
