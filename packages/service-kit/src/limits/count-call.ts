import type { RateLimiterRes } from 'rate-limiter-flexible';
import { ProblemError } from '../http/problem-error.ts';

/** The count of a key within its window, with the rest of the window in milliseconds. */
export type CountState = Pick<RateLimiterRes, 'consumedPoints' | 'msBeforeNext'>;

/**
 * A limiter of rate-limiter-flexible: rejects with an `Error` when it cannot count, and with its state when over the
 * limit.
 */
export interface CallCounter {
  consume(key: string): Promise<CountState>;
}

/** Counts a call of a key. Rejects when it cannot be counted. */
export async function countCall(
  counter: CallCounter,
  key: string,
): Promise<{ readonly isOver: boolean; readonly state: CountState }> {
  try {
    return { isOver: false, state: await counter.consume(key) };
  } catch (error) {
    if (!isCountState(error)) throw error;
    return { isOver: true, state: error };
  }
}

/** The text of a refusal: when to try again, such as "in 5 minutes", and an alternative. */
export type RefusalText = (when: string) => string;

/** Like `countCall`, but rejects with 429 and `Retry-After` when over the limit. */
export async function countOrRefuse(counter: CallCounter, key: string, text: RefusalText): Promise<void> {
  const { isOver, state } = await countCall(counter, key);
  if (isOver) throw tooManyCalls(text, state.msBeforeNext);
}

/** "in a minute", "in 5 minutes", "in an hour". */
export function durationText(ms: number): string {
  const minutes = Math.ceil(ms / 60_000);
  if (minutes >= 60) return 'in an hour';
  return minutes <= 1 ? 'in a minute' : `in ${minutes} minutes`;
}

/** 429 with `Retry-After` in whole seconds (RFC 9110, 10.2.3), at least one. */
export function tooManyCalls(text: RefusalText, msBeforeNext: number): ProblemError {
  return new ProblemError('too-many-requests', text(durationText(msBeforeNext)), undefined, {
    retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
  });
}

const isCountState = (thrown: unknown): thrown is CountState =>
  typeof thrown === 'object' && thrown !== null && !(thrown instanceof Error) && 'msBeforeNext' in thrown;
