import type { AccessTokenClaims, AdminFilesClaims } from '@kinmel/contracts';
import jsonwebtoken from 'jsonwebtoken';
import type { SigningKeys } from '../../keys/signing-keys.ts';

interface TokenOptions {
  readonly keys: SigningKeys;
  readonly now: Date;
  readonly seconds: number;
}

/** The access token. Its claims are readable by everyone. */
export const issueAccessToken = (
  { userId, sessionId, role }: { userId: string; sessionId: string; role: 'user' | 'admin' },
  options: TokenOptions,
): Promise<string> => {
  const claims = { iss: 'kinmel-auth', aud: 'kinmel', sub: userId, sid: sessionId, role } as const;
  return sign(claims satisfies Omit<AccessTokenClaims, Times>, 'at+jwt', options);
};

/** Opens the admin remote's files only: it has another audience and no role. */
export const issueFilesToken = (
  { userId, sessionId }: { userId: string; sessionId: string },
  options: TokenOptions,
): Promise<string> => {
  const claims = { iss: 'kinmel-auth', aud: 'kinmel-admin-files', sub: userId, sid: sessionId } as const;
  return sign(claims satisfies Omit<AdminFilesClaims, Times>, 'JWT', options);
};

type Times = 'iat' | 'exp';

async function sign(claims: object, typ: string, { keys, now, seconds }: TokenOptions): Promise<string> {
  const { kid, privateKey } = await keys.current();
  const iat = Math.floor(now.getTime() / 1000);
  const header = { alg: 'ES256', kid, typ };
  return jsonwebtoken.sign({ ...claims, iat, exp: iat + seconds }, privateKey, {
    algorithm: 'ES256',
    header,
  });
}
