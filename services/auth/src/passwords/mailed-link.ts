import { seal } from '@kinmel/service-kit';
import type { ResetLink } from '../accounts/users.store.ts';
import type { AuthContext } from '../auth-context.ts';
import { hashOf, newSecret } from '../sessions/tokens/refresh-token.ts';

/** A link to choose a password: the part that the account stores, and the event's fields with the sealed token. */
export function newMailedLink(
  { now, mailSealKey }: Pick<AuthContext, 'now' | 'mailSealKey'>,
  validMs: number,
) {
  const token = newSecret();
  const expiresAt = new Date(now().getTime() + validMs);
  const link: ResetLink = { tokenHash: hashOf(token), expiresAt, usedAt: null };
  return { link, eventFields: { sealedToken: seal(token, mailSealKey), expiresAt: expiresAt.toISOString() } };
}
