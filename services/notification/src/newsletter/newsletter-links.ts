import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Makes and reads the tokens of newsletter links. Nothing of them is stored: each proves itself. */
export interface NewsletterLinks {
  confirmToken(subscription: { readonly subscriptionId: string; readonly round: number }): string;
  /** The same for the life of a subscription, so that the link of an old mail still ends it. */
  unsubscribeToken(subscription: { readonly subscriptionId: string }): string;
  readConfirmToken(token: string): { readonly subscriptionId: string; readonly round: number } | undefined;
  readUnsubscribeToken(token: string): { readonly subscriptionId: string } | undefined;
}

/** Tokens by HMAC-SHA-256 with a key of their own, derived from the sealing key. */
export function createNewsletterLinks(sealKey: string): NewsletterLinks {
  const key = Buffer.from(
    hkdfSync('sha256', Buffer.from(sealKey, 'base64'), '', 'kinmel newsletter links', 32),
  );
  const proofOf = (purpose: string, text: string) =>
    createHmac('sha256', key).update(`${purpose}.${text}`).digest('base64url');
  const isProof = (proof: string, purpose: string, text: string) => {
    const expected = Buffer.from(proofOf(purpose, text));
    const given = Buffer.from(proof);
    return expected.length === given.length && timingSafeEqual(expected, given);
  };
  return {
    confirmToken: ({ subscriptionId, round }) =>
      `${subscriptionId}.${round}.${proofOf('confirm', `${subscriptionId}.${round}`)}`,
    unsubscribeToken: ({ subscriptionId }) => `${subscriptionId}.${proofOf('unsubscribe', subscriptionId)}`,
    readConfirmToken(token) {
      const [subscriptionId = '', round = '', proof = ''] = token.split('.');
      if (!isProof(proof, 'confirm', `${subscriptionId}.${round}`)) return undefined;
      return { subscriptionId, round: Number(round) };
    },
    readUnsubscribeToken(token) {
      const [subscriptionId = '', proof = ''] = token.split('.');
      return isProof(proof, 'unsubscribe', subscriptionId) ? { subscriptionId } : undefined;
    },
  };
}
