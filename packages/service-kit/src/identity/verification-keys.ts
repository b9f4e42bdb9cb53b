import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { ProblemError } from '../http/problem-error.ts';

/** A JSON Web Key Set as auth publishes it: public ES256 keys, each with a `kid`. */
export interface JsonWebKeySet {
  readonly keys: readonly (JsonWebKey & { readonly kid?: string })[];
}

/** The public keys of auth, as every verifier of its tokens needs them. */
export interface VerificationKeys {
  /** Undefined for a key that auth does not have; rejects with `service-unavailable` while auth cannot be asked. */
  find(kid: string): Promise<KeyObject | undefined>;
}

export interface VerificationKeysOptions {
  /**
   * Answers the current key set. Asked at most every five minutes, or for an unknown `kid` every thirty seconds; after a
   * failure every two.
   */
  readonly jwks: () => Promise<JsonWebKeySet>;
  readonly now?: () => number;
}

const keySetAgeMs = 5 * 60_000;
const unknownKeyPauseMs = 30_000;
/** After an attempt that failed nobody can be told anything, so that the next one comes soon. */
const failedPauseMs = 2_000;

/** How far the clocks of two machines may differ before a token counts as expired or as not good yet. */
export const clockToleranceSeconds = 5;
/** What is longer is refused before anything reads it; ours have a few hundred characters. */
export const maxTokenLength = 4096;

const unavailable = (cause: unknown) =>
  new ProblemError('service-unavailable', 'Signing in is not available right now.', undefined, {
    cause,
    retryAfterSeconds: 5,
  });

/** Keeps the key set and asks for it again when it is old or a token names a key that is not in it. */
export function createVerificationKeys({ jwks, now = Date.now }: VerificationKeysOptions): VerificationKeys {
  let keys = new Map<string, KeyObject>();
  let loadedAtMs = Number.NEGATIVE_INFINITY;
  let loading: Promise<void> | undefined;
  let hasFailed = false;

  async function load(): Promise<void> {
    // A refused token must not become a way to flood auth: also a failed attempt starts the pause.
    loadedAtMs = now();
    hasFailed = true;
    const set = await jwks();
    keys = new Map(
      set.keys.flatMap((jwk) => {
        if (jwk.kid === undefined || jwk.kty !== 'EC' || jwk.crv !== 'P-256' || 'd' in jwk) return [];
        return [[jwk.kid, createPublicKey({ key: jwk, format: 'jwk' })] as const];
      }),
    );
    hasFailed = false;
  }

  return {
    async find(kid) {
      // Without a sign: a clock that was set back must not keep the next question waiting until it has caught up.
      const age = Math.abs(now() - loadedAtMs);
      const pauseMs = hasFailed ? failedPauseMs : unknownKeyPauseMs;
      if (age > keySetAgeMs || (!keys.has(kid) && age > pauseMs)) {
        loading ??= load().finally(() => {
          loading = undefined;
        });
      }
      const known = keys.get(kid);
      if (known !== undefined) {
        // A key that is already known goes on working while auth cannot be asked.
        loading?.catch(() => undefined);
        return known;
      }
      if (loading === undefined) {
        // Of a token that auth may well have signed nobody can say that it is bad.
        if (hasFailed) throw unavailable(new Error('the keys could not be asked for a moment ago'));
        return undefined;
      }
      try {
        await loading;
      } catch (error) {
        throw unavailable(error);
      }
      return keys.get(kid);
    },
  };
}
