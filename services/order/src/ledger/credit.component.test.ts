import { randomUUID } from 'node:crypto';
import { dayMs, paymentMethods } from '@kinmel/contracts';
import { createMemoryBus } from '@kinmel/service-kit';
import { eventually } from '@kinmel/testing';
import { storedEvents, testDatabase, unreadableEvent } from '@kinmel/testing/servers';
import { orderOf, totalOf } from '../testing/order-body.ts';
import { startTestOrder, storeProduct, type TestOrder } from '../testing/test-order.ts';
import { expireGoodwill } from './expire-goodwill.ts';

const { label: cash } = paymentMethods.cash_on_delivery;

jest.setTimeout(120_000);

const productId = 'c'.repeat(24);
const buyer = '66000000000000000000c0de';
const npr = (amountInMinorUnits: number) => ({ amountInMinorUnits, currency: 'NPR' });
const total = totalOf(1000);
const totalInMinorUnits = total * 100;

let order: TestOrder;
let secondInstance: TestOrder;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await testDatabase('credit');
  drop = () => database.drop();
  // Two instances of the service; not every event has a consumer in these tests.
  // With limits, an instance places the orders of one person sequentially.
  const limits = { ordersPerHour: 10_000, openOrders: 1_000 };
  order = await startTestOrder({ database, limits, bus: createMemoryBus() });
  secondInstance = await startTestOrder({ database, limits, bus: createMemoryBus() });
});
beforeEach(async () => {
  for (const name of [
    'orders',
    'outbox',
    'ledger_postings',
    'credit_balances',
    'payouts',
    'tax_documents',
    'document_series',
    'deleted_accounts',
    'audit_entries',
  ])
    await order.connection.collection(name).deleteMany({});
  for (const instance of [order, secondInstance]) await storeProduct(instance, { productId });
});
afterAll(async () => {
  await secondInstance.stop();
  await order.stop();
  await drop();
});

const place = (fields: object = {}, instance = order, key: string = randomUUID()) =>
  instance.place(orderOf([{ productId, quantity: 1 }], total, fields), { userId: buyer, key });
const asStaff = (path: string, body: object, key: string = randomUUID()) =>
  order
    .call('post', `/api/admin/credit/${path}`, order.tokens.admin())
    .set('Idempotency-Key', key)
    .send(body);
const goodwill = (amountInMinorUnits: number, key?: string) =>
  asStaff(`${buyer}/goodwill`, { amount: npr(amountInMinorUnits), reason: 'It came late.' }, key);
/** A customer with an order and credit. */
async function aCustomer(amountInMinorUnits: number): Promise<string> {
  const { body } = await place().expect(201);
  await goodwill(amountInMinorUnits).expect(201);
  return body.order.id;
}
const creditOf = async (userId = buyer, query = '') =>
  (await order.call('get', `/api/credit${query}`, order.tokens.customer(userId)).expect(200)).body.data;
const balance = async () => (await creditOf()).balance.amountInMinorUnits;
const postings = () => order.connection.collection('ledger_postings').find().sort({ number: 1 }).toArray();
const keys = async () => (await postings()).map(({ _id }) => String(_id));
const cancel = (id: string, instance = order) =>
  instance.call('post', `/api/checkout-orders/${id}/cancel`, instance.tokens.customer(buyer)).send({});
const byStaff = (id: string, step: 'refund' | 'status', body: object = {}) =>
  order
    .call(
      step === 'status' ? 'put' : 'post',
      `/api/checkout-orders/admin/orders/${id}/${step}`,
      order.tokens.admin(),
    )
    .send(body);
const kinds = async () =>
  (await order.connection.collection('tax_documents').find().toArray())
    .map(({ kind }) => String(kind))
    .sort();
const deleteAccount = async () => {
  await order.bus.publish({
    ...unreadableEvent('user.deleted'),
    eventId: randomUUID(),
    data: { userId: buyer },
  });
  await order.bus.settle();
};

