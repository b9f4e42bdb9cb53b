import { adminFilesClaimsSchema } from '@kinmel/contracts';
import jsonwebtoken from 'jsonwebtoken';
import { clockToleranceSeconds, maxTokenLength, type VerificationKeys } from './verification-keys.ts';

/** Checks the cookie that lets an admin's browser load the files of the admin remote. */
export interface AdminFilesVerifier {
  /**
   * Until when the cookie is good, in milliseconds of the clock; undefined when it is not. An access token is no such
   * cookie, and the cookie is no access token: issuer and key are the same, the audience is not.
   */
  verify(cookie: string): Promise<number | undefined>;
}

/** Pins algorithm, type, issuer and audience as the verifier of access tokens does. */
export function createAdminFilesVerifier({
  keys,
  now = Date.now,
}: {
  readonly keys: VerificationKeys;
  readonly now?: () => number;
}): AdminFilesVerifier {
  return {
    async verify(cookie) {
      if (cookie.length > maxTokenLength) return undefined;
      const header = jsonwebtoken.decode(cookie, { complete: true })?.header;
      if (header?.alg !== 'ES256' || header.typ !== 'JWT' || header.kid === undefined) return undefined;
      const key = await keys.find(header.kid);
      if (key === undefined) return undefined;
      let payload: unknown;
      try {
        payload = jsonwebtoken.verify(cookie, key, {
          algorithms: ['ES256'],
          issuer: 'kinmel-auth',
          audience: 'kinmel-admin-files',
          clockTolerance: clockToleranceSeconds,
          clockTimestamp: Math.floor(now() / 1000),
        });
      } catch {
        return undefined;
      }
      const claims = adminFilesClaimsSchema.safeParse(payload);
      return claims.success ? (claims.data.exp + clockToleranceSeconds) * 1000 : undefined;
    },
  };
}
