import { setTimeout as pause } from 'node:timers/promises';
import { totalCpuTimeMs } from './cpu-time.ts';

/** Of one core for each process: looking for overdue work and for events costs a little all the time. */
const idleShare = 0.05;
const sampleMs = 1000;

/**
 * Waits until the processes use less than a twentieth of one core each, on average, for three seconds in a row.
 * @throws when they are still busy after `patienceMs`
 */
export async function untilIdle(pids: readonly number[], patienceMs = 300_000): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (let calm = 0; calm < 3; ) {
    const before = totalCpuTimeMs(pids);
    await pause(sampleMs);
    calm = totalCpuTimeMs(pids) - before < sampleMs * idleShare * pids.length ? calm + 1 : 0;
    if (performance.now() > deadline) throw new Error(`The servers are still busy after ${patienceMs} ms.`);
  }
}
