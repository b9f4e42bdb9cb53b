import { join } from 'node:path';
import { testTokens } from '@kinmel/testing/servers';
import { checkoutFolder, freeStackPorts, type StackOptions, startStack } from '@kinmel/tooling/stack';
import { withoutLimits } from '@kinmel/tooling/without-limits';
import { noteScans } from '../support/stack/scans.ts';
import { serveControl } from './control-server.ts';

/**
 * Starts a separate shop: free ports, an empty state folder with fresh sample data, and the builds of the checkout.
 * Tests run in other processes and reach it through the control server.
 */
export async function openShop(
  options: Pick<StackOptions, 'stateFolder' | 'instances' | 'replicas'> = {},
): Promise<{ shopUrl: string; controlUrl: string; close(): Promise<void> }> {
  // The services also trust a key pair of this run, so that tests can sign expired tokens.
  const tokens = testTokens();
  const stack = await startStack({
    stateFolder: process.env.KINMEL_E2E_STATE_FOLDER ?? join(checkoutFolder, '.kinmel', 'e2e'),
    ports: await freeStackPorts(),
    fresh: true,
    ...options,
    // A part that a test killed stays down until the test restarts it.
    keepAlive: false,
    env: {
      JWKS_FILE: tokens.jwksFile,
      ...withoutLimits,
    },
  });
  // Journeys count bytes and compare pictures: resize all pictures first.
  await stack.picturesDrawn;
  await noteScans(stack.urls);
  const control = await serveControl(stack, tokens);
  return {
    shopUrl: stack.urls.shop,
    controlUrl: control.url,
    async close() {
      await control.close();
      await stack.stop();
      tokens.cleanUp();
    },
  };
}

/** Playwright's global setup. Uses the running shop of the two variables when they are set. */
export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.KINMEL_E2E_CONTROL && process.env.KINMEL_E2E_SHOP) return undefined;
  const shop = await openShop();
  process.env.KINMEL_E2E_CONTROL = shop.controlUrl;
  process.env.KINMEL_E2E_SHOP = shop.shopUrl;
  return () => shop.close();
}

// For writing tests: `node e2e/setup/open-shop.ts` keeps a shop open for runs that set these two variables.
if (import.meta.main) {
  const shop = await openShop();
  process.stdout.write(`\nexport KINMEL_E2E_CONTROL=${shop.controlUrl} KINMEL_E2E_SHOP=${shop.shopUrl}\n\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void shop.close().then(() => process.exit(0)));
}
