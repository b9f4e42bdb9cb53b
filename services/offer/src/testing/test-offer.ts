import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openFolderPictureStore } from '@kinmel/pictures';
import {
  createLogger,
  createMemoryBus,
  createMetrics,
  createTokenVerifier,
  type MemoryBus,
  migrateIndexes,
  mongoHealth,
} from '@kinmel/service-kit';
import { testDatabase, testTokens } from '@kinmel/testing/servers';
import { createOfferApp } from '../app.ts';
import { createOfferContext, offerModels } from '../context.ts';
import type { SettledState } from '../redemptions/redemptions-context.ts';

export const serviceToken = 'the-token-between-services';

/** The service with a real database, in-memory bus, its own pictures and clock. */
export async function startTestOffer(
  options: {
    readonly promoChecksPerMinute?: number;
    /** For tests with other services. */
    readonly bus?: MemoryBus;
    readonly now?: () => Date;
    readonly serviceToken?: string;
    readonly settleOrder?: (orderId: string) => Promise<SettledState>;
  } = {},
) {
  const database = await testDatabase('offer');
  const { connection } = database;
  await migrateIndexes(connection, offerModels(connection));
  const tokens = testTokens();
  const bus = options.bus ?? createMemoryBus();
  const uploadsFolder = await mkdtemp(path.join(tmpdir(), 'kinmel-offers-'));
  let clock = '2026-11-21T06:00:00Z';
  let answer: SettledState | Error = new Error('The answer of the order service is not set.');
  const asked: string[] = [];
  const context = createOfferContext({
    connection,
    bus,
    pictures: await openFolderPictureStore(uploadsFolder),
    logger: createLogger({ service: 'offer', level: 'silent' }),
    instanceId: `test-${Math.random()}`,
    timeZone: 'Asia/Kathmandu',
    holdMs: 60_000,
    promoChecksPerMinute: options.promoChecksPerMinute ?? 10_000,
    settleOrder: async (orderId) => {
      asked.push(orderId);
      if (options.settleOrder) return options.settleOrder(orderId);
      if (answer instanceof Error) throw answer;
      return answer;
    },
    now: options.now ?? (() => new Date(clock)),
    retryDelaysMs: [20, 40],
  });
  await context.start();
  const app = createOfferApp(context, {
    verifier: createTokenVerifier({ jwks: tokens.source }),
    liveSessions: tokens.liveSessions,
    metrics: createMetrics('offer'),
    health: { mongo: () => mongoHealth(connection) },
    serviceToken: options.serviceToken ?? serviceToken,
  });
  const server = http.createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    context,
    server,
    bus,
    connection,
    database,
    tokens,
    uploadsFolder,
    /** The orders that order was asked about. */
    asked,
    /** Sets and stops the service's clock. */
    setClock(moment: string) {
      clock = moment;
    },
    /** The answer of order, or an error. */
    orderSays(next: SettledState | Error) {
      answer = next;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await context.stop();
      await database.drop();
      await rm(uploadsFolder, { recursive: true, force: true });
    },
  };
}

export type TestOffer = Awaited<ReturnType<typeof startTestOffer>>;
