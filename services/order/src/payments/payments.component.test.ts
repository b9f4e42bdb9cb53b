import { eventually } from '@kinmel/testing';
import { sampleDelivery } from '@kinmel/testing/samples';
import { changeOrder } from '../orders/changes/change-order.ts';
import { cancelByCustomer, payWithinMs } from '../orders/order.rules.ts';
import type { Order } from '../orders/order.ts';
import { testBuyer, testTotalInMinorUnits, testWithPayments } from '../testing/test-payments.ts';
import { readPaymentSession } from './pages/read-payment-session.ts';
import { systemChangeContext } from './payments-context.ts';

const payments = testWithPayments('payments');
const { anOrder, aPaidOrder, byStaff, cancel, eventsOf, open, pageState, pay, post, read, settle } = payments;
const sessionPath = (sessionId: string) => `/api/payment/checkout-session?sessionId=${sessionId}`;
const hang = () => new Promise<never>(() => undefined);
/** An order with its page. */
const onPage = async (change?: Partial<Order>) => {
  const order = await anOrder(change);
  return { order, ...(await open(order)) };
};

describe('a card payment', () => {
  it('is recorded once, whether webhook or success page is first (API-34, PAY-03 to PAY-08)', async () => {
    const { sandbox } = payments;
    for (const isWebhookFirst of [true, false]) {
      const { order, sessionId } = await onPage();
      sandbox.setDelivery(isWebhookFirst ? 'deliver' : 'hold');
      sandbox.pay(sessionId, 'success');
      if (isWebhookFirst) await sandbox.settle();
      const answer = await payments.get(sessionPath(sessionId));
      // Personal data must not be cached.
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.body).toEqual({
        success: true,
        customer_details: { name: sampleDelivery.name },
        line_items: {
          data: [
            { quantity: 2, description: 'iPhone 13 Pro', amount_total: 18_300_000 },
            { quantity: 1, description: 'Tax', amount_total: 1_464_000 },
          ],
        },
        amount_total: testTotalInMinorUnits,
        currency: 'NPR',
        canPayAgain: false,
        payment_status: 'paid',
        declined: false,
        orderId: order.id,
        orderNumber: order.orderNumber,
      });
      sandbox.releaseDeliveries();
      await sandbox.settle();
      expect(await read(order)).toMatchObject({ paymentStatus: 'paid', payUntil: null });
      expect(await eventsOf(order)).toEqual(['payment.succeeded']);
    }
    expect(payments.refundedInMinorUnits()).toBe(0);
  });

  it('is recorded once for parallel webhooks', async () => {
    const { order, sessionId } = await onPage();
    payments.sandbox.setDelivery('twice');
    await pay(sessionId);
    expect((await read(order)).history).toHaveLength(1);
    expect(await eventsOf(order)).toEqual(['payment.succeeded']);
    expect(payments.refundedInMinorUnits()).toBe(0);
  });

  it('is possible after a late event of an expired older page; the end of its own page is recorded (ORD-O9)', async () => {
    const { context, sandbox } = payments;
    const { order, sessionId } = await onPage();
    sandbox.setDelivery('hold');
    await context.provider.closePage(sessionId);
    const second = await open(await read(order));
    expect(second.sessionId).not.toBe(sessionId);
    const before = await read(order);
    sandbox.setDelivery('deliver');
    sandbox.releaseDeliveries();
    await sandbox.settle();
    expect(await read(order)).toEqual(before);
    expect(await eventsOf(order)).toEqual([]);
    await context.provider.closePage(second.sessionId);
    await sandbox.settle();
    expect((await read(order)).paymentStatus).toBe('failed');
    expect(await eventsOf(order)).toEqual(['payment.failed']);
  });

  it('is possible on the same page after a decline, and there is only one page', async () => {
    const { order, ...page } = await onPage();
    await pay(page.sessionId, 'declined');
    const declined = await read(order);
    expect(declined.paymentStatus).toBe('failed');
    expect(await open(declined)).toEqual(page);
    expect(await Promise.all([open(order), open(order)])).toEqual([page, page]);
    await pay(page.sessionId);
    expect((await read(order)).paymentStatus).toBe('paid');
    expect(await eventsOf(order)).toEqual(['payment.failed', 'payment.succeeded']);
  });

  it('is waited for without a second page when it is delayed', async () => {
    const { sandbox } = payments;
    const { order, sessionId } = await onPage();
    sandbox.setDelivery('drop');
    sandbox.pay(sessionId, 'slow');
    // The call may have succeeded by now.
    await expect(open(await read(order))).rejects.toMatchObject({
      code: expect.stringMatching(/^(payment-pending|conflict)$/),
    });
    sandbox.setDelivery('deliver');
    await eventually(async () => expect((await read(order)).paymentStatus).toBe('paid'));
  });

  it('is waited for when it is delayed after a declined one', async () => {
    const { order, sessionId } = await onPage();
    await pay(sessionId, 'declined');
    await eventually(async () => expect((await read(order)).paymentStatus).toBe('failed'));
    // The same page, with a delayed payment of another card.
    const session = await payments.context.provider.readSession(sessionId);
    const slow = payments.withProvider({
      readSession: async () => session && { ...session, state: 'processing' },
    });
    await expect(open(await read(order), slow)).rejects.toMatchObject({
      code: 'payment-pending',
      message: 'Your payment is being processed. Please wait a moment.',
    });
    expect(await readPaymentSession(slow, { sessionId })).toMatchObject({ isDeclined: false });
  });

  it('is possible on a new page after a delayed one was declined', async () => {
    const { order, sessionId } = await onPage();
    payments.sandbox.pay(sessionId, 'slow-declined');
    await eventually(async () => expect((await read(order)).paymentStatus).toBe('failed'));
    const declinedAnswer = { payment_status: 'unpaid', declined: true };
    expect((await payments.get(sessionPath(sessionId))).body).toMatchObject(declinedAnswer);
    const next = await open(await read(order));
    expect(next.sessionId).not.toBe(sessionId);
    expect((await payments.get(sessionPath(sessionId))).body).toMatchObject(declinedAnswer);
    await pay(next.sessionId);
    expect((await read(order)).paymentStatus).toBe('paid');
  });

  it('of a cancelled order is refunded once by two sweeps', async () => {
    const { context } = payments;
    const { order, sessionId } = await onPage();
    await changeOrder(context, order.id, (current) =>
      cancelByCustomer(current, '', systemChangeContext(context)),
    );
    await pay(sessionId);
    expect(await read(order)).toMatchObject({ orderStatus: 'cancelled', refund: { state: 'due' } });
    const rounds = await Promise.all([settle(), settle()]);
    expect(rounds.reduce((sum, { refunded }) => sum + refunded, 0)).toBe(1);
    expect(await read(order)).toMatchObject({ paymentStatus: 'refunded', refund: { state: 'done' } });
    expect(payments.refundedInMinorUnits()).toBe(testTotalInMinorUnits);
    expect((await eventsOf(order)).filter((type) => type === 'order.refunded')).toHaveLength(1);
  });

  it('just before a cancellation is refunded with it (ORD-O5, ORD-O9)', async () => {
    const { order, sessionId } = await onPage();
    payments.sandbox.setDelivery('drop');
    payments.sandbox.pay(sessionId, 'success');
    expect(await cancel(order)).toMatchObject({ paymentStatus: 'refunded', refund: { state: 'done' } });
    expect(payments.refundedInMinorUnits()).toBe(testTotalInMinorUnits);
  });

  it('of a cancelled order does not make the customer wait for a provider that hangs', async () => {
    const onlinePayment = { sessionId: 'cs_1', paymentId: 'pi_1' };
    const order = await anOrder({ paymentStatus: 'paid', payUntil: null, onlinePayment });
    expect(await cancel(order, payments.withProvider({ refund: hang }))).toMatchObject({
      orderStatus: 'cancelled',
      refund: { state: 'due' },
    });
  }, 6_000);

  it('is not offered when the order is cancelled while its page is created', async () => {
    const order = await anOrder();
    let createdSessionId = '';
    const slow = payments.withProvider({
      async createPage(request) {
        const page = await payments.context.provider.createPage(request);
        createdSessionId = page.sessionId;
        await cancel(order);
        return page;
      },
    });
    await expect(open(order, slow)).rejects.toMatchObject({ code: 'conflict' });
    expect(await pageState(createdSessionId)).toBe('expired');
  });

  it.each(['refund button', 'sweep'] as const)(
    'left on a cancelled order is refunded by the %s (ORD-O10)',
    async (trigger) => {
      const { context } = payments;
      const before = await aPaidOrder();
      const changedFields = {
        orderStatus: 'cancelled',
        paymentStatus: 'failed',
        version: before.version + 1,
      } as const;
      await context.orders.save(before, { ...before, ...changedFields }, []);
      const alarm = jest.spyOn(context.logger, 'error');
      if (trigger === 'sweep') {
        await settle();
        expect(alarm).toHaveBeenCalledWith(
          expect.objectContaining({ orderId: before.id }),
          'a cancelled order kept its card payment: it is refunded now',
        );
      } else await payments.refund(before);
      alarm.mockRestore();
      expect(await read(before)).toMatchObject({ paymentStatus: 'refunded', refund: { state: 'done' } });
      expect(payments.refundedInMinorUnits()).toBe(testTotalInMinorUnits);
    },
  );

  it('that staff marked is refunded by hand (ORD-O8, ORD-O10)', async () => {
    const order = await anOrder();
    await byStaff(order, { orderStatus: 'processing', paymentStatus: 'paid' });
    expect(await byStaff(order, { orderStatus: 'cancelled' })).toMatchObject({
      paymentStatus: 'paid',
      refund: null,
    });
    expect(await settle()).toMatchObject({ left: 0 });
    expect(await payments.refund(order, 'Sent back.')).toMatchObject({
      paymentStatus: 'refunded',
      refund: { state: 'done' },
    });
    expect(await eventsOf(order)).toContain('order.refunded');
    expect(payments.refundedInMinorUnits()).toBe(0);
  });

  it("of another amount than the order's is rejected, and is work for staff (ORD-O22)", async () => {
    const order = await anOrder();
    await pay((await payments.createPage(order, 100)).sessionId);
    expect(await read(order)).toMatchObject({
      paymentStatus: 'pending',
      undecidedPages: [{ sessionId: expect.any(String) }],
    });
  });
});

