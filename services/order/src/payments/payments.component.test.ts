import { eventually } from '@kinmel/testing';
import { sampleDelivery } from '@kinmel/testing/samples';
import type { PaymentSandbox } from '@kinmel/tooling/payment-sandbox';
import { cancelOrder } from '../orders/changes/cancel-order.ts';
import { changeOrder } from '../orders/changes/change-order.ts';
import { updateOrderStatus } from '../orders/changes/update-order-status.ts';
import { cancelByCustomer, payWithinMs } from '../orders/order.rules.ts';
import type { Order } from '../orders/order.ts';
import type { OrdersStore } from '../orders/orders.store.ts';
import {
  settlePayments,
  startTestPayments,
  type TestPayments,
  testBuyer,
  testTotalInMinorUnits,
} from '../testing/test-payments.ts';
import { openPaymentPage } from './pages/open-payment-page.ts';
import { readPaymentSession } from './pages/read-payment-session.ts';
import { byShop, type PaymentsContext } from './payments-context.ts';
import { refundOrder } from './refunds/refund-order.ts';

let payments: TestPayments;
let orders: OrdersStore;
let sandbox: PaymentSandbox;
let context: PaymentsContext;

beforeAll(async () => {
  payments = await startTestPayments('payments');
  ({ orders } = payments);
});
afterAll(() => payments.stop());
beforeEach(async () => {
  await payments.begin();
  ({ sandbox, context } = payments);
});
afterEach(() => payments.end());

const anOrder = (change?: Partial<Order>) => payments.anOrder(change);
const read = (order: Order) => payments.read(order);
const eventsOf = (order: Order) => payments.eventsOf(order);
const ordersContext = () => payments.ordersContext;
const refundedAmount = () => payments.refundedInMinorUnits();
const post: TestPayments['post'] = (...call) => payments.post(...call);
const sessionPath = (sessionId: string) => `/api/payment/checkout-session?sessionId=${sessionId}`;

