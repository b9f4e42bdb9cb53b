import { inTransaction } from '@kinmel/service-kit';
import { leftToPay, payWithinMs } from '../orders/order.rules.ts';
import type { Order } from '../orders/order.ts';
import { testBuyer, testTotalInMinorUnits, testWithPayments } from '../testing/test-payments.ts';
import { money } from './ledger.rules.ts';
import { useCredit } from './order-credit.ts';

const payments = testWithPayments('credit-payments');
const credit = { ...money(2_000_000), isReturned: false };
const remainingInMinorUnits = testTotalInMinorUnits - credit.amountInMinorUnits;

/** An order that has used credit, on its page. */
async function onPage(change: Partial<Order> = {}) {
  const { ledger } = payments.context;
  const order = await payments.anOrder({ credit, ...change });
  const gift = {
    key: `goodwill:${order.id}`,
    at: order.createdAt,
    userId: testBuyer,
    cause: 'goodwill',
    reason: 'A gift',
    by: { by: 'admin', who: 'admin-1' },
    order: null,
    amount: money(credit.amountInMinorUnits),
  } as const;
  await inTransaction(payments.connection, async (session) => {
    await ledger.post(gift, null, session);
    for (const write of useCredit(ledger, order)) await write(session);
  });
  return { order, ...(await payments.open(order)) };
}
const balance = async () => (await payments.context.ledger.balanceOf(testBuyer)).balance.amountInMinorUnits;
const timesReturned = ({ id }: Order) =>
  payments.connection.collection('ledger_postings').countDocuments({ 'order.id': id, cause: 'refund' });

it.each(['card', 'khalti', 'esewa'] as const)(
  'the page of %s asks for the remaining amount, and its payment is recorded (ORD-K3)',
  async (paymentMethod) => {
    const { order, sessionId } = await onPage({ paymentMethod });
    const session = await payments.context.provider.readSession(sessionId);
    expect(session).toMatchObject({ amountInMinorUnits: remainingInMinorUnits });
    if (paymentMethod !== 'card') return;
    await payments.pay(sessionId);
    expect(await payments.read(order)).toMatchObject({ paymentStatus: 'paid', documents: ['invoice'] });
    const { body } = await payments.get(`/api/payment/checkout-session?sessionId=${sessionId}`).expect(200);
    expect(body.amount_total).toBe(remainingInMinorUnits);
    expect(body.line_items.data.at(-1)).toEqual({
      quantity: 1,
      description: 'Credit',
      amount_total: -credit.amountInMinorUnits,
    });
  },
);

it('a payment of the total, without the credit, changes nothing (ORD-K3, ORD-O9)', async () => {
  const { order } = await onPage();
  const page = await payments.createPage(order);
  await payments.pay(page.sessionId);
  expect(await payments.read(order)).toMatchObject({ paymentStatus: 'pending' });
});

it.each([
  ['cancelled', (order: Order) => payments.cancel(order)],
  ['refunded by staff', (order: Order) => payments.refund(order, 'Broken')],
])(
  'paid by credit and card, and %s: each part goes back once, where it came from (ORD-K5)',
  async (_, end) => {
    const { order, sessionId } = await onPage();
    await payments.pay(sessionId);
    await Promise.all([end(order), end(order), end(order)]);
    await payments.settle();
    expect(await payments.read(order)).toMatchObject({
      paymentStatus: 'refunded',
      refund: { state: 'done', amountInMinorUnits: remainingInMinorUnits },
      credit: { isReturned: true },
      documents: ['invoice', 'credit-note'],
    });
    expect(payments.refundedInMinorUnits()).toBe(remainingInMinorUnits);
    expect(await balance()).toBe(credit.amountInMinorUnits);
    expect(await timesReturned(order)).toBe(1);
  },
);

it('an order that expires unpaid gives its credit back, and a late payment its money (ORD-K5, ORD-O6)', async () => {
  const { order, sessionId } = await onPage({ paymentMethod: 'khalti' });
  payments.pass(payWithinMs + 1);
  await payments.settle();
  expect(await payments.read(order)).toMatchObject({
    orderStatus: 'cancelled',
    credit: { isReturned: true },
  });
  expect(await balance()).toBe(credit.amountInMinorUnits);
  expect(leftToPay(order)).toBe(remainingInMinorUnits);
  expect(await timesReturned(order)).toBe(1);
  expect(sessionId).not.toBe('');
});
