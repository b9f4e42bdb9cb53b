import { randomUUID } from 'node:crypto';
import type { Money } from '@kinmel/contracts';
import { createMemoryBus, inTransaction, type WireEvent } from '@kinmel/service-kit';
import { eventually } from '@kinmel/testing';
import { consumersOf, verifyContract } from '@kinmel/testing/contracts';
import { anOfferSnapshot } from '@kinmel/testing/samples';
import { unreadableEvent } from '@kinmel/testing/servers';
import mongoose from 'mongoose';
import { money } from './ledger/ledger.rules.ts';
import { useCredit } from './ledger/order-credit.ts';
import type { Order } from './orders/order.ts';
import type { PaymentProvider } from './payments/payment-provider.ts';
import { orderOf, totalOf } from './testing/order-body.ts';
import { anOrder } from './testing/order-builder.ts';
import { aSettledSellRequest, creditPayment, receipt, soldEvent } from './testing/settled-sell-request.ts';
import { startTestOrder, storeProduct, type TestOrder, testServiceToken } from './testing/test-order.ts';

const orderId = '00000000000000000000a0d1';
const productId = '25ee728f50f0dfc3eee9b45d';
const offerId = 'b'.repeat(24);
const buyer = '6600000000000000000000c1';
const path = '/api/checkout-orders';

/** A provider with one payment. */
const paymentProvider: PaymentProvider = {
  supports: () => true,
  createPage: async () => ({ sessionId: 'cs_new', url: 'https://pay.example/session/1' }),
  readSession: async (sessionId) =>
    sessionId === 'cs_paid'
      ? {
          sessionId,
          orderId,
          paymentId: 'pi_1',
          url: undefined,
          state: 'paid',
          amountInMinorUnits: 108_000,
          customerName: 'Sita Sharma',
          lines: [{ description: 'Galaxy S26', quantity: 1, amountInMinorUnits: 100_000 }],
        }
      : undefined,
  closePage: async () => undefined,
  refund: async () => ({ refundId: 're_1', state: 'succeeded' }),
  readRefunds: async () => ({
    amountInMinorUnits: 0,
    refunds: [],
    requestMode: 'by-key',
    portal: 'the dashboard',
  }),
  readEvent: () => undefined,
  readReturn: () => 'cs_paid',
};

let order: TestOrder;
beforeAll(async () => {
  // Not every event has a consumer in these tests.
  order = await startTestOrder({ bus: createMemoryBus(), paymentProvider });
});
afterAll(() => order.stop());

async function emptyCollections(): Promise<void> {
  // A bulk update of the previous interaction would write events and audit entries later.
  const jobs = order.connection.collection('bulk_jobs');
  await eventually(async () => (await jobs.countDocuments({ finishedAt: null })) === 0);
  const collections = [
    'orders',
    'tax_documents',
    'ledger_postings',
    'credit_balances',
    'key_claims',
    'payouts',
    'outbox',
    'parked_events',
  ];
  for (const name of collections) await order.connection.collection(name).deleteMany({});
}

function sampleOrder(overrides: Partial<Order> = {}): Order {
  const card = { paymentMethod: 'card', payUntil: new Date(Date.now() + 60_000) } as const;
  return anOrder({
    id: orderId,
    userId: buyer,
    ...(overrides.paymentMethod === 'card' ? card : {}),
    ...overrides,
  });
}

async function storeOrder(overrides?: Partial<Order>): Promise<void> {
  await emptyCollections();
  await order.context.orders.insert(sampleOrder(overrides), [], { key: orderId, bodyHash: 'x' });
}

async function offerProductAt(price: number): Promise<void> {
  await emptyCollections();
  await storeProduct(order, { productId, price, name: 'iPhone 13 Pro' });
}

const credit = money(1_240_000);

/** A customer with an order and credit, which the order may have used. */
async function withCredit(amount: Money, overrides: Partial<Order> = {}): Promise<void> {
  await offerProductAt(91_500);
  await storeOrder(overrides);
  const { ledger } = order.context;
  const placed = sampleOrder(overrides);
  await inTransaction(order.connection, async (session) => {
    const gift = {
      key: 'goodwill:1',
      at: placed.createdAt,
      userId: buyer,
      cause: 'goodwill',
      reason: 'It came late.',
      by: { by: 'admin', who: 'admin-1' },
      order: null,
      amount,
    } as const;
    if (amount.amountInMinorUnits > 0) await ledger.post(gift, null, session);
    for (const write of useCredit(ledger, placed)) await write(session);
  });
}

const payoutId = aSettledSellRequest().requestId;

