import { createPersonalPhotos } from '@kinmel/pictures';
import { type Bus, createMemoryBus, type MemoryBus, openFolderObjects } from '@kinmel/service-kit';
import { startTestService, type TestDatabase, testDatabase, testTokens } from '@kinmel/testing/servers';
import type mongoose from 'mongoose';
import request from 'supertest';
import { orderApp } from '../app.ts';
import { createOrderContext, orderModels } from '../context.ts';
import type { OrderLimitSettings } from '../limits/order-limits.ts';
import { providerOf } from '../payments/methods/methods.ts';
import type { PaymentProvider } from '../payments/payment-provider.ts';
import type { ConfirmStaff } from '../payouts/payouts.routes.ts';
import type { ServiceClients } from '../placing/service-clients.ts';
import type { ReturnsContext } from '../returns/claim-return.ts';
import { testShop } from './order-builder.ts';
import { aSnapshot } from './product-builder.ts';
import { testServiceClients } from './test-service-clients.ts';

export type TestOrder<B extends Bus = MemoryBus> = Awaited<ReturnType<typeof startTestOrder<B>>>;

interface PlaceOptions {
  readonly userId?: string | undefined;
  readonly key?: string | undefined;
  /** Network address. */
  readonly address?: string | undefined;
}

interface TestOrderOptions<B> {
  /** In memory by default. */
  readonly bus?: B;
  /** In memory by default. */
  readonly serviceClients?: ServiceClients;
  /** By default there are other staff members. */
  readonly confirmStaff?: ConfirmStaff;
  /** By default every method is offered, and its page cannot be opened. */
  readonly paymentProvider?: PaymentProvider;
  /** Every return is open by default. */
  readonly askReturn?: ReturnsContext['askReturn'];
  /** Unlimited by default. */
  readonly limits?: OrderLimitSettings;
  /** Set for a second instance. */
  readonly database?: TestDatabase;
  readonly connection?: mongoose.Connection;
}

export const testServiceToken = 'a-token-of-the-tests-only';

/** Starts the service in this process, on its own database. */
export async function startTestOrder<B extends Bus = MemoryBus>(options: TestOrderOptions<B> = {}) {
  const bus = options.bus ?? (createMemoryBus({ requireConsumer: true }) as Bus as B);
  const fakeClients = testServiceClients();
  const database = options.database ?? (await testDatabase('order'));
  const connection = options.connection ?? database.connection;
  const calls = new Map<unknown, number>();
  const countCall = ({ commandName, command }: mongoose.mongo.CommandStartedEvent) => {
    const collection: unknown = command[commandName];
    calls.set(collection, (calls.get(collection) ?? 0) + 1);
  };
  connection.getClient().options.monitorCommands = true;
  connection.getClient().on('commandStarted', countCall);
  const tokens = testTokens();
  let clockOffsetMs = 0;
  const { context, server, ...service } = await startTestService('order', {
    connection,
    bus,
    tokens,
    models: orderModels,
    createContext: async (common, folder) =>
      createOrderContext({
        ...common,
        serviceClients: options.serviceClients ?? fakeClients,
        paymentProvider: options.paymentProvider ?? { ...providerOf({}), supports: () => true },
        askReturn: options.askReturn ?? (() => Promise.resolve('open')),
        limits: options.limits,
        photos: createPersonalPhotos(await openFolderObjects(folder)),
        isAdminBrowser: () => Promise.resolve(false),
        confirmStaff: options.confirmStaff ?? (() => Promise.resolve({ hasOtherStaff: true })),
        ...testShop,
        social: [{ name: 'Facebook', address: 'https://www.facebook.com/test' }],
        now: () => new Date(Date.now() + clockOffsetMs),
      }),
    appOf: orderApp,
    serviceToken: testServiceToken,
  });
  const call = (method: 'get' | 'post' | 'put' | 'delete', path: string, token?: string) => {
    const httpRequest = request(server)[method](path);
    return token === undefined ? httpRequest : httpRequest.set('Authorization', `Bearer ${token}`);
  };
  return {
    server,
    call,
    /** Places an order as a customer, `user-1` by default. */
    place: (body: unknown, { userId, key, address }: PlaceOptions = {}) => {
      const httpRequest = call('post', '/api/checkout-orders/create', tokens.customer(userId));
      if (key !== undefined) void httpRequest.set('Idempotency-Key', key);
      if (address !== undefined) void httpRequest.set('X-Forwarded-For', address);
      return httpRequest.send(body as object);
    },
    context,
    bus,
    connection,
    serviceClients: fakeClients,
    tokens,
    /** Advances the service's clock. */
    advanceClock(ms: number) {
      clockOffsetMs += ms;
    },
    /** Database commands on a collection so far (background work uses other collections). */
    databaseCalls: (collection: string) => calls.get(collection) ?? 0,
    async stop() {
      await service.stop();
      await bus.close();
      if (options.database === undefined) await database.drop();
    },
  };
}

/** Stores order's copy of a product, and adds it to the fake catalog. @param price in major units */
export async function storeProduct(
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