describe('a card payment', () => {
  it('is recorded once, whether webhook or success page is first (API-34, PAY-03 to PAY-08)', async () => {
    for (const isWebhookFirst of [true, false]) {
      const order = await anOrder();
      const { sessionId } = await openPaymentPage(context, order);
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
    expect(refundedAmount()).toBe(0);
  });

  it('is recorded once for parallel webhooks', async () => {
    const order = await anOrder();
    const { sessionId } = await openPaymentPage(context, order);
    sandbox.setDelivery('twice');
    sandbox.pay(sessionId, 'success');
    await sandbox.settle();
    expect((await read(order)).history).toHaveLength(1);
    expect(await eventsOf(order)).toEqual(['payment.succeeded']);
    expect(refundedAmount()).toBe(0);
  });

  it('without a webhook is found by the sweep before it cancels', async () => {
    const order = await anOrder();
    const { sessionId } = await openPaymentPage(context, order);
    sandbox.setDelivery('drop');
    sandbox.pay(sessionId, 'success');
    payments.pass(payWithinMs + 1);
    expect(await settlePayments(context)).toMatchObject({ paid: 1, cancelled: 0 });
    expect(await read(order)).toMatchObject({ paymentStatus: 'paid', orderStatus: 'pending' });
  });

  it('is possible after a late event of an expired older page; the end of its own page is recorded (O9)', async () => {
    const order = await anOrder();
    const first = await openPaymentPage(context, order);
    sandbox.setDelivery('hold');
    await context.provider.closePage(first.sessionId);
    const second = await openPaymentPage(context, await read(order));
    expect(second.sessionId).not.toBe(first.sessionId);
    const open = await read(order);
    sandbox.setDelivery('deliver');
    sandbox.releaseDeliveries();
    await sandbox.settle();
    expect(await read(order)).toEqual(open);
    expect(await eventsOf(order)).toEqual([]);
    await context.provider.closePage(second.sessionId);
    await sandbox.settle();
    expect((await read(order)).paymentStatus).toBe('failed');
    expect(await eventsOf(order)).toEqual(['payment.failed']);
  });

  it('stays paid after a late event of an earlier decline', async () => {
    const order = await anOrder();
    const { sessionId } = await openPaymentPage(context, order);
    sandbox.setDelivery('hold');
    sandbox.pay(sessionId, 'declined');
    sandbox.pay(sessionId, 'success');
    sandbox.releaseDeliveries('newest-first');
    await sandbox.settle();
    expect(await read(order)).toMatchObject({ paymentStatus: 'paid' });
  });

  it('is possible on the same page after a decline, and there is only one page', async () => {
    const order = await anOrder();
    const page = await openPaymentPage(context, order);
    sandbox.pay(page.sessionId, 'declined');
    await sandbox.settle();
    const declined = await read(order);
    expect(declined.paymentStatus).toBe('failed');
    expect(await openPaymentPage(context, declined)).toEqual(page);
    const both = await Promise.all([openPaymentPage(context, order), openPaymentPage(context, order)]);
    expect(new Set(both.map(({ sessionId }) => sessionId))).toEqual(new Set([page.sessionId]));
    sandbox.pay(page.sessionId, 'success');
    await sandbox.settle();
    expect((await read(order)).paymentStatus).toBe('paid');
    expect(await eventsOf(order)).toEqual(['payment.failed', 'payment.succeeded']);
  });

  it('is waited for without a second page when it is delayed', async () => {
    const order = await anOrder();
    const { sessionId } = await openPaymentPage(context, order);
    sandbox.setDelivery('drop');
    sandbox.pay(sessionId, 'slow');
    const again = await openPaymentPage(context, await read(order)).catch((error: unknown) => error);
    expect(again).toMatchObject({ code: 'conflict' });
    sandbox.setDelivery('deliver');
    await eventually(async () => expect((await read(order)).paymentStatus).toBe('paid'));
  });

  it('is waited for when it is delayed after a declined one', async () => {
    const order = await anOrder();
    const { sessionId } = await openPaymentPage(context, order);
    sandbox.pay(sessionId, 'declined');
    await eventually(async () => expect((await read(order)).paymentStatus).toBe('failed'));
    // The same page, with a delayed payment of another card.
    const session = await context.provider.readSession(sessionId);
    const slow: PaymentsContext = {
      ...context,
      provider: {
        ...context.provider,
        readSession: async () => session && { ...session, state: 'processing' },
      },
    };
    await expect(openPaymentPage(slow, await read(order))).rejects.toMatchObject({
      message: 'Your payment is being processed. Please wait a moment.',
    });
    expect(await readPaymentSession(slow, sessionId)).toMatchObject({ isDeclined: false });
  });

  it('is possible on a new page after a delayed one was declined', async () => {
    const order = await anOrder();
    const { sessionId } = await openPaymentPage(context, order);
    sandbox.pay(sessionId, 'slow-declined');
    await eventually(async () => expect((await read(order)).paymentStatus).toBe('failed'));
    const said = { payment_status: 'unpaid', declined: true };
    expect((await payments.get(sessionPath(sessionId))).body).toMatchObject(said);
    const next = await openPaymentPage(context, await read(order));
    expect(next.sessionId).not.toBe(sessionId);
    expect((await payments.get(sessionPath(sessionId))).body).toMatchObject(said);
    sandbox.pay(next.sessionId, 'success');
    await sandbox.settle();
    expect((await read(order)).paymentStatus).toBe('paid');
  });

  it('of a cancelled order is refunded once', async () => {
    const order = await anOrder();
    const { sessionId } = await openPaymentPage(context, order);
    await changeOrder(context, order.id, (current) => cancelByCustomer(current, '', byShop(context)));
    sandbox.pay(sessionId, 'success');
    await sandbox.settle();
    expect(await read(order)).toMatchObject({ orderStatus: 'cancelled', refund: { state: 'due' } });
    const rounds = await Promise.all([settlePayments(context), settlePayments(context)]);
    expect(rounds.reduce((sum, { refunded }) => sum + refunded, 0)).toBe(1);
    expect(await read(order)).toMatchObject({ paymentStatus: 'refunded', refund: { state: 'done' } });
    expect(refundedAmount()).toBe(testTotalInMinorUnits);
    expect((await eventsOf(order)).filter((type) => type === 'order.refunded')).toHaveLength(1);
  });

  it('is impossible once the order is cancelled by customer or staff (O5)', async () => {
    const byCustomer = await anOrder();
    const byStaff = await anOrder();
    const pages = [await openPaymentPage(context, byCustomer), await openPaymentPage(context, byStaff)];
    await cancelOrder(ordersContext(), { orderId: byCustomer.id, userId: testBuyer, reason: 'Too late.' });
    await updateOrderStatus(ordersContext(), {
      orderId: byStaff.id,
      adminId: 'admin',
      orderStatus: 'cancelled',
      adminNotes: 'Sold out.',
    });
    const sessions = pages.map(({ sessionId }) => context.provider.readSession(sessionId));
    expect((await Promise.all(sessions)).map((session) => session?.state)).toEqual(['expired', 'expired']);
  });

  it('just before a cancellation is refunded with it (O5, O9)', async () => {
    const order = await anOrder();
    const { sessionId } = await openPaymentPage(context, order);
    sandbox.setDelivery('drop');
    sandbox.pay(sessionId, 'success');
    const cancelled = await cancelOrder(ordersContext(), {
      orderId: order.id,
      userId: testBuyer,
      reason: '',
    });
    expect(cancelled).toMatchObject({ paymentStatus: 'refunded', refund: { state: 'done' } });
    expect(refundedAmount()).toBe(testTotalInMinorUnits);
  });

  it('of a cancelled order does not make the customer wait for a provider that hangs', async () => {
    const order = await anOrder({
      paymentStatus: 'paid',
      payUntil: null,
      card: { sessionId: 'cs_1', paymentId: 'pi_1' },
    });
    const hangs: PaymentsContext = {
      ...context,
      provider: { ...context.provider, refund: () => new Promise(() => undefined) },
    };
    const cancelled = await cancelOrder(
      { ...ordersContext(), cards: hangs },
      { orderId: order.id, userId: testBuyer, reason: '' },
    );
    expect(cancelled).toMatchObject({ orderStatus: 'cancelled', refund: { state: 'due' } });
  }, 6_000);

  it('is not offered when the order is cancelled while its page is created', async () => {
    const order = await anOrder();
    let made = '';
    const { provider } = context;
    const slow: PaymentsContext = {
      ...context,
      provider: {
        ...provider,
        async createPage(wanted) {
          const page = await provider.createPage(wanted);
          made = page.sessionId;
          await cancelOrder(ordersContext(), { orderId: order.id, userId: testBuyer, reason: '' });
          return page;
        },
      },
    };
    await expect(openPaymentPage(slow, order)).rejects.toMatchObject({ code: 'conflict' });
    expect((await provider.readSession(made))?.state).toBe('expired');
  });

  it.each(['refund button', 'sweep'] as const)(
    'that a cancelled order kept is refunded by the %s (O10)',
    async (by) => {
      const order = await anOrder();
      const { sessionId } = await openPaymentPage(context, order);
      sandbox.pay(sessionId, 'success');
      await sandbox.settle();
      const before = await read(order);
      const kept = {
        orderStatus: 'cancelled',
        paymentStatus: 'failed',
        version: before.version + 1,
      } as const;
      await orders.replace(before, { ...before, ...kept }, []);
      const alarm = jest.spyOn(context.logger, 'error');
      if (by === 'sweep') {
        await settlePayments(context);
        expect(alarm).toHaveBeenCalledWith(
          expect.objectContaining({ orderId: order.id }),
          'a cancelled order kept its card payment: it goes back now',
        );
      } else await refundOrder(ordersContext(), { orderId: order.id, adminId: 'admin', note: '' });
      alarm.mockRestore();
      expect(await read(order)).toMatchObject({ paymentStatus: 'refunded', refund: { state: 'done' } });
      expect(refundedAmount()).toBe(testTotalInMinorUnits);
    },
  );

  it('that staff marked is refunded by hand (O8, O10)', async () => {
    const order = await anOrder();
    const staff = { orderId: order.id, adminId: 'admin' };
    const paidByHand = { orderStatus: 'processing', paymentStatus: 'paid', adminNotes: 'By bank.' } as const;
    await updateOrderStatus(ordersContext(), { ...staff, ...paidByHand });
    const cancelled = { orderStatus: 'cancelled', adminNotes: 'Sold out.' } as const;
    expect(await updateOrderStatus(ordersContext(), { ...staff, ...cancelled })).toMatchObject({
      paymentStatus: 'paid',
      refund: null,
    });
    expect(await settlePayments(context)).toMatchObject({ left: 0 });
    expect(await refundOrder(ordersContext(), { ...staff, note: 'Sent back.' })).toMatchObject({
      paymentStatus: 'refunded',
      refund: { state: 'done' },
    });
    expect(await eventsOf(order)).toContain('order.refunded');
    expect(refundedAmount()).toBe(0);
  });

  it("of another amount than the order's is rejected", async () => {
    const order = await anOrder();
    const page = await payments.createPage(order, 100);
    sandbox.pay(page.sessionId, 'success');
    await sandbox.settle();
    expect(await read(order)).toMatchObject({ paymentStatus: 'pending', version: 1 });
  });
});

describe('an unpaid card order', () => {
  it('is cancelled at its deadline, and its page is closed', async () => {
    const order = await anOrder();
    const { sessionId } = await openPaymentPage(context, order);
    payments.pass(payWithinMs - 1);
    expect(await settlePayments(context)).toMatchObject({ cancelled: 0 });
    payments.pass(1);
    expect(await settlePayments(context)).toMatchObject({ cancelled: 1 });
    expect((await read(order)).orderStatus).toBe('cancelled');
    expect((await eventsOf(order)).filter((type) => type === 'order.cancelled')).toHaveLength(1);
    sandbox.pay(sessionId, 'success');
    expect((await context.provider.readSession(sessionId))?.state).toBe('expired');
  });

  it('is kept without a deadline when staff have confirmed it, and its page is closed (O6)', async () => {
    const orderStatus = 'shipped';
    const order = await anOrder();
    const { sessionId } = await openPaymentPage(context, order);
    await updateOrderStatus(ordersContext(), {
      orderId: order.id,
      adminId: 'admin',
      orderStatus,
      adminNotes: 'By phone.',
    });
    payments.pass(payWithinMs);
    expect(await settlePayments(context)).toMatchObject({ cancelled: 0, kept: 1 });
    // The webhook of the closed page.
    await sandbox.settle();
    const kept = await read(order);
    expect(kept).toMatchObject({ orderStatus, paymentStatus: 'failed', payUntil: null });
    expect(kept.history).toContainEqual(expect.objectContaining({ by: 'shop', to: 'not paid in time' }));
    expect(await eventsOf(order)).not.toContain('order.cancelled');
    expect((await context.provider.readSession(sessionId))?.state).toBe('expired');
    expect(await settlePayments(context)).toEqual({ paid: 0, cancelled: 0, kept: 0, refunded: 0, left: 0 });
  });

  it('is paid when it was confirmed and paid just before its deadline (O6, O9)', async () => {
    const order = await anOrder({ orderStatus: 'shipped' });
    const { sessionId } = await openPaymentPage(context, order);
    sandbox.setDelivery('drop');
    sandbox.pay(sessionId, 'success');
    payments.pass(payWithinMs);
    expect(await settlePayments(context)).toMatchObject({ paid: 1, kept: 0 });
    expect(await read(order)).toMatchObject({ orderStatus: 'shipped', paymentStatus: 'paid', refund: null });
  });

  it('is cancelled without a page, and with one after an hour without the provider', async () => {
    const without = await anOrder();
    const withPage = await anOrder();
    await openPaymentPage(context, withPage);
    await sandbox.stop();
    payments.pass(payWithinMs + 1);
    expect(await settlePayments(context)).toMatchObject({ cancelled: 1, left: 1 });
    expect((await read(without)).orderStatus).toBe('cancelled');
    payments.pass(60 * 60 * 1000);
    await payments.endClaims();
    expect(await settlePayments(context)).toMatchObject({ cancelled: 1, left: 0 });
    expect((await read(withPage)).orderStatus).toBe('cancelled');
  }, 20_000);
});

describe('the payment page of an order', () => {
  it('is returned to its buyer only', async () => {
    const order = await anOrder();
    const path = '/api/payment/checkout-session';
    const body = { orderId: order.id };
    expect((await post(path, body)).status).toBe(401);
    expect((await post(path, body, payments.tokens.customer('c'.repeat(24)))).status).toBe(404);
    expect((await post(path, { orderId: { $ne: null } }, payments.tokens.customer(testBuyer))).status).toBe(
      400,
    );
    const answer = await post(path, body, payments.tokens.customer(testBuyer));
    expect(answer.status).toBe(201);
    expect(answer.body.url).toContain(`/pay/${answer.body.sessionId}`);
  });

  it('is refused when the order needs no payment', async () => {
    const order = await anOrder({ paymentStatus: 'paid', payUntil: null });
    await expect(openPaymentPage(context, order)).rejects.toMatchObject({ code: 'conflict' });
    expect(sandbox.sessions()).toEqual([]);
  });
});

describe('the webhook', () => {
  it('rejects unsigned events (400)', async () => {
    const order = await anOrder();
    const { sessionId } = await openPaymentPage(context, order);
    const forged = {
      id: 'evt_1',
      type: 'checkout.session.completed',
      data: { object: { id: sessionId, metadata: { orderId: order.id }, payment_status: 'paid' } },
    };
    const unsigned = await post('/api/payment/webhook', forged);
    expect(unsigned.status).toBe(400);
    const badly = await post('/api/payment/webhook', forged).set('Stripe-Signature', 't=1,v1=00');
    expect(badly.status).toBe(400);
    expect((await read(order)).paymentStatus).toBe('pending');
  });
});

describe('a provider that hangs', () => {
  const never = () => new Promise<never>(() => undefined);

  it.each(['webhook of a second payment', 'way back', 'new payment page'])(
    'delays a %s by a few seconds at most',
    async (what) => {
      const isPaid = what.startsWith('webhook');
      const order = await anOrder({ card: { sessionId: 'cs_1', paymentId: 'pi_1' } });
      if (isPaid)
        await orders.replace(order, { ...order, paymentStatus: 'paid', payUntil: null, version: 2 }, []);
      const event = { orderId: order.id, kind: 'paid', sessionId: 'cs_2' } as const;
      const second = { ...event, paymentId: 'pi_2', amountInMinorUnits: order.pricing.totalInMinorUnits };
      const provider = { ...context.provider, refund: never, readSession: never, readEvent: () => second };
      payments.serve({ ...context, provider });
      const answer = {
        'webhook of a second payment': () => post('/api/payment/webhook', {}),
        'way back': () => payments.get(sessionPath('cs_1')),
        'new payment page': () =>
          post('/api/payment/checkout-session', { orderId: order.id }, payments.tokens.customer(testBuyer)),
      }[what];
      // A stopping process waits no longer for its requests.
      expect(await answer?.().timeout(8_000)).toMatchObject({
        status: 503,
        body: { code: 'service-unavailable' },
      });
    },
    20_000,
  );
});

describe('an unknown session', () => {
  it('is rejected after some unknown ids of one address (L3)', async () => {
    const order = await anOrder();
    const { sessionId } = await openPaymentPage(context, order);
    const known = () => payments.get(sessionPath(sessionId));
    for (let time = 0; time < 5; time += 1) expect((await known()).status).toBe(200);
    const asked = jest.spyOn(context.provider, 'readSession');
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => payments.get(sessionPath(`cs_test_guess_${index}`))),
    );
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      404, 404, 404, 429, 429, 429,
    ]);
    expect(asked).toHaveBeenCalledTimes(3);
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