describe('an unpaid card order', () => {
  it('is cancelled at its deadline, and its page is closed', async () => {
    const { order, sessionId } = await onPage();
    payments.pass(payWithinMs - 1);
    expect(await settle()).toMatchObject({ cancelled: 0 });
    payments.pass(1);
    expect(await settle()).toMatchObject({ cancelled: 1 });
    expect((await read(order)).orderStatus).toBe('cancelled');
    expect((await eventsOf(order)).filter((type) => type === 'order.cancelled')).toHaveLength(1);
    payments.sandbox.pay(sessionId, 'success');
    expect(await pageState(sessionId)).toBe('expired');
  });

  it('is kept without a deadline when staff have confirmed it, and its page is closed (ORD-O6)', async () => {
    const { order, sessionId } = await onPage();
    await byStaff(order, { orderStatus: 'shipped' });
    payments.pass(payWithinMs);
    expect(await settle()).toMatchObject({ cancelled: 0, kept: 1 });
    // The webhook of the closed page.
    await payments.sandbox.settle();
    const keptOrder = await read(order);
    expect(keptOrder).toMatchObject({ orderStatus: 'shipped', paymentStatus: 'failed', payUntil: null });
    expect(keptOrder.history).toContainEqual(expect.objectContaining({ by: 'shop', to: 'not paid in time' }));
    expect(await eventsOf(order)).not.toContain('order.cancelled');
    expect(await pageState(sessionId)).toBe('expired');
    expect(await settle()).toEqual({ paid: 0, cancelled: 0, kept: 0, refunded: 0, left: 0 });
  });

  it('is paid when it was confirmed and paid just before its deadline (ORD-O6, ORD-O9)', async () => {
    const { order, sessionId } = await onPage({ orderStatus: 'shipped' });
    payments.sandbox.setDelivery('drop');
    payments.sandbox.pay(sessionId, 'success');
    payments.pass(payWithinMs);
    expect(await settle()).toMatchObject({ paid: 1, kept: 0 });
    expect(await read(order)).toMatchObject({ orderStatus: 'shipped', paymentStatus: 'paid', refund: null });
  });

  it('is cancelled without a page, and with one after an hour without the provider', async () => {
    const withoutPage = await anOrder();
    const { order: withPage } = await onPage();
    await payments.sandbox.stop();
    payments.pass(payWithinMs + 1);
    expect(await settle()).toMatchObject({ cancelled: 1, left: 1 });
    expect((await read(withoutPage)).orderStatus).toBe('cancelled');
    payments.pass(60 * 60 * 1000);
    await payments.endClaims();
    expect(await settle()).toMatchObject({ cancelled: 1, left: 0 });
    expect((await read(withPage)).orderStatus).toBe('cancelled');
  }, 20_000);
});

