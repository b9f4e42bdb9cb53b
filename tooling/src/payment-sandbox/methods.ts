import type { Router } from 'express';

/** The API key of the sandbox; not a secret. */
export const sandboxKey = 'sk_test_sandbox';

/** A payment method that the sandbox simulates. */
interface SandboxMethod {
  /** Makes the order service use the sandbox. */
  readonly environment: (address: string, webhookSecret: string) => Readonly<Record<string, string>>;
  /** API and pages; the routes of the card are those of the sandbox itself. */
  readonly routes?: (shop: { readonly webhookUrl: string; readonly webhookSecret: string }) => Router;
}

export const sandboxMethods: readonly SandboxMethod[] = [
  {
    environment: (address, webhookSecret) => ({
      STRIPE_SECRET_KEY: sandboxKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_BASE: address,
    }),
  },
];
