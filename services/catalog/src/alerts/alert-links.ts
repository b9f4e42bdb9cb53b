import { createHmac, hash, hkdfSync } from 'node:crypto';
import { seal } from '@kinmel/service-kit';

/**
 * The tokens of alerts' links, derived from the id by a key that is derived from the sealing key, so that later mails
 * can contain the link although only a hash is stored (A4).
 */
export function createAlertLinks(sealKey: string) {
  const key = Buffer.from(hkdfSync('sha256', Buffer.from(sealKey, 'base64'), '', 'kinmel alert links', 32));
  const tokenOf = (id: string) => createHmac('sha256', key).update(id).digest('base64url');
  /** The stored hash of a token. */
  const hashOf = (token: string) => hash('sha256', token, 'base64url');
  return {
    tokenOf,
    hashOf,
    /** The token, encrypted for notification (decision 11). */
    sealedTokenOf: (id: string) => seal(tokenOf(id), sealKey),
  };
}

export type AlertLinks = ReturnType<typeof createAlertLinks>;
