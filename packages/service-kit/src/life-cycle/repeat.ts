/** Periodic work of a service. */
export interface Repetition {
  start(): void;
  /** Resolves when the current round has ended or its time limit has passed. */
  stop(): Promise<void>;
}

const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms).unref();
  });

/**
 * Runs `round` every `everyMs` milliseconds, never concurrently, without keeping the process alive. Errors go to
 * `onError`. `stop` aborts the signal of the current round and waits for it, at most `stopWithinMs`.
 */
export function repeat(
  everyMs: number,
  round: (stopping: AbortSignal) => Promise<unknown>,
  onError: (error: unknown) => void,
  { stopWithinMs }: { readonly stopWithinMs?: number } = {},
): Repetition {
  let timer: NodeJS.Timeout | undefined;
  let currentRound: Promise<void> | undefined;
  let stopping = new AbortController();
  const run = async () => {
    try {
      await round(stopping.signal);
    } catch (error) {
      onError(error);
    }
  };
  return {
    start() {
      if (timer !== undefined) return;
      stopping = new AbortController();
      timer = setInterval(() => {
        currentRound ??= run().finally(() => {
          currentRound = undefined;
        });
      }, everyMs);
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      timer = undefined;
      stopping.abort();
      await Promise.race([currentRound, ...(stopWithinMs === undefined ? [] : [pause(stopWithinMs)])]);
    },
  };
}
