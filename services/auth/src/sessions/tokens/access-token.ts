import type { AccessTokenClaims, AdminFilesClaims } from '@kinmel/contracts';
import jsonwebtoken from 'jsonwebtoken';
import type { SigningKeys } from '../../keys/signing-keys.ts';

interface TokenOptions {
  readonly keys: SigningKeys;
  readonly now: Date;
  readonly seconds: number;
}

/** The access token. Its claims are signed but not encrypted. */
export const issueAccessToken = (
  { userId, sessionId, role }: { userId: string; sessionId: string; role: 'user' | 'admin' },
  options: TokenOptions,
): Promise<string> =>
  sign<AccessTokenClaims>({ aud: 'kinmel', sub: userId, sid: sessionId, role }, 'at+jwt', options);

/** Gives access to the admin remote's files only: it has another audience and no role. */
export const issueFilesToken = (
  { userId, sessionId }: { userId: string; sessionId: string },
  options: TokenOptions,
): Promise<string> =>
  sign<AdminFilesClaims>({ aud: 'kinmel-admin-files', sub: userId, sid: sessionId }, 'JWT', options);

async function sign<Claims extends AccessTokenClaims | AdminFilesClaims>(
  claims: Omit<Claims, 'iss' | 'iat' | 'exp'>,
  typ: string,
  { keys, now, seconds }: TokenOptions,
): Promise<string> {
  const { kid, privateKey } = await keys.current();
  const iat = Math.floor(now.getTime() / 1000);
  const header = { alg: 'ES256', kid, typ };
  return jsonwebtoken.sign({ iss: 'kinmel-auth', ...claims, iat, exp: iat + seconds }, privateKey, {
    algorithm: 'ES256',
    header,
  });
}
