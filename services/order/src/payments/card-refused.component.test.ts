import { payWithinMs } from '../orders/order.rules.ts';
import type { Order } from '../orders/order.ts';
import { testBuyer, testWithPayments } from '../testing/test-payments.ts';

const payments = testWithPayments('card_refused');

/** An order of `count` products, two pieces of each, with shipping and tax. */
async function anOrderOf(count: number): Promise<Order> {
  const [line] = (await payments.anOrder()).lines;
  if (line === undefined) throw new Error('The order has no line.');
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

it.each([
  [98, 100],
  [200, 23],
])(
  'an order of %i products is paid on a page of %i lines, and its receipt lists all (PAY-03 to PAY-07)',
  async (count, lineCount) => {
    const order = await anOrderOf(count);
    const { sessionId } = await payments.open(order);
    expect(payments.sandbox.sessions()[0]?.lines).toHaveLength(lineCount);
    await payments.pay(sessionId);
    expect(await payments.read(order)).toMatchObject({ paymentStatus: 'paid' });
    const { body } = await payments.get(`/api/payment/checkout-session?sessionId=${sessionId}`);
    expect(body.amount_total).toBe(order.pricing.totalInMinorUnits);
    expect(body.line_items.data).toHaveLength(count + 2);
    const sums = body.line_items.data.map(({ amount_total }: { amount_total: number }) => amount_total);
    expect(sums.reduce((sum: number, amount: number) => sum + amount)).toBe(body.amount_total);
  },
);

describe('an order that the provider rejects (ORD-O15)', () => {
  const path = '/api/payment/checkout-session';
  const open = (order: Order) =>
    payments.post(path, { orderId: order.id }, payments.tokens.customer(testBuyer));

  it('is cancelled and answered with payment-failed', async () => {
    const order = await payments.anOrder();
    payments.sandbox.refusePages(1);
    const answer = await open(order);
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ code: 'payment-failed' });
    expect(answer.body.message).toContain('cannot be paid by this method');
    const storedOrder = await payments.read(order);
    expect(storedOrder).toMatchObject({ orderStatus: 'cancelled', paymentStatus: 'pending', payUntil: null });
    expect(storedOrder.history.at(-1)).toMatchObject({ by: 'shop', to: 'cancelled' });
    expect(await payments.eventsOf(order)).toEqual(['order.cancelled']);
  });

  it('is kept when staff have confirmed it', async () => {
    const order = await payments.anOrder({ orderStatus: 'confirmed' });
    payments.sandbox.refusePages(1);
    expect((await open(order)).status).toBe(409);
    expect(await payments.read(order)).toMatchObject({ orderStatus: 'confirmed', version: 1 });
  });

  it.each(['cancelled', 'marked as paid'])('is unchanged when it was %s in parallel', async (change) => {
    const order = await payments.anOrder();
    payments.sandbox.refusePages(1);
    const slow = payments.withProvider({
      async createPage(request) {
        await (change === 'cancelled'
          ? payments.cancel(order)
          : payments.byStaff(order, { paymentStatus: 'paid' }));
        return payments.context.provider.createPage(request);
      },
    });
    await expect(payments.open(order, slow)).rejects.toMatchObject({ code: 'payment-failed' });
    expect((await payments.read(order)).version).toBe(2);
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
