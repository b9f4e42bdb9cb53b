import { setTimeout as pause } from 'node:timers/promises';

/** Asks again and again until the answer is not undefined; after `withinMs` it throws the sentence of `failure`. */
export async function waitFor<T>(
  ask: () => Promise<T | undefined> | T | undefined,
  { withinMs, everyMs = 50, failure }: { withinMs: number; everyMs?: number; failure: () => string },
): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > deadline) throw new Error(failure());
    await pause(everyMs);
  }
}
