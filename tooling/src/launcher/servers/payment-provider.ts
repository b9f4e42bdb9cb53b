import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sandboxEnvironment } from '../../payment-sandbox/methods.ts';
import type { Secrets } from '../secrets.ts';
import { noServer, runProgram } from './running-server.ts';

/** Stripe, if a key is set, or a local sandbox with the same API. */
export type PaymentProvider = Awaited<ReturnType<typeof startPaymentProvider>>;

/** True without a Stripe key, outside of production. */
export const usesSandbox = (env: NodeJS.ProcessEnv): boolean =>
  !env.STRIPE_SECRET_KEY && env.NODE_ENV !== 'production';

/** Starts the payment sandbox on the loopback address, unless `STRIPE_SECRET_KEY` is set. */
export async function startPaymentProvider(options: {
  port: number;
  /** Port of the gateway, which receives the webhooks. */
  shopPort: number;
  /** Sessions are stored here. */
  folder: string;
  secrets: Secrets;
  logFile: string;
  env?: NodeJS.ProcessEnv;
}) {
  const { port, shopPort, folder, secrets, logFile, env = process.env } = options;
  if (!usesSandbox(env))
    return { environment: {} satisfies NodeJS.ProcessEnv, sandboxUrl: undefined, process: noServer };
  mkdirSync(folder, { recursive: true });
  const sandboxUrl = `http://127.0.0.1:${port}`;
  const environment: NodeJS.ProcessEnv = sandboxEnvironment(sandboxUrl, secrets.STRIPE_WEBHOOK_SECRET);
  return {
    /** Environment to add for the services. */
    environment,
    sandboxUrl,
    process: await runProgram({
      name: 'the payment sandbox',
      args: [
        '--disable-warning=ExperimentalWarning',
        fileURLToPath(new URL('../../payment-sandbox/main.ts', import.meta.url)),
      ],
      env: {
        PATH: env.PATH,
        NODE_ENV: 'development',
        PAYMENT_SANDBOX_PORT: String(port),
        PAYMENT_SANDBOX_FOLDER: folder,
        PAYMENT_WEBHOOK_URL: `http://127.0.0.1:${shopPort}/api/payment/webhook`,
        ...(env.PAYMENT_SANDBOX_SLOW_MS === undefined
          ? {}
          : { PAYMENT_SANDBOX_SLOW_MS: env.PAYMENT_SANDBOX_SLOW_MS }),
        ...environment,
      },
      ports: [port],
      logFile,
    }),
  };
}
