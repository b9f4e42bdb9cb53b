import { randomBytes } from 'node:crypto';
import { testMongoUri } from '@kinmel/testing/servers';
import { mongo } from 'mongoose';

const { ObjectId } = mongo;

export const phone = '650000000000000000000001';
export const tablet = '650000000000000000000002';
export const tenPercent = '670000000000000000000001';
export const standing = '6a0000000000000000000001';
export const cancelled = '6a0000000000000000000002';
export const abandoned = '6a0000000000000000000003';
/** An id that nothing of the shop has. */
export const unknown = '6a00000000000000000000ff';
export const buyer = 'user-1';

export const repair = '6c0000000000000000000001';
export const phoneOrder = '6d0000000000000000000001';
export const sellRequest = '6e0000000000000000000001';

/** As the names of the databases have them. */
export const services = ['auth', 'order', 'catalog', 'offer', 'notification', 'service_request'];
export const dayMs = 24 * 60 * 60_000;

type Id = string | mongo.ObjectId;
type Row = { _id: Id } & mongo.Document;

const line = (productId: string, quantity: number, priceInMinorUnits: number) => ({
  productId,
  isProduct: true,
  quantity,
  priceInMinorUnits,
  lineTotalInMinorUnits: quantity * priceInMinorUnits,
});

/** Documents of one order as order keeps them. */
export const anOrder = (id: string, order: mongo.Document = {}): Row => ({
  _id: new ObjectId(id),
  state: 'placed',
  orderNumber: `KM-${id.slice(-4)}`,
  userId: buyer,
  idempotency: { key: `key-of-${id.slice(-4)}` },
  orderStatus: 'pending',
  lines: [line(phone, 2, 1000), line(tablet, 1, 500)],
  pricing: {
    subtotalInMinorUnits: 2500,
    shippingInMinorUnits: 1500,
    taxInMinorUnits: 200,
    totalInMinorUnits: 4200,
  },
  offerIds: [tenPercent],
  card: null,
  refund: null,
  paymentStatus: 'pending',
  history: [],
  createdAt: new Date(),
  version: 1,
  outbox: [],
  ...order,
});

const step = (from: string | null, to: string, what = 'status') => ({ what, from, to, note: '' });

/** What requests of every kind have, of one whose history is these statuses; told long ago. */
const aRequest = (...statuses: readonly string[]) => ({
  status: statuses.at(-1),
  history: statuses.map((to, index) => step(statuses[index - 1] ?? null, to)),
  version: statuses.length,
  email: 'asha@example.com',
  updatedAt: new Date(Date.now() - 2 * dayMs),
  promisedAt: /^(cancelled|rejected|quoted)$/.test(statuses.at(-1) ?? '') ? null : new Date(),
  forgottenAt: null,
  isCustomerGone: false,
  deletedAt: null,
  outbox: [],
});

/** A phone whose price its customer has accepted. */
export const aSellRequest: Row = {
  ...aRequest('pending', 'quoted', 'accepted'),
  _id: new ObjectId(sellRequest),
  history: [
    step(null, 'pending'),
    step(null, '250.00', 'quote'),
    step('pending', 'quoted'),
    step('quoted', 'accepted'),
  ],
  quotedPriceInMinorUnits: 25_000,
  quoteValidUntil: new Date(),
};

/** A repair booking with its seat, as service-request keeps it. */
export const aRepair: Row = {
  ...aRequest('pending', 'confirmed'),
  _id: new ObjectId(repair),
  date: '2026-11-24',
  time: '09:30',
  seat: '2026-11-24 09:30 1',
};

const product = (id: string, change: mongo.Document): Row => ({
  _id: new ObjectId(id),
  stock: 7,
  version: 3,
  priceInMinorUnits: 1000,
  isAvailable: true,
  deletedAt: null,
  reservations: [],
  outbox: [],
  ...change,
});

const copyOf = (id: string, version: number, priceInMinorUnits: number, inStock: boolean): Row => ({
  _id: id,
  snapshot: { version, product: { priceInMinorUnits, inStock } },
});

const terms = { isActive: true, promoCode: 'TEN', discountType: 'percentage' };

export interface TestEvent {
  readonly eventId: string;
  readonly type: string;
  readonly aggregateId: string;
  readonly aggregateVersion: number;
}

