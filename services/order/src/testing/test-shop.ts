import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { putProduct, startTestCatalog, type TestCatalog } from '@kinmel/catalog/testing';
import { settleOrder } from '@kinmel/contracts';
import {
  createMemoryBus,
  createServiceClient,
  type MemoryBus,
  type ServiceClient,
} from '@kinmel/service-kit';
import { type TestDatabase, testDatabase } from '@kinmel/testing/servers';
import request from 'supertest';
import { type Owners, ownersOver } from '../placing/owners.ts';
import { startTestOrder, type TestOrder, type TestOrderOptions, testServiceToken } from './test-order.ts';

/** Order and catalog with databases of their own, over real HTTP and one bus; offer in memory. */
export interface TestShop {
  readonly order: TestOrder;
  readonly catalog: TestCatalog;
  readonly bus: MemoryBus;
  readonly databases: { readonly order: TestDatabase; readonly catalog: TestDatabase };
  /** Moves the clocks of both services on. */
  pass(ms: number): void;
  /** A product that order has heard of already. */
  product(fields: { name?: string; price?: number; stock: number }): Promise<string>;
  stockOf(productId: string): Promise<number>;
  /** Resolves when all events were told and handled. */
  settle(): Promise<void>;
  /** Makes catalog unreachable for order, or order for catalog. */
  cut(line: 'order-to-catalog' | 'catalog-to-order', isCut: boolean): void;
  place(body: object, options?: { userId?: string; key?: string }): request.Test;
  stop(): Promise<void>;
}

export async function startTestShop(options: Pick<TestOrderOptions, 'payments'> = {}): Promise<TestShop> {
  const bus = createMemoryBus();
  const databases = { order: await testDatabase('shop-order'), catalog: await testDatabase('shop-catalog') };
  let movedMs = 0;
  const cuts = { 'order-to-catalog': false, 'catalog-to-order': false };
  let orderClient: ServiceClient | undefined;
  const catalog = await startTestCatalog({
    connection: databases.catalog.connection,
    jwks: async () => ({ keys: [] }),
    bus,
    now: () => new Date(Date.now() + movedMs),
    serviceToken: testServiceToken,
    settleOrder: async (orderId) => {
      if (cuts['catalog-to-order'] || orderClient === undefined) throw new Error('cut');
      return (await orderClient.call(settleOrder, { params: { orderId } })).state;
    },
  });
  const catalogClient = createServiceClient({
    service: 'catalog',
    baseUrl: catalog.baseUrl,
    serviceToken: testServiceToken,
    // Busy machines take their time; what a late answer leads to has tests of its own.
    deadlineMs: 20_000,
  });
  let stand: Owners | undefined;
  const real = ownersOver({ catalog: catalogClient, offer: catalogClient });
  const checkLine = () => {
    if (cuts['order-to-catalog']) throw new Error('cut');
  };
  const owners: Owners = {
    product: async (id) => {
      checkLine();
      return real.product(id);
    },
    reserve: async (hold) => {
      checkLine();
      return real.reserve(hold);
    },
    releasePieces: async (id) => {
      checkLine();
      return real.releasePieces(id);
    },
    offer: async (id) => stand?.offer(id),
    redeem: async (redemption) => stand?.redeem(redemption),
    releaseOffers: async (id) => stand?.releaseOffers(id),
  };
  const order = await startTestOrder({ bus, owners, database: databases.order, ...options });
  stand = order.owners;
  const server = createServer(order.app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  orderClient = createServiceClient({
    service: 'order',
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    serviceToken: testServiceToken,
    deadlineMs: 20_000,
  });
  const client = orderClient;

  const waiting = { outbox: { $elemMatch: { sentAt: null } } };
  async function settle(): Promise<void> {
    for (;;) {
      await bus.settle();
      const open = await Promise.all([
        databases.order.connection.collection('orders').countDocuments(waiting),
        databases.catalog.connection.collection('products').countDocuments(waiting),
      ]);
      if (open.every((count) => count === 0)) break;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await bus.settle();
    await catalog.context.settle();
  }

  return {
    order,
    catalog,
    bus,
    databases,
    pass(ms) {
      movedMs += ms;
      order.pass(ms);
    },
    async product({ name = 'Galaxy S26', price = 1000, stock }) {
      const id = await putProduct(catalog, { name, price, stock });
      await settle();
      return id;
    },
    async stockOf(productId) {
      const shelf = await catalog.context.stock.read(productId);
      if (shelf === undefined) throw new Error('There is no such product.');
      return shelf.stock;
    },
    settle,
    cut(line, isCut) {
      cuts[line] = isCut;
    },
    place(body, { userId = 'user-1', key } = {}) {
      const call = request(server)
        .post('/api/checkout-orders/create')
        .set('Authorization', `Bearer ${order.tokens.customer(userId)}`);
      if (key !== undefined) call.set('Idempotency-Key', key);
      return call.send(body);
    },
    async stop() {
      client.close();
      catalogClient.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await catalog.stop();
      await order.stop();
      await databases.order.drop();
      await databases.catalog.drop();
    },
  };
}

/** What a shopper fills in; say only what the test is about. */
export const delivery = {
  name: 'Sita Sharma',
  email: 'sita@example.com',
  phone: '+977 984-1234567',
  address: 'Durbar Marg 5',
  city: 'Kathmandu',
  zipCode: '44600',
  notes: '',
};

/** The body of an order; `total` is what the shopper was shown, in major units. */
export const orderOf = (
  products: readonly { productId: string; quantity: number; specialOffer?: { id: string } | null }[],
  total: number,
  more: object = {},
) => ({
  customerDetails: delivery,
  products,
  pricing: { total },
  paymentMethod: 'cash_on_delivery',
  ...more,
});

/** Total of a subtotal above the limit of free shipping, with 8 percent of tax; in major units. */
export const totalOf = (subtotal: number) => Math.round(subtotal * 108) / 100;
