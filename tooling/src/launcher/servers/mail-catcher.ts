import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { noServer, runProgram } from './running-server.ts';

/** SMTP server of the shop: a maildev started here, or the one of `SMTP_URL`. */
export type MailCatcher = Awaited<ReturnType<typeof startMailCatcher>>;

// Its package exports no path that `require.resolve` finds.
const maildev = fileURLToPath(
  new URL('../../../../node_modules/maildev/dist/bin/maildev.js', import.meta.url),
);

/** Starts maildev on the loopback address, unless `SMTP_URL` names a server. */
export async function startMailCatcher(options: {
  smtpPort: number;
  pagePort: number;
  /** Mails are stored here while it runs. */
  folder: string;
  logFile: string;
  env?: NodeJS.ProcessEnv;
}) {
  const { smtpPort, pagePort, folder, logFile, env = process.env } = options;
  if (env.SMTP_URL) return { smtpUrl: env.SMTP_URL, pageUrl: env.MAIL_URL ?? '', process: noServer };
  mkdirSync(folder, { recursive: true });
  return {
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    /** The web page with the mails (`MAIL_URL`); empty for an external server. */
    pageUrl: `http://localhost:${pagePort}`,
    process: await runProgram({
      name: 'maildev',
      args: [
        '--import',
        new URL('./own-page-only.mjs', import.meta.url).href,
        maildev,
        `--smtp=${smtpPort}`,
        '--ip=127.0.0.1',
        `--web=${pagePort}`,
        '--web-ip=127.0.0.1',
        `--mail-directory=${folder}`,
      ],
      ports: [smtpPort, pagePort],
      logFile,
    }),
  };
}