describe('goodwill and corrections', () => {
  it('are posted in double entry, shown to their customer and published in an event (ORD-K1, ORD-K6, ORD-K7, ORD-K9)', async () => {
    await aCustomer(50_000);
    const { body } = await asStaff(`${buyer}/corrections`, {
      amount: npr(-20_000),
      reason: 'Given twice.',
    }).expect(201);
    expect(body.data).toMatchObject({ cause: 'correction', amount: npr(-20_000), balanceAfter: npr(30_000) });
    expect(await postings()).toMatchObject([
      {
        number: 1,
        by: { by: 'admin', who: 'admin-1' },
        entries: [
          { account: `credit:${buyer}`, amount: npr(50_000) },
          { account: 'goodwill', amount: npr(-50_000) },
        ],
        balanceAfter: npr(50_000),
      },
      { number: 2, entries: [{ amount: npr(-20_000) }, { account: 'corrections', amount: npr(20_000) }] },
    ]);
    expect(await creditOf(buyer, '?limit=1&page=2')).toMatchObject({
      balance: npr(30_000),
      history: [
        { cause: 'goodwill', reason: 'It came late.', by: 'admin', order: null, amount: npr(50_000) },
      ],
      pagination: { total: 2, totalPages: 2, hasPrev: true, hasNext: false },
    });
    const staffView = await order.call('get', `/api/admin/credit/${buyer}`, order.tokens.admin()).expect(200);
    expect(staffView.body.data.history).toHaveLength(2);
    expect(await creditOf('somebody-else')).toMatchObject({ balance: npr(0), history: [] });
    const creditEvents = (await storedEvents(order.connection, buyer)).filter(
      ({ type }) => type === 'credit.changed',
    );
    expect(creditEvents).toMatchObject([
      {
        aggregateVersion: 1,
        data: { customer: { email: 'sita@example.com' }, reason: 'It came late.', balance: npr(50_000) },
      },
      { aggregateVersion: 2, data: { cause: 'correction', amount: npr(-20_000), balance: npr(30_000) } },
    ]);
  });

  it('50 at once with one key are one posting, and the key is refused for another change (ORD-K1, ORD-K6)', async () => {
    await place().expect(201);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 50 }, () => goodwill(10_000, key)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body.data.id))).toEqual(new Set([`goodwill:${key}`]));
    expect(await balance()).toBe(10_000);
    expect(await keys()).toHaveLength(1);
    const { body } = await goodwill(20_000, key).expect(422);
    expect(body.code).toBe('key-reused');
    expect(await balance()).toBe(10_000);
  });

  it.each([
    [
      'more than the policy allows',
      400,
      'goodwill',
      { amount: npr(500_001) },
      'Goodwill is at most NPR 5,000.',
    ],
    ['nothing', 400, 'goodwill', { amount: npr(0) }, 'The amount must be above zero.'],
    ['a negative goodwill', 400, 'goodwill', { amount: npr(-1) }, 'The amount must be above zero.'],
    [
      'a fraction',
      400,
      'goodwill',
      { amount: npr(1.5) },
      'The amount must be a whole number of minor units.',
    ],
    [
      'another currency',
      400,
      'goodwill',
      { amount: { amountInMinorUnits: 1, currency: 'USD' } },
      "The shop's currency is NPR.",
    ],
    ['no reason', 400, 'goodwill', { reason: ' ' }, 'Please say why.'],
    ['a correction of nothing', 400, 'corrections', { amount: npr(0) }, 'The amount must not be zero.'],
    ['a correction without a reason', 400, 'corrections', { reason: undefined }, 'Please say why.'],
    ['a correction below zero', 409, 'corrections', { amount: npr(-20_001) }, 'There is credit of NPR 200.'],
  ])(
    '%s is refused, and changes nothing (ORD-K2, ORD-K6, ORD-K7)',
    async (_, status, path, body, message) => {
      await aCustomer(20_000);
      const answer = await asStaff(`${buyer}/${path}`, { amount: npr(100), reason: 'A reason', ...body });
      expect([answer.status, answer.body.message]).toEqual([status, message]);
      expect(await keys()).toHaveLength(1);
      expect(await balance()).toBe(20_000);
    },
  );

  it('need a key, a known customer and staff (ORD-K6)', async () => {
    const body = { amount: npr(100), reason: 'A reason' };
    const path = `/api/admin/credit/${buyer}/goodwill`;
    expect((await asStaff(`${buyer}/goodwill`, body)).body.code).toBe('not-found');
    await place().expect(201);
    const { body: refusal } = await order.call('post', path, order.tokens.admin()).send(body).expect(400);
    expect(refusal.details).toMatchObject([{ path: 'Idempotency-Key' }]);
    await order.call('post', path, order.tokens.customer(buyer)).send(body).expect(403);
    expect(await keys()).toEqual([]);
  });
});

