import { type Child, startChild } from '../launcher/processes/child-process.ts';

const running = new Set<Child>();

/** Stops the running commands of all steps, for Ctrl-C. */
export async function stopRunningCommands(): Promise<void> {
  await Promise.all([...running].map((child) => child.stop(5_000)));
}

export interface CommandResult {
  code: number;
  output: string[];
}

const maxStoredLines = 400;

/** Runs a tool to its end, passes each line to `onLine` and returns the last lines for error messages. */
export async function runCommand(options: {
  name: string;
  command: string;
  args: string[];
  cwd: string;
  logFile: string;
  env?: NodeJS.ProcessEnv;
  limitMs: number;
  onLine?: (line: string) => void;
}): Promise<CommandResult> {
  const { limitMs, onLine, ...childOptions } = options;
  const output: string[] = [];
  const child = await startChild({
    ...childOptions,
    onLine: (line) => {
      output.push(line);
      if (output.length > maxStoredLines) output.shift();
      onLine?.(line);
    },
  });
  running.add(child);
  const limit = setTimeout(() => {
    output.push(`${options.name} took more than ${limitMs / 60_000} minutes and was stopped.`);
    void child.stop(5_000);
  }, limitMs);
  try {
    const outcome = await child.ended;
    const code = outcome === 'ended with code 0' ? 0 : 1;
    if (code !== 0) output.push(`${options.name} ${outcome}`);
    return { code, output };
  } finally {
    clearTimeout(limit);
    running.delete(child);
  }
}
