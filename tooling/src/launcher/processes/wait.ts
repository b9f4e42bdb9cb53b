import { setTimeout as pause } from 'node:timers/promises';

const longestPauseMs = 500;

/**
 * Polls until the result is not undefined, at first every `everyMs`, then less often. After `withinMs` it throws with
 * the text of `failure`.
 */
export async function waitFor<T>(
  ask: () => Promise<T | undefined> | T | undefined,
  { withinMs, everyMs = 50, failure }: { withinMs: number; everyMs?: number; failure: () => string },
): Promise<T> {
  const deadline = Date.now() + withinMs;
  let pauseMs = everyMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > deadline) throw new Error(failure());
    await pause(pauseMs);
    pauseMs = Math.min(pauseMs * 1.1, Math.max(longestPauseMs, everyMs));
  }
}