it('returns the payment page of an unpaid order to its buyer only', async () => {
  const ask = async (body: object, buyer?: string) =>
    post('/api/payment/checkout-session', body, buyer && payments.tokens.customer(buyer));
  const body = { orderId: (await anOrder()).id };
  expect((await ask(body)).status).toBe(401);
  expect((await ask(body, 'c'.repeat(24))).status).toBe(404);
  expect((await ask({ orderId: { $ne: null } }, testBuyer)).status).toBe(400);
  const paidOrder = await anOrder({ paymentStatus: 'paid', payUntil: null });
  expect((await ask({ orderId: paidOrder.id }, testBuyer)).status).toBe(409);
  expect(payments.sandbox.sessions()).toEqual([]);
  const answer = await ask(body, testBuyer);
  expect(answer.status).toBe(201);
  expect(answer.body.url).toContain(`/pay/${answer.body.sessionId}`);
});

it('rejects unsigned webhooks (400)', async () => {
  const { order, sessionId } = await onPage();
  const forged = {
    id: 'evt_1',
    type: 'checkout.session.completed',
    data: { object: { id: sessionId, metadata: { orderId: order.id }, payment_status: 'paid' } },
  };
  await post('/api/payment/webhook', forged).expect(400);
  await post('/api/payment/webhook', forged).set('Stripe-Signature', 't=1,v1=00').expect(400);
  expect((await read(order)).paymentStatus).toBe('pending');
});

