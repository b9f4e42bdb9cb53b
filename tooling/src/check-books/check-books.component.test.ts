import { testMongoUri } from '@kinmel/testing/servers';
import { mongo } from 'mongoose';
import { checkBooks, lookAtBooks, readPiecesOfShop } from './check-books.ts';
import { type Finding, lasting } from './report.ts';
import type { Beforehand } from './shop.ts';
import {
  abandoned,
  anOrder,
  aRepair,
  buyer,
  cancelled,
  dayMs,
  openSmallShop,
  phone,
  phoneOrder,
  repair,
  type SmallShop,
  sellRequest,
  services,
  standing,
  tablet,
  tenPercent,
  unknown,
} from './testing/small-shop.ts';

const { ObjectId } = mongo;
const ids = [
  'I-1',
  'I-2',
  'I-3',
  'I-4',
  'I-5',
  'I-6',
  'I-7',
  'I-8',
  'I-9',
  'I-10',
  'I-17',
  'I-18',
  'I-19',
  'I-20',
  'I-21',
  'I-22',
  'I-23',
  'I-24',
  'I-25',
  'I-26',
  'I-27',
  'I-28',
];

let shop: SmallShop;
const shopOptions = () => ({ mongodbUri: testMongoUri(), databasePrefix: shop.prefix });
const check = (beforehand: Beforehand = {}) => lookAtBooks({ ...shopOptions(), beforehand });
const broken = (findings: readonly Finding[]) =>
  findings.filter(({ offenders }) => offenders.length > 0).map(({ id }) => id);
const textsOf = (findings: readonly Finding[], id: string) =>
  findings.find((finding) => finding.id === id)?.offenders.map(({ text }) => text) ?? [];

beforeAll(async () => {
  shop = await openSmallShop();
});
beforeEach(() => shop.fill());
afterAll(() => shop.drop());

const inOrders = (orderId: string, update: mongo.UpdateFilter<mongo.Document>) =>
  shop.orders().updateOne({ _id: new ObjectId(orderId) }, update);
const update = (service: string, collection: string, id: string | mongo.ObjectId, change: mongo.Document) =>
  shop.collection(service, collection).updateOne({ _id: id }, { $set: change });
const productIs = (id: string, change: mongo.Document) =>
  update('catalog', 'products', new ObjectId(id), change);
const repairIs = (change: mongo.Document) =>
  update('service_request', 'repair_bookings', new ObjectId(repair), change);
const phoneOrderIs = (change: mongo.Document) =>
  update('service_request', 'phone_orders', new ObjectId(phoneOrder), change);
const sellRequestIs = (change: mongo.Document) =>
  update('service_request', 'sell_requests', new ObjectId(sellRequest), change);
const offerIs = (change: mongo.Document) => update('offer', 'offers', new ObjectId(tenPercent), change);
const holds = (productId: string, orderId: string, overdueAt = new Date()) =>
  productIs(productId, { reservations: [{ id: orderId, quantity: 2, overdueAt }] });
const remove = (service: string, collection: string, id: string | RegExp) =>
  shop
    .collection(service, collection)
    .deleteOne(id instanceof RegExp ? { _id: { $regex: id } } : { _id: id });
const later = new Date(Date.now() + 60_000);
const longAgo = new Date(Date.now() - 60_000);
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const paidByAdmin = { at: longAgo, by: 'admin', what: 'payment-status', to: 'paid' };
const cancelledByCustomer = { at: new Date(), by: 'customer', what: 'order-status', to: 'cancelled' };

it('finds every invariant holding in a sound shop, and writes nothing (I-1 to I-10, I-17 to I-28)', async () => {
  const hashes = () => Promise.all(services.map((name) => shop.database(name).command({ dbHash: 1 })));
  const before = (await hashes()).map(({ md5 }) => md5);
  const { findings, waiting } = await checkBooks({ ...shopOptions(), settleMs: 0 });
  expect(findings.map(({ id, offenders }) => [id, offenders])).toEqual(ids.map((id) => [id, []]));
  // Nobody named a provider to this check.
  expect(findings.filter(({ count }) => count === 0).map(({ id }) => id)).toEqual(['I-18']);
  expect(waiting).toBe(0);
  expect((await hashes()).map(({ md5 }) => md5)).toEqual(before);
});

