import { randomUUID } from 'node:crypto';
import {
  dayMs,
  deviceSentBack,
  paymentMethods,
  type ReturnStatus,
  returnStatusChanged,
} from '@kinmel/contracts';
import { createEvent, type WireEvent } from '@kinmel/service-kit';
import { eventually } from '@kinmel/testing';
import { readCsv, storedEvents, unreadableEvent } from '@kinmel/testing/servers';
import type { Order } from '../orders/order.ts';
import { promisedAtOf } from '../orders/promise.rules.ts';
import { policyContent } from '../policy/policy-content.ts';
import { anOrder, testCalendar } from '../testing/order-builder.ts';
import { aSettledReturn, settledEvent } from '../testing/settled-return.ts';
import { testWithStoredOrders } from '../testing/stored-orders.ts';
import { testServiceToken } from '../testing/test-order.ts';
import { type ReturnsContext, settleClaims } from './claim-return.ts';

jest.setTimeout(60_000);

const shop = testWithStoredOrders('order-returns');
const { asAdmin, call, put, read } = shop;
const total = anOrder().pricing.totalInMinorUnits;

/** Delivered a day ago, paid in cash, with its invoice. */
async function aDelivered(overrides: Partial<Order> = {}): Promise<Order> {
  const at = new Date(Date.now() - dayMs);
  const history = [
    { at, by: 'admin', who: 'admin-1', what: 'order-status', from: 'shipped', to: 'delivered', note: '' },
  ] as const;
  const order = await put({
    orderStatus: 'delivered',
    policyVersion: policyContent.version,
    history,
    ...overrides,
  });
  await shop.setStatus(order.id, { orderStatus: 'delivered', paymentStatus: 'paid', adminNotes: 'Paid.' });
  const paidOrder = await read(order.id);
  if (paidOrder === undefined) throw new Error('The order is missing.');
  return paidOrder;
}
const publish = async (...events: readonly WireEvent[]) => {
  for (const event of events) await shop.order.bus.publish(event);
  await shop.order.bus.settle();
};
const settle = (order: Order, refund = total, overrides: Parameters<typeof aSettledReturn>[3] = {}) =>
  publish(settledEvent(aSettledReturn(order, 1, refund, overrides)));
const refundPath = ({ id }: Order, returnId = aSettledReturn(anOrder(), 1, 0).requestId) =>
  `/api/checkout-orders/admin/orders/${id}/returns/${returnId}/refund`;
const toReturn = (id: string, token = testServiceToken) =>
  call('get', `/internal/orders/${id}/to-return`).set('x-kinmel-service-token', token);
const answerOf = async ({ id, userId }: Order) =>
  (await call('get', `/api/checkout-orders/${id}`, shop.order.tokens.customer(userId)).expect(200)).body
    .order;
const eventsOf = async ({ id }: Order) =>
  (await storedEvents(shop.database.connection, id)).filter(({ type }) => type === 'order.refunded');

describe('an order that can be returned', () => {
  it('is answered to services with its lines, terms and what is left (ORD-R1, ORD-R2)', async () => {
    const order = await aDelivered({
      credit: { amountInMinorUnits: 8_000, currency: 'NPR', isReturned: false },
    });
    const { body } = await toReturn(order.id).expect(200);
    const [delivery] = order.history;
    expect(body.data).toEqual({
      orderId: order.id,
      orderNumber: order.orderNumber,
      userId: 'user-1',
      customer: { name: 'Sita Sharma', email: 'sita@example.com', phone: '+977 984-1234567' },
      lines: [
        {
          key: 'a'.repeat(24),
          productId: 'a'.repeat(24),
          isProduct: true,
          name: 'Galaxy S26',
          details: '256 GB, Silver',
          image: '',
          quantity: 1,
          unitPriceInMinorUnits: 100_000,
        },
      ],
      policy: { feeInMinorUnits: 1_500, freeAboveInMinorUnits: 20_000, taxPercent: 8 },
      isShippingRefunded: true,
      returned: {},
      left: { paymentInMinorUnits: 100_000, creditInMinorUnits: 8_000 },
      paymentMethod: 'cash_on_delivery',
      returnUntil: new Date((delivery?.at.getTime() ?? 0) + 30 * dayMs).toISOString(),
      problem: null,
    });
    expect((await answerOf(order)).returnUntil).toBe(body.data.returnUntil);
  });

  it('is answered to services only, and unknown orders are not found', async () => {
    const order = await aDelivered();
    await call('get', `/internal/orders/${order.id}/to-return`, shop.order.tokens.admin()).expect(401);
    await toReturn('f'.repeat(24)).expect(404);
  });

  it('has the terms of its own policy; an older one without a rule for shipping has the current rule (ORD-R2)', async () => {
    const { refunds: _new, ...old } = policyContent;
    const tax = { percent: 13, label: 'Tax (13%)' };
    const [version, olderContent] = [policyContent.version - 1, { ...old, tax }];
    await shop.order.context.policies.ensureStored({ ...olderContent, version } as typeof policyContent);
    const order = await aDelivered({ policyVersion: version });
    const { body } = await toReturn(order.id).expect(200);
    expect(body.data).toMatchObject({ policy: { taxPercent: 13 }, isShippingRefunded: true });
  });

  it('names its problem, and shows its customer no time to return it (ORD-R1)', async () => {
    const order = await put({ orderStatus: 'shipped', paymentStatus: 'paid' });
    const { body } = await toReturn(order.id).expect(200);
    expect(body.data).toMatchObject({ problem: 'This order is not delivered yet.', returnUntil: null });
    expect((await answerOf(order)).returnUntil).toBeNull();
  });
});