it.each(['webhook of a second payment', 'return to the shop', 'new payment page'] as const)(
  'delays a %s by a few seconds at most when the provider hangs',
  async (endpoint) => {
    const { context } = payments;
    const order = await anOrder({ onlinePayment: { sessionId: 'cs_1', paymentId: 'pi_1' } });
    if (endpoint === 'webhook of a second payment')
      await context.orders.save(order, { ...order, paymentStatus: 'paid', payUntil: null, version: 2 }, []);
    const event = { orderId: order.id, kind: 'paid', sessionId: 'cs_2' } as const;
    const second = { ...event, paymentId: 'pi_2', amountInMinorUnits: order.pricing.totalInMinorUnits };
    payments.serve(payments.withProvider({ refund: hang, readSession: hang, readEvent: () => second }));
    const answer = {
      'webhook of a second payment': () => post('/api/payment/webhook', {}),
      'return to the shop': () => payments.get(sessionPath('cs_1')),
      'new payment page': () =>
        post('/api/payment/checkout-session', { orderId: order.id }, payments.tokens.customer(testBuyer)),
    }[endpoint];
    // A stopping process does not wait for its requests any longer.
    expect(await answer().timeout(8_000)).toMatchObject({
      status: 503,
      body: { code: 'service-unavailable' },
    });
  },
  20_000,
);

describe('an unknown session', () => {
  it('is rejected after some unknown ids of one address (ORD-L3)', async () => {
    const { sessionId } = await onPage();
    for (let time = 0; time < 5; time += 1)
      expect((await payments.get(sessionPath(sessionId))).status).toBe(200);
    const readSession = jest.spyOn(payments.context.provider, 'readSession');
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => payments.get(sessionPath(`cs_test_guess_${index}`))),
    );
    const statuses = answers.map(({ status }) => status).toSorted((left, right) => left - right);
    expect(statuses).toEqual([404, 404, 404, 429, 429, 429]);
    expect(readSession).toHaveBeenCalledTimes(3);
  });

  it.each([
    ['', 400, 'Missing session ID'],
    ['cs_test_of_nobody', 404, 'There is no such payment.'],
  ])('%j is answered with %d (ERR-36, ERR-37)', async (sessionId, status, message) => {
    const answer = await payments.get(sessionPath(sessionId));
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ success: false, message, error: message });
  });
});
