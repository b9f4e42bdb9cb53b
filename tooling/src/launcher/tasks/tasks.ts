import { fileURLToPath } from 'node:url';
import { startChild } from '../processes/child-process.ts';
import type { Report } from '../report.ts';
import type { SeedOptions } from '../sample-data/seed-database.ts';
import type { BuildShopOptions } from './build-shop.ts';

/**
 * Memory-intensive work of a start, which runs in a short-lived process. Its options are passed in the environment, which
 * other users cannot read.
 */
export type Task =
  | { readonly name: 'build'; readonly options: BuildShopOptions }
  | { readonly name: 'seed'; readonly options: Omit<SeedOptions, 'onProgress' | 'env'> }
  | { readonly name: 'pictures'; readonly options: Pick<SeedOptions, 'uploadsFolder'> };

const taskVariable = 'KINMEL_TASK';

/** Prefix of the line with the message of the error that ended a task; all other lines are shown as they are. */
export const errorMark = 'task failed: ';

export function readTask(): Task {
  const text = process.env[taskVariable];
  if (text === undefined) throw new Error('This process is started by the launcher, with its task.');
  // Processes of seeds inherit the environment and must not get the task's options.
  delete process.env[taskVariable];
  return JSON.parse(text) as Task;
}

export type RunningTask = Awaited<ReturnType<typeof startTask>>;

/** Starts a task in its own process and prints its output. */
export async function startTask(
  task: Task,
  { report, env, logFile }: { report: Report; env: NodeJS.ProcessEnv; logFile: string },
) {
  let message: string | undefined;
  const child = await startChild({
    name: `the task ${task.name}`,
    command: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', fileURLToPath(new URL('./run-task.ts', import.meta.url))],
    env: {
      ...env,
      [taskVariable]: JSON.stringify(task),
      ...(process.stdout.isTTY && env.NO_COLOR === undefined ? { FORCE_COLOR: '1' } : {}),
    },
    logFile,
    onLine: (line) => {
      if (line.startsWith(errorMark)) message = JSON.parse(line.slice(errorMark.length));
      else report.say(line);
    },
  });
  /** Rejects with the task's error message. */
  const ended = child.ended.then((outcome) => {
    if (outcome !== 'ended with code 0')
      throw new Error(message ?? `The task ${task.name} ${outcome}.\n\n${child.lastLines()}`);
  });
  // The caller awaits it later; until then a failure is not an unhandled rejection.
  ended.catch(() => undefined);
  return { pid: child.pid, ended, stop: () => child.stop() };
}
