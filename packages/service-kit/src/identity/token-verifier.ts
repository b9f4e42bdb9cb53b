import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { accessTokenClaimsSchema } from '@kinmel/contracts';
import jsonwebtoken from 'jsonwebtoken';
import { ProblemError } from '../http/problem-error.ts';

/** Who is calling, as a verified access token says. */
export interface Identity {
  readonly userId: string;
  readonly sessionId: string;
  readonly role: 'user' | 'admin';
}

/** A JSON Web Key Set as auth publishes it: public ES256 keys, each with a `kid`. */
export interface JsonWebKeySet {
  readonly keys: readonly (JsonWebKey & { readonly kid?: string })[];
}

export interface TokenVerifier {
  /** Resolves with the identity; rejects with the problem `not-signed-in` for every token that is not good now. */
  verify(token: string): Promise<Identity>;
}

export interface TokenVerifierOptions {
  /** Answers the current key set. Asked at most every five minutes, or for an unknown `kid` every thirty seconds. */
  readonly jwks: () => Promise<JsonWebKeySet>;
  readonly now?: () => number;
  /** How many verified tokens are remembered until they expire. */
  readonly maxRemembered?: number;
}

const keySetAgeMs = 5 * 60_000;
const unknownKeyPauseMs = 30_000;
const clockToleranceSeconds = 5;
const maxTokenLength = 4096;

const refused = (cause?: unknown) =>
  new ProblemError('not-signed-in', 'Please sign in to continue.', undefined, { cause });

/**
 * Verifies access tokens (design, section 4): ES256 only, the key by `kid` from the key set, issuer and audience
 * pinned, all claims required. A good token is remembered until it expires, so that it costs microseconds.
 */
export function createTokenVerifier({
  jwks,
  now = Date.now,
  maxRemembered = 10_000,
}: TokenVerifierOptions): TokenVerifier {
  const remembered = new Map<string, { identity: Identity; expiresAtMs: number }>();
  let keys = new Map<string, KeyObject>();
  let loadedAtMs = Number.NEGATIVE_INFINITY;
  let loading: Promise<void> | undefined;

  async function load(): Promise<void> {
    // A refused token must not become a way to flood auth: also a failed attempt starts the pause.
    loadedAtMs = now();
    const set = await jwks();
    keys = new Map(
      set.keys.flatMap((jwk) => {
        if (jwk.kid === undefined || jwk.kty !== 'EC' || jwk.crv !== 'P-256' || 'd' in jwk) return [];
        return [[jwk.kid, createPublicKey({ key: jwk, format: 'jwk' })] as const];
      }),
    );
  }

  async function keyOf(kid: string): Promise<KeyObject | undefined> {
    const age = now() - loadedAtMs;
    if (age > keySetAgeMs || (!keys.has(kid) && age > unknownKeyPauseMs)) {
      loading ??= load().finally(() => {
        loading = undefined;
      });
    }
    const known = keys.get(kid);
    if (known !== undefined || loading === undefined) {
      // A key that is already known goes on working while auth cannot be asked.
      loading?.catch(() => undefined);
      return known;
    }
    try {
      await loading;
    } catch (error) {
      throw new ProblemError('service-unavailable', 'Signing in is not available right now.', undefined, {
        cause: error,
        retryAfterSeconds: 5,
      });
    }
    return keys.get(kid);
  }

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
      const key = await keyOf(header.kid);
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