/** What is planted, which invariant must name it, and whom. Others may break along with it. */
const plants: readonly (readonly [
  what: string,
  id: string,
  offender: string,
  plant: () => Promise<unknown>,
  beforehand?: Beforehand,
])[] = [
  [
    'two orders of one key',
    'I-1',
    'key-of-0001',
    () => shop.orders().insertOne(anOrder(unknown, { idempotency: { key: 'key-of-0001' } })),
  ],
  [
    'two orders of one number',
    'I-1',
    'KM-0001',
    () => shop.orders().insertOne(anOrder(unknown, { orderNumber: 'KM-0001' })),
  ],
  [
    'an acknowledged order under the key of another',
    'I-1',
    standing,
    async () => undefined,
    { acknowledged: [{ orderId: standing, userId: buyer, key: 'another-key' }] },
  ],
  ['an order that nobody was told of', 'I-2', unknown, () => shop.orders().insertOne(anOrder(unknown))],
  [
    'a sale of an order that does not exist',
    'I-2',
    standing,
    () => shop.orders().deleteOne({ _id: new ObjectId(standing) }),
  ],
  [
    'an event of an order that was abandoned',
    'I-2',
    abandoned,
    () => shop.tellAll(abandoned, 'order.placed'),
  ],
  [
    'a handled event of an order that does not exist',
    'I-2',
    unknown,
    () =>
      shop.handle('catalog.order-placed', {
        eventId: 'e',
        type: 'order.placed',
        aggregateId: unknown,
        aggregateVersion: 1,
      }),
  ],
  [
    'an effect that happened twice',
    'I-3',
    standing,
    () =>
      shop.handle('catalog.order-placed', {
        eventId: 'another',
        type: 'order.placed',
        aggregateId: standing,
        aggregateVersion: 1,
      }),
  ],
  ['an order without its sale', 'I-3', standing, () => remove('catalog', 'sales', standing)],
  [
    'an order that stands and whose pieces went back',
    'I-3',
    standing,
    () => update('catalog', 'sales', standing, { state: 'given-back' }),
  ],
  ['an order without its redemption', 'I-3', standing, () => remove('offer', 'redemptions', standing)],
  [
    'a confirmed order whose redemption was not captured',
    'I-3',
    standing,
    () => inOrders(standing, { $set: { orderStatus: 'confirmed' } }),
  ],
  [
    'a redemption of an order that used no offer',
    'I-3',
    standing,
    () => inOrders(standing, { $set: { offerIds: [] } }),
  ],
  ['less than nothing in stock', 'I-4', phone, () => productIs(phone, { stock: -1 })],
  [
    'an order that took fewer pieces than it sold',
    'I-4',
    standing,
    () => update('catalog', 'sales', standing, { lines: [{ productId: phone, quantity: 2 }] }),
  ],
  ['pieces that are sold and still held', 'I-4', phone, () => holds(phone, standing, later)],
  [
    'a piece that vanished',
    'I-4',
    tablet,
    async () => undefined,
    {
      pieces: new Map([
        [phone, 9],
        [tablet, 2],
      ]),
    },
  ],
  ['an offer that was redeemed too often', 'I-5', tenPercent, () => offerIs({ maxRedemptions: 0 })],
  ['a count that is not that of the ledger', 'I-5', tenPercent, () => offerIs({ currentRedemptions: 0 })],
  ...(
    [
      ['half a paisa', { taxInMinorUnits: 200.5, totalInMinorUnits: 4200.5 }],
      ['a total that is not the sum', { totalInMinorUnits: 4100 }],
      ['a subtotal that is not that of the lines', { subtotalInMinorUnits: 2400, totalInMinorUnits: 4100 }],
    ] as const
  ).map(
    ([what, pricing]) =>
      [
        what,
        'I-6',
        standing,
        () =>
          inOrders(standing, {
            $set: Object.fromEntries(
              Object.entries(pricing).map(([name, amount]) => [`pricing.${name}`, amount]),
            ),
          }),
      ] as const,
  ),
  [
    'a line that is not price times quantity',
    'I-6',
    standing,
    () => inOrders(standing, { $inc: { 'lines.0.quantity': 1 } }),
  ],
  [
    'a revenue that is not what the lines add up to',
    'I-6',
    'revenue',
    () => inOrders(standing, { $inc: { 'pricing.totalInMinorUnits': 100 } }),
  ],
  [
    'an acknowledged order that is lost',
    'I-7',
    unknown,
    async () => undefined,
    { acknowledged: [{ orderId: unknown, userId: buyer, key: 'key-of-the-lost' }] },
  ],
  ['a version that only a copy knows', 'I-7', phone, () => productIs(phone, { version: 2 })],
  [
    'a status that only a consumer heard of',
    'I-7',
    cancelled,
    () => inOrders(cancelled, { $set: { version: 1 } }),
  ],
  [
    'a confirmed message that nobody had',
    'I-8',
    standing,
    () => shop.tell(standing, 'order.status-changed', 2),
  ],
  ['a product that order never heard of', 'I-9', tablet, () => remove('order', 'product_copies', tablet)],
  ['a product whose copy is older', 'I-9', phone, () => productIs(phone, { version: 4 })],
  [
    'a product whose copy has another price',
    'I-9',
    phone,
    () => productIs(phone, { priceInMinorUnits: 999 }),
  ],
  ['a product that is sold out and not in its copy', 'I-9', phone, () => productIs(phone, { stock: 0 })],
  [
    'a product that left the shop and not its copy',
    'I-9',
    phone,
    () => productIs(phone, { deletedAt: new Date() }),
  ],
  [
    'a copy of a product that is gone for good',
    'I-9',
    phone,
    () => shop.collection('catalog', 'products').deleteOne({ _id: new ObjectId(phone) }),
  ],
  ['an offer whose copy is older', 'I-9', tenPercent, () => offerIs({ version: 3 })],
  [
    'an offer that is switched off and not in its copy',
    'I-9',
    tenPercent,
    () => offerIs({ isActive: false }),
  ],
  [
    'an offer that was taken away and not from its copy',
    'I-9',
    tenPercent,
    () => offerIs({ deletedAt: new Date() }),
  ],
  [
    'a cancelled order whose pieces stay sold',
    'I-10',
    cancelled,
    () => update('catalog', 'sales', cancelled, { state: 'sold' }),
  ],
  [
    'a cancelled order that keeps its redemption',
    'I-10',
    cancelled,
    () => update('offer', 'redemptions', cancelled, { state: 'reserved' }),
  ],
  ['an abandoned order that holds pieces', 'I-10', abandoned, () => holds(phone, abandoned, later)],
  ['pieces that are held for ever', 'I-10', unknown, () => holds(phone, unknown, longAgo)],
  [
    'a redemption that is held for ever',
    'I-10',
    unknown,
    () =>
      shop.collection('offer', 'redemptions').insertOne({
        _id: unknown,
        offerIds: [tenPercent],
        state: 'reserved',
        holdUntil: longAgo,
      }),
  ],
  [
    'an event that waits for the broker for more than a minute',
    'I-17',
    standing,
    async () => {
      await shop.tell(standing, 'order.status-changed', 2, null);
      const occurredAt = new Date(Date.now() - 70_000).toISOString();
      await inOrders(standing, { $set: { 'outbox.1.event.occurredAt': occurredAt } });
    },
  ],
  [
    'an order without the mail that tells of it',
    'I-19',
    standing,
    async () => {
      const event = await shop.tellAll(standing, 'order.refunded', 2);
      await remove('notification', 'mails', `order-refunded-${event.eventId}`);
    },
  ],
  [
    'a repair that stands without a seat',
    'I-20',
    repair,
    () => shop.repairs().updateOne({ _id: new ObjectId(repair) }, { $unset: { seat: 1 } }),
  ],
  ['a repair with the seat of another half hour', 'I-20', repair, () => repairIs({ time: '10:00' })],
  ['a cancelled repair that has a seat', 'I-20', repair, () => repairIs({ status: 'cancelled' })],
  [
    'a seat that was taken twice',
    'I-20',
    '2026-11-24 09:30 1 is taken 2 times',
    () => shop.repairs().insertOne({ ...aRepair, _id: new ObjectId(unknown) }),
  ],
  ['a phone order of half a paisa', 'I-21', phoneOrder, () => phoneOrderIs({ unitPriceInMinorUnits: 10.5 })],
  ['a phone order of no piece', 'I-21', phoneOrder, () => phoneOrderIs({ quantity: 0 })],
  [
    'a cancelled order that keeps its card payment, whatever its label says',
    'I-22',
    `${cancelled} was cancelled and keeps the payment pi_1`,
    () => inOrders(cancelled, { $set: { card: { paymentId: 'pi_1' }, paymentStatus: 'failed' } }),
  ],
  [
    'a refund that failed',
    'I-22',
    `${standing}: its refund failed`,
    () => inOrders(standing, { $set: { refund: { state: 'failed', since: new Date() } } }),
  ],
  [
    'a refund that is due for more than ten minutes',
    'I-22',
    `${standing}: its money waits to go back`,
    () => inOrders(standing, { $set: { refund: { state: 'due', since: minutesAgo(11) } } }),
  ],
  [
    'a refund that the provider took more than two weeks ago',
    'I-22',
    `${standing}: its money waits to go back`,
    () =>
      inOrders(standing, {
        $set: { refund: { state: 'due', refundId: 're_1', since: minutesAgo(15 * 24 * 60) } },
      }),
  ],
  [
    'a page that was not closed for more than ten minutes',
    'I-23',
    `${standing}: its page cs_1 waits to be closed`,
    () => inOrders(standing, { $set: { pagesToClose: [{ sessionId: 'cs_1', since: minutesAgo(11) }] } }),
  ],
  [
    'a cancelled order of which "none" was told although it was paid',
    'I-24',
    `${cancelled}: "none" was told of its money, which was paid`,
    () => inOrders(cancelled, { $set: { history: [paidByAdmin, cancelledByCustomer] } }),
  ],
  [
    'a cancelled order of which "none" was told although staff marked it as paid in the same step',
    'I-24',
    `${cancelled}: "none" was told of its money, which was paid`,
    () =>
      inOrders(cancelled, {
        $set: {
          history: [{ ...paidByAdmin, what: 'order-status', to: 'cancelled' }, paidByAdmin],
        },
      }),
  ],
  [
    'a cancelled order of which "already-back" was told although nobody paid',
    'I-24',
    `${cancelled}: "already-back" was told of its money, which was not paid`,
    () => inOrders(cancelled, { $set: { 'outbox.1.event.data.money': 'already-back' } }),
  ],
  [
    'a cancelled order that was paid by hand and is in no queue',
    'I-24',
    `${cancelled} was cancelled and paid by hand`,
    () => inOrders(cancelled, { $set: { paymentStatus: 'paid', promisedAt: null } }),
  ],
  [
    'a sell request of another status than its history',
    'I-25',
    sellRequest,
    () => sellRequestIs({ status: 'completed', promisedAt: null }),
  ],
  ['a repair with a gap in its history', 'I-25', repair, () => repairIs({ 'history.1.from': 'done' })],
  [
    'a phone order that changed and was not told',
    'I-25',
    phoneOrder,
    () => phoneOrderIs({ updatedAt: new Date() }),
  ],
  [
    'a price that no quote named',
    'I-26',
    sellRequest,
    () => sellRequestIs({ quotedPriceInMinorUnits: 20_000 }),
  ],
  ['a price of half a cent', 'I-26', sellRequest, () => sellRequestIs({ quotedPriceInMinorUnits: 25_000.5 })],
  ['a quote without an end', 'I-26', sellRequest, () => sellRequestIs({ quoteValidUntil: null })],
  [
    'a yes that counts for another price',
    'I-26',
    `${sellRequest}: the yes was to 250.00, the price is 200.00`,
    () =>
      shop.collection('service_request', 'sell_requests').updateOne(
        { _id: new ObjectId(sellRequest) },
        {
          $set: { quotedPriceInMinorUnits: 20_000 },
          $push: { history: { what: 'quote', from: '250.00', to: '200.00', note: '' } } as object,
        },
      ),
  ],
  [
    'an accepted price without a day of payment',
    'I-27',
    sellRequest,
    () => sellRequestIs({ promisedAt: null }),
  ],
  [
    'a promise of a closed repair',
    'I-27',
    repair,
    () => repairIs({ status: 'done', history: [{ what: 'status', from: null, to: 'done', note: '' }] }),
  ],
  [
    'a forgotten request with a note',
    'I-28',
    sellRequest,
    () => sellRequestIs({ forgottenAt: new Date(), email: '', adminNotes: 'Ring Asha.' }),
  ],
  ['an event of a request that notification never had', 'I-8', sellRequest, () => shop.tellOfPhone(false)],
  [
    'an event of a request that waits for the broker',
    'I-17',
    sellRequest,
    () => shop.tellOfPhone(false, null),
  ],
  ['a status of a request without its mail', 'I-19', sellRequest, () => shop.tellOfPhone(true)],
  [
    'a status of a request that only notification heard of',
    'I-7',
    sellRequest,
    async () => {
      await shop.tellOfPhone(true);
      await sellRequestIs({ version: 2 });
    },
  ],
];

