const leaseKey = 'kinmel:renewing';
/** Longer than a renewal takes, in milliseconds, so that a crashed tab does not block the others for longer. */
const leaseMs = 8000;
const pollMs = 100;
/** Controller of the run in this tab, used without locks: a waiter that takes over aborts it. */
let holder: AbortController | undefined;

export interface ExclusiveOptions {
  /** Aborted when another waiter takes over: the answer must not be used any more. */
  readonly controller?: AbortController;
  /** How long to wait, in milliseconds; without it there is no limit. */
  readonly maxWaitMs?: number;
}

/**
 * Runs in one tab at a time. Browsers offer locks in secure contexts only (https, localhost); otherwise a lease in
 * storage is used. Two tabs that write it at the same moment both run, which the server's grace period of ten seconds
 * allows.
 */
export async function exclusively<T>(
  locks: Pick<LockManager, 'request'> | undefined,
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  run: () => Promise<T>,
  { controller, maxWaitMs }: ExclusiveOptions = {},
): Promise<T> {
  if (locks) return withLock(locks, run, { controller, maxWaitMs });
  try {
    const isLeased = () => {
      const remainingMs = Number(storage().getItem(leaseKey)) - Date.now();
      return remainingMs > 0 && remainingMs <= leaseMs;
    };
    for (let waited = 0; waited < (maxWaitMs ?? leaseMs) && isLeased(); waited += pollMs) {
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
    // Another tab's run cannot be aborted; its lease expires.
    if (isLeased()) holder?.abort();
    storage().setItem(leaseKey, String(Date.now() + leaseMs));
  } catch {
    return run();
  }
  holder = controller;
  try {
    return await run();
  } finally {
    if (holder === controller) holder = undefined;
    storage().removeItem(leaseKey);
  }
}

async function withLock<T>(
  locks: Pick<LockManager, 'request'>,
  run: () => Promise<T>,
  { controller, maxWaitMs }: ExclusiveOptions,
): Promise<T> {
  let running: Promise<T> | undefined;
  const startRun = () => {
    running = run();
    return running;
  };
  const timeout = new AbortController();
  const timer = maxWaitMs === undefined ? undefined : setTimeout(() => timeout.abort(), maxWaitMs);
  try {
    return await locks
      .request('kinmel:session', { signal: timeout.signal }, startRun)
      .catch((error: unknown) => {
        if (running || !timeout.signal.aborted) throw error;
        return locks.request('kinmel:session', { steal: true }, startRun);
      });
  } catch {
    // A browser without storage for this page may refuse locks too.
    if (!running) return run();
    // The lock was stolen, or the run failed and rejects here.
    controller?.abort();
    return running;
  } finally {
    clearTimeout(timer);
  }
}