describe('goodwill that is not used within the days of the policy', () => {
  const days = 365;
  const expire = (instance: TestOrder, daysLater: number) =>
    expireGoodwill({ ...instance.context, now: () => new Date(Date.now() + daysLater * 24 * 60 * 60_000) });

  it('expires once with its unused part, and its customer gets a mail (ORD-K10)', async () => {
    await aCustomer(50_000);
    await asStaff(`${buyer}/corrections`, { amount: npr(7_000), reason: 'It was too little.' }).expect(201);
    await place({ credit: npr(30_000) }).expect(201);
    await expire(order, days - 1);
    expect(await balance()).toBe(27_000);
    await Promise.all(
      [order, secondInstance, order, secondInstance].map((instance) => expire(instance, days + 1)),
    );
    expect(await balance()).toBe(7_000);
    const [{ _id, ...last } = { _id: '' }] = (await postings()).slice(-1);
    expect(String(_id)).toMatch(/^expiry:goodwill:/);
    expect(last).toMatchObject({
      cause: 'expiry',
      reason: 'Goodwill that was not used within 365 days.',
      entries: [{ amount: npr(-20_000) }, { account: 'expired', amount: npr(20_000) }],
    });
    expect(await keys()).toHaveLength(4);
    const creditEvents = (await storedEvents(order.connection, buyer)).filter(
      ({ type }) => type === 'credit.changed',
    );
    expect(creditEvents.at(-1)).toMatchObject({ data: { cause: 'expiry', balance: npr(7_000) } });
  });

  it('leaves newer goodwill and other credit alone, also after an earlier expiry (ORD-K10)', async () => {
    await aCustomer(10_000);
    await asStaff(`${buyer}/corrections`, { amount: npr(5_000), reason: 'A correction.' }).expect(201);
    order.advanceClock(2 * dayMs);
    try {
      await goodwill(3_000).expect(201);
    } finally {
      order.advanceClock(-2 * dayMs);
    }
    await expire(order, days + 1);
    expect(await balance()).toBe(8_000);
    await expire(order, days + 3);
    expect(await balance()).toBe(5_000);
  });
});

describe('goodwill that an order used', () => {
  const expire = (daysLater: number) =>
    expireGoodwill({ ...order.context, now: () => new Date(Date.now() + daysLater * dayMs) });

  it('comes back with its original end when the order is cancelled, also after another part expired (ORD-K10)', async () => {
    await aCustomer(50_000);
    const { body } = await place({ credit: npr(30_000) }).expect(201);
    await expire(366);
    expect(await balance()).toBe(0);
    await cancel(body.order.id).expect(200);
    expect(await balance()).toBe(30_000);
    await expire(366);
    await expire(366);
    expect(await balance()).toBe(0);
    expect((await keys()).filter((key) => key.startsWith('expiry:'))).toHaveLength(2);
  });

  it('does not make other credit expire (ORD-K10)', async () => {
    await aCustomer(10_000);
    await asStaff(`${buyer}/corrections`, { amount: npr(20_000), reason: 'A correction.' }).expect(201);
    const { body } = await place({ credit: npr(15_000) }).expect(201);
    await cancel(body.order.id).expect(200);
    await expire(366);
    expect(await balance()).toBe(20_000);
  });

  it('expires although the check has not run for years (ORD-K10)', async () => {
    await aCustomer(10_000);
    await expire(3_000);
    expect(await balance()).toBe(0);
  });
});

