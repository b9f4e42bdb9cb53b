/** Work that is done again and again while a service runs. */
export interface Repetition {
  start(): void;
  /** Resolves when the round under way is over, or has had its time; none begins after it. */
  stop(): Promise<void>;
}

const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms).unref();
  });

/**
 * Runs `round` every so many milliseconds, never twice at the same time, without keeping the process alive. A round that fails is told to
 * `onError`, and the next one comes at its time. A long round ends early when its signal says so; with `stopWithinMs` the end of a process
 * waits for it no longer than that.
 */
export function repeat(
  everyMs: number,
  round: (stopping: AbortSignal) => Promise<unknown>,
  onError: (error: unknown) => void,
  { stopWithinMs }: { readonly stopWithinMs?: number } = {},
): Repetition {
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> | undefined;
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
        underWay ??= run().finally(() => {
          underWay = undefined;
        });
      }, everyMs);
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      timer = undefined;
      stopping.abort();
      await Promise.race([underWay, ...(stopWithinMs === undefined ? [] : [pause(stopWithinMs)])]);
    },
  };
}
