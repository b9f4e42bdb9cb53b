import { ProblemError } from '@kinmel/service-kit';

/** How long a buyer waits for an order at most: within three seconds something is said (D-02), and the gateway waits longer. */
const placingMs = 2_700;

/**
 * The time that one order has from the request to its write. When it is over the buyer is answered; what is still under way then
 * must not begin its next step.
 */
export class TimeLimit {
  /** Rejects when the time is over, unless it was stopped before. */
  readonly over: Promise<never>;
  readonly #problem: ProblemError;
  readonly #end: () => void;
  #timer: NodeJS.Timeout;
  #isOver = false;

  constructor(problem: ProblemError) {
    this.#problem = problem;
    const { promise, reject } = Promise.withResolvers<never>();
    this.over = promise;
    this.#end = () => {
      this.#isOver = true;
      reject(problem);
    };
    this.#timer = setTimeout(this.#end, placingMs);
  }

  /** Gives the whole time again: for whoever had to wait for another instance first. */
  restart(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#end, placingMs);
  }

  /** Throws when the time is over: for the beginning of each step. */
  check(): void {
    if (this.#isOver) throw this.#problem;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

/** The answer when nobody knows in time whether the order was written. */
export const notConfirmed = (isRepeatable: boolean, cause?: unknown): ProblemError =>
  new ProblemError(
    'service-unavailable',
    isRepeatable
      ? 'The shop takes too long to answer. Please try again: your order is placed once at most.'
      : 'The shop takes too long to answer. Please look at your orders before you try again.',
    undefined,
    { retryAfterSeconds: 2, cause },
  );