describe('an order with credit', () => {
  it('that leaves less than the minimum of Khalti is refused with a message, and nothing is held (ORD-K4)', async () => {
    await aCustomer(200_000);
    const heldBefore = order.serviceClients.held.size;
    const credit = npr(totalInMinorUnits - 999);
    const { body } = await place({ credit, paymentMethod: 'khalti' }).expect(400);
    expect(body.message).toBe(
      'Khalti takes NPR 10 or more, and NPR 9.99 is left to pay. Please choose another way of paying.',
    );
    expect(order.serviceClients.held.size).toBe(heldBefore);
    await place({ credit, paymentMethod: 'esewa' }).expect(201);
  });

  it('leaves the rest to its payment method, as the answer shows (ORD-K3)', async () => {
    await aCustomer(50_000);
    const { body } = await place({ credit: npr(30_000) }).expect(201);
    expect(body.order).toMatchObject({
      userId: buyer,
      pricing: { total },
      paymentMethod: 'cash_on_delivery',
      paymentStatus: 'pending',
      credit: { ...npr(30_000), isReturned: false },
      documents: [],
    });
    expect((await creditOf()).history[0]).toMatchObject({
      cause: 'order',
      order: { id: body.order.id, orderNumber: body.order.orderNumber },
      amount: npr(-30_000),
      balanceAfter: npr(20_000),
    });
    const [placedEvent] = await storedEvents(order.connection, body.order.id);
    expect(placedEvent).toMatchObject({ type: 'order.placed', data: { credit: npr(30_000) } });
  });

  it('never uses more than the balance, in 50 concurrent orders (ORD-K2)', async () => {
    await aCustomer(100_000);
    // Retries like a client: an answer with an unknown outcome is repeated with the same key.
    const placeUntilDecided = (index: number) => {
      const key = randomUUID();
      return eventually(async () => {
        const answer = await place({ credit: npr(30_000) }, index % 2 ? order : secondInstance, key);
        return !['service-unavailable', 'key-in-progress'].includes(answer.body.code) && answer;
      }, 60_000);
    };
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => placeUntilDecided(index)));
    const placedAnswers = answers.filter(({ status }) => status === 201);
    const refusals = answers.filter(
      ({ status, body }) => status === 409 && body.code === 'not-enough-credit',
    );
    expect([placedAnswers.length, refusals.length]).toEqual([3, 47]);
    expect(refusals[0]?.body.details).toEqual([
      { path: 'balance.amountInMinorUnits', message: '10000' },
      { path: 'balance.currency', message: 'NPR' },
    ]);
    expect(await balance()).toBe(10_000);
    const usedKeys = (await keys()).filter((key) => key.endsWith(':used'));
    expect(usedKeys.toSorted()).toEqual(
      placedAnswers.map(({ body }) => `order:${body.order.id}:used`).toSorted(),
    );
    expect(await order.connection.collection('orders').countDocuments({ state: 'placed' })).toBe(4);
  });

  it.each([
    ['more than the total', npr(totalInMinorUnits + 1), {}, 400, 'invalid-request', 'credit'],
    ['more than the balance', npr(50_001), {}, 409, 'not-enough-credit', 'balance.amountInMinorUnits'],
    [
      'another currency',
      { amountInMinorUnits: 1, currency: 'USD' },
      {},
      400,
      'invalid-request',
      'credit.currency',
    ],
    ['nothing', npr(0), {}, 400, 'invalid-request', 'credit.amountInMinorUnits'],
    ['a negative amount', npr(-1), {}, 400, 'invalid-request', 'credit.amountInMinorUnits'],
    ['no method for the rest', npr(1), { paymentMethod: 'credit' }, 400, 'invalid-request', 'paymentMethod'],
  ])('%s is refused by name, and nothing is held (ORD-K4)', async (_, credit, fields, status, code, path) => {
    await aCustomer(50_000);
    const heldBefore = order.serviceClients.held.size;
    const { body } = await place({ credit, ...fields }).expect(status);
    expect(body).toMatchObject({
      code,
      details: expect.arrayContaining([expect.objectContaining({ path })]),
    });
    expect(order.serviceClients.held.size).toBe(heldBefore);
    expect(await balance()).toBe(50_000);
    expect(await order.connection.collection('orders').countDocuments({ state: 'placed' })).toBe(1);
  });

  it('needs another payment method for the rest (ORD-K4)', async () => {
    await aCustomer(50_000);
    const { body } = await place({ credit: npr(1), paymentMethod: 'credit' }).expect(400);
    expect(body.message).toBe('Your credit does not pay all of it. Please choose how to pay the rest.');
  });

  it('does not use the credit of another customer (ORD-K4)', async () => {
    await aCustomer(50_000);
    const body = orderOf([{ productId, quantity: 1 }], total, { credit: npr(1) });
    await order.place(body, { userId: 'somebody-else' }).expect(409);
    expect(await balance()).toBe(50_000);
  });

  it('that credit pays completely is paid and invoiced at once, without a page (ORD-K3, ORD-T1)', async () => {
    await aCustomer(200_000);
    const { body } = await place({ credit: npr(totalInMinorUnits), paymentMethod: 'card' }).expect(201);
    expect(body.payment).toBeNull();
    expect(body.order).toMatchObject({
      paymentMethod: 'credit',
      paymentStatus: 'paid',
      canPay: false,
      payUntil: null,
      documents: ['invoice'],
    });
    const [invoice] = await order.connection.collection('tax_documents').find().toArray();
    expect(invoice).toMatchObject({ orderId: body.order.id, payment: 'Credit NPR 1,080, paid' });
    const { body: refusal } = await byStaff(body.order.id, 'status', {
      orderStatus: 'pending',
      paymentStatus: 'pending',
      adminNotes: 'A note',
    }).expect(409);
    expect(refusal.code).toBe('conflict');
  });

  it('gives the credit back once when it is cancelled, with a credit note (ORD-K5, ORD-T4)', async () => {
    await aCustomer(200_000);
    const { body } = await place({ credit: npr(totalInMinorUnits) }).expect(201);
    const { id } = body.order;
    await Promise.all(
      [order, secondInstance, order, secondInstance].map((instance) => cancel(id, instance).expect(200)),
    );
    expect(await balance()).toBe(200_000);
    expect((await keys()).filter((key) => key === `order:${id}:returned`)).toHaveLength(1);
    expect(await kinds()).toEqual(['credit-note', 'invoice']);
    const storedOrder = await order.context.orders.find(id);
    expect(storedOrder).toMatchObject({ paymentStatus: 'refunded', credit: { isReturned: true } });
    const events = await storedEvents(order.connection, id);
    expect(events.at(-1)).toMatchObject({
      type: 'order.cancelled',
      data: { money: 'already-back', credit: npr(totalInMinorUnits) },
    });
    const [note] = await order.connection.collection('tax_documents').find({ kind: 'credit-note' }).toArray();
    expect(note).toMatchObject({ payment: 'Credit NPR 1,080, refunded' });
  });

  it('gives the credit back with its refund by staff, and stays refunded (ORD-K5)', async () => {
    await aCustomer(50_000);
    const { body } = await place({ credit: npr(30_000) }).expect(201);
    const { id } = body.order;
    await byStaff(id, 'status', { orderStatus: 'pending', paymentStatus: 'paid' }).expect(200);
    expect(await balance()).toBe(20_000);
    await Promise.all(Array.from({ length: 4 }, () => byStaff(id, 'refund', { note: 'Broken' }).expect(200)));
    expect(await balance()).toBe(50_000);
    const events = await storedEvents(order.connection, id);
    expect(events.at(-1)).toMatchObject({
      type: 'order.refunded',
      data: { amountInMinorUnits: totalInMinorUnits - 30_000, credit: npr(30_000) },
    });
    const [note] = await order.connection.collection('tax_documents').find({ kind: 'credit-note' }).toArray();
    expect(note).toMatchObject({ payment: `Credit NPR 300, refunded\n${cash} NPR 780, refunded` });
    await cancel(id).expect(200);
    expect(await balance()).toBe(50_000);
  });

  it('that is marked as refunded before it was invoiced stays refunded, as its credit is back (ORD-K5)', async () => {
    await aCustomer(50_000);
    const { body } = await place({ credit: npr(30_000) }).expect(201);
    await byStaff(body.order.id, 'status', { orderStatus: 'pending', paymentStatus: 'refunded' }).expect(200);
    expect(await balance()).toBe(50_000);
    expect((await storedEvents(order.connection, body.order.id)).at(-1)).toMatchObject({
      type: 'order.refunded',
      data: { amountInMinorUnits: 0, credit: npr(30_000) },
    });
    const paidUpdate = { orderStatus: 'pending', paymentStatus: 'paid', adminNotes: 'Paid after all' };
    expect((await byStaff(body.order.id, 'status', paidUpdate).expect(409)).body.code).toBe('conflict');
  });
});

