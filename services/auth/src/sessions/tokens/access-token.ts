import type { AccessTokenClaims, AdminFilesClaims } from '@kinmel/contracts';
import jsonwebtoken from 'jsonwebtoken';
import type { SigningKeys } from '../../keys/signing-keys.ts';

interface TokenOptions {
  readonly keys: SigningKeys;
  readonly now: Date;
  readonly seconds: number;
}

/** A short-lived proof of who is calling; what is in it, everybody can read. */
export async function issueAccessToken(
  { userId, sessionId, role }: { userId: string; sessionId: string; role: 'user' | 'admin' },
  { keys, now, seconds }: TokenOptions,
): Promise<string> {
  const iat = Math.floor(now.getTime() / 1000);
  const claims: AccessTokenClaims = {
    iss: 'kinmel-auth',
    aud: 'kinmel',
    sub: userId,
    sid: sessionId,
    role,
    iat,
    exp: iat + seconds,
  };
  return sign(claims, 'at+jwt', keys);
}

/** What opens the admin remote's files, and nothing else: another audience, and no role. */
export async function issueFilesToken(
  { userId, sessionId }: { userId: string; sessionId: string },
  { keys, now, seconds }: TokenOptions,
): Promise<string> {
  const iat = Math.floor(now.getTime() / 1000);
  const claims: AdminFilesClaims = {
    iss: 'kinmel-auth',
    aud: 'kinmel-admin-files',
    sub: userId,
    sid: sessionId,
    iat,
    exp: iat + seconds,
  };
  return sign(claims, 'JWT', keys);
}

async function sign(claims: object, typ: string, keys: SigningKeys): Promise<string> {
  const { kid, privateKey } = await keys.current();
  return jsonwebtoken.sign(claims, privateKey, { algorithm: 'ES256', header: { alg: 'ES256', kid, typ } });
}