it.each(
  plants.map(([what, id, offender, plant, beforehand = {}]) => ({ what, id, offender, plant, beforehand })),
)('names $what ($id)', async ({ id, offender, plant, beforehand }) => {
  await plant();
  expect(textsOf(await check(beforehand), id).join('\n')).toContain(offender);
});

it('takes money that goes back in its time, a page that is about to be closed, and what was told for what they are (I-22 to I-24)', async () => {
  const soon = minutesAgo(9);
  await inOrders(standing, {
    $set: {
      refund: { state: 'due', refundId: 're_1', since: minutesAgo(60) },
      pagesToClose: [{ sessionId: 'cs_1', since: soon }],
    },
  });
  // Money that came after the cancelling, and what people are about to hand back.
  await inOrders(cancelled, {
    $set: {
      paymentStatus: 'paid',
      promisedAt: later,
      history: [cancelledByCustomer, { ...paidByAdmin, by: 'shop', at: new Date() }],
    },
  });
  expect(broken(await check())).toEqual([]);
});

it.each([
  ['by-hand', 'after its refund failed', ['paid', 'refunded', 'refund failed']],
  ['goes-back', 'paid by card and called failed by staff', ['paid', 'failed']],
  ['already-back', 'after its refund', ['paid', 'refunded']],
])('takes "%s" for true of an order that was cancelled %s (I-24)', async (money, _, steps) => {
  const history = steps.map((to) => ({
    at: longAgo,
    by: to === 'failed' ? 'admin' : 'shop',
    what: to === 'refund failed' ? 'note' : 'payment-status',
    to,
  }));
  await inOrders(cancelled, {
    $set: { history: [...history, cancelledByCustomer], 'outbox.1.event.data.money': money },
  });
  expect(broken(await check())).toEqual([]);
  await inOrders(cancelled, { $set: { 'outbox.1.event.data.money': 'none' } });
  expect(broken(await check())).toEqual(['I-24']);
});

