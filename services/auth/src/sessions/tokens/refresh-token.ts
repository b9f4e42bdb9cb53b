import { createHmac, hash, randomBytes } from 'node:crypto';

/** The storage half of a refresh token, taken apart. To the outside it is one opaque text. */
export interface RefreshToken {
  readonly sessionId: string;
  /** The how-manieth token of its family. */
  readonly generation: number;
  /** 32 bytes, base64url. */
  readonly secret: string;
}

const pattern = /^([\w-]{22})\.(\d{1,9})\.([\w-]{43})$/;

export function parseRefreshToken(text: string): RefreshToken | undefined {
  const [, sessionId, generation, secret] = pattern.exec(text) ?? [];
  if (sessionId === undefined || secret === undefined) return undefined;
  return { sessionId, generation: Number(generation), secret };
}

export function formatRefreshToken({ sessionId, generation, secret }: RefreshToken): string {
  return `${sessionId}.${generation}.${secret}`;
}

/** 128 random bits; unguessable, but not a secret: it is in access tokens. */
export const newSessionId = (): string => randomBytes(16).toString('base64url');

/** 256 random bits, base64url: the first token of a family, a cookie half, the token of a reset link. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** What is stored of a secret. A secret has 256 bits, so that a plain hash is enough. */
export const hashOf = (secret: string): string => hash('sha256', secret, 'base64url');

/**
 * The token that follows. It comes from the one before and a secret of this service, so that two tabs that use one token at
 * once are given the same next one, without any token being stored.
 */
export function nextToken(
  { sessionId, generation, secret }: RefreshToken,
  rotationSecret: Buffer,
): RefreshToken {
  return {
    sessionId,
    generation: generation + 1,
    secret: createHmac('sha256', rotationSecret)
      .update(`${sessionId}.${generation + 1}.${secret}`)
      .digest('base64url'),
  };
}

/** No family lives long enough for more; a bound on the work that an old token can cause. */
const maxSteps = 10_000;

/** The token of a later generation that follows from this one; undefined when that is too far or not later. */
export function tokenOfGeneration(
  token: RefreshToken,
  generation: number,
  rotationSecret: Buffer,
): RefreshToken | undefined {
  if (generation < token.generation || generation - token.generation > maxSteps) return undefined;
  let current = token;
  while (current.generation < generation) current = nextToken(current, rotationSecret);
  return current;
}

/** How long the token before the good one still brings the good one: two tabs, or an answer that got lost (rule S3). */
export const graceMs = 10_000;

/** When a token of this generation was replaced, as far as the session still knows. */
export function replacedAt(
  session: { readonly generation: number; readonly rotatedAt: readonly Date[] },
  generation: number,
): Date | undefined {
  return session.rotatedAt.at(generation - session.generation);
}
