import { setTimeout as pause } from 'node:timers/promises';
import { type Logger, ProblemError } from '@kinmel/service-kit';

/** Below the gateway's time limit. */
const timeoutMs = 4_000;

/**
 * Resolves with `fallback` when the call fails or times out. The call continues; `onFailure` is also called for
 * a late failure.
 */
export function waitForProvider<T>(
  work: Promise<T>,
  fallback: T,
  onFailure: (error: unknown) => void,
): Promise<T> {
  const result = work.catch((error: unknown) => {
    onFailure(error);
    return fallback;
  });
  return Promise.race([result, pause(timeoutMs, fallback, { ref: false })]);
}

/**
 * Rejects with `service-unavailable` when the call times out. The call continues; the next request or the sweep
 * finds its result.
 */
export function withProviderTimeout<T>(work: Promise<T>, logger: Logger): Promise<T> {
  let isLate = false;
  work.catch((error: unknown) => {
    if (isLate) logger.warn({ err: error }, 'the payment provider failed after the request was answered');
  });
  const timeout = pause(timeoutMs, undefined, { ref: false }).then(() => {
    isLate = true;
    throw new ProblemError(
      'service-unavailable',
      'The payment service takes too long to answer. Please try again in a moment.',
      undefined,
      { retryAfterSeconds: 5 },
    );
  });
  return Promise.race([work, timeout]);
}