it('credit expires when the account is deleted, and later refunds of it are paid in cash (ORD-K8, ORD-K9)', async () => {
  await aCustomer(50_000);
  const { body } = await place({ credit: npr(30_000) }).expect(201);
  await deleteAccount();
  expect(await balance()).toBe(0);
  expect((await postings()).at(-1)).toMatchObject({ cause: 'expiry', reason: 'The account was deleted.' });
  const events = async () =>
    (await storedEvents(order.connection, buyer)).map((event) => JSON.stringify(event));
  // No name, address or note is stored any more.
  await eventually(async () => !(await events()).join().includes('sita@example.com'));
  const entry = { 'record.id': buyer, note: '' };
  expect(await order.connection.collection('audit_entries').countDocuments(entry)).toBe(1);
  const eventsBefore = await events();
  await goodwill(100).expect(404);
  await byStaff(body.order.id, 'status', { orderStatus: 'cancelled' }).expect(200);
  expect(await balance()).toBe(0);
  expect((await postings()).at(-1)).toMatchObject({ cause: 'expiry', balanceAfter: npr(0) });
  const [payout] = (await order.call('get', '/api/admin/payouts', order.tokens.admin())).body.data.payouts;
  expect(payout).toMatchObject({
    id: body.order.id,
    cause: 'refund',
    amount: npr(30_000),
    method: 'cash',
    status: 'due',
    customer: { name: 'Sita Sharma', email: '' },
  });
  expect(await events()).toHaveLength(eventsBefore.length);
});

