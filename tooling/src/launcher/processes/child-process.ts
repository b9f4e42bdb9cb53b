import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, createWriteStream, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** A process started by the launcher. It leads its own process group, so that its children end with it. */
export type Child = Awaited<ReturnType<typeof startChild>>;

export interface ChildOptions {
  name: string;
  command: string;
  args: string[];
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  logFile: string;
  /** Called with each line of output; without it the process writes directly into the log file. */
  onLine?: (line: string) => void;
}

let hasFoundSetpriv: boolean | undefined;

/** setpriv makes the kernel end the child when its parent ends, even by SIGKILL. */
function canUseSetpriv(): boolean {
  hasFoundSetpriv ??=
    process.platform === 'linux' &&
    process.env.KINMEL_WITHOUT_SETPRIV === undefined &&
    spawnSync('setpriv', ['--pdeathsig', 'TERM', 'true'], { stdio: 'ignore' }).status === 0;
  return hasFoundSetpriv;
}

let watchdog: Writable | undefined;

function guardByWatchdog(child: ChildProcess): void {
  if (watchdog === undefined) {
    const guard = spawn(process.execPath, [fileURLToPath(new URL('./watchdog.mjs', import.meta.url))], {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    guard.unref();
    watchdog = guard.stdin;
    watchdog.on('error', () => {});
    if ('unref' in watchdog && typeof watchdog.unref === 'function') watchdog.unref();
  }
  watchdog.write(`+${child.pid}\n`);
  child.once('exit', () => watchdog?.write(`-${child.pid}\n`));
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // The group has already ended.
  }
}

/**
 * Starts a process that cannot outlive the launcher.
 * @throws when the command cannot be run
 */
export async function startChild({ name, command, args, env, cwd, logFile, onLine }: ChildOptions) {
  mkdirSync(dirname(logFile), { recursive: true });
  const hasSetpriv = canUseSetpriv();
  const log = openSync(logFile, 'a');
  const writesDirectly = onLine === undefined;
  const child = spawn(
    hasSetpriv ? 'setpriv' : command,
    hasSetpriv ? ['--pdeathsig', 'TERM', '--', command, ...args] : args,
    {
      cwd,
      env: env ?? process.env,
      // Own group: Ctrl-C in a terminal reaches only the launcher, which stops its children in order.
      detached: true,
      stdio: ['ignore', writesDirectly ? log : 'pipe', writesDirectly ? log : 'pipe'],
    },
  );
  closeSync(log);
  let outcome: string | undefined;
  const exit = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve((outcome = `could not be started: ${error.message}`)));
    child.once('exit', (code, signal) =>
      resolve((outcome = signal === null ? `ended with code ${code}` : `was ended by ${signal}`)),
    );
  });
  if (!writesDirectly) {
    const file = createWriteStream(logFile, { flags: 'a' });
    for (const stream of [child.stdout, child.stderr]) {
      if (stream === null) continue;
      createInterface({ input: stream }).on('line', (line) => {
        file.write(`${line}\n`);
        onLine(line);
      });
    }
    child.once('close', () => file.end());
  }
  if (child.pid === undefined) throw new Error(`${name} ${await exit}`);
  const pid = child.pid;
  if (!hasSetpriv) guardByWatchdog(child);

  const endsWithin = (ms: number) => {
    const timer = new AbortController();
    return Promise.race([
      exit.then(() => true),
      pause(ms, false, { signal: timer.signal }).catch(() => false),
    ]).finally(() => timer.abort());
  };
  return {
    pid,
    /** Resolves with how the process ended. */
    ended: exit,
    get isRunning() {
      return outcome === undefined;
    },
    /** SIGTERM, then SIGKILL for the group if it has not ended within `graceMs`. */
    async stop(graceMs = 10_000) {
      if (outcome === undefined) {
        child.kill('SIGTERM');
        // A frozen process does not handle signals.
        signalGroup(pid, 'SIGCONT');
        if (!(await endsWithin(graceMs))) signalGroup(pid, 'SIGKILL');
        await exit;
      }
      // Children of the process that are still running.
      signalGroup(pid, 'SIGKILL');
    },
    /** Freezes the process, as in a long pause; `stop` resumes it first. */
    freeze: () => signalGroup(pid, 'SIGSTOP'),
    /** SIGKILL for the whole group. */
    async kill() {
      signalGroup(pid, 'SIGKILL');
      await exit;
    },
    /** The last lines of its log, for error messages. */
    lastLines(count = 15) {
      return readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-count).join('\n');
    },
  };
}

/** Whether a process runs; for a negative pid, whether a process of that group runs. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
