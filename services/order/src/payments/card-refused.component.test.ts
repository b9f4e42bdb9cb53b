import { cancelOrder } from '../orders/changes/cancel-order.ts';
import { updateOrderStatus } from '../orders/changes/update-order-status.ts';
import { payWithinMs } from '../orders/order.rules.ts';
import type { Order } from '../orders/order.ts';
import { startTestPayments, type TestPayments, testBuyer } from '../testing/test-payments.ts';
import { openPaymentPage } from './pages/open-payment-page.ts';

let payments: TestPayments;
beforeAll(async () => {
  payments = await startTestPayments('card_refused');
});
afterAll(() => payments.stop());
beforeEach(() => payments.begin());
afterEach(() => payments.end());

/** An order of `count` products, two pieces of each, with shipping and tax. */
async function anOrderOf(count: number): Promise<Order> {
  const [line] = (await payments.anOrder()).lines;
  if (line === undefined) throw new Error('The order has a line.');
  const lines = Array.from({ length: count }, (_, index) => ({
    ...line,
    productId: index.toString(16).padStart(24, '0'),
    name: `Product ${index + 1}`,
    priceInMinorUnits: 100 + index,
    quantity: 2,
    lineTotalInMinorUnits: 2 * (100 + index),
  }));
  const subtotalInMinorUnits = lines.reduce((sum, one) => sum + one.lineTotalInMinorUnits, 0);
  const pricing = { subtotalInMinorUnits, shippingInMinorUnits: 1_500, taxInMinorUnits: 8 };
  const totalInMinorUnits = subtotalInMinorUnits + 1_508;
  return payments.anOrder({ lines, pricing: { ...pricing, totalInMinorUnits } });
}

describe('an order with more lines than the provider accepts', () => {
  it.each([98, 99, 200])(
    'of %i products can be paid, and its receipt lists all (PAY-03 to PAY-07)',
    async (count) => {
      const order = await anOrderOf(count);
      const { sessionId } = await openPaymentPage(payments.context, order);
      payments.sandbox.pay(sessionId, 'success');
      await payments.sandbox.settle();
      expect(await payments.read(order)).toMatchObject({ paymentStatus: 'paid' });
      const { body } = await payments.get(`/api/payment/checkout-session?sessionId=${sessionId}`);
      expect(body.amount_total).toBe(order.pricing.totalInMinorUnits);
      expect(body.line_items.data).toHaveLength(count + 2);
      expect(body.line_items.data.slice(0, 2)).toEqual([
        { description: 'Product 1', quantity: 2, amount_total: 200 },
        { description: 'Product 2', quantity: 2, amount_total: 202 },
      ]);
      const sums = body.line_items.data.map(({ amount_total }: { amount_total: number }) => amount_total);
      expect(sums.reduce((sum: number, amount: number) => sum + amount)).toBe(body.amount_total);
    },
  );

  it('summarizes further lines on the payment page', async () => {
    await openPaymentPage(payments.context, await anOrderOf(120));
    const lines = payments.sandbox.sessions()[0]?.lines ?? [];
    expect(lines).toHaveLength(23);
    expect(lines.slice(-3).map(({ description }) => description)).toEqual([
      '100 more products (200 pieces)',
      'Shipping',
      'Tax',
    ]);
  });
});

describe('an order that the provider rejects (O15)', () => {
  const path = '/api/payment/checkout-session';
  const open = (order: Order) =>
    payments.post(path, { orderId: order.id }, payments.tokens.customer(testBuyer));

  it('is cancelled and answered with payment-failed', async () => {
    const order = await payments.anOrder();
    payments.sandbox.refusePages(1);
    const answer = await open(order);
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ code: 'payment-failed' });
    expect(answer.body.message).toContain('cannot be paid by card');
    const refused = await payments.read(order);
    expect(refused).toMatchObject({ orderStatus: 'cancelled', paymentStatus: 'pending', payUntil: null });
    expect(refused.history.at(-1)).toMatchObject({ by: 'shop', to: 'cancelled' });
    expect(await payments.eventsOf(order)).toEqual(['order.cancelled']);
  });

  it('is kept when staff have confirmed it', async () => {
    const order = await payments.anOrder({ orderStatus: 'confirmed' });
    payments.sandbox.refusePages(1);
    expect((await open(order)).status).toBe(409);
    expect(await payments.read(order)).toMatchObject({ orderStatus: 'confirmed', version: 1 });
  });

  it('is unchanged when it was cancelled or marked as paid in parallel', async () => {
    const { context, ordersContext } = payments;
    const meanwhile = [
      (order: Order) => cancelOrder(ordersContext, { orderId: order.id, userId: testBuyer, reason: '' }),
      (order: Order) =>
        updateOrderStatus(ordersContext, {
          orderId: order.id,
          adminId: 'admin',
          orderStatus: 'pending',
          paymentStatus: 'paid',
          adminNotes: 'By bank.',
        }),
    ];
    for (const change of meanwhile) {
      const order = await payments.anOrder();
      payments.sandbox.refusePages(1);
      const createPage: typeof context.provider.createPage = async (wanted) => {
        await change(order);
        return context.provider.createPage(wanted);
      };
      const slow = { ...context, provider: { ...context.provider, createPage } };
      await expect(openPaymentPage(slow, order)).rejects.toMatchObject({ code: 'payment-failed' });
      expect((await payments.read(order)).version).toBe(2);
    }
  });

  it('is kept while the provider is unavailable', async () => {
    const order = await payments.anOrder();
    await payments.sandbox.stop();
    expect((await open(order)).status).toBe(503);
    const now = payments.now();
    expect(await payments.read(order)).toMatchObject({
      orderStatus: 'pending',
      payUntil: new Date(now + payWithinMs),
    });
  });
});