it('counts pieces in stock, held and sold (I-4)', async () => {
  await holds(phone, unknown);
  expect(await readPiecesOfShop(testMongoUri(), shop.prefix)).toEqual(
    new Map([
      [phone, 11],
      [tablet, 1],
    ]),
  );
});

it('is right weeks later, when outbox and inbox have forgotten what was told (I-2, I-3, I-8)', async () => {
  await inOrders(standing, { $set: { createdAt: new Date(Date.now() - 40 * dayMs), outbox: [] } });
  // A document that nothing was told of since keeps what it told then.
  await shop.tell(standing, 'order.status-changed', 2, 8 * dayMs);
  for (const service of ['catalog', 'offer', 'notification'])
    await shop.collection(service, 'inbox').deleteMany({ aggregateId: standing });
  expect(broken(await check())).toEqual([]);
});

it('asks for no mail to somebody who was forgotten, nor for one that a later event overtook (I-19)', async () => {
  const overtaken = await shop.tellAll(standing, 'order.status-changed', 2);
  await inOrders(standing, { $set: { version: 2 } });
  await remove('notification', 'mails', `order-status-changed-${overtaken.eventId}`);
  expect(broken(await check())).toEqual(['I-19']);
  const news = { aggregateId: standing, aggregateVersion: 3 };
  await shop.collection('notification', 'mails').insertOne({ _id: 'order-cancelled-later', news });
  expect(broken(await check())).toEqual([]);
  await remove('notification', 'mails', 'order-cancelled-later');
  await shop.collection('notification', 'addressees').insertOne({ _id: buyer, isGone: true });
  expect(broken(await check())).toEqual([]);
});

