import { randomUUID } from 'node:crypto';
import { auditEntry } from '@kinmel/service-kit';
import { eventually } from '@kinmel/testing';
import {
  auditedRequestId,
  type LeftEntry,
  personalChange,
  shownChange,
  testAudit,
  unreadableEvent,
} from '@kinmel/testing/servers';
import { stopPayout } from './payouts/payout.rules.ts';
import { anOrder } from './testing/order-builder.ts';
import { aSettledReturn, settledEvent } from './testing/settled-return.ts';
import { aSettledSellRequest, receipt, soldEvent } from './testing/settled-sell-request.ts';
import { testWithStoredOrders } from './testing/stored-orders.ts';

const shop = testWithStoredOrders('order-audit');
const { put } = shop;
const auditEntries = () => shop.database.connection.collection('audit_entries');
beforeEach(async () => {
  await auditEntries().deleteMany({});
});

const call: typeof shop.asAdmin = (method, path) =>
  shop.asAdmin(method, path).set('X-Request-Id', auditedRequestId);
const setStatus = (id: string, body: object) => call('put', `${admin}/${id}/status`).send(body).expect(200);
const admin = '/api/checkout-orders/admin/orders';
const customer = anOrder().customerDetails;

async function changeCredit(path: string, amountInMinorUnits: number): Promise<LeftEntry> {
  const { userId } = await put({ userId: '66000000000000000000c0de' });
  const amount = { amountInMinorUnits, currency: 'NPR' };
  for (const key of ['the-same-key', 'the-same-key'])
    await call('post', `/api/admin/credit/${userId}/${path}`)
      .set('Idempotency-Key', key)
      .send({ amount, reason: 'It came late.' })
      .expect(201);
  return {
    record: { kind: 'credit', id: userId },
    changes: [shownChange('amount', null, amountInMinorUnits / 100)],
    note: 'It came late.',
  };
}

async function payoutOf(amountInMinorUnits: number) {
  const amount = { amountInMinorUnits, currency: 'NPR' } as const;
  const settledRequest = aSettledSellRequest({
    requestId: shop.order.context.newId(),
    payment: { ...aSettledSellRequest().payment, amount },
  });
  await shop.order.bus.publish(soldEvent(settledRequest));
  await shop.order.bus.settle();
  return settledRequest;
}

