import { keyedToken, seal, storedToken } from '@kinmel/service-kit';
import type { RequestState } from '../requests/request.rules.ts';
import type { AnyKind } from '../requests/requests.store.ts';

type Kind = Pick<AnyKind, 'kind' | 'linkLetter'>;
type Linked = Pick<RequestState, 'id' | 'linkGeneration'>;

/**
 * Tracking links (SR-T1). A token is derived from its request and a key outside the database, so that later mails can
 * contain the link although only a hash is stored.
 * @param trackingKey 32 bytes, base64; a new key invalidates all links
 * @param mailSealKey encrypts for notification
 */
export function createRequestLinks(kinds: readonly Kind[], trackingKey: string, mailSealKey: string) {
  const key = Buffer.from(trackingKey, 'base64');
  const tokenOf = ({ kind, linkLetter }: Kind, { id, linkGeneration }: Linked) =>
    linkLetter + keyedToken(key, `${kind}:${id}:${linkGeneration}`);
  return {
    /** `/request-links/<token>`. */
    linkOf: (kind: Kind, request: Linked) => `/request-links/${tokenOf(kind, request)}`,
    /** The stored hash of the token. */
    hashOf: (kind: Kind, request: Linked) => storedToken(tokenOf(kind, request)),
    /** The token, encrypted for notification (decision 11). */
    sealedTokenOf: (kind: Kind, request: Linked) => seal(tokenOf(kind, request), mailSealKey),
    /** The kind and hash of a token; undefined for an invalid one. */
    read(token: string) {
      const kind = kinds.find(({ linkLetter }) => token.startsWith(linkLetter));
      return kind && { kind: kind.kind, tokenHash: storedToken(token) };
    },
  };
}

export type RequestLinks = ReturnType<typeof createRequestLinks>;