it('leaves a copy whose event is still on its way to the checks of messages (I-9)', async () => {
  await productIs(phone, {
    version: 4,
    outbox: [
      {
        event: {
          eventId: 'e',
          type: 'product.updated',
          aggregateId: phone,
          occurredAt: new Date().toISOString(),
        },
        sentAt: null,
      },
    ],
  });
  expect(broken(await check())).toEqual([]);
});

it('reads some thousand orders and names the last of them (I-3)', async () => {
  const id = (index: number) => (0x6b0000 + index).toString(16).padEnd(24, '0');
  const many = Array.from({ length: 2_500 }, (_, index) => id(index));
  await shop
    .orders()
    .insertMany(many.map((orderId) => anOrder(orderId, { offerIds: [], orderNumber: orderId })));
  const lines = [
    { productId: phone, quantity: 2 },
    { productId: tablet, quantity: 1 },
  ];
  await shop
    .collection('catalog', 'sales')
    .insertMany(many.slice(0, -1).map((orderId) => ({ _id: orderId, state: 'sold', lines })));
  await inOrders(id(2_499), { $set: { 'idempotency.key': 'of-the-last' } });
  await shop.orders().updateMany({ offerIds: [] }, [{ $set: { 'idempotency.key': '$orderNumber' } }]);
  await shop.tell(id(2_499), 'payment.succeeded');
  const findings = await check();
  expect(textsOf(findings, 'I-3')).toEqual([`${id(2_499)} has no sale`]);
  expect(findings.find((finding) => finding.id === 'I-6')?.count).toBe(2_502);
});

