import {
  type Bus,
  createLogger,
  createMemoryBus,
  createMetrics,
  createTokenVerifier,
  type MemoryBus,
  migrateIndexes,
  mongoHealth,
} from '@kinmel/service-kit';
import { type TestDatabase, type TestTokens, testDatabase, testTokens } from '@kinmel/testing';
import type express from 'express';
import type mongoose from 'mongoose';
import { createNotificationApp } from '../app.ts';
import { createNotificationContext, type NotificationContext, notificationModels } from '../context.ts';
import { createMailCarrier, type MailCarrier } from '../mails/sending/mail-carrier.ts';
import { testSealKey } from './event-builder.ts';
import { startTestMailServer, type TestMailServer } from './test-mail-server.ts';

export const shopUrl = 'https://shop.kinmel.example';
/** The pauses of a mail after its failures, in these tests. */
export const mailPausesMs = [60_000, 300_000, 1_800_000];

export interface TestNotification<B extends Bus = MemoryBus> {
  readonly app: express.Express;
  readonly context: NotificationContext;
  readonly bus: B;
  readonly connection: mongoose.Connection;
  readonly mailServer: TestMailServer;
  readonly carrier: MailCarrier;
  readonly tokens: TestTokens;
  readonly sealKey: string;
  /** Everything that was logged so far, at every level. */
  readonly logLines: string[];
  /** A second instance of the service on the same database and mail server; its clock may go wrong by so many milliseconds. */
  twin(clockAheadMs?: number): NotificationContext;
  /** Handles all events, then sends what is due; answers what the mail server has got altogether. */
  settle(): Promise<TestMailServer['received']>;
  /** Moves the service's clock on. */
  pass(ms: number): void;
  now(): Date;
  stop(): Promise<void>;
}

/** A database with the service's indexes, for all tests of a file; each begins with `empty()`. */
export async function notificationDatabase(): Promise<TestDatabase> {
  const database = await testDatabase('notification');
  await migrateIndexes(database.connection, notificationModels(database.connection));
  return database;
}

export interface TestNotificationOptions<B extends Bus> {
  readonly database: TestDatabase;
  readonly bus?: B;
  readonly newsletterAsksPerHour?: number;
  readonly newsletterAnswerMs?: number;
}

export async function startTestNotification(
  options: TestNotificationOptions<MemoryBus>,
): Promise<TestNotification>;
export async function startTestNotification<B extends Bus>(
  options: TestNotificationOptions<B> & { readonly bus: B },
): Promise<TestNotification<B>>;

/** The whole service in this process, on a real database and a real mail server; mails leave by `settle`. */
export async function startTestNotification({
  database: { connection },
  bus = createMemoryBus({ requireConsumer: true }),
  newsletterAsksPerHour = 1000,
  newsletterAnswerMs = 0,
}: TestNotificationOptions<Bus>): Promise<TestNotification<Bus>> {
  const mailServer = await startTestMailServer();
  const sealKey = testSealKey;
  const tokens = testTokens();
  const logLines: string[] = [];
  const logger = createLogger({
    service: 'notification',
    level: 'trace',
    destination: { write: (line) => void logLines.push(line) },
  });
  let movedMs = 0;
  const now = () => new Date(Date.now() + movedMs);
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
      mailSettings: {
        shopUrl,
        timeZone: 'Asia/Kathmandu',
        contact: { address: 'Durbar Marg', email: 'hello@kinmel.example', phone: '+977 1 555 0142' },
      },
      sealKey,
      mailRetryDelaysMs: mailPausesMs,
      newsletterAsksPerHour,
      newsletterAnswerMs,
      logger,
      now: () => new Date(now().getTime() + clockAheadMs),
      retryDelaysMs: [20, 40],
    });
  const context = create();
  await context.start({ sends: false });
  return {
    app: createNotificationApp(context, {
      verifier: createTokenVerifier({ jwks: tokens.source }),
      liveSessions: tokens.liveSessions,
      metrics: createMetrics('notification'),
      health: { mongo: () => mongoHealth(connection), broker: () => bus.health() },
    }),
    context,
    bus,
    connection,
    mailServer,
    carrier,
    tokens,
    sealKey,
    logLines,
    twin: create,
    async settle() {
      if ('settle' in bus && typeof bus.settle === 'function') await bus.settle();
      await context.sender.sendDue();
      return mailServer.received;
    },
    pass(ms) {
      movedMs += ms;
    },
    now,
    async stop() {
      await context.stop();
      await bus.close();
      carrier.close();
      await mailServer.goAway();
    },
  };
}

/**
 * A service for each test of a file, on one database that each finds empty. Called once, outside of all tests; `assign` is
 * given the service before each. Gives a function by which a test replaces its service with one of other options.
 */
export function notificationForEachTest(
  assign: (notification: TestNotification) => void,
): (options: Omit<TestNotificationOptions<MemoryBus>, 'database' | 'bus'>) => Promise<void> {
  let database: TestDatabase;
  let notification: TestNotification;
  const start = async (options: Omit<TestNotificationOptions<MemoryBus>, 'database' | 'bus'> = {}) => {
    notification = await startTestNotification({ database, ...options });
    assign(notification);
  };
  beforeAll(async () => {
    database = await notificationDatabase();
  });
  beforeEach(async () => {
    await database.empty();
    await start();
  });
  afterEach(() => notification.stop());
  afterAll(() => database.drop());
  return async (options) => {
    await notification.stop();
    await start(options);
  };
}
