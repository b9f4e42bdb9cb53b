import { z } from 'zod';

/** The claims of an access token (ES256). `sub` is the user id. */
export const accessTokenClaimsSchema = z.object({
  iss: z.literal('kinmel-auth'),
  aud: z.literal('kinmel'),
  sub: z.string().min(1).max(64),
  sid: z.string().min(1).max(64),
  role: z.enum(['user', 'admin']),
  iat: z.int(),
  exp: z.int(),
});

export type AccessTokenClaims = z.output<typeof accessTokenClaimsSchema>;

/**
 * The claims of the cookie `kinmel-admin-files` (`__Host-kinmel-admin-files` over https), with which an admin's browser
 * may load the files of the admin remote. It ends with the session `sid`.
 */
export const adminFilesClaimsSchema = accessTokenClaimsSchema
  .omit({ role: true })
  .extend({ aud: z.literal('kinmel-admin-files') });

export type AdminFilesClaims = z.output<typeof adminFilesClaimsSchema>;