describe('a settled return of an order that was paid in cash', () => {
  it('is work for staff, who hand the money back and record it once (ORD-R3, ORD-R5)', async () => {
    const order = await aDelivered();
    const event = settledEvent(aSettledReturn(order, 1, total));
    await publish(event, event, settledEvent(aSettledReturn(order, 1, total)));
    const waiting = await read(order.id);
    expect(promisedAtOf(waiting ?? order, testCalendar)).not.toBeNull();
    expect(await answerOf(order)).toMatchObject({
      paymentStatus: 'paid',
      returnUntil: null,
      returns: [
        {
          reference: 'RT001',
          payment: { amountInMinorUnits: total, currency: 'NPR' },
          credit: { amountInMinorUnits: 0, currency: 'NPR' },
          state: 'by-hand',
        },
      ],
    });
    const { body: work } = await asAdmin('get', '/api/admin/services/order/work').expect(200);
    expect(JSON.stringify(work)).toContain('hand-back-money');
    const refusal = await asAdmin('post', refundPath(order)).send({}).expect(409);
    expect(refusal.body.message).toContain('hand the money back');
    for (const _ of [1, 2]) {
      const { body } = await asAdmin('post', refundPath(order)).send({
        isByHand: true,
        note: 'At the desk.',
      });
      expect(body.data).toMatchObject({ paymentStatus: 'paid', returns: [{ state: 'done' }] });
    }
    expect((await eventsOf(order)).map(({ data }) => data)).toMatchObject([
      { amountInMinorUnits: total, returnReference: 'RT001', note: 'At the desk.' },
    ]);
    await asAdmin('post', refundPath(order, 'f'.repeat(24)))
      .send({})
      .expect(404);
  });

  it('leaves an order that is neither refunded nor cancelled as a whole (ORD-R6)', async () => {
    const order = await aDelivered();
    await settle(order, 50_000);
    const before = await read(order.id);
    const { body } = await asAdmin('post', `/api/checkout-orders/admin/orders/${order.id}/refund`)
      .send({})
      .expect(409);
    expect(body.message).toContain('came back and were refunded');
    for (const change of [
      { orderStatus: 'cancelled' },
      { orderStatus: 'delivered', paymentStatus: 'refunded' },
    ])
      await shop.setStatus(order.id, { adminNotes: 'By phone.', ...change }).expect(409);
    expect(await read(order.id)).toEqual(before);
  });

  it('has a credit note with its lines and the real refund, in the list of the month (ORD-R4, ORD-T7)', async () => {
    const order = await aDelivered();
    await settle(order, 54_000);
    const { id: returnId } = (await read(order.id))?.returns?.[0] ?? { id: '' };
    const token = shop.order.tokens.customer(order.userId);
    const path = `/api/checkout-orders/${order.id}/credit-note`;
    const { headers } = await call('get', `${path}?return=${returnId}`, token).expect(200);
    expect(headers['content-type']).toContain('application/pdf');
    expect(headers['content-disposition']).toContain(`credit-note-${order.orderNumber}-RT001.pdf`);
    await call('get', path, token).expect(404);
    await call('get', `${path}?return=${'f'.repeat(24)}`, token).expect(404);
    await call('get', `${path}?return=${returnId}`, shop.order.tokens.customer('somebody')).expect(404);
    const { store, dayOf } = shop.order.context.documents;
    expect(await store.find({ orderId: order.id, kind: 'credit-note', returnId })).toMatchObject({
      invoiceNumber: 'INV-2083/84-00001',
      reason: 'Return RT001',
      payment: `${paymentMethods.cash_on_delivery.label} NPR 540, goes back`,
      lines: [{ name: 'Galaxy S26' }, { lineTotalInMinorUnits: -50_000 }],
      pricing: { subtotalInMinorUnits: 50_000, taxInMinorUnits: 4_000, totalInMinorUnits: 54_000 },
    });
    const month = dayOf(new Date()).slice(0, 7);
    const { text } = await asAdmin(
      'get',
      `/api/checkout-orders/admin/tax-documents/export?month=${month}`,
    ).expect(200);
    const rows = readCsv(text);
    expect(rows.find(([number]) => number === 'CN-2083/84-00001')).toEqual(
      expect.arrayContaining(['-500', '-40', '-540']),
    );
  });

  it('of a deleted account removes the buyer when it is handed back (ORD-O12)', async () => {
    const order = await aDelivered({ isBuyerDeleted: false });
    await settle(order);
    await publish({
      ...unreadableEvent('user.deleted'),
      eventId: randomUUID(),
      data: { userId: 'user-1' },
    });
    expect(await read(order.id)).toMatchObject({ userId: 'user-1', isBuyerDeleted: true });
    await asAdmin('post', refundPath(order)).send({ isByHand: true }).expect(200);
    expect(await read(order.id)).toMatchObject({ userId: 'deleted', returns: [{ state: 'done' }] });
  });
});

