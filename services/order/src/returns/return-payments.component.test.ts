import { createLogger, inTransaction } from '@kinmel/service-kit';
import { money } from '../ledger/ledger.rules.ts';
import { useCredit } from '../ledger/order-credit.ts';
import type { Order } from '../orders/order.ts';
import { promisedAtOf } from '../orders/promise.rules.ts';
import { testCalendar } from '../testing/order-builder.ts';
import { aSettledReturn } from '../testing/settled-return.ts';
import { testBuyer, testTotalInMinorUnits, testWithPayments } from '../testing/test-payments.ts';
import { chooseOnPage, openWalletPage } from '../testing/wallet-pages.ts';
import { settleReturnOf } from './settle-return.ts';

const payments = testWithPayments('return-payments');
const { eventsOf, read } = payments;
/** One of two pieces, with its tax. */
const half = testTotalInMinorUnits / 2;
const log = createLogger({ service: 'order', level: 'silent' });
const hourMs = 60 * 60_000;

type ReturnOverrides = Parameters<typeof aSettledReturn>[3];
const settleReturn = (order: Order, number = 1, overrides: ReturnOverrides = {}, refund = half) =>
  inTransaction(payments.connection, (session) =>
    settleReturnOf(payments.context, aSettledReturn(order, number, refund, overrides), { session, log }),
  );
const sweep = async () => {
  await payments.endClaims();
  return payments.settle();
};
const delivered = async (order: Order) => payments.byStaff(order, { orderStatus: 'delivered' });
const aDelivered = async () => delivered(await payments.aPaidOrder());
const returnsOf = async (order: Order) => (await read(order)).returns;
const creditNotes = async ({ id }: Order) => {
  const query = payments.connection.collection('tax_documents').find({ orderId: id, kind: 'credit-note' });
  return (await query.sort({ number: 1 }).toArray()).map(({ _id, number, pricing }) => [
    String(_id),
    number,
    pricing.totalInMinorUnits,
  ]);
};
const balance = async () => (await payments.context.ledger.balanceOf(testBuyer)).balance.amountInMinorUnits;
const refundReturn = (order: Order, isByHand: boolean) =>
  payments.refund(order, '', { returnId: aSettledReturn(order, 1, 0).requestId, isByHand });