it('waits until outboxes of all owners hold nothing that somebody takes, and says when they do', async () => {
  const row = (type: string) => ({
    event: { eventId: 'e', type, aggregateId: tenPercent, occurredAt: new Date().toISOString() },
    sentAt: null,
  });
  const options = { ...shopOptions(), settleMs: 0 };
  await update('offer', 'redemptions', standing, { outbox: [row('offer.redeemed')] });
  expect((await checkBooks(options)).waiting).toBe(0);
  await offerIs({ outbox: [row('offer.updated')] });
  expect((await checkBooks(options)).waiting).toBe(1);
  const checked = checkBooks({ ...options, settleMs: 30_000 });
  await offerIs({ outbox: [] });
  const { waiting, findings } = await checked;
  expect(waiting).toBe(0);
  expect(broken(findings)).toEqual([]);
});

it('names a count that is off by one while both of its figures move (I-5)', async () => {
  await offerIs({ currentRedemptions: 2, maxRedemptions: 100 });
  const before = await check();
  await shop
    .collection('offer', 'redemptions')
    .insertOne({ _id: unknown, offerIds: [tenPercent], state: 'reserved', holdUntil: later });
  await offerIs({ currentRedemptions: 3 });
  const after = await check();
  expect(textsOf(lasting(before, after), 'I-5')).toEqual([
    `${tenPercent} counts 3 redemptions, the ledger 2`,
  ]);
});
