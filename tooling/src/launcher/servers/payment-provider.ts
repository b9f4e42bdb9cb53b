import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Secrets } from '../secrets.ts';
import { type HelperProcess, noHelper, startHelper } from './helper-process.ts';

/** Who takes card payments: the provider itself, whose key somebody has, or the sandbox that speaks its API here. */
export interface PaymentProvider {
  /** What the services must know beside their environment. */
  environment: NodeJS.ProcessEnv;
  /** Where the sandbox listens; undefined when it does not run. */
  sandboxUrl: string | undefined;
  process: HelperProcess;
}

/** The key that the sandbox takes; it opens nothing else. */
export const sandboxKey = 'sk_test_sandbox';

/** True when a start runs the sandbox: nobody gave a key, and whoever starts it did not say that this is production. */
export const usesSandbox = (env: NodeJS.ProcessEnv): boolean =>
  !env.STRIPE_SECRET_KEY && env.NODE_ENV !== 'production';

/** Starts the payment sandbox on the loopback address, unless `STRIPE_SECRET_KEY` is set. */
export async function startPaymentProvider(options: {
  port: number;
  /** Port of the gateway, behind which the shop takes webhooks. */
  shopPort: number;
  /** Where sessions are kept over a restart. */
  folder: string;
  secrets: Secrets;
  logFile: string;
  env?: NodeJS.ProcessEnv;
}): Promise<PaymentProvider> {
  const { port, shopPort, folder, secrets, logFile, env = process.env } = options;
  if (!usesSandbox(env)) return { environment: {}, sandboxUrl: undefined, process: noHelper };
  mkdirSync(folder, { recursive: true });
  const sandboxUrl = `http://127.0.0.1:${port}`;
  const keys = { STRIPE_SECRET_KEY: sandboxKey, STRIPE_WEBHOOK_SECRET: secrets.STRIPE_WEBHOOK_SECRET };
  return {
    environment: { ...keys, STRIPE_API_BASE: sandboxUrl },
    sandboxUrl,
    process: await startHelper({
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
        ...keys,
      },
      ports: [port],
      logFile,
    }),
  };
}
