import { accessTokenClaimsSchema } from '@kinmel/contracts';
import { LRUCache } from 'lru-cache';
import { ProblemError } from '../http/problem-error.ts';
import {
  createVerificationKeys,
  type JsonWebKeySet,
  type VerificationKeys,
  verifyToken,
} from './verification-keys.ts';

/** The caller, from a verified access token. */
export interface Identity {
  readonly userId: string;
  readonly sessionId: string;
  readonly role: 'user' | 'admin';
  /** Set for staff only, from auth's current data. */
  readonly staffRoles?: readonly string[];
  /** When the password was last entered in this session, for staff; undefined when auth does not say. */
  readonly provedAt?: Date;
  /** Staff who need a passkey and did not use one in this session; then `staffRoles` is empty. */
  readonly needsPasskey?: boolean;
  /** Set for staff only, from auth's current data; tokens contain no name. */
  readonly name?: string;
  /** Set together with the name. */
  readonly email?: string;
}

export interface TokenVerifier {
  /**
   * Rejects with the problem `not-signed-in` for an invalid or expired token.
   * @param isBackground for a verifier that asks auth: the request does not count as activity of its person (AUTH-S9)
   */
  readonly verify: (token: string, isBackground?: boolean) => Promise<Identity>;
}

export interface TokenVerifierOptions {
  /** See `createVerificationKeys`. */
  readonly jwks: () => Promise<JsonWebKeySet>;
  /** Shared with another verifier; by default created from `jwks`. */
  readonly keys?: VerificationKeys;
  readonly now?: () => number;
  /** Size of the cache of verified tokens. */
  readonly maxRemembered?: number;
}

/** Verifies access tokens. A valid token is cached until it expires, so that later checks take microseconds. */
export function createTokenVerifier({
  jwks,
  now = Date.now,
  keys = createVerificationKeys({ jwks, now }),
  maxRemembered = 10_000,
}: TokenVerifierOptions): TokenVerifier {
  const cache = new LRUCache<string, { identity: Identity; expiresAtMs: number }>({
    max: maxRemembered,
  });

  return {
    async verify(token): Promise<Identity> {
      const entry = cache.get(token);
      if (entry && entry.expiresAtMs > now()) return entry.identity;
      const verified = await verifyToken(token, {
        keys,
        claims: accessTokenClaimsSchema,
        audience: 'kinmel',
        types: ['JWT', 'at+jwt'],
        now,
      });
      if (verified === undefined) throw new ProblemError('not-signed-in', 'Please sign in to continue.');
      const { sub: userId, sid: sessionId, role } = verified.claims;
      const identity: Identity = { userId, sessionId, role };
      cache.set(token, { identity, expiresAtMs: verified.goodUntilMs });
      return identity;
    },
  };
}
