import { adminFilesClaimsSchema } from '@kinmel/contracts';
import jsonwebtoken from 'jsonwebtoken';
import { clockToleranceSeconds, maxTokenLength, type VerificationKeys } from './verification-keys.ts';

/** Verifies the cookie that lets an admin's browser load the files of the admin remote. */
export interface AdminFilesVerifier {
  /**
   * Undefined for an invalid cookie. Cookie and access token have the same issuer and key but different audiences, so
   * neither can replace the other. Does not check whether the session is still live.
   */
  verify(cookie: string): Promise<AdminFilesPass | undefined>;
}

export interface AdminFilesPass {
  readonly userId: string;
  readonly sessionId: string;
  /** Expiry in epoch milliseconds. */
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