it('an order whose phone the shop bought back is not cancelled until the phone went back (ORD-R10)', async () => {
  const afterReturnPeriod = new Date(Date.now() - 31 * dayMs);
  const { id } = await aDelivered();
  await shop.database.connection
    .collection('orders')
    .updateMany({}, { $set: { 'history.$[].at': afterReturnPeriod } });
  const deviceId = 'a'.repeat(24);
  const [path, receiptId] = [`/internal/orders/${id}/buy-backs`, 'd'.repeat(24)];
  const internal = (method: 'put' | 'delete', receipt = receiptId) =>
    call(method, `${path}/${receipt}`).set('x-kinmel-service-token', testServiceToken);
  const claim = { deviceId, reference: '0000D1', version: 4 };
  await call('put', `${path}/${receiptId}`, shop.order.tokens.admin()).send(claim).expect(401);
  for (const _ of [1, 2]) await internal('put').send(claim).expect(200);
  await internal('put', 'e'.repeat(24)).send(claim).expect(409);
  await internal('delete', 'e'.repeat(24)).expect(200);
  const cancelled = { orderStatus: 'cancelled', adminNotes: 'A mistake.' } as const;
  const { body } = await shop.setStatus(id, cancelled).expect(409);
  expect(body.message).toContain('by the sell request 0000D1');
  const sendBack = (version: number, orderId?: string) =>
    publish(
      createEvent(deviceSentBack, {
        aggregateId: deviceId,
        aggregateVersion: version,
        occurredAt: new Date(),
        data: { deviceId, sellRequestId: 'c'.repeat(24), note: 'Parcel 12', ...(orderId && { orderId }) },
      }),
    );
  await sendBack(4, id);
  await sendBack(7);
  expect((await read(id))?.buyBacks).toHaveLength(1);
  await sendBack(7, id);
  await shop.setStatus(id, cancelled).expect(200);
  await internal('put')
    .send({ ...claim, version: 7 })
    .expect(409);
});

