import { createHash } from 'node:crypto';
import { ProblemError } from '@kinmel/service-kit';
import type { PlaceOrderBody } from './placing-context.ts';

/** What an order is found by when its request comes again, and a digest of what was asked for (O13). */
export interface Key {
  readonly key: string;
  readonly bodyHash: string;
}

const goodKey = /^[\x21-\x7e]{8,128}$/;

/** Undefined: none was given. A header that is no good key is refused. */
export function readKey(header: string | readonly string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header === 'string' && goodKey.test(header)) return header;
  throw new ProblemError(
    'invalid-request',
    'The Idempotency-Key must be 8 to 128 visible characters without spaces.',
    [{ path: 'Idempotency-Key', message: '8 to 128 visible characters' }],
  );
}

/** The body is what its contract made of it, so that the order of its fields and whatever is dropped do not count. */
export const digestOf = (body: PlaceOrderBody) =>
  createHash('sha256').update(JSON.stringify(body)).digest('base64url');

export const keyReused = () =>
  new ProblemError('key-reused', 'This Idempotency-Key was used for another order already.');

export const keyInProgress = () =>
  new ProblemError(
    'key-in-progress',
    'This order is being placed right now. Please wait a moment.',
    undefined,
    {
      retryAfterSeconds: 1,
    },
  );
