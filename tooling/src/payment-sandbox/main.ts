import { processPorts } from '@kinmel/service-kit/ports';
import { z } from 'zod';
import { startPaymentSandbox } from './payment-sandbox.ts';

const configSchema = z.object({
  NODE_ENV: z
    .string()
    .default('development')
    .refine((mode) => mode !== 'production', 'the payment sandbox cannot be started in production'),
  PAYMENT_SANDBOX_PORT: z.coerce.number().int().min(0).max(65_535).default(processPorts['payment-sandbox']),
  /** Webhook address of the shop, behind the gateway. */
  PAYMENT_WEBHOOK_URL: z.url().default(`http://127.0.0.1:${processPorts.gateway}/api/payment/webhook`),
  PAYMENT_SANDBOX_FOLDER: z.string().optional(),
  PAYMENT_SANDBOX_SLOW_MS: z.coerce.number().int().min(0).default(8000),
  STRIPE_SECRET_KEY: z.string().min(1).default('sk_test_sandbox'),
  STRIPE_WEBHOOK_SECRET: z.string().min(1),
});

const config = configSchema.safeParse(process.env);
if (config.success) {
  const sandbox = await startPaymentSandbox({
    port: config.data.PAYMENT_SANDBOX_PORT,
    webhookUrl: config.data.PAYMENT_WEBHOOK_URL,
    webhookSecret: config.data.STRIPE_WEBHOOK_SECRET,
    secretKey: config.data.STRIPE_SECRET_KEY,
    slowMs: config.data.PAYMENT_SANDBOX_SLOW_MS,
    log: (line) => process.stdout.write(`${line}\n`),
    ...(config.data.PAYMENT_SANDBOX_FOLDER ? { folder: config.data.PAYMENT_SANDBOX_FOLDER } : {}),
  });
  process.stdout.write(`payment sandbox on ${sandbox.address}\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void sandbox.stop());
} else {
  for (const { path, message } of config.error.issues) {
    process.stderr.write(`${path.join('.')}: ${message}\n`);
  }
  process.exitCode = 1;
}
