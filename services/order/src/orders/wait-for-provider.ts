import { setTimeout as pause } from 'node:timers/promises';
import { type Logger, ProblemError } from '@kinmel/service-kit';

/** Below what the gateway allows for a whole answer, with what goes before. */
const patienceMs = 4_000;

/**
 * What the payment provider comes to, or `otherwise` when it fails or takes longer than somebody who waits for an answer of ours
 * should wait. What it does after that is done all the same; `onFailure` hears why it failed, whenever it does.
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
 * For whoever cannot be answered without the provider: what it comes to, or a rejection with `service-unavailable` when it takes
 * longer than a request may wait, so that neither a caller nor the end of the process waits for a provider that hangs. It goes
 * on all the same: what it does later is found by the next request or by the sweep.
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
