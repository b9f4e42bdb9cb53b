const leaseKey = 'kinmel:renewing';
/** Longer than a renewal takes, in milliseconds, so that a crashed tab does not block the others for longer. */
const leaseMs = 8000;
const stepMs = 100;
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
    const isTaken = () => {
      const remainingMs = Number(storage().getItem(leaseKey)) - Date.now();
      return remainingMs > 0 && remainingMs <= leaseMs;
    };
    for (let waited = 0; waited < (maxWaitMs ?? leaseMs) && isTaken(); waited += stepMs) {
      await new Promise((resolve) => setTimeout(resolve, stepMs));
    }
    // Another tab's run cannot be aborted; its lease expires.
    if (isTaken()) holder?.abort();
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
  const begin = () => {
    running = run();
    return running;
  };
  const late = new AbortController();
  const timer = maxWaitMs === undefined ? undefined : setTimeout(() => late.abort(), maxWaitMs);
  try {
    return await locks.request('kinmel:session', { signal: late.signal }, begin).catch((error: unknown) => {
      if (running || !late.signal.aborted) throw error;
      return locks.request('kinmel:session', { steal: true }, begin);
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
