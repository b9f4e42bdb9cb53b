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
import { testDatabase, testTokens } from '@kinmel/testing';
import type express from 'express';
import type mongoose from 'mongoose';
import { createOrderApp } from '../app.ts';
import { createOrderContext, type OrderContext, orderModels } from '../context.ts';

export interface TestOrder<B extends Bus = MemoryBus> {
  readonly app: express.Express;
  readonly context: OrderContext;
  readonly bus: B;
  readonly connection: mongoose.Connection;
  /** Moves the service's clock on. */
  pass(ms: number): void;
  /** How many commands the database has been sent so far. */
  databaseCalls(): number;
  stop(): Promise<void>;
}

export async function startTestOrder(): Promise<TestOrder>;
export async function startTestOrder<B extends Bus>(bus: B): Promise<TestOrder<B>>;

/** The whole service in this process, on a real database of its own; its bus is in memory unless another is given. */
export async function startTestOrder(
  bus: Bus = createMemoryBus({ requireConsumer: true }),
): Promise<TestOrder<Bus>> {
  const database = await testDatabase('order');
  const { connection } = database;
  let calls = 0;
  const countCall = () => {
    calls += 1;
  };
  connection.getClient().options.monitorCommands = true;
  connection.getClient().on('commandStarted', countCall);
  await migrateIndexes(connection, orderModels(connection));
  let movedMs = 0;
  const context = createOrderContext({
    connection,
    bus,
    contact: { address: 'Test street 1', email: 'shop@test.example', phone: '1' },
    logger: createLogger({ service: 'order', level: 'silent' }),
    now: () => new Date(Date.now() + movedMs),
    retryDelaysMs: [20, 40],
  });
  await context.start();
  return {
    app: createOrderApp(context, {
      verifier: createTokenVerifier({ jwks: testTokens().source }),
      metrics: createMetrics('order'),
      health: { mongo: () => mongoHealth(connection), broker: () => bus.health() },
    }),
    context,
    bus,
    connection,
    pass(ms) {
      movedMs += ms;
    },
    databaseCalls: () => calls,
    async stop() {
      await context.stop();
      await bus.close();
      await database.drop();
    },
  };
}
