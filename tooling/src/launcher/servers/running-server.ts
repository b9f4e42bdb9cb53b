import { type Child, type ChildOptions, startChild } from '../processes/child-process.ts';
import { isListening } from '../processes/ports.ts';
import { waitUntilReady } from '../processes/wait.ts';

/** A server that a start runs beside the services. */
export type RunningServer = Awaited<ReturnType<typeof runServer>>;

/** Used when an external server replaces one of ours. */
export const noServer: RunningServer = {
  pids: [],
  start: async () => {},
  stop: async () => {},
  freeze: () => {},
  kill: async () => {},
};

/** Starts a process of a server. */
export type Run = (options: ChildOptions) => Promise<Child>;

const startLimitMs = 30_000;

/**
 * Runs a server of one or more processes. When it does not become ready, what runs of it is stopped.
 * @param launch starts the processes, and resolves when the server is ready
 * @param stopMs how long each process may take to end
 */
export async function runServer(launch: (run: Run) => Promise<void>, stopMs: number) {
  /** The last one first, as they are stopped. */
  let children: Child[] = [];
  const server = {
    get pids(): number[] {
      return children.filter((child) => child.isRunning).map((child) => child.pid);
    },
    async start() {
      children = [];
      await launch(async (options) => {
        const child = await startChild(options);
        children.unshift(child);
        return child;
      });
    },
    async stop() {
      for (const child of children) await child.stop(stopMs);
    },
    freeze() {
      for (const child of children) child.freeze();
    },
    /** SIGKILL; acknowledged writes and confirmed messages must survive it. */
    async kill() {
      for (const child of children) await child.kill();
    },
  };
  await server.start().catch(async (error: unknown) => {
    await server.stop();
    throw error;
  });
  return server;
}

/** Runs a Node program, which is ready when it listens on all of its ports. */
export const runProgram = ({ ports, ...options }: Omit<ChildOptions, 'command'> & { ports: number[] }) =>
  runServer(async (run) => {
    const child = await run({ ...options, command: process.execPath });
    const isReady = async () => (await Promise.all(ports.map((port) => isListening(port)))).every(Boolean);
    await waitUntilReady({ name: options.name, child }, isReady, { withinMs: startLimitMs });
  }, 3_000);
