/** How much is done at once, and how long what comes beside it may wait. */
export interface AdmissionQueueOptions {
  readonly atOnce: number;
  /** How long a work waits at most when there is a crowd of one moment; milliseconds. */
  readonly patientMs: number;
  /** How long it waits at most while somebody has been waiting all the time for `standingAfterMs`. */
  readonly hurriedMs: number;
  readonly standingAfterMs: number;
  /** What a work is refused with. */
  readonly refusal: () => Error;
  readonly now?: () => number;
}

/** Does so much at once and lets the rest wait for its turn, but not for long. */
export interface AdmissionQueue {
  /** Gives what the work gives; rejects with the refusal, and begins nothing, when its turn does not come in time. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
}

/**
 * Load shedding by controlled delay: a crowd of one moment waits patiently, because it is soon worked off. A queue that does not get
 * empty is another thing: more comes than can be done, and a long wait would help nobody, only make every answer late. Then
 * what cannot begin soon is refused, so that what is accepted is answered about as fast as ever.
 */
export function createAdmissionQueue({
  atOnce,
  patientMs,
  hurriedMs,
  standingAfterMs,
  refusal,
  now = () => performance.now(),
}: AdmissionQueueOptions): AdmissionQueue {
  const waiting = new Set<() => void>();
  let underWay = 0;
  let emptyAt = now();

  function leave(): void {
    underWay -= 1;
    const [next] = waiting;
    if (next === undefined) emptyAt = now();
    else next();
  }

  /** Resolves when there is room, which is then taken. */
  function enter(): Promise<void> {
    if (waiting.size === 0) emptyAt = now();
    if (underWay < atOnce) {
      underWay += 1;
      return Promise.resolve();
    }
    const limitMs = now() - emptyAt > standingAfterMs ? hurriedMs : patientMs;
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        waiting.delete(begin);
        underWay += 1;
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
    async run(work) {
      await enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
