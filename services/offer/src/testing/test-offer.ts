import { createPictureStore } from '@kinmel/pictures';
import { createMemoryBus, type MemoryBus, openFolderObjects } from '@kinmel/service-kit';
import { startTestService, testDatabase, testTokens } from '@kinmel/testing/servers';
import { offerApp } from '../app.ts';
import { createOfferContext, offerModels } from '../context.ts';
import type { SettledState } from '../redemptions/redemptions-context.ts';

export { aForm } from './offer-builder.ts';

export const serviceToken = 'the-token-between-services';

/** The service with a real database, in-memory bus, its own pictures and clock. */
export async function startTestOffer(
  options: {
    readonly promoChecksPerMinute?: number;
    /** Shared with other services under test. */
    readonly bus?: MemoryBus;
    readonly now?: () => Date;
    readonly serviceToken?: string;
    readonly settleOrder?: (orderId: string) => Promise<SettledState>;
  } = {},
) {
  const database = await testDatabase('offer');
  const { connection } = database;
  const tokens = testTokens();
  const bus = options.bus ?? createMemoryBus();
  let clock = '2026-11-21T06:00:00Z';
  let answer: SettledState | Error = new Error('The answer of the order service is not set.');
  const requests: string[] = [];
  const service = await startTestService('offer', {
    connection,
    bus,
    tokens,
    models: offerModels,
    createContext: async (common, folder) =>
      createOfferContext({
        ...common,
        pictures: createPictureStore(await openFolderObjects(folder)),
        timeZone: 'Asia/Kathmandu',
        holdMs: 60_000,
        promoChecksPerMinute: options.promoChecksPerMinute ?? 10_000,
        settleOrder: async (orderId) => {
          requests.push(orderId);
          if (options.settleOrder) return options.settleOrder(orderId);
          if (answer instanceof Error) throw answer;
          return answer;
        },
        now: options.now ?? (() => new Date(clock)),
      }),
    appOf: offerApp,
    serviceToken: options.serviceToken ?? serviceToken,
  });
  return {
    ...service,
    bus,
    connection,
    database,
    tokens,
    uploadsFolder: service.folder,
    /** Ids of the orders that the order service was asked about. */
    requests,
    /** Sets the service's clock, which does not advance. */
    setClock(moment: string) {
      clock = moment;
    },
    /** Sets what the stub of the order service answers or throws. */
    orderSays(nextAnswer: SettledState | Error) {
      answer = nextAnswer;
    },
    async stop() {
      await service.stop();
      await database.drop();
    },
  };
}

export type TestOffer = Awaited<ReturnType<typeof startTestOffer>>;