const calls: Readonly<Record<string, () => Promise<LeftEntry>>> = {
  async updateOrderStatus() {
    const { id } = await put();
    await setStatus(id, { orderStatus: 'processing', adminNotes: 'Packed today.' });
    return {
      record: { kind: 'order', id },
      changes: [shownChange('orderStatus', 'pending', 'processing'), personalChange('adminNotes')],
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
  async refundReturn() {
    const order = await put({ paymentStatus: 'paid', orderStatus: 'delivered' });
    const settledReturn = aSettledReturn(order, 1, 108_000);
    await shop.order.bus.publish(settledEvent(settledReturn));
    await shop.order.bus.settle();
    for (const _ of [1, 2])
      await call('post', `${admin}/${order.id}/returns/${settledReturn.requestId}/refund`)
        .send({ isByHand: true, note: 'At the desk.' })
        .expect(200);
    return {
      record: { kind: 'order', id: order.id },
      changes: [shownChange('returns', 'RT001 failed', 'RT001 done')],
      note: 'At the desk.',
    };
  },
  async handBackPayment() {
    const secondPayment = {
      paymentId: 'esewa_2',
      amountInMinorUnits: 108_000,
      since: new Date(),
      failedAt: new Date(),
    };
    const { id } = await put({ paymentStatus: 'paid', secondPayments: [{ ...secondPayment, state: 'due' }] });
    for (const _ of [1, 2])
      await call('post', `${admin}/${id}/payments/esewa_2/handed-back`)
        .send({ note: 'At the desk.' })
        .expect(200);
    return {
      record: { kind: 'order', id },
      changes: [shownChange('otherPayments', 'esewa_2 due', 'esewa_2 done')],
      note: 'At the desk.',
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
      expect(await shop.order.context.orderJobs.find(body.data.id)).toMatchObject({
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
        personalChange('search'),
      ]),
    };
  },
  async setRate() {
    await call('post', '/api/admin/rates')
      .send({ currency: 'USD', shopMinorUnits: 14_000, reason: 'Central bank', seenNumber: 1 })
      .expect(201);
    return {
      record: { kind: 'rate', id: 'USD' },
      changes: [shownChange('shopMinorUnits', 13_500, 14_000)],
      note: 'Central bank',
    };
  },
  async giveGoodwill() {
    return changeCredit('goodwill', 50_000);
  },
  async correctCredit() {
    return changeCredit('corrections', 100);
  },
  async approvePayout() {
    const { requestId: id } = await payoutOf(10_000_000);
    await call('post', `/api/admin/payouts/${id}/approval`).send({ version: 1 }).expect(200);
    return { record: { kind: 'payout', id }, changes: [shownChange('status', 'due', 'approved')] };
  },
  async payPayout() {
    const { requestId: id, customer: seller } = await payoutOf(5_400_000);
    const body = { version: 1, paymentReference: `For ${seller.name}` };
    for (const status of [200, 409])
      await call('post', `/api/admin/payouts/${id}/payment`).send(body).expect(status);
    return { record: { kind: 'payout', id }, changes: [shownChange('status', 'due', 'paid')] };
  },
  async stopPayout() {
    const { requestId: id } = await payoutOf(5_400_000);
    const body = { version: 1, reason: 'A doubt.' };
    await call('post', `/api/admin/payouts/${id}/stop`).send(body).expect(200);
    const changes = [shownChange('status', 'due', 'stopped')];
    return { record: { kind: 'payout', id }, changes, note: 'A doubt.' };
  },
  async resumePayout() {
    const { requestId: id } = await payoutOf(5_400_000);
    const { payouts } = shop.order.context;
    const duePayout = await payouts.find(id);
    if (duePayout === undefined) throw new Error('The payout is missing.');
    await payouts.save(duePayout, stopPayout(duePayout, 1, 'A doubt.'), {});
    await call('post', `/api/admin/payouts/${id}/resumption`).send({ version: 2 }).expect(200);
    return { record: { kind: 'payout', id }, changes: [shownChange('status', 'stopped', 'due')] };
  },
  async uploadPayoutProof() {
    await call('post', '/api/admin/payouts/proofs').attach('photo', receipt, 'slip.png').expect(201);
    return { record: { kind: 'payout', id: null }, changes: [] };
  },
  async exportTaxDocuments() {
    await call('get', '/api/checkout-orders/admin/tax-documents/export')
      .query({ month: '2026-11' })
      .expect(200);
    return { record: { kind: 'order', id: null }, changes: [shownChange('month', null, '2026-11')] };
  },
  async assignOrderWork() {
    const { id } = await put();
    await call('put', `/api/admin/services/order/work/order/${id}/assignee`)
      .send({ assignee: 'me', version: 0 })
      .expect(200);
    return { record: { kind: 'order', id }, changes: [shownChange('assignee', null, 'admin-1')] };
  },
};

const entries = testAudit({
  service: 'order',
  rule: 'ORD-O20',
  calls,
  call,
  async publish(event) {
    await shop.order.bus.publish(event);
    await shop.order.bus.settle();
  },
  consumed: 'product.updated',
  personal: new RegExp(
    [customer.name, customer.email, customer.address, customer.phone]
      .map((text) => RegExp.escape(text))
      .join('|'),
  ),
});

it('removes the notes from the entries of an order whose buyer is forgotten', async () => {
  const { id } = await put();
  await setStatus(id, { orderStatus: 'cancelled', adminNotes: `${customer.name} called.` });
  await shop.order.bus.publish({
    ...unreadableEvent('user.deleted'),
    eventId: randomUUID(),
    data: { userId: 'user-1' },
  });
  await shop.order.bus.settle();
  expect(await entries(`?record=${id}`)).toMatchObject([
    { action: 'updateOrderStatus', note: '', changes: [{ after: 'cancelled' }, {}] },
  ]);
});

it('keeps the notes when a concurrent write prevents the forgetting, and stores no note with the change that forgets', async () => {
  const before = await put();
  await setStatus(before.id, { orderStatus: 'processing', adminNotes: 'Packed today.' });
  const notes = async () => (await auditEntries().find().toArray()).map(({ note }) => note);
  const { orders } = shop.order.context;
  const current = await orders.find(before.id);
  if (!current) throw new Error('The order is missing.');
  const forgottenOrder = { ...current, userId: 'deleted', version: current.version + 1 };
  const by = { person: { id: 'admin-1', name: '' }, action: 'updateOrderStatus', requestId: 'r' };
  const entry = auditEntry(by, { kind: 'order', id: before.id }, { note: 'Ring her.' });
  expect(await orders.save(before, forgottenOrder, [])).toBe(false);
  expect(await orders.save(before, forgottenOrder, [], { entry })).toBe(false);
  expect(await notes()).toEqual(['Packed today.']);
  expect(await orders.save(current, forgottenOrder, [], { entry })).toBe(true);
  expect(await notes()).toEqual(['', '']);
});
