import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import jsonwebtoken from 'jsonwebtoken';
import type { z } from 'zod';
import { ProblemError } from '../http/problem-error.ts';

/** The JSON Web Key Set published by auth: public ES256 keys, each with a `kid`. */
export interface JsonWebKeySet {
  readonly keys: readonly (JsonWebKey & { readonly kid?: string })[];
}

/** The public keys of auth, shared by the verifiers of its tokens. */
export type VerificationKeys = ReturnType<typeof createVerificationKeys>;

export interface VerificationKeysOptions {
  /**
   * Fetches the current key set. Called at most every five minutes, for an unknown `kid` every thirty seconds, and
   * after a failure every two seconds.
   */
  readonly jwks: () => Promise<JsonWebKeySet>;
  readonly now?: () => number;
}

const keySetAgeMs = 5 * 60_000;
const unknownKeyPauseMs = 30_000;
/** Short, because tokens cannot be verified meanwhile. */
const failedPauseMs = 2_000;

/** Tolerated difference between the clocks of two machines. */
const clockToleranceSeconds = 5;
/** Longer tokens are refused unread; valid ones have a few hundred characters. */
const maxTokenLength = 4096;

const keysUnavailable = (cause: unknown) =>
  new ProblemError('service-unavailable', 'Signing in is not available right now.', undefined, {
    cause,
    retryAfterSeconds: 5,
  });

/** Caches the key set and reloads it when it is old or a token has an unknown `kid`. */
export function createVerificationKeys({ jwks, now = Date.now }: VerificationKeysOptions) {
  let keys = new Map<string, KeyObject>();
  let loadedAtMs = Number.NEGATIVE_INFINITY;
  let loading: Promise<void> | undefined;
  let hasFailed = false;

  async function load(): Promise<void> {
    // Failed attempts count too, so that invalid tokens cannot flood auth.
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
    /** Undefined for an unknown key; rejects with `service-unavailable` when the keys cannot be loaded. */
    async find(kid: string): Promise<KeyObject | undefined> {
      // Compared by absolute difference, so that a clock that was set back does not delay the next reload.
      const age = Math.abs(now() - loadedAtMs);
      const pauseMs = hasFailed ? failedPauseMs : unknownKeyPauseMs;
      if (age > keySetAgeMs || (!keys.has(kid) && age > pauseMs)) {
        loading ??= load().finally(() => {
          loading = undefined;
        });
      }
      const key = keys.get(kid);
      if (key !== undefined) {
        // Known keys stay usable while auth is unavailable.
        loading?.catch(() => undefined);
        return key;
      }
      if (loading === undefined) {
        // The key may be valid, so the answer is 503 instead of 401.
        if (hasFailed)
          throw keysUnavailable(new Error('the last attempt to load the keys failed a moment ago'));
        return undefined;
      }
      try {
        await loading;
      } catch (error) {
        throw keysUnavailable(error);
      }
      return keys.get(kid);
    },
  };
}

export interface TokenChecks<Claims> {
  readonly keys: VerificationKeys;
  readonly claims: z.ZodType<Claims>;
  readonly audience: 'kinmel' | 'kinmel-admin-files';
  readonly types: readonly string[];
  readonly now: () => number;
}

/**
 * Verifies a token of auth: ES256 only, the key by `kid`, type, issuer and audience pinned, all claims required.
 * Undefined for every token that is not valid now. `goodUntilMs` is a time of `now`.
 */
export async function verifyToken<Claims extends { readonly exp: number }>(
  token: string,
  { keys, claims, audience, types, now }: TokenChecks<Claims>,
): Promise<{ readonly claims: Claims; readonly goodUntilMs: number } | undefined> {
  if (token.length > maxTokenLength) return undefined;
  const header = jsonwebtoken.decode(token, { complete: true })?.header;
  if (header?.alg !== 'ES256' || header.kid === undefined || !types.includes(header.typ ?? ''))
    return undefined;
  const key = await keys.find(header.kid);
  if (key === undefined) return undefined;
  let payload: unknown;
  try {
    payload = jsonwebtoken.verify(token, key, {
      algorithms: ['ES256'],
      issuer: 'kinmel-auth',
      audience,
      clockTolerance: clockToleranceSeconds,
      clockTimestamp: Math.floor(now() / 1000),
    });
  } catch {
    return undefined;
  }
  const { data } = claims.safeParse(payload);
  return data && { claims: data, goodUntilMs: (data.exp + clockToleranceSeconds) * 1000 };
}
