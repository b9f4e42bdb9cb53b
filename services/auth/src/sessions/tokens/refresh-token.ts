import { createHmac, hash, randomBytes } from 'node:crypto';

/** The parsed storage half of a refresh token; clients treat it as opaque. */
export interface RefreshToken {
  readonly sessionId: string;
  /** Number of the token in its family. */
  readonly generation: number;
  /** 32 bytes, base64url. */
  readonly secret: string;
}

const tokenPattern = /^([\w-]{22})\.(\d{1,9})\.([\w-]{43})$/;

export function parseRefreshToken(text: string): RefreshToken | undefined {
  const [, sessionId, generation, secret] = tokenPattern.exec(text) ?? [];
  if (sessionId === undefined || secret === undefined) return undefined;
  return { sessionId, generation: Number(generation), secret };
}

export function formatRefreshToken({ sessionId, generation, secret }: RefreshToken): string {
  return `${sessionId}.${generation}.${secret}`;
}

/** 128 random bits. Not secret: access tokens contain it. */
export const newSessionId = (): string => randomBytes(16).toString('base64url');

/** 256 random bits, base64url, used for the first token, cookie halves and reset links. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** A plain hash is enough for 256 random bits. */
export const hashOf = (secret: string): string => hash('sha256', secret, 'base64url');

/**
 * The next token. It is derived from the previous one and a secret of this service, so that two tabs that use one token
 * concurrently get the same next token, and no token is stored.
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

/** Limits the computation for an old token; no family has more generations. */
const maxSteps = 10_000;

/** The token of a later generation; undefined when the generation is earlier or too far ahead. */
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

/** How long a replaced token returns the current one: concurrent tabs, or a lost answer (rule AUTH-S3). */
export const graceMs = 10_000;

/** The time when a token of this generation was replaced, if it is still stored. */
export function replacedAt(
  session: { readonly generation: number; readonly rotatedAt: readonly Date[] },
  generation: number,
): Date | undefined {
  return session.rotatedAt.at(generation - session.generation);
}
