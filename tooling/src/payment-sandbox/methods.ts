import type { Router } from 'express';
import { blocklistRoutes } from './blocklist.ts';
import { esewaCode, esewaKey, esewaRoutes } from './esewa.ts';
import { khaltiKey, khaltiRoutes } from './khalti.ts';
import type { WalletSandboxOptions } from './wallet-payments.ts';

/** The API key of the sandbox; not a secret. */
export const sandboxKey = 'sk_test_sandbox';

/** A payment method, or the register of stolen phones, that the sandbox simulates. */
interface SandboxMethod {
  /** Environment that makes the services use the sandbox. */
  readonly environment: (address: string, webhookSecret: string) => Readonly<Record<string, string>>;
  /** API and pages. The routes for cards are in `payment-sandbox.ts`. */
  readonly routes?: (options: WalletSandboxOptions) => Router;
}

export const sandboxMethods: readonly SandboxMethod[] = [
  {
    environment: (address, webhookSecret) => ({
      STRIPE_SECRET_KEY: sandboxKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_BASE: address,
    }),
  },
  {
    environment: (address) => ({
      ESEWA_PRODUCT_CODE: esewaCode,
      ESEWA_SECRET_KEY: esewaKey,
      ESEWA_FORM_URL: `${address}/esewa/api/epay/main/v2/form`,
      ESEWA_STATUS_URL: `${address}/esewa/api/epay/transaction/status/`,
      PAYMENT_FORM_ORIGINS: address,
    }),
    routes: esewaRoutes,
  },
  {
    environment: (address) => ({
      KHALTI_SECRET_KEY: khaltiKey,
      KHALTI_API_URL: `${address}/khalti/api`,
      KHALTI_PAGE_URL: `${address}/khalti/`,
    }),
    routes: khaltiRoutes,
  },
  { environment: (address) => ({ BLOCKLIST_URL: `${address}/blocklist` }), routes: blocklistRoutes },
];

/** The environment of services that use a sandbox. */
export const sandboxEnvironment = (
  address: string,
  webhookSecret: string,
): Readonly<Record<string, string>> =>
  Object.assign({}, ...sandboxMethods.map(({ environment }) => environment(address, webhookSecret)));
