import { setTimeout as pause } from 'node:timers/promises';
import type { Child } from './child-process.ts';

const maxPauseMs = 500;

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
    pauseMs = Math.min(pauseMs * 1.1, Math.max(maxPauseMs, everyMs));
  }
}

/**
 * Polls until a started process is ready.
 * @param details shown with the last lines of its log when it takes too long
 * @throws with the last lines of its log when it has ended
 */
export async function waitUntilReady(
  { name, child }: { name: string; child: Child },
  isReady: () => Promise<boolean>,
  { withinMs, everyMs, details = () => '' }: { withinMs: number; everyMs?: number; details?: () => string },
): Promise<void> {
  await waitFor(
    async () => {
      if (!child.isRunning) throw new Error(`${name} ${await child.ended}.\n\n${child.lastLines()}`);
      return (await isReady()) || undefined;
    },
    {
      withinMs,
      ...(everyMs === undefined ? {} : { everyMs }),
      failure: () => `${name} was not ready within ${withinMs / 1000} s${details()}.\n\n${child.lastLines()}`,
    },
  );
}
