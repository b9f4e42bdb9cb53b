import { existsSync } from 'node:fs';
import { join, parse } from 'node:path';
import { instanceName } from '../instances.ts';
import { type Child, type ChildOptions, startChild } from '../processes/child-process.ts';
import { isListening } from '../processes/ports.ts';
import { restartLimit } from '../processes/restart-limit.ts';
import { waitUntilReady } from '../processes/wait.ts';

/** A server that the launcher runs beside the services. */
export type RunningServer = Awaited<ReturnType<typeof runServer>>;

/** Represents an external server that replaces one of ours. */
export const noServer: RunningServer = {
  pids: [],
  start: async () => {},
  stop: async () => {},
  freeze: () => {},
  kill: async () => {},
  keepAlive: () => {},
};

/** Starts a process of a server. */
export type Run = (options: ChildOptions) => Promise<Child>;

const startLimitMs = 30_000;

/**
 * Runs a server of one or more processes. If it does not become ready, its running processes are stopped.
 * @param launch starts the processes, and resolves when the server is ready
 * @param stopMs how long each process may take to end
 */
export async function runServer(launch: (run: Run) => Promise<void>, stopMs: number) {
  /** In reverse order of their start, which is the order of stopping. */
  let children: Child[] = [];
  let isWanted = false;
  let isReady = false;
  let reportCrash: ((text: string) => void) | undefined;
  const restarts = restartLimit();
  async function stopChildren(): Promise<void> {
    for (const child of children) await child.stop(stopMs);
  }
  async function launchChildren(): Promise<void> {
    children = [];
    isReady = false;
    await launch(async (options) => {
      const child = await startChild(options);
      children.unshift(child);
      child.ended
        .then((how) => onEnded(child, how))
        .catch((error: unknown) => reportCrash?.(error instanceof Error ? error.message : String(error)));
      // Stopped while the process was starting.
      if (!isWanted) await child.stop(stopMs);
      return child;
    });
    isReady = true;
  }
  async function onEnded(child: Child, how: string): Promise<void> {
    if (!isWanted || !isReady || reportCrash === undefined || !children.includes(child)) return;
    isReady = false;
    const { isRestarted, text } = restarts.crashed(how);
    reportCrash(text);
    if (!isRestarted) return;
    await stopChildren();
    if (isWanted) await launchChildren();
  }
  const server = {
    get pids(): number[] {
      return children.filter((child) => child.isRunning).map((child) => child.pid);
    },
    async start() {
      isWanted = true;
      await launchChildren();
    },
    async stop() {
      isWanted = false;
      await stopChildren();
    },
    freeze() {
      for (const child of children) child.freeze();
    },
    /** SIGKILL; acknowledged writes and confirmed messages must survive it. */
    async kill() {
      isWanted = false;
      for (const child of children) await child.kill();
    },
    /** From now on the server is restarted when it crashes; `report` gets a message for the operator each time. */
    keepAlive(report: (text: string) => void) {
      reportCrash = report;
    },
  };
  await server.start().catch(async (error: unknown) => {
    await server.stop();
    throw error;
  });
  return server;
}

/** Starts servers stage by stage. When one fails, the others are stopped. Resolves with all servers, in order. */
export async function startAll(
  stages: readonly (readonly (() => Promise<RunningServer>)[])[],
): Promise<RunningServer[]> {
  const startedServers: RunningServer[] = [];
  for (const stage of stages) {
    const results = await Promise.allSettled(stage.map((start) => start()));
    for (const result of results) if (result.status === 'fulfilled') startedServers.push(result.value);
    const failure = results.find((result) => result.status === 'rejected');
    if (failure === undefined) continue;
    for (const server of startedServers.toReversed()) await server.stop();
    throw failure.reason;
  }
  return startedServers;
}

/** Servers that act as one to their clients, started stage by stage and stopped in reverse order. */
export function grouped(stages: readonly (readonly RunningServer[])[]) {
  const servers = stages.flat();
  return {
    get pids(): number[] {
      return servers.flatMap(({ pids }) => pids);
    },
    async start() {
      for (const stage of stages) await Promise.all(stage.map((server) => server.start()));
    },
    async stop() {
      for (const server of servers.toReversed()) await server.stop();
    },
    freeze() {
      for (const server of servers) server.freeze();
    },
    async kill() {
      await Promise.all(servers.map((server) => server.kill()));
    },
    keepAlive(report: (text: string) => void) {
      for (const server of servers) server.keepAlive(report);
    },
  };
}

/** The file or folder of a member; the first member has the path that a single server would have. */
export function memberPath(path: string, index: number): string {
  const { dir, name, ext } = parse(path);
  return join(dir, `${instanceName(name, index)}${ext}`);
}

/** The number of members whose data is beside `folder`. */
export function countMembers(folder: string): number {
  let count = 0;
  while (existsSync(memberPath(folder, count))) count += 1;
  return count;
}

/**
 * Refuses data of another number of members: a majority of members would be missing, or writes would be lost that the
 * remaining ones have not replicated yet.
 */
export function assertMembers(folder: string, count: number): void {
  const existingCount = countMembers(folder);
  if (existingCount === 0 || existingCount === count) return;
  throw new Error(
    `The data in ${folder} is of --replicas ${existingCount}, so nothing was started.\n\n` +
      `Start with that number, or begin with empty data: npm start -- --replicas ${count} --fresh`,
  );
}

/** Runs a Node program, which is ready when it listens on all of its ports. */
export const runProgram = ({ ports, ...options }: Omit<ChildOptions, 'command'> & { ports: number[] }) =>
  runServer(async (run) => {
    const child = await run({ ...options, command: process.execPath });
    const isReady = async () => (await Promise.all(ports.map((port) => isListening(port)))).every(Boolean);
    await waitUntilReady({ name: options.name, child }, isReady, { withinMs: startLimitMs });
  }, 3_000);