/** A payout of version 1. */
async function addPayout(amount: Money): Promise<void> {
  await emptyCollections();
  await order.bus.publish(
    soldEvent(aSettledSellRequest({ payment: { ...aSettledSellRequest().payment, amount } })),
  );
  await order.bus.settle();
}

const returnedOrderId = '00000000000000000000a1b2';
const returnId = '00000000000000000000a1b3';

/** An order that was handed over and paid. */
const storeDeliveredOrder = (overrides: Partial<Order> = {}, daysAgo = 1) =>
  storeOrder({
    id: returnedOrderId,
    orderStatus: 'delivered',
    paymentMethod: 'card',
    paymentStatus: 'paid',
    payUntil: null,
    onlinePayment: { sessionId: 'cs_paid', paymentId: 'pi_1' },
    history: [
      {
        at: new Date(Date.now() - daysAgo * 24 * 60 * 60_000),
        by: 'admin',
        who: 'admin-1',
        what: 'order-status',
        from: 'shipped',
        to: 'delivered',
        note: '',
      },
    ],
    ...overrides,
  });

const states = {
  // The token of the request identifies the customer.
  'a customer is signed in': () => undefined,
  'nobody is signed in': () => undefined,
  'the policy of the shop is in force': () => undefined,
  'one USD is NPR 135.00': async () => {
    await order.connection.collection('rates').deleteMany({});
    await order.context.rates.ensureFirst();
  },
  [`the product ${productId} is in the shop`]: () => offerProductAt(91_500),
  [`the product ${productId} costs 91500`]: () => offerProductAt(91_500),
  [`the product ${productId} costs 89900`]: () => offerProductAt(89_900),
  'the payment session cs_paid is paid': () =>
    storeOrder({ paymentMethod: 'card', onlinePayment: { sessionId: 'cs_paid', paymentId: null } }),
  [`the order ${orderId} of the customer waits for its card payment`]: () =>
    storeOrder({ paymentMethod: 'card' }),
  [`the order ${orderId} of the customer is pending`]: () => storeOrder(),
  'no bulk update is under way': async () => {
    await order.connection.collection('bulk_jobs').deleteMany({});
  },
  [`the bulk update 00000000000000000000b0b1 of the order ${orderId} is done`]: async () => {
    const jobs = order.connection.collection('bulk_jobs');
    await jobs.deleteMany({});
    await jobs.insertOne({
      _id: new mongoose.mongo.ObjectId('00000000000000000000b0b1'),
      command: null,
      by: { person: { id: 'admin-1', name: '' }, action: 'bulkUpdateOrders', requestId: 'r' },
      traceparent: null,
      bodyHash: 'hash',
      items: [
        { id: orderId, version: 1, problem: null },
        {
          id: 'f'.repeat(24),
          version: 1,
          problem: { code: 'not-found', message: 'There is no such order.' },
        },
      ],
      claim: 1,
      createdAt: new Date(),
      finishedAt: new Date(),
    });
  },
  [`nothing is new since the order ${orderId} of the customer was counted`]: async () => {
    await storeOrder();
    const { headers } = await asAdmin('get', `${path}/admin/orders/new`)
      .query({ status: 'pending', since: '2026-11-20T10:00:00.000Z' })
      .expect(200);
    return { etag: headers['etag'] ?? '' };
  },
  [`staff have taken the order ${orderId}`]: async () => {
    await storeOrder();
    await asAdmin('put', `/api/admin/services/order/work/order/${orderId}/assignee`)
      .send({ assignee: 'me', version: 0 })
      .expect(200);
  },
  'staff have made the change updateOrderStatus': async () => {
    await storeOrder();
    await order.connection.collection('audit_entries').deleteMany({});
    await setStatus(orderId, { orderStatus: 'processing' });
  },
  [`the order ${orderId} was moved, and its event has left`]: async () => {
    await storeOrder();
    await setStatus(orderId, { orderStatus: 'confirmed' });
    await eventually(async () => {
      const { body } = await asAdmin('get', '/api/admin/services/order/events')
        .query({ record: orderId })
        .expect(200);
      return body.published.length > 0 && body.published[0].state === 'sent';
    });
  },
  [`a message about the order ${orderId} is parked`]: async () => {
    await storeOrder();
    await order.bus.publish(unreadableEvent('product.updated', orderId));
    await order.bus.settle();
  },
  [`the order ${orderId} of the customer is paid by card`]: () =>
    storeOrder({
      paymentMethod: 'card',
      paymentStatus: 'paid',
      payUntil: null,
      onlinePayment: { sessionId: 'cs_paid', paymentId: 'pi_1' },
    }),
  [`the order ${orderId} of the customer is shipped`]: () => storeOrder({ orderStatus: 'shipped' }),
  [`the order ${returnedOrderId} is delivered and paid`]: () => storeDeliveredOrder(),
  [`the phones of the order ${returnedOrderId} can be returned no more`]: () => storeDeliveredOrder({}, 60),
  [`the order ${returnedOrderId} has an open return`]: () =>
    storeDeliveredOrder({
      openReturns: [
        {
          id: 'e'.repeat(24),
          reference: 'EEEEEE',
          lines: [{ key: 'a'.repeat(24), quantity: 1 }],
          version: 0,
          since: new Date(),
          askAt: null,
        },
      ],
    }),
  [`the order ${returnedOrderId} has a settled return whose refund failed`]: () =>
    storeDeliveredOrder({
      returns: [
        {
          id: returnId,
          reference: 'R-7H2K94QX',
          state: 'failed',
          amountInMinorUnits: 108_000,
          creditInMinorUnits: 0,
          note: '',
          since: new Date(),
          settledAt: new Date(),
          lines: [{ key: 'a'.repeat(24), quantity: 1 }],
        },
      ],
    }),
  [`the order ${orderId} of the customer was paid twice, and staff hand one payment back`]: () =>
    storeOrder({
      paymentMethod: 'esewa',
      paymentStatus: 'paid',
      onlinePayment: { sessionId: 'esewa_1', paymentId: 'esewa_1' },
      secondPayments: [
        {
          paymentId: 'esewa_2',
          amountInMinorUnits: 108_000,
          state: 'due',
          since: new Date(),
          failedAt: new Date(),
        },
      ],
    }),
  'the customer has an order and no credit': () => withCredit(money(0)),
  'the customer has an order and credit of NPR 12,400': () => withCredit(credit),
  [`the order ${orderId} of the customer used credit`]: () =>
    withCredit(credit, { credit: { ...credit, isReturned: false } }),
  [`the order ${orderId} was placed`]: () => storeOrder(),
  [`the order ${orderId} was cancelled`]: () => storeOrder({ orderStatus: 'cancelled' }),
  [`there is no order ${orderId}`]: emptyCollections,
  [`the payout ${payoutId} is due, and a photo of its receipt is stored`]: async () => {
    await addPayout(money(5_400_000));
    const upload = asAdmin('post', '/api/admin/payouts/proofs').attach('photo', receipt, 'slip.png');
    return { photoId: (await upload.expect(201)).body.data.photoId };
  },
  [`the payout ${payoutId} waits for its approval`]: () => addPayout(money(10_000_000)),
  [`the payout ${payoutId} is stopped`]: async () => {
    await addPayout(money(5_400_000));
    const body = { version: 1, reason: 'A doubt.' };
    await asAdmin('post', `/api/admin/payouts/${payoutId}/stop`).send(body).expect(200);
  },
};

