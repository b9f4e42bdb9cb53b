import { randomBytes } from 'node:crypto';
import { testMongoUri } from '@kinmel/testing/servers';
import { mongo } from 'mongoose';
import { checkBooks } from './check-books.ts';
import type { Finding } from './invariants.ts';

const prefix = `test_books_${randomBytes(4).toString('hex')}`;
const services = ['order', 'catalog', 'offer', 'notification'];
const { ObjectId } = mongo;
const phone = new ObjectId();
const offerId = new ObjectId();
const orderId = new ObjectId();
const lost = new ObjectId();

let client: mongo.MongoClient;
const collection = (service: string, name: string) => client.db(`${prefix}_${service}`).collection(name);
/** Of sales, redemptions and what has been handled, whose ids are text. */
const textual = (service: string, name: string) =>
  client.db(`${prefix}_${service}`).collection<{ _id: string }>(name);

const check = (settleMs = 0) => checkBooks({ mongodbUri: testMongoUri(), databasePrefix: prefix, settleMs });
const broken = (findings: readonly Finding[]) =>
  findings.filter(({ offenders }) => offenders.length > 0).map(({ id }) => id);
const eventOf = (type: string) => ({ eventId: randomBytes(8).toString('hex'), type, data: {} });

async function handle(service: string, queue: string, event: { eventId: string; type: string }) {
  const aggregate = { aggregateId: orderId.toHexString(), aggregateVersion: 1 };
  await textual(service, 'inbox').insertOne({
    _id: `${queue}:${event.eventId}`,
    type: event.type,
    ...aggregate,
  } as { _id: string });
}

/** One order of two phones with an offer, as the services leave it when all is done. */
async function aSoundShop(): Promise<void> {
  for (const service of services)
    for (const { collectionName } of await client.db(`${prefix}_${service}`).collections())
      await collection(service, collectionName).deleteMany({});
  const placed = { ...eventOf('order.placed'), aggregateId: orderId.toHexString() };
  await collection('order', 'orders').insertMany([
    {
      _id: orderId,
      state: 'placed',
      orderNumber: 'KM-AAAA-0001',
      userId: 'user-1',
      idempotency: { key: 'the-key', bodyHash: 'digest' },
      orderStatus: 'pending',
      lines: [
        {
          productId: phone.toHexString(),
          isProduct: true,
          quantity: 2,
          priceInMinorUnits: 900,
          lineTotalInMinorUnits: 1800,
        },
      ],
      pricing: {
        subtotalInMinorUnits: 1800,
        shippingInMinorUnits: 100,
        taxInMinorUnits: 144,
        totalInMinorUnits: 2044,
      },
      offerIds: [offerId.toHexString()],
      version: 1,
      outbox: [{ event: placed, sentAt: new Date() }],
    },
    { _id: lost, state: 'abandoned', abandonedAt: new Date() },
  ]);
  await collection('catalog', 'products').insertOne({
    _id: phone,
    stock: 3,
    version: 1,
    reservations: [],
    outbox: [],
  });
  await textual('catalog', 'sales').insertOne({
    _id: orderId.toHexString(),
    state: 'sold',
    lines: [{ productId: phone.toHexString(), quantity: 2 }],
  } as { _id: string });
  await collection('offer', 'offers').insertOne({
    _id: offerId,
    version: 1,
    currentRedemptions: 1,
    maxRedemptions: 1,
  });
  await textual('offer', 'redemptions').insertOne({
    _id: orderId.toHexString(),
    offerIds: [offerId.toHexString()],
    state: 'reserved',
    holdUntil: null,
  } as { _id: string });
  for (const service of ['catalog', 'offer', 'notification'])
    await handle(service, `${service}.order-placed`, placed);
}

beforeAll(async () => {
  client = await new mongo.MongoClient(testMongoUri()).connect();
});
beforeEach(aSoundShop);
afterAll(async () => {
  for (const service of services) await client.db(`${prefix}_${service}`).dropDatabase();
  await client.close();
});

it('finds every invariant holding in a sound shop, and writes nothing (I-1 to I-8, I-10)', async () => {
  const hashes = () =>
    Promise.all(services.map((name) => client.db(`${prefix}_${name}`).command({ dbHash: 1 })));
  const before = (await hashes()).map(({ md5 }) => md5);
  const { findings, waiting } = await check();
  expect(findings.map(({ id, count, offenders }) => ({ id, counts: count > 0, offenders }))).toEqual(
    ['I-1', 'I-2', 'I-3', 'I-4', 'I-5', 'I-6', 'I-7', 'I-8', 'I-10'].map((id) => ({
      id,
      counts: true,
      offenders: [],
    })),
  );
  expect(waiting).toBe(0);
  expect((await hashes()).map(({ md5 }) => md5)).toEqual(before);
});

const plants: readonly (readonly [what: string, ids: readonly string[], plant: () => Promise<unknown>])[] = [
  ['a lost order', ['I-2'], () => collection('order', 'orders').deleteOne({ _id: orderId })],
  ['a lost sale', ['I-3'], () => textual('catalog', 'sales').deleteMany({})],
  [
    'stock below zero',
    ['I-4'],
    () => collection('catalog', 'products').updateMany({}, { $set: { stock: -1 } }),
  ],
  [
    'a redemption too many',
    ['I-5'],
    () => collection('offer', 'offers').updateMany({}, { $inc: { currentRedemptions: 1 } }),
  ],
  [
    'a total that is not the sum',
    ['I-6'],
    () => collection('order', 'orders').updateMany({}, { $inc: { 'pricing.totalInMinorUnits': 1 } }),
  ],
  ['a lost message', ['I-8'], () => textual('notification', 'inbox').deleteMany({})],
  [
    'an abandoned order that holds pieces',
    ['I-10'],
    () =>
      collection('catalog', 'products').updateMany(
        {},
        {
          $set: { reservations: [{ id: lost.toHexString(), quantity: 1, overdueAt: new Date() }] },
        },
      ),
  ],
];

it.each(plants)('names %s in real databases', async (_what, ids, plant) => {
  await plant();
  expect(broken((await check()).findings)).toEqual(expect.arrayContaining([...ids]));
});

it('waits until outboxes of all owners hold nothing that somebody takes, and says when they do', async () => {
  const row = (type: string) => ({
    event: { ...eventOf(type), aggregateId: offerId.toHexString() },
    sentAt: null,
  });
  await collection('offer', 'redemptions').updateMany({}, { $set: { outbox: [row('offer.redeemed')] } });
  expect((await check()).waiting).toBe(0);
  await collection('offer', 'offers').updateMany({}, { $set: { outbox: [row('offer.updated')] } });
  expect((await check()).waiting).toBe(1);
  const checked = check(30_000);
  await collection('offer', 'offers').updateMany({}, { $set: { outbox: [] } });
  const { waiting, findings } = await checked;
  expect(waiting).toBe(0);
  expect(broken(findings)).toEqual([]);
});
