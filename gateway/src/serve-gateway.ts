import type { AddressInfo } from 'node:net';
import { type Logger, readConfig } from '@kinmel/service-kit';
import { gatewayConfigSchema } from './config.ts';
import { createContext } from './context.ts';
import { createGatewayListener, createGatewayServer } from './server.ts';
import { type GatewaySettings, gatewaySettings } from './settings.ts';

/** A gateway in this process, on a free port of the loopback address and without a broker. */
export async function serveGateway(
  env: Readonly<Record<string, string | undefined>>,
  logger: Logger,
  settings?: Partial<GatewaySettings>,
) {
  const context = await createContext(readConfig(gatewayConfigSchema, env), logger, undefined, {
    ...gatewaySettings,
    ...settings,
  });
  const server = createGatewayServer(context, createGatewayListener(context));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
    context.stop();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, context, server, stop };
}