const offer = anOfferSnapshot({
  offerId,
  validFrom: '2020-01-01',
  validUntil: '2099-12-31',
  targetProducts: [productId],
  originalPriceInMinorUnits: 100_000,
  discountedPriceInMinorUnits: 80_000,
});
const asAdmin = (method: 'get' | 'post' | 'put', url: string) =>
  order.call(method, url, order.tokens.admin());

async function place(line: object, total: number): Promise<string> {
  const cart = orderOf([{ productId, quantity: 1, ...line }], total);
  const { body } = await order.place(cart, { userId: buyer }).expect(201);
  return body.order.id;
}

const setStatus = (id: string, body: object) =>
  asAdmin('put', `${path}/admin/orders/${id}/status`).send(body).expect(200);

/** The event as published after real calls about a new order. */
const eventAfter =
  (type: string, cause: (id: string) => Promise<unknown> = async () => undefined, line: object = {}) =>
  async (): Promise<WireEvent> => {
    await offerProductAt(1000);
    order.serviceClients.offers.set(offerId, { version: 1, offer });
    const id = await place(line, totalOf('specialOffer' in line ? 800 : 1000));
    await cause(id);
    return eventually(
      () => order.bus.published.find((event) => event.type === type && event.aggregateId === id) ?? false,
    );
  };

/** The event of a new payout after steps of staff. */
async function afterSteps(type: string, steps: Readonly<Record<string, object>>): Promise<WireEvent> {
  const { requestId: id } = aSettledSellRequest({ requestId: order.context.newId() });
  await order.bus.publish(soldEvent(aSettledSellRequest({ requestId: id })));
  await order.bus.settle();
  for (const [index, [step, body]] of Object.entries(steps).entries())
    await asAdmin('post', `/api/admin/payouts/${id}/${step}`)
      .send({ version: index + 1, ...body })
      .expect(200);
  return eventually(
    () => order.bus.published.find((event) => event.type === type && event.aggregateId === id) ?? false,
  );
}

