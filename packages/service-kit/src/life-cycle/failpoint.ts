/**
 * Places where a test may kill the process, so that crashes hit the exact step instead of by chance:
 * `FAILPOINT=order.after-reserve` dies at the first pass, `FAILPOINT=order.after-reserve:3` at the third.
 */
const { FAILPOINT: setting, NODE_ENV: environment } = process.env;

if (setting && environment === 'production') {
  throw new Error('FAILPOINT kills the process and is for tests: it is refused in production.');
}

const [armed, nth] = setting?.split(':') ?? [];
let passesLeft = Number(nth ?? 1);

/** Ends the process as a crash would (SIGKILL: nothing is flushed or closed) when the failpoint of this name is armed; else nothing. */
export function failpoint(name: string): void {
  if (armed === undefined || name !== armed) return;
  passesLeft -= 1;
  if (passesLeft <= 0) process.kill(process.pid, 'SIGKILL');
}

/** Long enough for the other side to take what was sent, however busy it is. */
const answerLimitMs = 1_000;

/**
 * As `failpoint`, a moment later: the other side has what was written to a socket before the call, and whoever waits for
 * ANSWER never hears it, even if it comes before the process ends. Gives ANSWER itself back when the process goes on.
 */
export function failpointUnanswered<T>(name: string, answer: Promise<T>): Promise<T> {
  if (armed === undefined || name !== armed) return answer;
  if (passesLeft > 1) {
    passesLeft -= 1;
    return answer;
  }
  answer.catch(() => undefined);
  // What was written leaves the process within few turns of the event loop.
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