it('credit of a deleted account accepts no posting but an expiry, also without a check before it (ORD-K8)', async () => {
  await aCustomer(10_000);
  await deleteAccount();
  const posting = {
    key: 'late',
    at: new Date(),
    userId: buyer,
    cause: 'refund',
    reason: '',
    by: { by: 'shop', who: null },
    order: null,
    amount: { amountInMinorUnits: 100, currency: 'NPR' },
  } as const;
  const post = (userId: string) =>
    order.context.inTransaction((session) =>
      order.context.ledger.post({ ...posting, key: userId, userId }, null, session),
    );
  await expect(post(buyer)).rejects.toMatchObject({ code: 'conflict' });
  // Also for an account that never had credit, and concurrently with its deletion.
  const otherUserId = 'b'.repeat(24);
  const closing = order.context.inTransaction((session) =>
    order.context.ledger.close(otherUserId, new Date(), session),
  );
  await Promise.allSettled([closing, post(otherUserId)]);
  const { balance: remainingBalance, postings: count } = await order.context.ledger.balanceOf(otherUserId);
  expect([remainingBalance, [0, 2]]).toEqual([npr(0), expect.arrayContaining([count])]);
  await expect(post(otherUserId))
    .rejects.toMatchObject({ code: 'conflict' })
    .catch(() => expect(count).toBe(2));
});

