import { setTimeout as pause } from 'node:timers/promises';
import { type Logger, ProblemError } from '@kinmel/service-kit';

/** Below what the gateway allows for a whole answer, with what goes before. */
const patienceMs = 4_000;

/**
 * Resolves with the provider's answer, or with `otherwise` when it fails or takes longer than a request may wait. The call itself
 * goes on; `onFailure` is called with its failure, also a late one.
 */
export function waitForProvider<T>(
  work: Promise<T>,
  otherwise: T,
  onFailure: (error: unknown) => void,
): Promise<T> {
  const done = work.catch((error: unknown) => {
    onFailure(error);
    return otherwise;
  });
  return Promise.race([done, pause(patienceMs, otherwise, { ref: false })]);
}

/**
 * For a request that cannot be answered without the provider: resolves with its answer, or rejects with `service-unavailable` when that
 * takes longer than a request may wait. The call itself goes on: the next request or the sweep finds what it did.
 */
export function providerInTime<T>(work: Promise<T>, logger: Logger): Promise<T> {
  let isLate = false;
  work.catch((error: unknown) => {
    if (isLate) logger.warn({ err: error }, 'the payment provider failed after its caller was answered');
  });
  const late = pause(patienceMs, undefined, { ref: false }).then(() => {
    isLate = true;
    throw new ProblemError(
      'service-unavailable',
      'The payment service takes too long to answer. Please try again in a moment.',
      undefined,
      { retryAfterSeconds: 5 },
    );
  });
  return Promise.race([work, late]);
}
