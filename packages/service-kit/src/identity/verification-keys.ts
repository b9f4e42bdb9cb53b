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
  /** Answers the current key set. Asked at most every five minutes, or for an unknown `kid` every thirty seconds. */
  readonly jwks: () => Promise<JsonWebKeySet>;
  readonly now?: () => number;
}

const keySetAgeMs = 5 * 60_000;
const unknownKeyPauseMs = 30_000;

/** How far the clocks of two machines may differ before a token counts as expired or as not good yet. */
export const clockToleranceSeconds = 5;
/** What is longer is refused before anything reads it; ours have a few hundred characters. */
export const maxTokenLength = 4096;

/** Keeps the key set and asks for it again when it is old or a token names a key that is not in it. */
export function createVerificationKeys({ jwks, now = Date.now }: VerificationKeysOptions): VerificationKeys {
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

  return {
    async find(kid) {
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
    },
  };
}
