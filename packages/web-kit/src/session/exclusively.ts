const leaseKey = 'kinmel:renewing';
/** Longer than a renewal takes, in milliseconds; a tab that died in the middle holds up the others no longer. */
const leaseMs = 8000;
const stepMs = 100;

/**
 * Runs in one tab at a time. Browsers give locks to safe addresses only (https, localhost); elsewhere a line in storage
 * stands in. Two tabs that write it in the same moment both run, which the server's ten seconds of grace allow.
 */
export async function exclusively<T>(
  locks: Pick<LockManager, 'request'> | undefined,
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  run: () => Promise<T>,
): Promise<T> {
  if (locks) return locks.request('kinmel:session', run);
  try {
    const isTaken = () => {
      const left = Number(storage().getItem(leaseKey)) - Date.now();
      return left > 0 && left <= leaseMs;
    };
    for (let waited = 0; waited < leaseMs && isTaken(); waited += stepMs) {
      await new Promise((resolve) => setTimeout(resolve, stepMs));
    }
    storage().setItem(leaseKey, String(Date.now() + leaseMs));
  } catch {
    return run();
  }
  try {
    return await run();
  } finally {
    storage().removeItem(leaseKey);
  }
}
