import { timingSafeEqual } from 'node:crypto';
import { derivedKey, keyedToken } from '@kinmel/service-kit';

/**
 * Signs and verifies the tokens of newsletter links by HMAC-SHA-256, with a key derived from the sealing key. They are
 * not stored.
 */
export function createNewsletterLinks(sealKey: string) {
  const key = derivedKey(sealKey, 'kinmel newsletter links');
  const proofOf = (purpose: string, text: string) => keyedToken(key, `${purpose}.${text}`);
  const isProof = (proof: string, purpose: string, text: string) => {
    const expected = Buffer.from(proofOf(purpose, text));
    const actual = Buffer.from(proof);
    return expected.length === actual.length && timingSafeEqual(expected, actual);
  };
  return {
    confirmToken: ({ subscriptionId, round }: { readonly subscriptionId: string; readonly round: number }) =>
      `${subscriptionId}.${round}.${proofOf('confirm', `${subscriptionId}.${round}`)}`,
    /** Must not change, so that the links of old mails work. */
    unsubscribeToken: ({ subscriptionId }: { readonly subscriptionId: string }): string =>
      `${subscriptionId}.${proofOf('unsubscribe', subscriptionId)}`,
    readConfirmToken(token: string): { readonly subscriptionId: string; readonly round: number } | undefined {
      const [subscriptionId = '', round = '', proof = ''] = token.split('.');
      if (!isProof(proof, 'confirm', `${subscriptionId}.${round}`)) return undefined;
      return { subscriptionId, round: Number(round) };
    },
    readUnsubscribeToken(token: string): { readonly subscriptionId: string } | undefined {
      const [subscriptionId = '', proof = ''] = token.split('.');
      return isProof(proof, 'unsubscribe', subscriptionId) ? { subscriptionId } : undefined;
    },
  };
}

export type NewsletterLinks = ReturnType<typeof createNewsletterLinks>;
