import { randomUUID } from 'node:crypto';
import { auditEntry } from '@kinmel/service-kit';
import { eventually } from '@kinmel/testing';
import {
  auditedCallsOf,
  auditedRequestId,
  entryLeft,
  hiddenChange,
  type LeftEntry,
  shownChange,
  type TestDatabase,
  testDatabase,
  unreadableEvent,
} from '@kinmel/testing/servers';
import request from 'supertest';
import type { Order } from './orders/order.ts';
import { newOrderNumber } from './placing/place-order.ts';
import { anOrder } from './testing/order-builder.ts';
import { startTestOrder, type TestOrder } from './testing/test-order.ts';

let database: TestDatabase;
let order: TestOrder;
beforeAll(async () => {
  database = await testDatabase('order-audit');
  order = await startTestOrder({ database });
});
afterAll(async () => {
  await order.stop();
  await database.drop();
});
beforeEach(async () => {
  await database.connection.collection('orders').deleteMany({});
  await database.connection.collection('audit_entries').deleteMany({});
});

const call = (method: 'get' | 'post' | 'put', path: string) =>
  request(order.app)
    [method](path)
    .set({ Authorization: `Bearer ${order.tokens.admin()}`, 'X-Request-Id': auditedRequestId });
const auditEntries = () => database.connection.collection('audit_entries').find().toArray();
const admin = '/api/checkout-orders/admin/orders';
const customer = anOrder().customerDetails;

async function put(over: Partial<Order> = {}): Promise<Order> {
  const stored = anOrder({ id: order.context.newId(), orderNumber: newOrderNumber(), ...over });
  await order.context.orders.insert(stored, [], { key: randomUUID(), bodyHash: 'x' });
  return stored;
}

const calls: Readonly<Record<string, () => Promise<LeftEntry>>> = {
  async updateOrderStatus() {
    const { id } = await put();
    await call('put', `${admin}/${id}/status`)
      .send({ orderStatus: 'processing', adminNotes: 'Packed today.' })
      .expect(200);
    return {
      record: { kind: 'order', id },
      changes: [shownChange('orderStatus', 'pending', 'processing'), hiddenChange('adminNotes')],
      note: 'Packed today.',
    };
  },
  async refundOrder() {
    const { id } = await put({ paymentStatus: 'paid', orderStatus: 'delivered' });
    await call('post', `${admin}/${id}/refund`).send({ note: 'Broken' }).expect(200);
    return {
      record: { kind: 'order', id },
      changes: expect.arrayContaining([shownChange('paymentStatus', 'paid', 'refunded')]),
      note: 'Broken',
    };
  },
  async bulkUpdateOrders() {
    const [{ id, version }, stale] = [await put(), await put()];
    const { body } = await call('post', `${admin}/status`)
      .send({
        orderStatus: 'processing',
        orders: [
          { id, version },
          { id: stale.id, version: 9 },
        ],
      })
      .expect(202);
    await eventually(async () =>
      expect(await order.context.orderJobs.find(body.data.id)).toMatchObject({
        finishedAt: expect.any(Date),
      }),
    );
    // One entry per changed order, none for the refused one.
    return { record: { kind: 'order', id }, changes: [shownChange('orderStatus', 'pending', 'processing')] };
  },
  async exportOrders() {
    await call('get', `${admin}/export`).query({ search: customer.name, columns: 'orderNumber' }).expect(200);
    return {
      record: { kind: 'order', id: null },
      changes: expect.arrayContaining([
        shownChange('columns', null, '["orderNumber"]'),
        hiddenChange('search'),
      ]),
    };
  },
  async assignOrderWork() {
    const { id } = await put();
    await call('put', `/api/admin/services/order/work/order/${id}/assignee`)
      .send({ assignee: 'me', version: 0 })
      .expect(200);
    return { record: { kind: 'order', id }, changes: [shownChange('assignee', null, 'admin-1')] };
  },
  async replayOrderParkedMessages() {
    await order.bus.publish(unreadableEvent('product.updated'));
    await order.bus.settle();
    await call('post', '/api/admin/services/order/parked-messages/replay')
      .send({ eventType: 'product.updated' })
      .expect(200);
    return {
      record: { kind: 'parked-message', id: null },
      changes: [shownChange('eventType', null, 'product.updated')],
    };
  },
  async exportOrderAuditEntries() {
    await call('get', '/api/admin/services/order/audit/export').expect(200);
    return { record: { kind: 'audit-entry', id: null }, changes: [] };
  },
};

it('covers every audited endpoint of the contracts (O20)', () => {
  expect(Object.keys(calls).toSorted()).toEqual(auditedCallsOf('order'));
});

it.each(Object.keys(calls))(
  '%s leaves who did it, what was before and after, the note and the request, and nothing about the customer',
  async (action) => {
    const left = (await calls[action]?.()) ?? { record: {} };
    const { data } = (await call('get', '/api/admin/services/order/audit')).body;
    expect(data).toEqual([entryLeft(action, left)]);
    expect(JSON.stringify(data)).not.toContain(customer.phone);
    for (const personal of [customer.name, customer.email, customer.address])
      expect(JSON.stringify(data)).not.toContain(personal);
  },
);

it('does not show customers who changed their order', async () => {
  const { id } = await put();
  await call('put', `${admin}/${id}/status`).send({ orderStatus: 'processing' }).expect(200);
  const own = await request(order.app)
    .get(`/api/checkout-orders/${id}`)
    .set('Authorization', `Bearer ${order.tokens.customer()}`)
    .expect(200);
  expect(JSON.stringify(own.body)).not.toContain('admin-1');
});

it('removes the notes from the entries of an order whose buyer is forgotten', async () => {
  const { id } = await put();
  await call('put', `${admin}/${id}/status`)
    .send({ orderStatus: 'cancelled', adminNotes: `${customer.name} called.` })
    .expect(200);
  await order.bus.publish({
    ...unreadableEvent('user.deleted'),
    eventId: randomUUID(),
    data: { userId: 'user-1' },
  });
  await order.bus.settle();
  const { data } = (await call('get', `/api/admin/services/order/audit?record=${id}`)).body;
  expect(data).toMatchObject([
    { action: 'updateOrderStatus', note: '', changes: [{ after: 'cancelled' }, {}] },
  ]);
});

it('keeps the notes when forgetting loses against another write, and stores none with the step that forgets', async () => {
  const before = await put();
  const say = (adminNotes: string) =>
    call('put', `${admin}/${before.id}/status`).send({ orderStatus: 'processing', adminNotes }).expect(200);
  await say('Packed today.');
  const notes = async () => (await auditEntries()).map(({ note }) => note);
  const { orders } = order.context;
  const now = await orders.find(before.id);
  if (!now) throw new Error('The order is there.');
  const forgotten = { ...now, userId: 'deleted', version: now.version + 1 };
  const by = { person: { id: 'admin-1', name: '' }, action: 'updateOrderStatus', requestId: 'r' };
  const entry = auditEntry(by, { kind: 'order', id: before.id }, { note: 'Ring her.' });
  expect(await orders.replace(before, forgotten, [])).toBe(false);
  expect(await orders.replace(before, forgotten, [], { entry })).toBe(false);
  expect(await notes()).toEqual(['Packed today.']);
  expect(await orders.replace(now, forgotten, [], { entry })).toBe(true);
  expect(await notes()).toEqual(['', '']);
});
