import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Stack } from '../../launcher/stack.ts';
import { type Fault, type FaultKind, partOf } from './choose-faults.ts';
import type { Cut, Relay } from './relay.ts';

const run = promisify(execFile);

/** Leases expire after ten seconds (`outbox-relay.ts`), and a database elects a new primary in about the same time. */
const durationMs: Readonly<Record<FaultKind, number>> = {
  kill: 4_000,
  freeze: 13_000,
  partition: 9_000,
  clock: 8_000,
  disk: 8_000,
};

/** Sets the file size limit of processes. With 0 every write to a file fails, as on a full disk, without root. */
const limitFiles = async (pids: readonly number[], limit: '0' | 'unlimited'): Promise<void> => {
  for (const pid of pids) await run('prlimit', [`--pid=${pid}`, `--fsize=${limit}:`]).catch(() => undefined);
};

export const canFillDisks = (): Promise<boolean> =>
  run('prlimit', ['--version']).then(
    () => true,
    () => false,
  );

const pidsOf = (stack: Stack, part: string): readonly number[] => stack.pids[part] ?? [];

/** The connections that a partition cuts. */
function connectionsToCut(stack: Stack, { part, from }: Fault): Cut {
  const broker = stack.ports.rabbitmq;
  const members = [...stack.urls.mongodb.matchAll(/127\.0\.0\.1:(\d+)/g)].map(([, port]) => Number(port));
  const [kind, number = '1'] = [partOf(part), /\d+$/.exec(part)?.[0]];
  if (kind === 'broker') return (_, toPort) => toPort === broker;
  if (kind === 'database') return (_, toPort) => toPort === members[Number(number) - 1];
  const ownPids = new Set(pidsOf(stack, part));
  const isTargetPort = {
    database: (port: number) => members.includes(port),
    broker: (port: number) => port === broker,
    others: (port: number) => port !== broker && !members.includes(port),
  }[from];
  return (pid, toPort) => ownPids.has(pid) && isTargetPort(toPort);
}

async function startFault(stack: Stack, relay: Relay, fault: Fault): Promise<void> {
  const { kind, part, clockMs } = fault;
  if (kind === 'kill') await stack.kill(part);
  else if (kind === 'freeze') await stack.freeze(part);
  else if (kind === 'partition') relay.cut(connectionsToCut(stack, fault));
  else if (kind === 'clock') await stack.restart(part, { RIG_CLOCK_MS: String(clockMs) });
  else await limitFiles(pidsOf(stack, part), '0');
}

/** Ends the fault of a part, and restarts it if it was killed or had another clock. */
async function endFault(stack: Stack, relay: Relay, { kind, part }: Fault): Promise<void> {
  const pids = pidsOf(stack, part);
  if (kind === 'partition') relay.heal();
  if (kind === 'freeze') for (const pid of pids) process.kill(-pid, 'SIGCONT');
  if (kind === 'disk') await limitFiles(pids, 'unlimited');
  if (kind === 'clock' || pidsOf(stack, part).length === 0) await stack.restart(part);
}

/** Applies one fault and resolves when the part works again, or when the run ends. */
export async function disturb(stack: Stack, relay: Relay, fault: Fault, runEnd: AbortSignal): Promise<void> {
  await startFault(stack, relay, fault);
  try {
    await pause(durationMs[fault.kind], undefined, { signal: runEnd }).catch(() => undefined);
  } finally {
    await endFault(stack, relay, fault);
  }
}