describe('a return of an order that was paid by card', () => {
  it('is refunded in part, once, with its credit note; the rest by the next one (ORD-R3, ORD-R4)', async () => {
    const order = await aDelivered();
    await settleReturn(order);
    expect(await returnsOf(order)).toMatchObject([{ state: 'due', amountInMinorUnits: half }]);
    expect(await eventsOf(order)).not.toContain('order.refunded');
    expect(await sweep()).toMatchObject({ refunded: 1, left: 0 });
    expect(await sweep()).toMatchObject({ refunded: 0 });
    expect(payments.refundedInMinorUnits()).toBe(half);
    await settleReturn(order, 2);
    await sweep();
    expect(payments.refundedInMinorUnits()).toBe(testTotalInMinorUnits);
    const after = await read(order);
    expect(after).toMatchObject({ paymentStatus: 'paid', returns: [{ state: 'done' }, { state: 'done' }] });
    expect((await eventsOf(order)).filter((type) => type === 'order.refunded')).toHaveLength(2);
    const [one, other] = after.returns ?? [];
    expect(await creditNotes(order)).toEqual([
      [`${order.id}/credit-note/${one?.id}`, 1, half],
      [`${order.id}/credit-note/${other?.id}`, 2, half],
    ]);
  });

  it('is refunded once when its event is delivered twice at once, and two instances sweep it (ORD-R3)', async () => {
    const order = await aDelivered();
    await Promise.all([settleReturn(order), settleReturn(order), settleReturn(order)]);
    await payments.endClaims();
    await Promise.all([payments.settle(), payments.settle()]);
    expect(await returnsOf(order)).toMatchObject([{ state: 'done' }]);
    expect(payments.refundedInMinorUnits()).toBe(half);
    expect(await creditNotes(order)).toHaveLength(1);
  });

  it('refunds each piece once, and never more than was paid, when returns are settled concurrently (ORD-R3, ORD-R7)', async () => {
    const order = await aDelivered();
    await Promise.all([1, 2, 3].map((number) => settleReturn(order, number)));
    await sweep();
    expect((await returnsOf(order))?.map(({ amountInMinorUnits }) => amountInMinorUnits)).toEqual([
      half,
      half,
    ]);
    expect(payments.refundedInMinorUnits()).toBe(testTotalInMinorUnits);
  });

  it('keeps a change by staff that came between (ORD-R3)', async () => {
    const order = await aDelivered();
    const notes = [1, 2, 3].map((number) => payments.byStaff(order, { adminNotes: `note ${number}` }));
    await Promise.all([settleReturn(order), ...notes]);
    const { history, version } = await read(order);
    expect(history.filter(({ what }) => what === 'note')).toHaveLength(4);
    expect(version).toBe(order.version + 4);
  });

  it('is due again, with a new key, after the provider rejected it; others are made (ORD-R3, ORD-O10)', async () => {
    const order = await aDelivered();
    await settleReturn(order);
    await settleReturn(order, 2);
    payments.sandbox.refuseRefunds(1);
    expect(await sweep()).toMatchObject({ left: 1 });
    expect(await returnsOf(order)).toMatchObject([{ state: 'due', refusals: 1 }, { state: 'done' }]);
    expect(await sweep()).toMatchObject({ refunded: 1 });
    expect(payments.refundedInMinorUnits()).toBe(testTotalInMinorUnits);
  });

  it('waits for staff after it failed; they make it again (ORD-R5)', async () => {
    const order = await aDelivered();
    await settleReturn(order);
    payments.sandbox.holdRefunds(1);
    await sweep();
    expect(await returnsOf(order)).toMatchObject([{ state: 'due', refundId: expect.any(String) }]);
    payments.sandbox.settleRefunds(order.onlinePayment?.paymentId ?? '', 'failed');
    await payments.sandbox.settle();
    const failed = await read(order);
    expect(failed).toMatchObject({ paymentStatus: 'paid', returns: [{ state: 'failed', refusals: 1 }] });
    expect(promisedAtOf(failed, testCalendar)).toEqual(new Date(payments.now() + 24 * hourMs));
    await Promise.all([refundReturn(order, false), refundReturn(order, false)]);
    expect(await refundReturn(order, false)).toMatchObject({ returns: [{ state: 'done' }] });
    expect(payments.refundedInMinorUnits()).toBe(half);
    expect(await creditNotes(order)).toHaveLength(1);
  });

  it('is not refunded after the whole order was (ORD-R7)', async () => {
    const order = await aDelivered();
    await payments.refund(order);
    await settleReturn(order);
    await sweep();
    expect(await returnsOf(order)).toBeUndefined();
    expect(payments.refundedInMinorUnits()).toBe(testTotalInMinorUnits);
    expect(await creditNotes(order)).toEqual([[`${order.id}/credit-note`, 1, testTotalInMinorUnits]]);
  });

  it('excludes a refund of the whole order, also a concurrent one (ORD-R6)', async () => {
    const order = await aDelivered();
    await Promise.allSettled([settleReturn(order), payments.refund(order)]);
    await sweep();
    const { returns = [], refund } = await read(order);
    expect([returns.length, refund === null]).toEqual(refund === null ? [1, true] : [0, false]);
    expect(payments.refundedInMinorUnits()).toBe(refund === null ? half : testTotalInMinorUnits);
  });
});

describe('a return of an order that was paid by a wallet', () => {
  const paidBy = async (paymentMethod: 'khalti' | 'esewa') => {
    const order = await payments.anOrder({ paymentMethod });
    const returnQuery = await chooseOnPage(await openWalletPage(await payments.open(order)), 'pay');
    await payments.get(
      `/api/payment/checkout-session?${new URLSearchParams({ returned: returnQuery.toString() })}`,
    );
    return delivered(await read(order));
  };

  it('is refunded in part by Khalti; a second one is work for staff (ORD-R3)', async () => {
    const order = await paidBy('khalti');
    await settleReturn(order);
    await sweep();
    expect(await returnsOf(order)).toMatchObject([{ state: 'done' }]);
    await settleReturn(order, 2);
    await sweep();
    expect(await returnsOf(order)).toMatchObject([{ state: 'done' }, { state: 'failed', isByHand: true }]);
  });

  it('is work for staff with eSewa, who record that they handed it back (ORD-R3, ORD-R5)', async () => {
    const order = await paidBy('esewa');
    await settleReturn(order);
    await sweep();
    const waiting = await read(order);
    expect(waiting.returns).toMatchObject([{ state: 'failed', isByHand: true }]);
    expect(waiting.history.at(-1)).toMatchObject({
      to: 'return RT001: refund by hand',
      note: expect.stringContaining('merchant.esewa.com.np'),
    });
    await expect(refundReturn(order, false)).rejects.toMatchObject({ code: 'payment-failed' });
    expect(await refundReturn(order, true)).toMatchObject({ returns: [{ state: 'done', isByHand: true }] });
    expect(await eventsOf(order)).toContain('order.refunded');
  });
});

