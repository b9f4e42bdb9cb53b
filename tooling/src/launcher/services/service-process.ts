import { type Child, type ChildOptions, startChild } from '../processes/child-process.ts';
import { portOwner } from '../processes/ports.ts';
import { restartLimit } from '../processes/restart-limit.ts';
import { waitUntilReady } from '../processes/wait.ts';
import type { Report } from '../report.ts';
import type { ServicePart } from './services.ts';

/** A service or the gateway as a process of the launcher. */
export type ServiceProcess = ReturnType<typeof serviceProcess>;

interface LogRecord {
  level?: number | string;
  msg?: string;
  err?: { message?: string; stack?: string };
  /** Present for request logs. */
  method?: string;
  status?: number;
}

const levels: Record<string, number> = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60 };

function parseRecord(line: string): LogRecord | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Prints warnings, errors and life-cycle lines; request logs are only in the file. */
export function showLogLine(report: Report, part: string, line: string): void {
  const record = parseRecord(line);
  if (record === undefined) {
    // Output that is not from the logger: a crash or a warning of Node.
    report.line(part, line, 40);
    return;
  }
  const level = typeof record.level === 'string' ? (levels[record.level] ?? 30) : (record.level ?? 30);
  const isRequest = record.method !== undefined && record.status !== undefined;
  if (level < 30 || (isRequest && level < 40)) return;
  const errorText = record.err?.message === undefined ? '' : `: ${record.err.message}`;
  report.line(
    part,
    `${record.msg ?? ''}${record.msg?.includes(record.err?.message ?? '\0') ? '' : errorText}`,
    level,
  );
}

const readyLimitMs = 90_000;

async function readyState(url: string): Promise<{ ready: boolean; answer: string }> {
  try {
    const response = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2_000) });
    return { ready: response.ok, answer: `${response.status} ${(await response.text()).slice(0, 500)}` };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { ready: false, answer: cause instanceof Error ? cause.message : String(cause) };
  }
}

/** Prepares a process of the shop; `keepAlive` restarts it after a crash. */
export function serviceProcess({
  part,
  name = part.name,
  port,
  report,
  keepAlive,
  fromBuild,
  ...options
}: Omit<ChildOptions, 'name' | 'onLine'> & {
  part: ServicePart;
  /** The port of this instance, if it differs from that of the part. */
  name?: string;
  port: number;
  report: Report;
  keepAlive: boolean;
  /** Arguments and environment for a start from the builds in another folder, such as those of another version. */
  fromBuild?: (buildFolder: string) => Pick<ChildOptions, 'args' | 'env'>;
}) {
  const url = `http://127.0.0.1:${port}`;
  let child: Child | undefined;
  let isWanted = false;
  const restarts = restartLimit();

  const launch = async (extra: NodeJS.ProcessEnv = {}, buildFolder?: string): Promise<Child> => {
    const program = { ...options, ...(buildFolder === undefined ? {} : fromBuild?.(buildFolder)) };
    const childProcess = await startChild({
      ...program,
      name,
      env: { ...program.env, ...extra, [part.portVariable]: String(port) },
      onLine: (line) => showLogLine(report, name, line),
    });
    child = childProcess;
    void childProcess.ended.then(async (outcome) => {
      if (!isWanted || child !== childProcess || !keepAlive) return;
      const { isRestarted, text } = restarts.crashed(outcome);
      if (!isRestarted) return report.line(name, `${text}. Log: ${options.logFile}`, 50);
      report.line(name, text, 50);
      await launch().catch((error: unknown) => report.line(name, String(error), 50));
    });
    return childProcess;
  };

  return {
    name,
    url,
    get pid() {
      return child?.isRunning ? child.pid : undefined;
    },
    /** Starts the process and waits until it is ready. Additional environment and other builds apply to this start only. */
    async start(extra?: NodeJS.ProcessEnv, buildFolder?: string) {
      isWanted = false;
      const childProcess = await launch(extra, buildFolder);
      let lastAnswer = '';
      const isReady = async () => {
        const { ready, answer } = await readyState(url);
        lastAnswer = answer;
        return ready;
      };
      const details = () => `; ${url}/health/ready says: ${lastAnswer}; log: ${options.logFile}`;
      const limits = { withinMs: readyLimitMs, everyMs: 60, details };
      await waitUntilReady({ name, child: childProcess }, isReady, limits);
      // Another server on the port would have answered the readiness check.
      const owner = await portOwner(port, childProcess.pid);
      if (owner?.group !== undefined && owner.group !== childProcess.pid) {
        await childProcess.stop();
        throw new Error(`${name}: port ${port} is in use by process ${owner.pid}: ${owner.command}`);
      }
      isWanted = true;
    },
    async stop() {
      isWanted = false;
      await child?.stop(Number(options.env?.DRAIN_WAIT_MS ?? 0) + 12_000);
    },
    /** Whether the process is ready, and the text of its answer. */
    readyState: () => readyState(url),
    freeze: () => child?.freeze(),
    /** SIGKILL; the process is not restarted. */
    async kill() {
      isWanted = false;
      await child?.kill();
    },
  };
}
