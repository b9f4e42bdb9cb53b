import { type Bus, createLogger, createMemoryBus, type MemoryBus } from '@kinmel/service-kit';
import { startTestService, type TestDatabase, testDatabase, testTokens } from '@kinmel/testing/servers';
import { notificationApp } from '../app.ts';
import { createNotificationContext, notificationModels } from '../context.ts';
import { createMailCarrier } from '../mails/sending/mail-carrier.ts';
import { person, testSealKey } from './event-builder.ts';
import { startTestMailServer } from './test-mail-server.ts';

export const shopUrl = 'https://shop.kinmel.example';
export const mailPausesMs = [60_000, 300_000, 1_800_000];

interface TestNotificationOptions<BusType extends Bus> {
  readonly database: TestDatabase;
  readonly bus: BusType;
  readonly newsletterAsksPerHour?: number;
  readonly mailsPerMailbox?: number;
  readonly newsletterAnswerMs?: number;
}

export type TestNotification<BusType extends Bus = MemoryBus> = Awaited<
  ReturnType<typeof startTestNotification<BusType>>
>;

/** The whole service in this process, with a real database and mail server. Mails are sent by `deliverAll`. */
export async function startTestNotification<BusType extends Bus>({
  database: { connection },
  bus,
  newsletterAsksPerHour = 1000,
  mailsPerMailbox = 1000,
  newsletterAnswerMs = 0,
}: TestNotificationOptions<BusType>) {
  const mailServer = await startTestMailServer();
  const sealKey = testSealKey;
  const tokens = testTokens();
  const logLines: string[] = [];
  const logger = createLogger({
    service: 'notification',
    level: 'trace',
    destination: { write: (line) => void logLines.push(line) },
  });
  /** The address of every account at auth; null once it is deleted. */
  const accounts: { address: string | null; isUnavailable: boolean; requestedIds: string[] } = {
    address: person.email,
    isUnavailable: false,
    requestedIds: [],
  };
  let advancedMs = 0;
  const now = () => new Date(Date.now() + advancedMs);
  const carrier = createMailCarrier({
    url: mailServer.url,
    from: 'Kinmel <hello@kinmel.example>',
    stepMs: 5_000,
  });
  const create = (clockAheadMs = 0) =>
    createNotificationContext({
      connection,
      bus,
      carrier,
      async findAddress(userId) {
        accounts.requestedIds.push(userId);
        if (accounts.isUnavailable) throw new Error('auth is unavailable');
        return accounts.address;
      },
      mailSettings: {
        shopUrl,
        timeZone: 'Asia/Kathmandu',
        contact: { address: 'Durbar Marg', email: 'hello@kinmel.example', phone: '+977 1 555 0142' },
      },
      sealKey,
      mailRetryDelaysMs: mailPausesMs,
      newsletterAsksPerHour,
      mailsPerMailbox,
      newsletterAnswerMs,
      logger,
      now: () => new Date(now().getTime() + clockAheadMs),
      retryDelaysMs: [20, 40],
    });
  const context = create();
  const { server, stop } = await startTestService('notification', {
    connection,
    bus,
    tokens,
    models: notificationModels,
    createContext: () => ({ ...context, start: () => context.start({ sends: false }) }),
    appOf: notificationApp,
  });
  return {
    server,
    context,
    bus,
    connection,
    mailServer,
    accounts,
    carrier,
    tokens,
    sealKey,
    logLines,
    /** Another instance on the same database and mail server, whose clock may be off by some milliseconds. */
    twin: create,
    /** Handles all events and sends what is due. Resolves with all mails that the server has received. */
    async deliverAll() {
      if ('settle' in bus && typeof bus.settle === 'function') await bus.settle();
      await context.sender.sendDue();
      return mailServer.received;
    },
    /** Advances the clock of the service. */
    pass(ms: number) {
      advancedMs += ms;
    },
    now,
    async stop() {
      await stop();
      await bus.close();
      carrier.close();
      await mailServer.stop();
    },
  };
}

export const testBus = () => createMemoryBus({ requireConsumer: true });

type Settings = Omit<TestNotificationOptions<MemoryBus>, 'database' | 'bus'>;

/**
 * A service for each test of a file, with an empty database. Call it outside of tests. `restart` replaces the service by one
 * with other options.
 */
export function useTestNotification() {
  let database: TestDatabase;
  const start = async (options: Settings = {}) => {
    Object.assign(notification, await startTestNotification({ database, bus: testBus(), ...options }));
  };
  const notification = {
    async restart(options: Settings) {
      await notification.stop();
      await start(options);
    },
  } as TestNotification & { readonly restart: (options: Settings) => Promise<void> };
  beforeAll(async () => {
    database = await testDatabase('notification');
  });
  beforeEach(async () => {
    await database.empty();
    await start();
  });
  afterEach(() => notification.stop());
  afterAll(() => database.drop());
  return notification;
}