describe('a return of an order that was paid by credit and card', () => {
  const credit = { ...money(2_000_000), isReturned: false };
  const paidByCardInMinorUnits = testTotalInMinorUnits - credit.amountInMinorUnits;

  async function aPaidOne() {
    const { ledger } = payments.context;
    const order = await payments.anOrder({ credit });
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
    await payments.pay((await payments.open(order)).sessionId);
    return delivered(await read(order));
  }

  it('goes back to the card although credit was agreed, and is paid in cash above it, when the account is deleted (ORD-K8)', async () => {
    const order = await aPaidOne();
    await inTransaction(payments.connection, async (session) => {
      await payments.context.ledger.close(testBuyer, new Date(payments.now()), session);
    });
    const closedOrder = { ...(await read(order)), isBuyerDeleted: true };
    const { version } = closedOrder;
    await payments.context.orders.save(
      { ...closedOrder, version },
      { ...closedOrder, version: version + 1 },
      [],
    );
    for (const number of [1, 2]) await settleReturn(order, number, { refundTo: 'credit' });
    await sweep();
    expect(payments.refundedInMinorUnits()).toBe(paidByCardInMinorUnits);
    expect(await balance()).toBe(0);
    const listed = await payments.context.payouts.list({ status: 'all', page: 1, limit: 9 });
    expect(listed.payouts).toMatchObject([
      { cause: 'refund', method: 'cash', reference: 'RT002', amount: money(credit.amountInMinorUnits) },
    ]);
  });

  it('is refunded to the card first, and the rest as credit, posted once (ORD-R3)', async () => {
    const order = await aPaidOne();
    await settleReturn(order);
    expect(await balance()).toBe(0);
    await settleReturn(order, 2);
    await settleReturn(order, 2);
    await sweep();
    expect(payments.refundedInMinorUnits()).toBe(paidByCardInMinorUnits);
    expect(await balance()).toBe(credit.amountInMinorUnits);
    expect(await read(order)).toMatchObject({ credit: { isReturned: false }, refund: null });
    const postings = await payments.connection
      .collection<{ _id: string }>('ledger_postings')
      .find({ _id: `return:${aSettledReturn(order, 2, 0).requestId}` })
      .toArray();
    expect(postings).toMatchObject([{ reason: 'Return RT002', cause: 'refund', order: { id: order.id } }]);
  });

  it('becomes credit at once for an exchange, and publishes that (ORD-R3)', async () => {
    const order = await aPaidOne();
    await settleReturn(order, 1, { refundTo: 'credit' });
    expect(await balance()).toBe(half);
    expect(await returnsOf(order)).toMatchObject([{ state: 'done', amountInMinorUnits: 0 }]);
    expect(await eventsOf(order)).toContain('order.refunded');
    await settleReturn(order, 2, {}, testTotalInMinorUnits);
    await sweep();
    expect(payments.refundedInMinorUnits() + (await balance())).toBe(testTotalInMinorUnits);
  });

  it('of a deleted account goes back to the card, and what credit paid becomes a payout (ORD-R9, ORD-K8, ORD-O12)', async () => {
    const order = await aPaidOne();
    const forgotten = { ...order, userId: 'deleted', isBuyerDeleted: true, version: order.version + 1 };
    await payments.context.orders.save(order, forgotten, []);
    await settleReturn(order, 1, { refundTo: 'credit' });
    await settleReturn(order, 2, { refundTo: 'credit' });
    expect(await balance()).toBe(0);
    expect(await returnsOf(order)).toMatchObject([
      { state: 'due', amountInMinorUnits: half, creditInMinorUnits: 0 },
      {
        state: 'due',
        amountInMinorUnits: half - credit.amountInMinorUnits,
        creditInMinorUnits: credit.amountInMinorUnits,
      },
    ]);
    const { payouts } = await payments.context.payouts.list({ status: 'all', page: 1, limit: 10 });
    expect(payouts).toMatchObject([
      { cause: 'refund', method: 'cash', amount: money(credit.amountInMinorUnits) },
    ]);
    expect(await creditNotes(order)).toHaveLength(2);
  });
});
