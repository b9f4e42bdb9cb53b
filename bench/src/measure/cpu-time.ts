import { readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** Linux counts processor time in ticks of 10 ms (USER_HZ = 100 on every supported platform). */
const tickMs = 10;

/** User and system time in milliseconds that a process has used since it started; 0 when it is gone. */
export function cpuTimeMs(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * tickMs;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}

/** The sum over several processes, the children of each included. */
export function totalCpuTimeMs(pids: readonly number[]): number {
  return withChildren(pids).reduce((sum, pid) => sum + cpuTimeMs(pid), 0);
}

/** What everything that runs on this machine has used since it was started, in milliseconds. */
function machineTimeMs(): number {
  const [first = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
  const [user = 0, nice = 0, system = 0, _idle, _waiting, irq = 0, softirq = 0, steal = 0] = first
    .split(/ +/)
    .slice(1)
    .map(Number);
  return (user + nice + system + irq + softirq + steal) * tickMs;
}

/**
 * From now on: the share of this machine's processors that is used by what this process did not start. A load that does not wait for
 * answers finds another server when a neighbour takes its processor.
 */
export function watchNeighbours(): () => number {
  const own = () => totalCpuTimeMs([process.pid]);
  const [began, machine, ours] = [performance.now(), machineTimeMs(), own()];
  return () =>
    Math.max(0, machineTimeMs() - machine - (own() - ours)) / ((performance.now() - began) * cpus().length);
}

/**
 * Processor time in milliseconds of the thread pools of these processes, where Node runs what would block, and of all their
 * other threads. By the scheduler's own figures, which are finer than a tick.
 */
export function threadTimesMs(pids: readonly number[]): { pool: number; others: number } {
  const times = { pool: 0, others: 0 };
  for (const pid of withChildren(pids)) {
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      const read = (name: string) => readFileSync(`/proc/${pid}/task/${thread}/${name}`, 'utf8');
      const kind = read('comm').trim() === 'libuv-worker' ? 'pool' : 'others';
      times[kind] += Number(read('schedstat').split(' ')[0]) / 1e6;
    }
  }
  return times;
}

/** Proportional set size in bytes: memory that several processes share is counted once, divided among them. */
export function proportionalMemoryBytes(pids: readonly number[]): number {
  return withChildren(pids).reduce((sum, pid) => {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return sum + Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1024;
  }, 0);
}

function withChildren(pids: readonly number[]): number[] {
  const parents = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      parents.set(parent, [...(parents.get(parent) ?? []), pid]);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  const all = new Set<number>();
  const waiting = [...pids];
  for (let pid = waiting.pop(); pid !== undefined; pid = waiting.pop()) {
    if (all.has(pid)) continue;
    all.add(pid);
    waiting.push(...(parents.get(pid) ?? []));
  }
  return [...all];
}
