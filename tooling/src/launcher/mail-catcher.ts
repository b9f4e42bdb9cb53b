import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Child, startChild } from './child-process.ts';
import { isListening } from './ports.ts';
import { waitFor } from './wait.ts';

/** Where the shop's mails go: a maildev that this launcher runs, or the SMTP server that `SMTP_URL` names. */
export interface MailCatcher {
  /** For `SMTP_URL`. */
  smtpUrl: string;
  /** The page that shows the mails (`MAIL_URL`); empty when somebody else's server takes them. */
  pageUrl: string;
  readonly pids: number[];
  start(): Promise<void>;
  stop(): Promise<void>;
  /** SIGKILL: mails that wait must be sent when it is back. */
  kill(): Promise<void>;
}

const startLimitMs = 30_000;

const programFile = () =>
  join(dirname(createRequire(import.meta.url).resolve('maildev/package.json')), 'bin', 'maildev');

/** Starts maildev on the loopback address, unless `SMTP_URL` names a server. */
export async function startMailCatcher(options: {
  smtpPort: number;
  pagePort: number;
  /** Where the mails are kept while it runs. */
  folder: string;
  logFile: string;
  env?: NodeJS.ProcessEnv;
}): Promise<MailCatcher> {
  const { smtpPort, pagePort, folder, logFile, env = process.env } = options;
  if (env.SMTP_URL) {
    const nothing = async () => {};
    const pageUrl = env.MAIL_URL ?? '';
    return { smtpUrl: env.SMTP_URL, pageUrl, pids: [], start: nothing, stop: nothing, kill: nothing };
  }
  let child: Child | undefined;
  const stop = async () => child?.stop(3_000);
  const start = async () => {
    mkdirSync(folder, { recursive: true });
    const started = await startChild({
      name: 'maildev',
      command: process.execPath,
      args: [
        programFile(),
        ...['--smtp', String(smtpPort), '--ip', '127.0.0.1'],
        ...['--web', String(pagePort), '--web-ip', '127.0.0.1'],
        ...['--mail-directory', folder],
      ],
      logFile,
    });
    child = started;
    await waitFor(
      async () => {
        if (!started.isRunning) throw new Error(`maildev ${await started.ended}.\n\n${started.lastLines()}`);
        const open = await Promise.all([smtpPort, pagePort].map((port) => isListening(port)));
        return open.every(Boolean) ? true : undefined;
      },
      {
        withinMs: startLimitMs,
        failure: () => `maildev did not answer within ${startLimitMs / 1000} s.\n\n${started.lastLines()}`,
      },
    );
  };
  await start().catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return {
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    pageUrl: `http://localhost:${pagePort}`,
    get pids() {
      return child?.isRunning ? [child.pid] : [];
    },
    start,
    stop,
    async kill() {
      await child?.kill();
    },
  };
}
