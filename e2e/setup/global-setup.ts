import { join } from 'node:path';
import { checkoutFolder, freeStackPorts, startStack } from '@kinmel/tooling/stack';
import { serveControl } from './control-server.ts';

/**
 * Starts a whole shop of its own: free ports, an empty state folder with fresh sample data, and the builds of the
 * checkout. The tests reach it through the control server, because they run in other processes.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const stack = await startStack({
    stateFolder: join(checkoutFolder, '.kinmel', 'e2e'),
    ports: await freeStackPorts(),
    fresh: true,
    // A part that a test killed stays down until the test wants it back.
    keepAlive: false,
  });
  const control = await serveControl(stack);
  process.env.KINMEL_E2E_CONTROL = control.url;
  process.env.KINMEL_E2E_SHOP = stack.urls.shop;
  return async () => {
    await control.close();
    await stack.stop();
  };
}
