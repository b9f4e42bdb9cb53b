import { setTimeout as pause } from 'node:timers/promises';

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