describe('credit that one person alone may not give (ORD-K12)', () => {
  const payouts = async () =>
    (await order.call('get', '/api/admin/payouts', order.tokens.admin()).expect(200)).body.data.payouts;
  const pay = (id: string, version: number, person: string) =>
    order.call('post', `/api/admin/payouts/${id}/payment`, order.tokens.admin(person)).send({ version });

  it.each([
    ['up', 10_000_000_000],
    ['down', -10_000_000],
  ])('a large correction %s waits for a second person, once by its key', async (direction, amount) => {
    await place().expect(201);
    const key = randomUUID();
    const correct = (sum = amount) =>
      asStaff(`${buyer}/corrections`, { amount: npr(sum), reason: 'A mistake.' }, key);
    const answers = [await correct().expect(201), await correct().expect(201)];
    expect(answers.map(({ body }) => body.data)).toEqual([null, null]);
    expect((await correct(amount - 1)).body.code).toBe('key-reused');
    expect(await postings()).toEqual([]);
    const [waiting, ...others] = await payouts();
    expect(others).toEqual([]);
    expect(waiting).toMatchObject({
      id: answers[0]?.body.payoutId,
      cause: 'correction',
      method: 'credit',
      amount: npr(amount),
      status: 'approved',
      subject: 'Correction of credit: A mistake.',
    });
    expect((await pay(waiting.id, 1, 'admin-1')).status).toBe(409);
    const paymentAnswer = await pay(waiting.id, 1, 'admin-2');
    if (direction === 'down') {
      // There is not enough credit, so nothing changes.
      expect(paymentAnswer.body.code).toBe('not-enough-credit');
      expect(await payouts()).toMatchObject([{ status: 'approved', version: 1 }]);
      return;
    }
    expect(paymentAnswer.status).toBe(200);
    expect(await balance()).toBe(amount);
    expect(await postings()).toMatchObject([{ _id: `correction:${key}`, cause: 'correction' }]);
    expect((await correct()).body).toMatchObject({ data: null, payoutId: waiting.id });
  });

  it('corrections whose sum within a year reaches the threshold wait for a second person, also concurrent ones', async () => {
    await place().expect(201);
    const correct = () =>
      asStaff(`${buyer}/corrections`, { amount: npr(4_900_000), reason: 'Counted wrong.' });
    const answers = await Promise.all(Array.from({ length: 6 }, correct));
    expect(answers.filter(({ body }) => body.data !== null)).toHaveLength(2);
    expect(await balance()).toBe(9_800_000);
    expect(await payouts()).toHaveLength(4);
  });

  it('goodwill above the yearly limit waits for a second person, also when given concurrently', async () => {
    await place().expect(201);
    const maxGoodwill = 500_000;
    for (const _ of [1, 2]) await goodwill(maxGoodwill).expect(201);
    const answers = await Promise.all([goodwill(maxGoodwill), goodwill(maxGoodwill)]);
    const posted = answers.filter(({ body }) => body.data !== null);
    expect(posted).toHaveLength(1);
    expect(await balance()).toBe(3 * maxGoodwill);
    const [waiting] = await payouts();
    expect(waiting).toMatchObject({ cause: 'goodwill', amount: npr(maxGoodwill), status: 'approved' });
    await pay(waiting.id, 1, 'admin-2').expect(200);
    expect(await balance()).toBe(4 * maxGoodwill);
  });

  it('is not given when the account is deleted meanwhile', async () => {
    await place().expect(201);
    await asStaff(`${buyer}/corrections`, { amount: npr(20_000_000), reason: 'A mistake.' }).expect(201);
    await deleteAccount();
    const [waiting] = await payouts();
    expect(waiting).toMatchObject({ status: 'stopped', stopReason: 'The account was deleted.' });
    expect((await pay(waiting.id, waiting.version, 'admin-2')).status).toBe(409);
    expect(await postings()).toEqual([]);
  });
});
