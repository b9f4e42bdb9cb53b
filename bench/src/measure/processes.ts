import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** Linux counts CPU time in ticks of 10 ms (USER_HZ = 100). */
const tickMs = 10;

/** Parent and CPU time of each running process by pid. */
function runningProcesses(): Map<number, { readonly parent: number; readonly cpuMs: number }> {
  const processes = new Map<number, { parent: number; cpuMs: number }>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const cpuMs = (Number(fields[11]) + Number(fields[12])) * tickMs;
      processes.set(Number(name), { parent: Number(fields[1]), cpuMs });
    } catch (error) {
      // The process ended after it was listed.
      if (!['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  }
  return processes;
}

function withChildren(pids: readonly number[]): { readonly pid: number; readonly cpuMs: number }[] {
  const running = runningProcesses();
  const belongs = (pid: number): boolean => {
    const parent = running.get(pid)?.parent;
    return pids.includes(pid) || (parent !== undefined && belongs(parent));
  };
  return [...running].filter(([pid]) => belongs(pid)).map(([pid, { cpuMs }]) => ({ pid, cpuMs }));
}

/** CPU time in milliseconds of these processes and their children since they started. */
export const cpuTimeMs = (pids: readonly number[]): number =>
  withChildren(pids).reduce((sum, { cpuMs }) => sum + cpuMs, 0);

/** Proportional set size in bytes: shared memory is divided among the processes that share it. */
export const memoryBytes = (pids: readonly number[]): number =>
  withChildren(pids).reduce((sum, { pid }) => {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return sum + Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1024;
  }, 0);

/** Share of a core per process: polling costs a little all the time. */
const idleShare = 0.05;
/** Of a core, for any number of processes. */
const maxIdleShare = 0.7;
const sampleMs = 1000;
const limitMs = 300_000;

/**
 * Waits until the processes use less than 5 % of a core each, and 70 % together, for three seconds in a row.
 * @throws when they are still busy after five minutes
 */
export async function untilIdle(pids: readonly number[]): Promise<void> {
  const deadline = performance.now() + limitMs;
  for (let calm = 0; calm < 3; ) {
    const before = cpuTimeMs(pids);
    await pause(sampleMs);
    const limit = sampleMs * Math.min(maxIdleShare, idleShare * pids.length);
    calm = cpuTimeMs(pids) - before < limit ? calm + 1 : 0;
    if (performance.now() > deadline) throw new Error(`The servers are still busy after ${limitMs} ms.`);
  }
}
