import { type Child, startChild } from '../processes/child-process.ts';
import { isListening } from '../processes/ports.ts';
import { waitUntilReady } from '../processes/wait.ts';

/** A program that a start runs beside the services, such as the mail catcher. */
export type HelperProcess = Awaited<ReturnType<typeof startHelper>>;

/** Used when an external server replaces one of ours. */
export const noHelper: HelperProcess = {
  pids: [],
  start: async () => {},
  stop: async () => {},
  kill: async () => {},
};

const startLimitMs = 30_000;

/** Starts a Node program and resolves when it listens on all of its ports. */
export async function startHelper(options: {
  name: string;
  args: string[];
  ports: number[];
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  logFile: string;
}) {
  const { name, args, ports, env, cwd, logFile } = options;
  let child: Child | undefined;
  const helper = {
    get pids(): number[] {
      return child?.isRunning ? [child.pid] : [];
    },
    async start() {
      child = await startChild({ name, command: process.execPath, args, env, cwd, logFile });
      const isReady = async () => (await Promise.all(ports.map((port) => isListening(port)))).every(Boolean);
      await waitUntilReady({ name, child }, isReady, { withinMs: startLimitMs });
    },
    stop: async () => child?.stop(3_000),
    /** SIGKILL. */
    kill: async () => child?.kill(),
  };
  await helper.start().catch(async (error: unknown) => {
    await helper.stop();
    throw error;
  });
  return helper;
}
