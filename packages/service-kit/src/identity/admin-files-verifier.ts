import { adminFilesClaimsSchema } from '@kinmel/contracts';
import jsonwebtoken from 'jsonwebtoken';
import { clockToleranceSeconds, maxTokenLength, type VerificationKeys } from './verification-keys.ts';

/** Checks the cookie that lets an admin's browser load the files of the admin remote. */
export interface AdminFilesVerifier {
  /**
   * What the cookie says; undefined when it is not good. An access token is no such cookie, and the cookie is no access
   * token: issuer and key are the same, the audience is not. Whether the session still lives, only auth knows.
   */
  verify(cookie: string): Promise<AdminFilesPass | undefined>;
}

export interface AdminFilesPass {
  readonly userId: string;
  readonly sessionId: string;
  /** Until when it is good, in milliseconds of the clock. */
  readonly goodUntilMs: number;
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
      if (!claims.success) return undefined;
      const { sub: userId, sid: sessionId, exp } = claims.data;
      return { userId, sessionId, goodUntilMs: (exp + clockToleranceSeconds) * 1000 };
    },
  };
}