/** A small shop in which every invariant holds: an order that stands, one that was cancelled, one that never was. */
export async function openSmallShop() {
  const prefix = `test_books_${randomBytes(4).toString('hex')}`;
  const client = await new mongo.MongoClient(testMongoUri()).connect();
  const database = (service: string) => client.db(`${prefix}_${service}`);
  const collection = (service: string, name: string) => database(service).collection<Row>(name);

  const orders = () => collection('order', 'orders');
  const repairs = () => collection('service_request', 'repair_bookings');
  const handle = (queue: string, { eventId, type, aggregateId, aggregateVersion }: TestEvent) =>
    collection(queue.split('.')[0] ?? '', 'inbox').insertOne({
      _id: `${queue}:${eventId}`,
      type,
      aggregateId,
      aggregateVersion,
      handledAt: new Date(),
    });

  /** Puts an event into the outbox of an order, as sent so long ago, or as waiting. */
  async function tell(
    orderId: string,
    type: string,
    aggregateVersion = 1,
    sentMsAgo: number | null = 1_000,
    more: object = {},
  ) {
    const event = { eventId: randomBytes(8).toString('hex'), type, aggregateId: orderId, aggregateVersion };
    const at = Date.now() - (sentMsAgo ?? 0);
    const data = { userId: buyer, customer: { email: 'asha@example.com' }, ...more };
    const row = {
      event: { ...event, occurredAt: new Date(at).toISOString(), data },
      sentAt: sentMsAgo === null ? null : new Date(at),
    };
    await orders().updateOne({ _id: new ObjectId(orderId) }, [
      { $set: { outbox: { $concatArrays: [{ $ifNull: ['$outbox', []] }, [row]] } } },
    ]);
    return event;
  }

  /** A status of the sell request with its event, sent so long ago or waiting, and taken by notification or not. */
  async function tellOfPhone(isTaken: boolean, sentMsAgo: number | null = 1_000) {
    const at = new Date(Date.now() - (sentMsAgo ?? 70_000));
    const event = {
      eventId: randomBytes(8).toString('hex'),
      type: 'sell-request.status-changed',
      aggregateId: sellRequest,
      aggregateVersion: 3,
    };
    const data = { userId: null, customer: { email: 'asha@example.com' } };
    const row = {
      event: { ...event, occurredAt: at.toISOString(), data },
      sentAt: sentMsAgo === null ? null : at,
    };
    await collection('service_request', 'sell_requests').updateOne(
      { _id: new ObjectId(sellRequest) },
      { $set: { outbox: [row], updatedAt: at } },
    );
    if (isTaken) await handle('notification.sell-request-status-changed', event);
    return event;
  }

  /** The same, handled by all of these services, with its mail. */
  async function tellAll(
    orderId: string,
    type: string,
    aggregateVersion = 1,
    sentMsAgo = 1_000,
    more: object = {},
  ) {
    const event = await tell(orderId, type, aggregateVersion, sentMsAgo, more);
    const template = type.replace('.', '-');
    for (const service of ['catalog', 'offer', 'notification']) await handle(`${service}.${template}`, event);
    await collection('notification', 'mails').insertOne({ _id: `${template}-${event.eventId}`, news: null });
    return event;
  }

  async function fill(): Promise<void> {
    for (const service of services)
      for (const { collectionName } of await database(service).collections())
        await collection(service, collectionName).deleteMany({});
    await orders().insertMany([
      anOrder(standing),
      anOrder(cancelled, {
        orderStatus: 'cancelled',
        version: 2,
        history: [{ at: new Date(), by: 'customer', what: 'order-status', to: 'cancelled' }],
      }),
      { _id: new ObjectId(abandoned), state: 'abandoned', abandonedAt: new Date() },
    ]);
    await collection('catalog', 'products').insertMany([
      product(phone, {}),
      product(tablet, { stock: 0, version: 1, priceInMinorUnits: 500 }),
    ]);
    await collection('catalog', 'sales').insertMany([
      {
        _id: standing,
        state: 'sold',
        lines: [
          { productId: phone, quantity: 2 },
          { productId: tablet, quantity: 1 },
        ],
      },
      { _id: cancelled, state: 'given-back', lines: [{ productId: phone, quantity: 2 }] },
    ]);
    await collection('offer', 'offers').insertOne({
      _id: new ObjectId(tenPercent),
      version: 2,
      deletedAt: null,
      ...terms,
      currentRedemptions: 1,
      maxRedemptions: 1,
    });
    await collection('offer', 'redemptions').insertMany([
      { _id: standing, offerIds: [tenPercent], state: 'reserved', holdUntil: null },
      { _id: cancelled, offerIds: [tenPercent], state: 'released', holdUntil: null },
      { _id: abandoned, offerIds: [], state: 'released', holdUntil: null },
    ]);
    await collection('order', 'product_copies').insertMany([
      copyOf(phone, 3, 1000, true),
      { ...copyOf(tablet, 1, 500, true), stock: { version: 1, inStock: false, lowStockCount: null } },
    ]);
    await collection('order', 'offer_copies').insertOne({
      _id: tenPercent,
      version: 2,
      offer: terms,
    });
    await repairs().insertMany([
      aRepair,
      { ...aRepair, _id: new ObjectId('6c0000000000000000000002'), seat: '2026-11-24 09:30 2' },
      {
        ...aRequest('pending', 'cancelled'),
        _id: new ObjectId('6c0000000000000000000003'),
        date: '2026-11-24',
        time: '09:30',
        email: '',
        forgottenAt: new Date(),
      },
    ]);
    await collection('service_request', 'phone_orders').insertMany([
      {
        ...aRequest('pending'),
        _id: new ObjectId(phoneOrder),
        quantity: 2,
        unitPriceInMinorUnits: 1000,
      },
      {
        ...aRequest('pending'),
        _id: new ObjectId('6d0000000000000000000002'),
        quantity: 1,
        unitPriceInMinorUnits: null,
      },
    ]);
    await collection('service_request', 'sell_requests').insertOne(aSellRequest);
    await tellAll(standing, 'order.placed');
    await tellAll(cancelled, 'order.placed');
    await tellAll(cancelled, 'order.cancelled', 2, 1_000, { money: 'none' });
  }

  return {
    prefix,
    fill,
    orders,
    repairs,
    collection,
    database,
    handle,
    tell,
    tellAll,
    tellOfPhone,
    async drop() {
      for (const service of services) await database(service).dropDatabase();
      await client.close();
    },
  };
}

export type SmallShop = Awaited<ReturnType<typeof openSmallShop>>;
