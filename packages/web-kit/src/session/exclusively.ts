const leaseKey = 'kinmel:renewing';
/** Longer than a renewal takes, in milliseconds; a tab that died in the middle holds up the others no longer. */
const leaseMs = 8000;
const stepMs = 100;
/** Cuts off what this tab runs, where there are no locks. */
let holder: AbortController | undefined;

export interface ExclusiveOptions {
  /** Aborted when somebody who has waited long enough goes first: what was asked for must not answer any more. */
  readonly cut?: AbortController;
  /** How long to wait for others, in milliseconds; without it, as long as they take. */
  readonly patienceMs?: number;
}

/**
 * Runs in one tab at a time. Browsers give locks to safe addresses only (https, localhost); elsewhere a line in storage
 * stands in. Two tabs that write it in the same moment both run, which the server's ten seconds of grace allow.
 */
export async function exclusively<T>(
  locks: Pick<LockManager, 'request'> | undefined,
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  run: () => Promise<T>,
  { cut, patienceMs }: ExclusiveOptions = {},
): Promise<T> {
  if (locks) return underLock(locks, run, { cut, patienceMs });
  try {
    const isTaken = () => {
      const left = Number(storage().getItem(leaseKey)) - Date.now();
      return left > 0 && left <= leaseMs;
    };
    for (let waited = 0; waited < (patienceMs ?? leaseMs) && isTaken(); waited += stepMs) {
      await new Promise((resolve) => setTimeout(resolve, stepMs));
    }
    // Another tab's cannot be reached; the lease ends by itself.
    if (isTaken()) holder?.abort();
    storage().setItem(leaseKey, String(Date.now() + leaseMs));
  } catch {
    return run();
  }
  holder = cut;
  try {
    return await run();
  } finally {
    if (holder === cut) holder = undefined;
    storage().removeItem(leaseKey);
  }
}

async function underLock<T>(
  locks: Pick<LockManager, 'request'>,
  run: () => Promise<T>,
  { cut, patienceMs }: ExclusiveOptions,
): Promise<T> {
  let running: Promise<T> | undefined;
  const begin = () => {
    running = run();
    return running;
  };
  const late = new AbortController();
  const timer = patienceMs === undefined ? undefined : setTimeout(() => late.abort(), patienceMs);
  try {
    return await locks.request('kinmel:session', { signal: late.signal }, begin).catch((error: unknown) => {
      if (running || !late.signal.aborted) throw error;
      return locks.request('kinmel:session', { steal: true }, begin);
    });
  } catch {
    // A browser that keeps nothing for this page may refuse it locks, too.
    if (!running) return run();
    // Its lock was taken away; or it failed by itself, and says so here.
    cut?.abort();
    return running;
  } finally {
    clearTimeout(timer);
  }
}
