import { setTimeout as pause } from 'node:timers/promises';

/**
 * Calls `check` until it neither throws nor returns false, and resolves with its result. Rejects with the last error
 * after `withinMs`.
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  withinMs = 10_000,
): Promise<Exclude<T, false>> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    try {
      const answer = await check();
      if (answer !== false) return answer as Exclude<T, false>;
      if (Date.now() > deadline) throw new Error(`Not true within ${withinMs} ms.`);
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    await pause(20);
  }
}
