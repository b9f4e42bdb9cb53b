/**
 * Places where tests kill the process at an exact step. `FAILPOINT=order.after-reserve` kills it at the first pass,
 * `FAILPOINT=order.after-reserve:3` at the third.
 */
const { FAILPOINT: setting, NODE_ENV: environment } = process.env;

if (setting && environment === 'production') {
  throw new Error('FAILPOINT kills the process and is for tests: it is refused in production.');
}

const [armedName, nthPass] = setting?.split(':') ?? [];
let passesLeft = Number(nthPass ?? 1);

/** Kills the process (SIGKILL: nothing is flushed or closed) when the failpoint of this name is armed. */
export function failpoint(name: string): void {
  if (armedName === undefined || name !== armedName) return;
  passesLeft -= 1;
  if (passesLeft <= 0) process.kill(process.pid, 'SIGKILL');
}

/** Long enough for the receiver to get the data that was sent. */
const answerLimitMs = 1_000;

/**
 * Like `failpoint`, but after the data written before the call has been sent; the caller never receives `answer`.
 * Returns `answer` when not armed.
 */
export function failpointUnanswered<T>(name: string, answer: Promise<T>): Promise<T> {
  if (armedName === undefined || name !== armedName) return answer;
  if (passesLeft > 1) {
    passesLeft -= 1;
    return answer;
  }
  answer.catch(() => undefined);
  // Written data leaves the process within a few turns of the event loop.
  let turnsLeft = 10;
  const turn = (): void => {
    turnsLeft -= 1;
    if (turnsLeft > 0) {
      setImmediate(turn);
      return;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, answerLimitMs);
    failpoint(name);
  };
  setImmediate(turn);
  return new Promise(() => undefined);
}
