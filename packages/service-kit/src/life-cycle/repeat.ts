/** Work that is done again and again while a service runs. */
export interface Repetition {
  start(): void;
  /** Resolves when the round under way is over; none begins after it. */
  stop(): Promise<void>;
}

/**
 * Runs `round` every so many milliseconds, never twice at the same time, without keeping the process alive. A round that fails is told to
 * `onError`, and the next one comes at its time.
 */
export function repeat(
  everyMs: number,
  round: () => Promise<unknown>,
  onError: (error: unknown) => void,
): Repetition {
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> | undefined;
  const run = async () => {
    try {
      await round();
    } catch (error) {
      onError(error);
    }
  };
  return {
    start() {
      timer ??= setInterval(() => {
        underWay ??= run().finally(() => {
          underWay = undefined;
        });
      }, everyMs);
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      timer = undefined;
      await underWay;
    },
  };
}
