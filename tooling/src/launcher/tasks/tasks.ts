import { fileURLToPath } from 'node:url';
import { type Child, startChild } from '../processes/child-process.ts';
import type { Report } from '../report.ts';
import type { SeedOptions } from '../sample-data/seed-database.ts';
import type { BuildShopOptions } from './build-shop.ts';
import { showTask } from './task-report.ts';

/** Work of a start that takes much memory for a while. Its options travel in the environment, where no other user reads them. */
export type Task =
  | { readonly name: 'build'; readonly options: BuildShopOptions }
  | { readonly name: 'seed'; readonly options: Omit<SeedOptions, 'onProgress' | 'env'> }
  | { readonly name: 'pictures'; readonly options: Pick<SeedOptions, 'uploadsFolder'> };

const variable = 'KINMEL_TASK';

/** The task of this process. */
export function readTask(): Task {
  const text = process.env[variable];
  if (text === undefined) throw new Error('This process is started by the launcher, with its task.');
  // Seeds pass their environment on.
  delete process.env[variable];
  // Written by `startTask`.
  return JSON.parse(text) as Task;
}

export interface RunningTask {
  readonly pid: number;
  /** Rejects with what the task said when it did not succeed. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/** Starts a task in a process of its own, which ends with it. */
export async function startTask(
  task: Task,
  { report, env, logFile }: { report: Report; env: NodeJS.ProcessEnv; logFile: string },
): Promise<RunningTask> {
  const shown = showTask(report);
  const child: Child = await startChild({
    name: `the task ${task.name}`,
    command: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', fileURLToPath(new URL('./run-task.ts', import.meta.url))],
    env: { ...env, [variable]: JSON.stringify(task) },
    logFile,
    onLine: (line) => shown.take(line),
  });
  const ended = child.ended.then((how) => {
    if (how !== 'ended with code 0')
      throw new Error(shown.error ?? `The task ${task.name} ${how}.\n\n${child.lastLines()}`);
  });
  // Whoever waits is told; until then it is nobody's unhandled failure.
  ended.catch(() => undefined);
  return { pid: child.pid, ended, stop: () => child.stop() };
}
