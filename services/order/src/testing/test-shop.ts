import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { putProduct, startTestCatalog, type TestCatalog } from '@kinmel/catalog/testing';
import { createOffer, settleOrder } from '@kinmel/contracts';
import { startTestOffer, type TestOffer } from '@kinmel/offer/testing';
import {
  createMemoryBus,
  createServiceClient,
  type MemoryBus,
  type ServiceClient,
} from '@kinmel/service-kit';
import { eventually } from '@kinmel/testing';
import { type TestDatabase, testDatabase } from '@kinmel/testing/servers';
import request from 'supertest';
import {
  createServiceClients,
  type HoldRequest,
  type RedeemRequest,
  type ServiceClients,
} from '../placing/service-clients.ts';
import { startTestOrder, type TestOrder, testServiceToken } from './test-order.ts';

type Line = 'order-to-catalog' | 'order-to-offer' | 'to-order';

/** Order, catalog and offer with their own databases, over HTTP and one bus. */
export interface TestShop {
  readonly order: TestOrder;
  readonly catalog: TestCatalog;
  readonly offer: TestOffer;
  readonly bus: MemoryBus;
  readonly databases: { readonly order: TestDatabase; readonly catalog: TestDatabase };
  /** Advances all clocks. */
  pass(ms: number): void;
  /** Creates a product with a copy in order. @param price in major units */
  product(fields: { name?: string; price?: number; stock: number }): Promise<string>;
  /** Creates an offer with a copy in order. @param fields of the back office form */
  specialOffer(fields?: Record<string, string>): Promise<string>;
  stockOf(productId: string): Promise<number>;
  redemptionsOf(offerId: string): Promise<number>;
  /** Resolves when all events are handled. */
  settle(): Promise<void>;
  /** Makes a service unreachable. */
  cut(line: Line, isCut: boolean): void;
  place(body: object, options?: { userId?: string; key?: string }): request.Test;
  call(method: 'get' | 'post' | 'put', path: string, token?: string): request.Test;
  stop(): Promise<void>;
}

// Generous for busy machines; late answers have tests of their own.
const deadlineMs = 20_000;

export async function startTestShop(): Promise<TestShop> {
  const bus = createMemoryBus();
  const databases = { order: await testDatabase('shop-order'), catalog: await testDatabase('shop-catalog') };
  let movedMs = 0;
  const now = () => new Date(Date.now() + movedMs);
  const cuts = new Set<Line>();
  const check = (line: Line) => {
    if (cuts.has(line)) throw new Error(`${line} is cut`);
  };
  let orderClient: ServiceClient | undefined;
  const askOrder = async (orderId: string) => {
    check('to-order');
    if (orderClient === undefined) throw new Error('Order is not there yet.');
    return (await orderClient.call(settleOrder, { params: { orderId } })).state;
  };
  const catalog = await startTestCatalog({
    connection: databases.catalog.connection,
    bus,
    now,
    serviceToken: testServiceToken,
    settleOrder: askOrder,
  });
  const offer = await startTestOffer({ bus, now, serviceToken: testServiceToken, settleOrder: askOrder });
  const clientOf = (service: string, baseUrl: string) =>
    createServiceClient({ service, baseUrl, serviceToken: testServiceToken, deadlineMs });
  const urlOf = (server: { address(): AddressInfo | string | null }) =>
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clients = {
    catalog: clientOf('catalog', catalog.baseUrl),
    offer: clientOf('offer', urlOf(offer.server)),
  };
  const real = createServiceClients(clients);
  const over = <Input, Answer>(line: Line, call: (input: Input) => Promise<Answer>) => {
    return async (input: Input) => {
      check(line);
      return call(input);
    };
  };
  const serviceClients: ServiceClients = {
    product: over('order-to-catalog', (id: string) => real.product(id)),
    reserve: over('order-to-catalog', (hold: HoldRequest) => real.reserve(hold)),
    releasePieces: over('order-to-catalog', (id: string) => real.releasePieces(id)),
    offer: over('order-to-offer', (id: string) => real.offer(id)),
    redeem: over('order-to-offer', (redemption: RedeemRequest) => real.redeem(redemption)),
    releaseOffers: over('order-to-offer', (id: string) => real.releaseOffers(id)),
  };
  const order = await startTestOrder({ bus, serviceClients, database: databases.order });
  const server = createServer(order.app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = clientOf('order', urlOf(server));
  orderClient = client;

  const waiting = { outbox: { $elemMatch: { sentAt: null } } };
  async function settle(): Promise<void> {
    await eventually(async () => {
      await bus.settle();
      const open = await Promise.all([
        databases.order.connection.collection('orders').countDocuments(waiting),
        databases.catalog.connection.collection('products').countDocuments(waiting),
        offer.connection.collection('offers').countDocuments(waiting),
      ]);
      return open.every((count) => count === 0);
    }, 30_000);
    await bus.settle();
    await catalog.context.settle();
  }

  const call: TestShop['call'] = (method, path, token) => {
    const made = request(server)[method](path);
    return token === undefined ? made : made.set('Authorization', `Bearer ${token}`);
  };

  return {
    order,
    catalog,
    offer,
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
    async specialOffer(fields = {}) {
      const made = request(offer.server)
        .post(createOffer.path)
        .set('Authorization', `Bearer ${offer.tokens.admin()}`);
      for (const [name, value] of Object.entries({ ...offerForm, ...fields })) void made.field(name, value);
      const { body } = await made.expect(201);
      await settle();
      return body.data.id;
    },
    async stockOf(productId) {
      const state = await catalog.context.stock.read(productId);
      if (state === undefined) throw new Error('There is no such product.');
      return state.stock;
    },
    async redemptionsOf(offerId) {
      const { body } = await request(offer.server)
        .get(`/api/special-offers/${offerId}`)
        .set('Authorization', `Bearer ${offer.tokens.admin()}`)
        .expect(200);
      return body.data.currentRedemptions;
    },
    settle,
    cut(line, isCut) {
      if (isCut) cuts.add(line);
      else cuts.delete(line);
    },
    place(body, { userId = 'user-1', key } = {}) {
      const made = call('post', '/api/checkout-orders/create', order.tokens.customer(userId));
      if (key !== undefined) void made.set('Idempotency-Key', key);
      return made.send(body);
    },
    call,
    async stop() {
      client.close();
      clients.catalog.close();
      clients.offer.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await catalog.stop();
      await order.stop();
      await offer.stop();
      await databases.order.drop();
      await databases.catalog.drop();
    },
  };
}

const offerForm = {
  title: 'Galaxy week',
  description: 'Every Galaxy for less.',
  discount: '20% OFF',
  discountType: 'percentage',
  discountValue: '20',
  validFrom: '2020-01-01',
  validUntil: '2099-12-31',
  category: 'Samsung',
  promoCode: 'GALAXY20',
  isActive: 'true',
};
