import { createHmac, hash } from 'node:crypto';
import { seal } from '@kinmel/service-kit';
import type { RequestState } from '../requests/request.rules.ts';
import type { AnyKind } from '../requests/requests.store.ts';

type Kind = Pick<AnyKind, 'kind' | 'linkLetter'>;
type Linked = Pick<RequestState, 'id' | 'linkGeneration'>;

/**
 * The secret links of requests (T1). A token follows from its request by a key that no database holds, so that each later mail
 * can carry the link again although only a hash of the token is stored.
 */
export interface RequestLinks {
  /** `/tracking/<token>`: where the holder follows the request. */
  linkOf(kind: Kind, request: Linked): string;
  /** What is stored of the token. */
  hashOf(kind: Kind, request: Linked): string;
  /** The token, sealed for the mailer (decision 11). */
  sealedTokenOf(kind: Kind, request: Linked): string;
  /** Which kind a token is of, and the hash that its request is found by; undefined for what is no token. */
  read(token: string): { readonly kind: AnyKind['kind']; readonly tokenHash: string } | undefined;
}

const storedAs = (token: string) => hash('sha256', token, 'base64url');

/**
 * @param trackingKey 32 bytes as base64; with another one all links that were sent are dead
 * @param mailSealKey the key of what only the mailer may read
 */
export function createRequestLinks(
  kinds: readonly Kind[],
  trackingKey: string,
  mailSealKey: string,
): RequestLinks {
  const key = Buffer.from(trackingKey, 'base64');
  const tokenOf = ({ kind, linkLetter }: Kind, { id, linkGeneration }: Linked) =>
    linkLetter + createHmac('sha256', key).update(`${kind}:${id}:${linkGeneration}`).digest('base64url');
  return {
    linkOf: (kind, request) => `/tracking/${tokenOf(kind, request)}`,
    hashOf: (kind, request) => storedAs(tokenOf(kind, request)),
    sealedTokenOf: (kind, request) => seal(tokenOf(kind, request), mailSealKey),
    read(token) {
      const found = kinds.find(({ linkLetter }) => token.startsWith(linkLetter));
      return found && { kind: found.kind, tokenHash: storedAs(token) };
    },
  };
}
