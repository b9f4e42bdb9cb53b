import { ProblemError } from '../http/problem-error.ts';

/** How often a key was counted within its time. */
export interface CountState {
  readonly consumedPoints: number;
  /** Until the count begins anew, in milliseconds. */
  readonly msBeforeNext: number;
}

/** A limiter of rate-limiter-flexible: rejects with an `Error` when it cannot count, and with its state when it is one too many. */
export interface CallCounter {
  consume(key: string): Promise<CountState>;
}

/** Counts one call of a key, and says whether it is one too many. Rejects when it cannot be counted. */
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

/** The same for who is refused by it: rejects with 429 and `Retry-After` when it is one too many. */
export async function countOrRefuse(counter: CallCounter, key: string, message: string): Promise<void> {
  const { isOver, state } = await countCall(counter, key);
  if (isOver) throw tooManyCalls(message, state.msBeforeNext);
}

/** 429 with `Retry-After` in whole seconds (RFC 9110, 10.2.3), at least one. */
export function tooManyCalls(message: string, msBeforeNext: number): ProblemError {
  return new ProblemError('too-many-requests', message, undefined, {
    retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
  });
}

const isCountState = (thrown: unknown): thrown is CountState =>
  typeof thrown === 'object' && thrown !== null && !(thrown instanceof Error) && 'msBeforeNext' in thrown;