describe('a claim of a return', () => {
  const key = 'a'.repeat(24);
  const lines = [{ key, quantity: 1 }];
  const returnId = aSettledReturn(anOrder(), 1, 0).requestId;
  const claim = ({ id }: Order, body = {}, claimedReturnId = returnId) =>
    call('put', `/internal/orders/${id}/returns/${claimedReturnId}`)
      .set('x-kinmel-service-token', testServiceToken)
      .send({ lines, reference: 'RT001', version: 0, ...body });
  const changedEvent = ({ id: orderId }: Order, to: ReturnStatus, aggregateVersion: number) => {
    const { requestId, userId, reference, subject, customer, sealedTrackingToken, refund } = aSettledReturn(
      anOrder(),
      1,
      0,
    );
    const returnFields = { requestId, userId, reference, subject, customer, sealedTrackingToken, refund };
    const data = {
      ...returnFields,
      orderId,
      orderNumber: 'KM-1',
      from: 'pending',
      to,
      note: '',
      by: 'admin',
    } as const;
    return createEvent(returnStatusChanged, { aggregateId: requestId, aggregateVersion, data });
  };
  const openReturns = async ({ id }: Order) => (await read(id))?.openReturns;

  it('is one at a time, also of ten at once, and repeatable (ORD-R8)', async () => {
    const order = await aDelivered();
    const ids = Array.from({ length: 10 }, (_, index) => `${index}`.repeat(24));
    const answers = await Promise.all(ids.map((id) => claim(order, {}, id)));
    expect(answers.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([
      200,
      ...Array(9).fill(409),
    ]);
    const [open] = (await openReturns(order)) ?? [];
    await claim(order, {}, open?.id).expect(200);
    expect((await toReturn(order.id).query({ returnId: open?.id })).body.data).toMatchObject({
      returned: {},
      problem: null,
    });
    expect((await toReturn(order.id)).body.data).toMatchObject({
      returned: { [key]: 1 },
      problem: 'There is the return RT001 of this order already. Another one is possible when it is closed.',
    });
    await call('put', `/internal/orders/${order.id}/returns/${returnId}`, shop.order.tokens.admin()).expect(
      401,
    );
    await claim({ ...order, id: 'f'.repeat(24) }).expect(404);
  });

  it('keeps its order from being cancelled, refunded or marked, also in bulk, until the return is closed (ORD-R6)', async () => {
    const order = await aDelivered();
    await claim(order).expect(200);
    const admin = '/api/checkout-orders/admin/orders';
    const refusal = await shop
      .setStatus(order.id, { orderStatus: 'cancelled', adminNotes: 'By phone.' })
      .expect(409);
    expect(refusal.body.message).toBe(
      'Goods of this order are in the return RT001. Finish or reject that return first.',
    );
    await asAdmin('post', `${admin}/${order.id}/refund`).send({}).expect(409);
    for (const paymentStatus of ['pending', 'failed', 'refunded'])
      await shop
        .setStatus(order.id, { orderStatus: 'delivered', paymentStatus, adminNotes: 'x' })
        .expect(409);
    const version = (await read(order.id))?.version;
    const { body } = await asAdmin('post', `${admin}/status`)
      .send({ orders: [{ id: order.id, version }], orderStatus: 'cancelled', adminNotes: 'All.' })
      .expect(202);
    await eventually(async () => {
      const job = (await asAdmin('get', `/api/checkout-orders/admin/bulk-jobs/${body.data.id}`)).body.data;
      expect(JSON.stringify(job)).toContain('in the return RT001');
    });
    await publish(changedEvent(order, 'rejected', 2));
    expect(await openReturns(order)).toEqual([]);
    await shop.setStatus(order.id, { orderStatus: 'cancelled', adminNotes: 'By phone.' }).expect(200);
    const [cancelled] = (await storedEvents(shop.database.connection, order.id)).filter(
      ({ type }) => type === 'order.cancelled',
    );
    expect(cancelled?.data).toMatchObject({ hasLeftShop: true });
  });

  it('renewed for a resumed return survives its older events (ORD-R8)', async () => {
    const order = await aDelivered();
    await claim(order).expect(200);
    await claim(order, { version: 2 }).expect(200);
    await publish(changedEvent(order, 'rejected', 2), changedEvent(order, 'accepted', 3));
    expect(await openReturns(order)).toMatchObject([{ id: returnId, version: 2 }]);
    await publish(changedEvent(order, 'sent-back', 4));
    expect(await openReturns(order)).toEqual([]);
  });

  it('keeps the buyer of a deleted account until the return is closed (ORD-O12)', async () => {
    const order = await aDelivered();
    await claim(order).expect(200);
    await publish({ ...unreadableEvent('user.deleted'), eventId: randomUUID(), data: { userId: 'user-1' } });
    expect(await read(order.id)).toMatchObject({ userId: 'user-1', isBuyerDeleted: true });
    await publish(changedEvent(order, 'cancelled', 2));
    expect(await read(order.id)).toMatchObject({ userId: 'deleted' });
  });

  it('whose step was never saved is released after a minute, one without an answer stays (ORD-R8)', async () => {
    const [savedOrder, lostOrder] = [await aDelivered(), await aDelivered()];
    await claim(savedOrder).expect(200);
    await claim(lostOrder, {}, 'c'.repeat(24)).expect(200);
    const askedIds: string[] = [];
    const settleWith = (answer: ReturnsContext['askReturn'], minutes = 1) =>
      settleClaims({
        ...shop.order.context,
        now: () => new Date(Date.now() + minutes * 60_000),
        askReturn: (id) => {
          askedIds.push(id);
          return answer(id);
        },
      });
    await settleWith(async () => 'abandoned', 0.5);
    await settleWith(() => Promise.reject(new Error('away')));
    expect(askedIds.toSorted()).toEqual(['c'.repeat(24), returnId]);
    for (const _ of [1, 2]) await settleWith(async (id) => (id === returnId ? 'open' : 'abandoned'));
    expect(askedIds).toHaveLength(4);
    expect(await openReturns(savedOrder)).toMatchObject([{ askAt: null }]);
    expect(await openReturns(lostOrder)).toEqual([]);
  });
});

it('a settled return of an order that the shop does not have is parked', async () => {
  await settle(anOrder({ id: 'f'.repeat(24) }));
  const { body } = await asAdmin('get', '/api/admin/services/order/parked-messages').expect(200);
  expect(JSON.stringify(body)).toContain('return.settled');
});
