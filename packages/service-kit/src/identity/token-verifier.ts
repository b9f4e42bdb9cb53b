import { accessTokenClaimsSchema } from '@kinmel/contracts';
import jsonwebtoken from 'jsonwebtoken';
import { ProblemError } from '../http/problem-error.ts';
import {
  clockToleranceSeconds,
  createVerificationKeys,
  type JsonWebKeySet,
  maxTokenLength,
  type VerificationKeys,
} from './verification-keys.ts';

/** The caller according to a verified access token. */
export interface Identity {
  readonly userId: string;
  readonly sessionId: string;
  readonly role: 'user' | 'admin';
  /** Set for staff only, from auth's current data; tokens contain no name. */
  readonly name?: string;
}

export interface TokenVerifier {
  /** Rejects with the problem `not-signed-in` for an invalid or expired token. */
  verify(token: string): Promise<Identity>;
}

export interface TokenVerifierOptions {
  /** Fetches the current key set; see `createVerificationKeys`. */
  readonly jwks: () => Promise<JsonWebKeySet>;
  /** Keys shared with another verifier; by default those of `jwks`. */
  readonly keys?: VerificationKeys;
  readonly now?: () => number;
  /** Maximum number of verified tokens that are cached until they expire. */
  readonly maxRemembered?: number;
}

const refused = (cause?: unknown) =>
  new ProblemError('not-signed-in', 'Please sign in to continue.', undefined, { cause });

/**
 * Verifies access tokens: ES256 only, key by `kid`, fixed issuer and audience, all claims required. Verified tokens are
 * cached until they expire.
 */
export function createTokenVerifier({
  jwks,
  now = Date.now,
  keys = createVerificationKeys({ jwks, now }),
  maxRemembered = 10_000,
}: TokenVerifierOptions): TokenVerifier {
  const remembered = new Map<string, { identity: Identity; expiresAtMs: number }>();

  function remember(token: string, identity: Identity, expiresAtMs: number): void {
    remembered.set(token, { identity, expiresAtMs });
    if (remembered.size > maxRemembered) {
      const oldest = remembered.keys().next().value;
      if (oldest !== undefined) remembered.delete(oldest);
    }
  }

  return {
    async verify(token) {
      const known = remembered.get(token);
      if (known) {
        if (known.expiresAtMs > now()) return known.identity;
        remembered.delete(token);
      }
      if (token.length > maxTokenLength) throw refused();
      const header = jsonwebtoken.decode(token, { complete: true })?.header;
      if (header?.alg !== 'ES256' || header.kid === undefined) throw refused();
      if (header.typ !== 'JWT' && header.typ !== 'at+jwt') throw refused();
      const key = await keys.find(header.kid);
      if (key === undefined) throw refused();
      let payload: unknown;
      try {
        payload = jsonwebtoken.verify(token, key, {
          algorithms: ['ES256'],
          issuer: 'kinmel-auth',
          audience: 'kinmel',
          clockTolerance: clockToleranceSeconds,
          clockTimestamp: Math.floor(now() / 1000),
        });
      } catch (error) {
        throw refused(error);
      }
      const claims = accessTokenClaimsSchema.safeParse(payload);
      if (!claims.success) throw refused(claims.error);
      const identity: Identity = {
        userId: claims.data.sub,
        sessionId: claims.data.sid,
        role: claims.data.role,
      };
      remember(token, identity, (claims.data.exp + clockToleranceSeconds) * 1000);
      return identity;
    },
  };
}