const events = {
  'order.placed': eventAfter('order.placed'),
  'order.placed with an offer': eventAfter('order.placed', undefined, { specialOffer: { id: offerId } }),
  'order.status-changed': eventAfter('order.status-changed', (id) =>
    setStatus(id, { orderStatus: 'confirmed', adminNotes: 'It comes on Monday.' }),
  ),
  'order.status-changed to delivered': eventAfter('order.status-changed', (id) =>
    setStatus(id, { orderStatus: 'delivered', adminNotes: 'Handed over at the counter.' }),
  ),
  'order.cancelled': eventAfter('order.cancelled', (id) =>
    order.call('post', `${path}/${id}/cancel`, order.tokens.customer(buyer)).send({}).expect(200),
  ),
  'order.cancelled of goods that had left the shop': eventAfter('order.cancelled', async (id) => {
    await setStatus(id, { orderStatus: 'shipped', adminNotes: 'Collected at once.' });
    await setStatus(id, { orderStatus: 'cancelled', adminNotes: 'The parcel came back.' });
  }),
  'order.refunded': eventAfter('order.refunded', async (id) => {
    await setStatus(id, { orderStatus: 'pending', paymentStatus: 'paid' });
    await asAdmin('post', `${path}/admin/orders/${id}/refund`).send({}).expect(200);
  }),
  // The payment arrives after its order was cancelled.
  async 'payment.succeeded'(): Promise<WireEvent> {
    const onlinePayment = { sessionId: 'cs_paid', paymentId: null };
    await storeOrder({ paymentMethod: 'card', orderStatus: 'cancelled', payUntil: null, onlinePayment });
    await order.call('get', '/api/payment/checkout-session', '').query({ sessionId: 'cs_paid' }).expect(200);
    return eventually(
      () =>
        order.bus.published.find(
          ({ type, data }) =>
            type === 'payment.succeeded' && JSON.stringify(data).includes('"goesBack":true'),
        ) ?? false,
    );
  },
  'payout.paid': () => afterSteps('payout.paid', { payment: { paymentReference: 'NIC-42' } }),
  'payout.stopped': () => afterSteps('payout.stopped', { stop: { reason: 'A doubt.' } }),
  'payout.resumed': () => afterSteps('payout.resumed', { stop: { reason: 'A doubt.' }, resumption: {} }),
  async 'payout.redirected'(): Promise<WireEvent> {
    const requestId = order.context.newId();
    await order.bus.publish(soldEvent(aSettledSellRequest({ requestId })));
    await order.bus.settle();
    await order
      .call('put', `/internal/payouts/${requestId}/way`, '')
      .set('x-kinmel-service-token', testServiceToken)
      .send({ method: 'esewa', account: '9801234567', requestVersion: 6 })
      .expect(200);
    return eventually(() => order.bus.published.find(({ type }) => type === 'payout.redirected') ?? false);
  },
  'credit.changed for a phone': async (): Promise<WireEvent> => {
    const requestId = order.context.newId();
    await order.bus.publish(soldEvent(aSettledSellRequest({ requestId, payment: creditPayment })));
    await order.bus.settle();
    return eventually(
      () =>
        order.bus.published.find(
          ({ type, data }) => type === 'credit.changed' && JSON.stringify(data).includes(requestId),
        ) ?? false,
    );
  },
  'credit.changed': async (): Promise<WireEvent> => {
    await offerProductAt(1000);
    await place({}, totalOf(1000));
    await asAdmin('post', `/api/admin/credit/${buyer}/goodwill`)
      .set('Idempotency-Key', randomUUID())
      .send({ amount: { amountInMinorUnits: 50_000, currency: 'NPR' }, reason: 'It came late.' })
      .expect(201);
    // The events of other states contain what the orders used.
    return eventually(
      () =>
        order.bus.published.find(
          ({ type, data }) =>
            type === 'credit.changed' && JSON.stringify(data).includes('"cause":"goodwill"'),
        ) ?? false,
    );
  },
};

it.each(consumersOf('order'))(
  'order answers and publishes what %s needs',
  (consumer) =>
    verifyContract(consumer, {
      name: 'order',
      server: order.server,
      states,
      events,
      headers: {
        // mfe-admin calls as staff, the other remotes as a customer.
        authorization: `Bearer ${consumer === 'mfe-admin' ? order.tokens.admin() : order.tokens.customer(buyer)}`,
        'x-kinmel-service-token': testServiceToken,
      },
    }),
  120_000,
);
