import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createMemoryBus, createServiceClient, type ServiceClient } from '@kinmel/service-kit';
import {
  claimOlderReturns,
  orderFrom,
  startTestServiceRequest,
  type TestServiceRequest,
} from '@kinmel/service-request/testing';
import { eventually } from '@kinmel/testing';
import { type TestDatabase, testDatabase, unreadableEvent } from '@kinmel/testing/servers';
import request from 'supertest';
import type { Order } from '../orders/order.ts';
import { newOrderNumber } from '../placing/order-number.ts';
import { policyContent } from '../policy/policy-content.ts';
import { anOrder } from '../testing/order-builder.ts';
import { startTestOrder, type TestOrder, testServiceToken } from '../testing/test-order.ts';
import { askServiceRequest, settleClaims } from './claim-return.ts';

jest.setTimeout(60_000);

// Order and service-request with their own databases, over HTTP and one bus.
const bus = createMemoryBus();
const key = 'a'.repeat(24);
const clients: ServiceClient[] = [];
let database: TestDatabase;
let order: TestOrder;
let requests: TestServiceRequest;

const clientOf = (service: string, server: Pick<TestOrder['server'], 'address'>): ServiceClient => {
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}`;
  const client = createServiceClient({
    service,
    baseUrl,
    serviceToken: testServiceToken,
    deadlineMs: 20_000,
  });
  clients.push(client);
  return client;
};

beforeAll(async () => {
  database = await testDatabase('returns-of-customers');
  order = await startTestOrder({ bus, database });
  requests = await startTestServiceRequest({}, { bus, order: orderFrom(clientOf('order', order.server)) });
});
afterAll(async () => {
  for (const client of clients) client.close();
  await requests.stop();
  await order.stop();
  await database.drop();
});

const settleBus = () => bus.settle();
/** Two pieces, delivered and paid in cash a day ago. @param userId an account of its own for each test */
async function aDelivered(userId: string): Promise<Order> {
  const [line] = anOrder().lines;
  if (line === undefined) throw new Error('The order has no line.');
  const step = {
    by: 'admin',
    who: 'admin-1',
    what: 'order-status',
    from: 'shipped',
    to: 'delivered',
    note: '',
  } as const;
  const { lineTotalInMinorUnits: pieceInMinorUnits, pricing } = { ...line, ...anOrder() };
  const newOrder = anOrder({
    id: order.context.newId(),
    orderNumber: newOrderNumber(),
    userId,
    policyVersion: policyContent.version,
    orderStatus: 'delivered',
    paymentStatus: 'pending',
    lines: [{ ...line, quantity: 2, lineTotalInMinorUnits: 2 * pieceInMinorUnits }],
    pricing: {
      ...pricing,
      subtotalInMinorUnits: 2 * pieceInMinorUnits,
      totalInMinorUnits: pricing.totalInMinorUnits + pieceInMinorUnits,
    },
    history: [{ ...step, at: new Date(Date.now() - 24 * 60 * 60_000) }],
  });
  await order.context.orders.insert(newOrder, [], { key: randomUUID(), bodyHash: 'x' });
  await setStatus(newOrder.id, { orderStatus: 'delivered', paymentStatus: 'paid' }).expect(200);
  return newOrder;
}
const setStatus = (id: string, body: object) =>
  order
    .call('put', `/api/checkout-orders/admin/orders/${id}/status`, order.tokens.admin())
    .send({ adminNotes: 'By phone.', ...body });
const cancel = ({ id }: Order) => setStatus(id, { orderStatus: 'cancelled' });
const read = async ({ id }: Order) => order.context.orders.find(id);

const asStaff = (method: 'get' | 'put', path: string) =>
  request(requests.server)[method](path).set('Authorization', `Bearer ${requests.tokens.admin()}`);
const submit = ({ id, userId }: Order, header: Readonly<Record<string, string>> = {}) =>
  request(requests.server)
    .post('/api/returns')
    .set('Authorization', `Bearer ${requests.tokens.customer(userId)}`)
    .set(header)
    .send({ orderId: id, lines: [{ key, quantity: 1 }], reason: 'faulty', refundTo: 'credit' });
const newest = async () => (await asStaff('get', '/api/returns')).body.data.returns[0];
const step = async (id: string, body: object) =>
  (await asStaff('put', `/api/returns/${id}/status`).send(body)).status;
const byLink = (link: string, name: string, version: number) =>
  request(requests.server).post(`/api${link}/${name}`).send({ version }).expect(200);
const inspect = (id: string, overrides: object = {}) =>
  asStaff('put', `/api/returns/${id}/inspection`)
    .send({ version: 3, lines: [{ key, isRestocked: true }], ...overrides })
    .expect(200);
const lowerOffer = {
  offeredRefund: { amountInMinorUnits: 1_000, currency: 'NPR' },
  adminNotes: 'A scratch.',
};
async function deleteAccount(userId: string): Promise<void> {
  await bus.publish({ ...unreadableEvent('user.deleted'), eventId: randomUUID(), data: { userId } });
  await settleBus();
}

it('of a concurrent return and cancellation one wins, and the other is refused (ORD-R6, ORD-R8)', async () => {
  for (let round = 0; round < 10; round += 1) {
    const boughtOrder = await aDelivered(`racing-${round}`);
    const [submission, cancelled] = await Promise.all([submit(boughtOrder), cancel(boughtOrder)]);
    expect([submission.status, cancelled.status]).toEqual(
      submission.status === 201 ? [201, 409] : [409, 200],
    );
    expect((await read(boughtOrder))?.openReturns ?? []).toHaveLength(submission.status === 201 ? 1 : 0);
  }
});

it('an order whose return is open can be cancelled only after the return was closed (ORD-R6)', async () => {
  const boughtOrder = await aDelivered('closing');
  await submit(boughtOrder).expect(201);
  const { id } = await newest();
  expect((await cancel(boughtOrder).expect(409)).body.message).toContain('in the return');
  expect((await submit(boughtOrder).expect(409)).body.message).toContain('of this order already');
  expect(await step(id, { status: 'rejected', adminNotes: 'Its seal is broken.' })).toBe(200);
  await eventually(async () => expect((await read(boughtOrder))?.openReturns).toEqual([]));
  await cancel(boughtOrder).expect(200);
  expect(await step(id, { status: 'accepted', adminNotes: 'By mistake.' })).toBe(409);
});

it('goods of a declined refund keep their person and cannot be returned again until they were sent (ORD-R8, ORD-O12)', async () => {
  const boughtOrder = await aDelivered('declining');
  const { body } = await submit(boughtOrder).expect(201);
  const { id } = await newest();
  for (const status of ['accepted', 'received']) expect(await step(id, { status })).toBe(200);
  await inspect(id, lowerOffer);
  await byLink(body.trackingLink, 'decline', 4);
  await submit(boughtOrder).expect(409);
  await deleteAccount('declining');
  expect(await newest()).toMatchObject({ status: 'to-send-back', email: 'sita@example.com' });
  expect(await read(boughtOrder)).toMatchObject({ userId: 'declining', isBuyerDeleted: true });
  expect(await step(id, { status: 'sent-back', adminNotes: 'Parcel NP-42' })).toBe(200);
  await eventually(async () =>
    expect(await read(boughtOrder)).toMatchObject({ userId: 'deleted', openReturns: [] }),
  );
});

it('a return as credit of an account that was deleted is handed back by staff, and nothing is posted (ORD-R9)', async () => {
  const boughtOrder = await aDelivered('leaving');
  await submit(boughtOrder).expect(201);
  const { id } = await newest();
  for (const status of ['accepted', 'received']) expect(await step(id, { status })).toBe(200);
  await deleteAccount('leaving');
  const { version } = await newest();
  await inspect(id, { version });
  await eventually(async () =>
    expect((await read(boughtOrder))?.returns).toMatchObject([
      { state: 'failed', isByHand: true, creditInMinorUnits: 0 },
    ]),
  );
  expect(await database.connection.collection('ledger_postings').countDocuments({ userId: 'leaving' })).toBe(
    0,
  );
});

it('a return that is older than claims is claimed once; a refused one is left to staff (ORD-R8)', async () => {
  const [boughtOrder, cancelledOrder, orphanedOrder] = [
    await aDelivered('earlier'),
    await aDelivered('gone'),
    await aDelivered('unknown'),
  ];
  const ids: string[] = [];
  for (const soldOrder of [boughtOrder, cancelledOrder, orphanedOrder]) {
    await submit(soldOrder).expect(201);
    ids.push((await newest()).id);
  }
  for (const collection of [
    database.connection.collection('orders'),
    requests.database.connection.collection('returns'),
  ])
    await collection.updateMany({}, { $unset: { openReturns: 1, isClaimed: 1 } });
  await cancel(cancelledOrder).expect(200);
  await requests.database.connection
    .collection('returns')
    .updateOne({ orderId: orphanedOrder.id }, { $set: { orderId: 'f'.repeat(24) } });
  for (const _ of [1, 2]) await claimOlderReturns(requests.context);
  expect((await read(boughtOrder))?.openReturns).toMatchObject([{ id: ids[0], version: 1 }]);
  expect((await read(cancelledOrder))?.openReturns ?? []).toEqual([]);
  expect((await newest()).version).toBe(2);
});

it('a return that was never saved releases its goods after a minute; the next one is saved (ORD-R8)', async () => {
  const boughtOrder = await aDelivered('losing');
  const returns = requests.context.requests.return;
  const failingInsert = jest
    .spyOn(returns, 'insert')
    .mockRejectedValueOnce(new Error('the database is away'));
  const header = { 'Idempotency-Key': 'a-key-of-a-lost-form' };
  await submit(boughtOrder, header).expect(500);
  failingInsert.mockRestore();
  await submit(boughtOrder).expect(409);
  const settle = () =>
    settleClaims({
      ...order.context,
      askReturn: askServiceRequest(clientOf('service-request', requests.server)),
      now: () => new Date(Date.now() + 60_000),
    });
  await settle();
  expect((await read(boughtOrder))?.openReturns).toEqual([]);
  await submit(boughtOrder, header).expect(409);
  await settle();
  await submit(boughtOrder).expect(201);
  await settle();
  expect((await read(boughtOrder))?.openReturns).toMatchObject([{ id: (await newest()).id, askAt: null }]);
});
