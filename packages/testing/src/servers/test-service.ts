import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type Bus,
  createAdminFilesVerifier,
  createIsAdminBrowser,
  createLogger,
  createMetrics,
  createServiceApp,
  createTokenVerifier,
  createVerificationKeys,
  type LiveSessions,
  migrateIndexes,
  mongoHealth,
  type OwnAppParts,
  type RunningContext,
  type ServiceModels,
} from '@kinmel/service-kit';
import type mongoose from 'mongoose';
import type { TestTokens } from './test-tokens.ts';

/** What contexts and apps of all services under test share. */
const partsOf = (
  service: string,
  { connection, bus }: { connection: mongoose.Connection; bus: Bus },
  tokens: Pick<TestTokens, 'source'> & { readonly liveSessions: LiveSessions },
) => ({
  context: {
    connection,
    bus,
    logger: createLogger({ service, level: 'silent' }),
    instanceId: `test-${Math.random()}`,
    isAdminBrowser: createIsAdminBrowser({
      verifier: createAdminFilesVerifier({ keys: createVerificationKeys({ jwks: tokens.source }) }),
      liveSessions: tokens.liveSessions,
    }),
    retryDelaysMs: [20, 40],
  },
  app: {
    verifier: createTokenVerifier({ jwks: tokens.source }),
    liveSessions: tokens.liveSessions,
    metrics: createMetrics(service),
    health: { mongo: () => mongoHealth(connection), broker: () => bus.health() },
  },
});

type Parts = ReturnType<typeof partsOf>;

/**
 * Starts a service in this process, with its indexes, its context, and a server on a free port. Its files are in
 * `folder`, by default a new one that `stop` removes.
 */
export async function startTestService<Context extends RunningContext>(
  service: string,
  {
    tokens,
    models,
    createContext,
    appOf,
    serviceToken,
    folder: existingFolder,
    ...infrastructure
  }: {
    readonly connection: mongoose.Connection;
    readonly bus: Bus;
    readonly tokens: Parameters<typeof partsOf>[2];
    readonly models: ServiceModels;
    readonly createContext: (options: Parts['context'], folder: string) => Context | Promise<Context>;
    readonly appOf: (context: Context) => OwnAppParts;
    /** Required by endpoints of role `service`. */
    readonly serviceToken?: string | undefined;
    readonly folder?: string | undefined;
  },
) {
  await migrateIndexes(infrastructure.connection, models(infrastructure.connection));
  const folder = existingFolder ?? (await mkdtemp(path.join(tmpdir(), `kinmel-${service}-`)));
  const parts = partsOf(service, infrastructure, tokens);
  const context = await createContext(parts.context, folder);
  await context.start();
  const app = appOf(context);
  const health = { ...parts.app.health, ...app.health };
  const { logger } = context;
  const server = http.createServer(
    createServiceApp({ service, logger, serviceToken, ...parts.app, ...app, health }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    context,
    server,
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    folder,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await context.stop();
      if (existingFolder === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}
