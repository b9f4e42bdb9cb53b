import { ProblemError } from '@kinmel/service-kit';

/** What an order is found by when its request comes again, and a digest of what was asked for (O13). */
export interface Key {
  readonly key: string;
  readonly bodyHash: string;
}

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
