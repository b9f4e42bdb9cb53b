import { randomBytes } from 'node:crypto';
import { testMongoUri } from '@kinmel/testing/servers';
import { mongo } from 'mongoose';
import smallShop from './small-shop.json' with { type: 'json' };

type Row = { _id: string | mongo.ObjectId } & mongo.Document;

export const phone = '650000000000000000000001';
export const tablet = '650000000000000000000002';
export const tenPercent = '670000000000000000000001';
export const openOrder = '6a0000000000000000000001';
export const cancelledOrder = '6a0000000000000000000002';
export const abandonedOrder = '6a0000000000000000000003';
/** An order that was delivered and refunded. */
export const refundedOrder = '6a0000000000000000000004';
/** An order whose pieces were all returned, and its return. */
export const returnedOrder = '6a0000000000000000000005';
export const settledReturn = '6f0000000000000000000001';
/** An id of no document in the shop. */
export const unknownId = '6a00000000000000000000ff';
export const buyer = 'user-1';
export const repair = '6c0000000000000000000001';
export const phoneOrder = '6d0000000000000000000001';
export const sellRequest = '6e0000000000000000000001';

/** The sell request of a phone that the shop has paid. */
export const soldPhone = '6e0000000000000000000002';

/** The device of `soldPhone`, now listed as the product `preLoved`. */
export const device = '690000000000000000000001';
export const preLoved = '650000000000000000000003';

export const services = ['auth', 'order', 'catalog', 'offer', 'notification', 'service_request', 'device'];

/** The documents of the shop, by `<service>.<collection>`. */
const documents = () => mongo.BSON.EJSON.deserialize(smallShop) as Record<string, Row[]>;

const ids = new Map(
  Object.entries(documents()).map(([name, [row]]) => [
    name,
    typeof row?._id === 'string' ? String : (id: string) => new mongo.ObjectId(id),
  ]),
);
const idIn = (name: string, id: string) => ids.get(name)?.(id) ?? id;

interface TestEvent {
  readonly type: string;
  readonly aggregateId: string;
  readonly aggregateVersion?: number;
  /** Null when it was not sent yet. */
  readonly sentMsAgo?: number | null;
  readonly occurredAt?: Date;
  readonly money?: string;
  readonly orderId?: string;
}

/** A shop in which every invariant holds, with an open, a cancelled and an abandoned order, among others. */
export async function openSmallShop() {
  const prefix = `test_books_${randomBytes(4).toString('hex')}`;
  const client = await new mongo.MongoClient(testMongoUri()).connect();
  const database = (service: string) => client.db(`${prefix}_${service}`);
  function collection(name: string) {
    const [service = '', ...rest] = name.split('.');
    return database(service).collection<Row>(rest.join('.'));
  }

  const shop = {
    prefix,
    database,
    collection,
    /** A copy of a document under another id. */
    insertCopy(name: string, originalId: string, id: string, change: mongo.Document = {}) {
      const original = documents()[name]?.find(({ _id }) => String(_id) === originalId);
      return collection(name).insertOne({ ...original, ...change, _id: idIn(name, id) });
    },
    set: (name: string, id: string, change: mongo.Document) =>
      collection(name).updateOne({ _id: idIn(name, id) }, { $set: change }),
    remove: (name: string, id: string) => collection(name).deleteOne({ _id: idIn(name, id) }),
    /** Marks an event as handled by the consumer of this queue. */
    markHandled: (
      queue: string,
      { eventId = 'another', type = '', aggregateId = '', aggregateVersion = 1 },
    ) =>
      collection(`${queue.split('.')[0]}.inbox`).insertOne({
        _id: `${queue}:${eventId}`,
        type,
        aggregateId,
        aggregateVersion,
      }),
    /** Puts an event into the outbox of its record. */
    async publish(
      name: string,
      { type, aggregateId, aggregateVersion = 1, sentMsAgo = 1_000, money, orderId, ...event }: TestEvent,
    ) {
      const { occurredAt = new Date(Date.now() - (sentMsAgo ?? 0)) } = event;
      const published = { eventId: randomBytes(8).toString('hex'), type, aggregateId, aggregateVersion };
      const data = { userId: buyer, customer: { email: 'asha@example.com' }, money, orderId };
      const row = {
        event: { ...published, occurredAt: occurredAt.toISOString(), data },
        sentAt: sentMsAgo === null ? null : new Date(Date.now() - sentMsAgo),
      };
      const [service = ''] = name.split('.');
      await collection(`${service}.outbox`).insertOne({
        _id: published.eventId,
        record: aggregateId,
        ...row,
      });
      return published;
    },
    /** An event of an order that all its consumers have handled, with its mail. */
    async publishToAll(event: TestEvent) {
      const published = await shop.publish('order.orders', event);
      const name = event.type.replace('.', '-');
      for (const service of ['catalog', 'offer', 'notification', 'device'])
        await shop.markHandled(`${service}.${name}`, published);
      const mailId = `${name}-${published.eventId}`;
      await collection('notification.mails').insertOne({ _id: mailId, news: null });
      return { ...published, mailId };
    },
    /** Changes the sell request and publishes the change, optionally as handled by notification and device. */
    async changeSellRequest({ isHandled = false, sentMsAgo = 1_000 as number | null } = {}) {
      const updatedAt = new Date(Date.now() - (sentMsAgo ?? 70_000));
      await shop.set('service_request.sell_requests', sellRequest, { updatedAt });
      const published = await shop.publish('service_request.sell_requests', {
        type: 'sell-request.status-changed',
        aggregateId: sellRequest,
        aggregateVersion: 3,
        sentMsAgo,
        occurredAt: updatedAt,
      });
      for (const service of isHandled ? ['notification', 'device'] : [])
        await shop.markHandled(`${service}.sell-request-status-changed`, published);
    },
    /** Publishes that the return was settled, as handled by all consumers. */
    async settleReturn() {
      const settled = { type: 'return.settled', aggregateId: settledReturn, aggregateVersion: 4 };
      const published = await shop.publish('service_request.returns', settled);
      for (const service of ['order', 'catalog', 'notification', 'device'])
        await shop.markHandled(`${service}.return-settled`, published);
      await collection('notification.mails').insertOne({
        _id: `return-settled-${published.eventId}`,
        news: null,
      });
    },
    async reset() {
      for (const service of services)
        for (const { collectionName } of await database(service).collections())
          await collection(`${service}.${collectionName}`).deleteMany({});
      for (const [name, rows] of Object.entries(documents())) await collection(name).insertMany(rows);
      await shop.publishToAll({ type: 'order.placed', aggregateId: openOrder });
      await shop.publishToAll({ type: 'order.placed', aggregateId: cancelledOrder });
      const cancelling = { type: 'order.cancelled', aggregateId: cancelledOrder, aggregateVersion: 2 };
      await shop.publishToAll({ ...cancelling, money: 'none' });
      await shop.settleReturn();
    },
    async drop() {
      for (const service of services) await database(service).dropDatabase();
      await client.close();
    },
  };
  return shop;
}

export type SmallShop = Awaited<ReturnType<typeof openSmallShop>>;
