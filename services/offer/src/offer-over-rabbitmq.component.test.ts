import { orderPlaced, orderStatusChanged } from '@kinmel/contracts';
import {
  type Bus,
  createEvent,
  createLogger,
  createRabbitBus,
  migrateIndexes,
  type WireEvent,
} from '@kinmel/service-kit';
import { eventually } from '@kinmel/testing';
import { type TestBroker, type TestDatabase, testBroker, testDatabase } from '@kinmel/testing/servers';
import { createOfferContext, type OfferContext, offerModels } from './context.ts';
import { toggleOffer } from './offers/update-offer.ts';
import { redeemOffers } from './redemptions/redeem-offers.ts';
import { createRedemptionModel } from './redemptions/redemptions.store.ts';
import { anOffer } from './testing/offer-builder.ts';

// For loaded machines.
jest.setTimeout(60_000);

const logger = createLogger({ service: 'offer', level: 'silent' });

let database: TestDatabase;
let broker: TestBroker;
let context: OfferContext;
const buses: Bus[] = [];
const arrived: WireEvent[] = [];

async function openBus(service: string): Promise<Bus> {
  const bus = createRabbitBus({ url: broker.url, prefix: broker.prefix, service, logger });
  buses.push(bus);
  await eventually(() => bus.health() === 'ok');
  return bus;
}

beforeAll(async () => {
  database = await testDatabase('offer-rabbit');
  broker = testBroker();
  await migrateIndexes(database.connection, offerModels(database.connection));
  for (const name of ['order-placed', 'order-status-changed', 'order-cancelled'])
    broker.track(`offer.${name}`);
  context = createOfferContext({
    connection: database.connection,
    bus: await openBus('offer'),
    pictures: {
      describe: async () => undefined,
      save: async () => undefined,
      read: async () => undefined,
    },
    logger,
    instanceId: 'one',
    timeZone: 'Asia/Kathmandu',
    holdMs: 60_000,
    promoChecksPerMinute: 20,
    settleOrder: async () => 'placed',
    now: () => new Date('2026-11-21T06:00:00Z'),
  });
  await context.start();
  const listener = await openBus('listener');
  for (const type of ['offer.updated', 'offer.redeemed']) {
    const queue = `listener.${type.replace('.', '-')}`;
    broker.track(queue);
    await listener.consume({
      queue,
      type,
      retryDelaysMs: [10],
      handle: async ({ content }) => {
        arrived.push(content as WireEvent);
        return { kind: 'done' };
      },
    });
  }
});

afterAll(async () => {
  await context.stop();
  await Promise.all(buses.map((bus) => bus.close()));
  await broker.cleanUp();
  await database.drop();
});

const orderId = 'e'.repeat(24);
const reference = {
  orderId,
  orderNumber: 'KM-7H2K-94QX',
  userId: 'u',
  customer: { name: 'Asha', email: 'asha@kinmel.example' },
};

it("repeated events of an order update the ledger once over the real broker, and the offer's own events are published", async () => {
  const id = context.newId();
  await context.offers.insert(anOffer({ id }), '2026-11-21', []);
  await redeemOffers(context, { orderId, userId: 'u', offerIds: [id] });
  const placed = createEvent(orderPlaced, {
    aggregateId: orderId,
    aggregateVersion: 1,
    data: {
      ...reference,
      lines: [],
      offerIds: [id],
      promoCode: 'GALAXY20',
      subtotalInMinorUnits: 0,
      shippingInMinorUnits: 0,
      taxInMinorUnits: 0,
      totalInMinorUnits: 0,
      paymentMethod: 'card',
      deliverTo: 'Patan',
    },
  });
  const confirmed = createEvent(orderStatusChanged, {
    aggregateId: orderId,
    aggregateVersion: 2,
    data: { ...reference, from: 'pending', to: 'confirmed', note: '' },
  });
  const order = await openBus('order');
  for (const event of [placed, placed, confirmed, confirmed]) await order.publish(event);
  await toggleOffer(context, id, false);

  await eventually(() => arrived.length >= 2, 30_000);
  expect(arrived.toSorted((a, b) => (a.type < b.type ? -1 : 1))).toMatchObject([
    { type: 'offer.redeemed', aggregateId: id, data: { orderId, currentRedemptions: 1 } },
    { type: 'offer.updated', aggregateId: id, aggregateVersion: 2, data: { isActive: false } },
  ]);
  expect(await createRedemptionModel(database.connection).findById(orderId).lean()).toMatchObject({
    state: 'captured',
    holdUntil: null,
  });
});
