import type { AddressInfo } from 'node:net';
import { putProduct, startTestCatalog } from '@kinmel/catalog/testing';
import { createOffer, settleOrder } from '@kinmel/contracts';
import { aForm, startTestOffer } from '@kinmel/offer/testing';
import { createMemoryBus, createServiceClient, type ServiceClient } from '@kinmel/service-kit';
import { countWaiting, eventually } from '@kinmel/testing';
import { testDatabase } from '@kinmel/testing/servers';
import request from 'supertest';
import { createServiceClients, type ServiceClients } from '../placing/service-clients.ts';
import { startTestOrder, testServiceToken } from './test-order.ts';

type Line = 'order-to-catalog' | 'order-to-offer' | 'to-order';

// Generous for busy machines; late answers have tests of their own.
const deadlineMs = 20_000;

export type TestShop = Awaited<ReturnType<typeof startTestShop>>;

type CatalogOptions = Parameters<typeof startTestCatalog>[0];

/** Order, catalog and offer with their own databases, over HTTP and one bus. */
export async function startTestShop({ settleListing }: Pick<CatalogOptions, 'settleListing'> = {}) {
  const bus = createMemoryBus();
  const databases = { order: await testDatabase('shop-order'), catalog: await testDatabase('shop-catalog') };
  let clockOffsetMs = 0;
  const now = () => new Date(Date.now() + clockOffsetMs);
  const cuts = new Set<Line>();
  const throwIfCut = (line: Line) => {
    if (cuts.has(line)) throw new Error(`${line} is cut`);
  };
  let orderClient: ServiceClient | undefined;
  const askOrder = async (orderId: string) => {
    throwIfCut('to-order');
    if (orderClient === undefined) throw new Error('The order service has not started yet.');
    return (await orderClient.call(settleOrder, { params: { orderId } })).state;
  };
  const catalog = await startTestCatalog({
    connection: databases.catalog.connection,
    bus,
    now,
    serviceToken: testServiceToken,
    settleOrder: askOrder,
    settleListing,
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
  const realClients = createServiceClients(clients);
  const viaLine = <Input, Answer>(line: Line, call: (input: Input) => Promise<Answer>) => {
    return async (input: Input) => {
      throwIfCut(line);
      return call(input);
    };
  };
  const serviceClients: ServiceClients = {
    product: viaLine('order-to-catalog', realClients.product),
    reserve: viaLine('order-to-catalog', realClients.reserve),
    releasePieces: viaLine('order-to-catalog', realClients.releasePieces),
    offer: viaLine('order-to-offer', realClients.offer),
    redeem: viaLine('order-to-offer', realClients.redeem),
    releaseOffers: viaLine('order-to-offer', realClients.releaseOffers),
  };
  const order = await startTestOrder({ bus, serviceClients, database: databases.order });
  const client = clientOf('order', urlOf(order.server));
  orderClient = client;

  async function settle(): Promise<void> {
    await eventually(async () => {
      await bus.settle();
      const connections = [databases.order.connection, databases.catalog.connection, offer.connection];
      const waitingCounts = await Promise.all(connections.map(countWaiting));
      return waitingCounts.every((count) => count === 0);
    }, 30_000);
    await bus.settle();
    await catalog.context.settle();
  }

  return {
    order,
    catalog,
    offer,
    bus,
    clients,
    databases,
    now,
    /** Advances all clocks. */
    pass(ms: number) {
      clockOffsetMs += ms;
      order.advanceClock(ms);
    },
    /** Creates a product with a copy in order. @param price in major units */
    async product({
      name = 'Galaxy S26',
      price = 1000,
      ...fields
    }: Partial<Parameters<typeof putProduct>[1]> & { stock: number }): Promise<string> {
      const id = await putProduct(catalog, { name, price, ...fields });
      await settle();
      return id;
    },
    /** Creates an offer with a copy in order. @param fields of the back office form */
    async specialOffer(fields: Record<string, string> = {}): Promise<string> {
      const httpRequest = request(offer.server)
        .post(createOffer.path)
        .set('Authorization', `Bearer ${offer.tokens.admin()}`);
      for (const [name, value] of Object.entries(
        aForm({ validFrom: '2020-01-01', validUntil: '2099-12-31', ...fields }),
      ))
        void httpRequest.field(name, value);
      const { body } = await httpRequest.expect(201);
      await settle();
      return body.data.id;
    },
    async stockOf(productId: string): Promise<number> {
      const state = await catalog.context.stock.read(productId);
      if (state === undefined) throw new Error('There is no such product.');
      return state.stock;
    },
    async redemptionsOf(offerId: string): Promise<number> {
      const { body } = await request(offer.server)
        .get(`/api/special-offers/${offerId}`)
        .set('Authorization', `Bearer ${offer.tokens.admin()}`)
        .expect(200);
      return body.data.currentRedemptions;
    },
    /** Resolves when all events are handled. */
    settle,
    /** Makes a service unreachable. */
    cut(line: Line, isCut: boolean) {
      if (isCut) cuts.add(line);
      else cuts.delete(line);
    },
    place: order.place,
    call: order.call,
    async stop() {
      client.close();
      clients.catalog.close();
      clients.offer.close();
      await catalog.stop();
      await order.stop();
      await offer.stop();
      await databases.order.drop();
      await databases.catalog.drop();
    },
  };
}
