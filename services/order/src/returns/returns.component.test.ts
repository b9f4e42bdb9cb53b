import { randomUUID } from 'node:crypto';
import type { WireEvent } from '@kinmel/service-kit';
import { readCsv, storedEvents, unreadableEvent } from '@kinmel/testing/servers';
import type { Order } from '../orders/order.ts';
import { promisedAtOf } from '../orders/promise.rules.ts';
import { policyContent } from '../policy/policy-content.ts';
import { anOrder, testCalendar } from '../testing/order-builder.ts';
import { aSettledReturn, settledEvent } from '../testing/settled-return.ts';
import { testWithStoredOrders } from '../testing/stored-orders.ts';
import { testServiceToken } from '../testing/test-order.ts';

jest.setTimeout(60_000);

const shop = testWithStoredOrders('order-returns');
const { asAdmin, call, put, read } = shop;
const total = anOrder().pricing.totalInMinorUnits;
const dayMs = 24 * 60 * 60_000;

/** Delivered a day ago, paid in cash, with its invoice. */
async function aDelivered(over: Partial<Order> = {}): Promise<Order> {
  const at = new Date(Date.now() - dayMs);
  const history = [
    { at, by: 'admin', who: 'admin-1', what: 'order-status', from: 'shipped', to: 'delivered', note: '' },
  ] as const;
  const order = await put({
    orderStatus: 'delivered',
    policyVersion: policyContent.version,
    history,
    ...over,
  });
  await shop.setStatus(order.id, { orderStatus: 'delivered', paymentStatus: 'paid', adminNotes: 'Paid.' });
  const paid = await read(order.id);
  if (paid === undefined) throw new Error('The order is stored.');
  return paid;
}
const tell = async (...events: readonly WireEvent[]) => {
  for (const event of events) await shop.order.bus.publish(event);
  await shop.order.bus.settle();
};
const settle = (order: Order, refund = total, over: Parameters<typeof aSettledReturn>[3] = {}) =>
  tell(settledEvent(aSettledReturn(order, 1, refund, over)));
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
  it('is told to services with its lines, terms and what is left (R1, R2)', async () => {
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
      left: { paymentInMinorUnits: 100_000, creditInMinorUnits: 8_000 },
      paymentMethod: 'cash_on_delivery',
      returnUntil: new Date((delivery?.at.getTime() ?? 0) + 30 * dayMs).toISOString(),
      problem: null,
    });
    expect((await answerOf(order)).returnUntil).toBe(body.data.returnUntil);
  });

  it('is told to services only, and unknown ones to nobody', async () => {
    const order = await aDelivered();
    await call('get', `/internal/orders/${order.id}/to-return`, shop.order.tokens.admin()).expect(401);
    await toReturn('f'.repeat(24)).expect(404);
  });

  it('has the terms of its own policy; an old one without a rule for shipping has that in force (R2)', async () => {
    const { refunds: _new, ...old } = policyContent;
    const tax = { percent: 13, label: 'Tax (13%)' };
    const [version, stored] = [policyContent.version - 1, { ...old, tax }];
    await shop.order.context.policies.keep({ ...stored, version } as typeof policyContent);
    const order = await aDelivered({ policyVersion: version });
    const { body } = await toReturn(order.id).expect(200);
    expect(body.data).toMatchObject({ policy: { taxPercent: 13 }, isShippingRefunded: true });
  });

  it('names its problem, and shows its customer no time to return it (R1)', async () => {
    const order = await put({ orderStatus: 'shipped', paymentStatus: 'paid' });
    const { body } = await toReturn(order.id).expect(200);
    expect(body.data).toMatchObject({ problem: 'This order is not delivered yet.', returnUntil: null });
    expect((await answerOf(order)).returnUntil).toBeNull();
  });
});

describe('a settled return of an order that was paid in cash', () => {
  it('is work for staff, who hand the money back and record it once (R3, R5)', async () => {
    const order = await aDelivered();
    const event = settledEvent(aSettledReturn(order, 1, total));
    await tell(event, event, settledEvent(aSettledReturn(order, 1, total)));
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
    const asked = await asAdmin('post', refundPath(order)).send({}).expect(409);
    expect(asked.body.message).toContain('hand the money back');
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

  it('leaves an order that is neither refunded nor cancelled as a whole (R6)', async () => {
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

  it('has a credit note with its lines and the real refund, in the list of the month (R4, T7)', async () => {
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
      payment: 'Cash on delivery NPR 540, goes back',
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

  it('of a deleted account removes the buyer when it is handed back (O12)', async () => {
    const order = await aDelivered({ isBuyerDeleted: false });
    await settle(order);
    await tell({
      ...unreadableEvent('user.deleted'),
      eventId: randomUUID(),
      data: { userId: 'user-1' },
    });
    expect(await read(order.id)).toMatchObject({ userId: 'user-1', isBuyerDeleted: true });
    await asAdmin('post', refundPath(order)).send({ isByHand: true }).expect(200);
    expect(await read(order.id)).toMatchObject({ userId: 'deleted', returns: [{ state: 'done' }] });
  });
});

it('a settled return of an order that the shop does not have is parked', async () => {
  await settle(anOrder({ id: 'f'.repeat(24) }));
  const { body } = await asAdmin('get', '/api/admin/services/order/parked-messages').expect(200);
  expect(JSON.stringify(body)).toContain('return.settled');
});
