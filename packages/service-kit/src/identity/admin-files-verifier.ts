import { adminFilesClaimsSchema } from '@kinmel/contracts';
import { type VerificationKeys, verifyToken } from './verification-keys.ts';

export type AdminFilesVerifier = ReturnType<typeof createAdminFilesVerifier>;

/** Verifies the cookie that lets an admin's browser load the files of the admin remote. */
export function createAdminFilesVerifier({
  keys,
  now = Date.now,
}: {
  readonly keys: VerificationKeys;
  readonly now?: () => number;
}) {
  return {
    /**
     * Undefined for an invalid cookie. Cookie and access token have the same issuer and key but different audiences, so
     * neither can replace the other. Does not check whether the session is still live. `goodUntilMs` is in
     * epoch milliseconds.
     */
    async verify(cookie: string) {
      const checks = {
        keys,
        claims: adminFilesClaimsSchema,
        audience: 'kinmel-admin-files',
        types: ['JWT'],
        now,
      } as const;
      const verified = await verifyToken(cookie, checks);
      if (verified === undefined) return undefined;
      const { claims, goodUntilMs } = verified;
      return { userId: claims.sub, sessionId: claims.sid, goodUntilMs };
    },
  };
}
