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
import { type TestDatabase, type TestTokens, testDatabase, testTokens } from '@kinmel/testing/servers';
import type express from 'express';
import type mongoose from 'mongoose';
import { createOrderApp } from '../app.ts';
import { createOrderContext, type OrderContext, orderModels } from '../context.ts';
import type { OrderLimitSettings } from '../limits/order-limits.ts';
import type { PaymentProvider } from '../payments/payment-provider.ts';
import type { ServiceClients } from '../placing/service-clients.ts';
import { aSnapshot } from './product-builder.ts';
import { type TestServiceClients, testServiceClients } from './test-service-clients.ts';

export type { TestServiceClients } from './test-service-clients.ts';

export interface TestOrder<B extends Bus = MemoryBus> {
  readonly app: express.Express;
  readonly context: OrderContext;
  readonly bus: B;
  readonly connection: mongoose.Connection;
  readonly serviceClients: TestServiceClients;
  readonly tokens: TestTokens;
  /** Advances the service's clock. */
  pass(ms: number): void;
  databaseCalls(): number;
  stop(): Promise<void>;
}

export interface TestOrderOptions {
  /** In memory by default. */
  readonly bus?: Bus;
  /** In memory by default. */
  readonly serviceClients?: ServiceClients;
  /** Without it the service has no payment endpoints. */
  readonly cardProvider?: PaymentProvider;
  /** Unlimited by default. */
  readonly limits?: OrderLimitSettings;
  /** For a second instance. */
  readonly database?: TestDatabase;
  readonly connection?: mongoose.Connection;
}

export const testServiceToken = 'a-token-of-the-tests-only';

export async function startTestOrder(): Promise<TestOrder>;
export async function startTestOrder<B extends Bus>(
  options: TestOrderOptions & { readonly bus: B },
): Promise<TestOrder<B>>;
export async function startTestOrder(options: Omit<TestOrderOptions, 'bus'>): Promise<TestOrder>;

/** Starts the service in this process, on its own database. */
export async function startTestOrder(options: TestOrderOptions = {}): Promise<TestOrder<Bus>> {
  const { bus = createMemoryBus({ requireConsumer: true }), cardProvider } = options;
  const stand = testServiceClients();
  const database = options.database ?? (await testDatabase('order'));
  const connection = options.connection ?? database.connection;
  let calls = 0;
  const countCall = () => {
    calls += 1;
  };
  connection.getClient().options.monitorCommands = true;
  connection.getClient().on('commandStarted', countCall);
  await migrateIndexes(connection, orderModels(connection));
  const tokens = testTokens();
  let movedMs = 0;
  const context = createOrderContext({
    connection,
    bus,
    instanceId: `test-${Math.random()}`,
    serviceClients: options.serviceClients ?? stand,
    ...(cardProvider ? { cardProvider } : {}),
    limits: options.limits,
    contact: { address: 'Test street 1', email: 'shop@test.example', phone: '1' },
    social: [{ name: 'Facebook', address: 'https://www.facebook.com/test' }],
    logger: createLogger({ service: 'order', level: 'silent' }),
    now: () => new Date(Date.now() + movedMs),
    retryDelaysMs: [20, 40],
  });
  await context.start();
  return {
    app: createOrderApp(context, {
      verifier: createTokenVerifier({ jwks: tokens.source }),
      liveSessions: tokens.liveSessions,
      metrics: createMetrics('order'),
      serviceToken: testServiceToken,
      health: { mongo: () => mongoHealth(connection), broker: () => bus.health() },
    }),
    context,
    bus,
    connection,
    serviceClients: stand,
    tokens,
    pass(ms) {
      movedMs += ms;
    },
    databaseCalls: () => calls,
    async stop() {
      await context.stop();
      await bus.close();
      if (options.database === undefined) await database.drop();
    },
  };
}

/** Stores order's copy of a product, and adds it to the fake catalog. @param price in major units */
export async function knownProduct(
  { context, serviceClients }: Pick<TestOrder, 'context' | 'serviceClients'>,
  {
    productId,
    price = 1000,
    name = 'Galaxy S26',
    lowStockCount = null,
    inStock = true,
  }: {
    readonly productId: string;
    readonly price?: number;
    readonly name?: string;
    readonly lowStockCount?: number | null;
    readonly inStock?: boolean;
  },
): Promise<void> {
  const product = aSnapshot({
    productId,
    name,
    priceInMinorUnits: Math.round(price * 100),
    oldPriceInMinorUnits: null,
    inStock,
    lowStockCount,
  });
  serviceClients.products.set(productId, { version: 1, product });
  await context.inTransaction((session) =>
    context.productCopies.save(
      { productId, snapshot: { version: 1, product }, stock: { version: 1, inStock, lowStockCount } },
      session,
    ),
  );
}
