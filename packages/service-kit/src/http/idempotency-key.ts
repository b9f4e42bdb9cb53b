import { createHash } from 'node:crypto';
import { ProblemError } from './problem-error.ts';

const goodKey = /^[\x21-\x7e]{8,128}$/;

/**
 * Undefined without the header.
 * @throws ProblemError invalid-request for an invalid key
 */
export function readIdempotencyKey(header: string | readonly string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header === 'string' && goodKey.test(header)) return header;
  throw new ProblemError(
    'invalid-request',
    'The Idempotency-Key must be 8 to 128 visible characters without spaces.',
    [{ path: 'Idempotency-Key', message: '8 to 128 visible characters' }],
  );
}

/** A digest of a parsed body, to compare requests with the same key. Parsing has normalised the order of the fields. */
export const digestOf = (body: unknown): string =>
  createHash('sha256').update(JSON.stringify(body)).digest('base64url');
