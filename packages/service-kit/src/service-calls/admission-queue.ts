export interface AdmissionQueueOptions {
  readonly atOnce: number;
  /** Longest wait during a burst, in milliseconds. */
  readonly burstWaitMs: number;
  /** Longest wait after the queue has not been empty for `standingAfterMs`. */
  readonly overloadWaitMs: number;
  readonly standingAfterMs: number;
  /** The error of a refused task. */
  readonly refusal: () => Error;
  readonly now?: () => number;
}

/** Limits concurrency; further tasks wait for a bounded time. */
export type AdmissionQueue = ReturnType<typeof createAdmissionQueue>;

/**
 * Load shedding by controlled delay: a burst may wait, because it is soon processed. When the queue does not empty,
 * there is more load than capacity, and tasks that cannot begin soon are refused, so that accepted ones stay fast.
 */
export function createAdmissionQueue({
  atOnce,
  burstWaitMs,
  overloadWaitMs,
  standingAfterMs,
  refusal,
  now = () => performance.now(),
}: AdmissionQueueOptions) {
  const waiting = new Set<() => void>();
  let runningCount = 0;
  let emptyAt = now();

  function releaseSlot(): void {
    runningCount -= 1;
    const [next] = waiting;
    if (next === undefined) emptyAt = now();
    else next();
  }

  /** Resolves when this task has a slot. */
  function acquireSlot(): Promise<void> {
    if (waiting.size === 0) emptyAt = now();
    if (runningCount < atOnce) {
      runningCount += 1;
      return Promise.resolve();
    }
    const limitMs = now() - emptyAt > standingAfterMs ? overloadWaitMs : burstWaitMs;
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        waiting.delete(begin);
        runningCount += 1;
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.delete(begin);
        reject(refusal());
      }, limitMs);
      waiting.add(begin);
    });
  }

  return {
    /** Rejects with the refusal, without running the task, when its turn does not come in time. */
    async run<Result>(work: () => Promise<Result>): Promise<Result> {
      await acquireSlot();
      try {
        return await work();
      } finally {
        releaseSlot();
      }
    },
  };
}
