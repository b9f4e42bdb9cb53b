import { storedEvents } from '@kinmel/testing/servers';
import { changeOrder } from '../orders/changes/change-order.ts';
import { forgetBuyer, payWithinMs } from '../orders/order.rules.ts';
import type { Order } from '../orders/order.ts';
import { promisedAtOf } from '../orders/promise.rules.ts';
import { testCalendar } from '../testing/order-builder.ts';
import { testTotalInMinorUnits, testWithPayments } from '../testing/test-payments.ts';
import { chooseOnPage, openWalletPage } from '../testing/wallet-pages.ts';
import { closePaymentPages } from './pages/close-payment-pages.ts';
import type { PaymentPage } from './payment-provider.ts';
import { systemChangeContext } from './payments-context.ts';

const payments = testWithPayments('wallets');
const hourMs = 60 * 60_000;

type Wallet = 'esewa' | 'khalti';

/** A stored order with its page, which the payer has opened. */
async function openPage(paymentMethod: Wallet, order?: Order) {
  const openedOrder = order ?? (await payments.anOrder({ paymentMethod }));
  const page = await payments.open(openedOrder);
  return { order: openedOrder, page, address: await openWalletPage(page) };
}

/** An order with two pages: for eSewa after an aborted one, for Khalti by parallel requests. */
async function twoPages(wallet: Wallet) {
  const order = await payments.anOrder({ paymentMethod: wallet });
  const { provider } = payments.context;
  if (wallet === 'esewa') {
    const firstPage = await openPage(wallet, order);
    return { order, firstPage, secondPage: await openPage(wallet, await payments.read(order)) };
  }
  const createdPages: PaymentPage[] = [];
  const page = await payments.open(
    order,
    payments.withProvider({
      async createPage(request) {
        const createdPage = await provider.createPage(request);
        createdPages.push(createdPage);
        await payments.open(order);
        return createdPage;
      },
    }),
  );
  const [firstPage] = createdPages;
  if (firstPage === undefined) throw new Error('No page was created.');
  return {
    order,
    firstPage: { page: firstPage, address: firstPage.url },
    secondPage: { page, address: page.url },
  };
}

/** The return from the page, as the shop's page requests it. */
const comeBack = (returnQuery: URLSearchParams) => {
  const sessionId = returnQuery.get('session_id');
  const query: [string, string][] =
    sessionId === null ? [['returned', returnQuery.toString()]] : [['sessionId', sessionId]];
  return payments.get(`/api/payment/checkout-session?${new URLSearchParams(query)}`);
};
const choose = async (address: string, choice: string) => comeBack(await chooseOnPage(address, choice));
const sweepLater = async (ms: number) => {
  payments.pass(ms);
  await payments.endClaims();
  return payments.settle();
};

describe.each<Wallet>(['esewa', 'khalti'])('an order that is paid by %s (ORD-O9)', (wallet) => {
  it('is paid when the payer returns, once, also when that is reported twice', async () => {
    const { order, address } = await openPage(wallet);
    const returnQuery = await chooseOnPage(address, 'pay');
    const answers = [await comeBack(returnQuery), await comeBack(returnQuery)];
    for (const { status, body } of answers)
      expect([status, body]).toMatchObject([
        200,
        {
          payment_status: 'paid',
          amount_total: testTotalInMinorUnits,
          canPayAgain: false,
          orderId: order.id,
        },
      ]);
    const paidOrder = await payments.read(order);
    expect(paidOrder.paymentStatus).toBe('paid');
    expect(paidOrder.secondPayments).toBeUndefined();
    expect(await payments.eventsOf(order)).toEqual(['payment.succeeded']);
  });

  it('is found by the sweep when the payer does not come back', async () => {
    const { order, address } = await openPage(wallet);
    await chooseOnPage(address, 'pay');
    await sweepLater(60_000);
    expect(await payments.read(order)).toMatchObject({ paymentStatus: 'paid', pagesToClose: [] });
  });

  it('has a page that opens after Back, and in two tabs at once', async () => {
    const { order } = await openPage(wallet);
    const after = await payments.read(order);
    const pages = await Promise.all([payments.open(after), payments.open(after)]);
    const [, address = ''] = await Promise.all(pages.map(openWalletPage));
    expect((await choose(address, 'pay')).body).toMatchObject({ payment_status: 'paid' });
    expect(await payments.read(order)).toMatchObject({ paymentStatus: 'paid' });
  });

  it.each(['cancel', 'expire'])('can be paid on another page after "%s"', async (choice) => {
    const { order, page, address } = await openPage(wallet);
    const { body } = await choose(address, choice);
    expect(body).toMatchObject({ payment_status: 'expired', canPayAgain: true, orderId: order.id });
    const secondPage = await openPage(wallet, await payments.read(order));
    expect(secondPage.page.sessionId).not.toBe(page.sessionId);
    expect((await choose(secondPage.address, 'pay')).body).toMatchObject({ payment_status: 'paid' });
    expect(await payments.read(order)).toMatchObject({ paymentStatus: 'paid' });
  });

  it('is not paid while the payment is undecided; it waits an hour, and the pieces are free after that', async () => {
    const { order, address } = await openPage(wallet);
    const { body } = await choose(address, wallet === 'esewa' ? 'halt' : 'wait');
    expect(body).toMatchObject({ payment_status: 'unpaid', declined: false, canPayAgain: false });
    await expect(payments.open(await payments.read(order))).rejects.toMatchObject({
      code: 'payment-pending',
    });
    expect(await sweepLater(payWithinMs)).toMatchObject({ left: 1, cancelled: 0 });
    expect(await sweepLater(hourMs)).toMatchObject({ cancelled: 1 });
    expect(await payments.read(order)).toMatchObject({ orderStatus: 'cancelled', paymentStatus: 'pending' });
  });

  it('is not paid by another amount: refused in words, and noted once as work for staff (ORD-O22)', async () => {
    const { order, address, page } = await openPage(wallet);
    const returnQuery = await chooseOnPage(address, 'less');
    const byReturn = await comeBack(returnQuery);
    expect([byReturn.status, byReturn.body.message]).toEqual(
      wallet === 'esewa'
        ? [400, 'The amount is not that of the payment.']
        : [409, 'The amount that was paid is not that of the order. Please contact us.'],
    );
    const { status } = await comeBack(new URLSearchParams({ session_id: page.sessionId }));
    expect(status).toBe(409);
    await sweepLater(60_000);
    const after = await payments.read(order);
    expect(after).toMatchObject({
      orderStatus: 'pending',
      paymentStatus: 'pending',
      pagesToClose: [],
      undecidedPages: [{ sessionId: page.sessionId }],
    });
    expect(promisedAtOf(after, testCalendar)).not.toBeNull();
    expect(after.history.filter(({ to }) => to.endsWith('of another amount'))).toHaveLength(1);
    expect(await payments.eventsOf(order)).toEqual([]);
  });

  it('with a recorded other amount is not looked up again when staff mark its order as paid (ORD-O22)', async () => {
    const { order, address, page } = await openPage(wallet);
    await chooseOnPage(address, 'less');
    await comeBack(new URLSearchParams({ session_id: page.sessionId }));
    await payments.byStaff(order, { paymentStatus: 'paid', adminNotes: 'The rest was paid in cash.' });
    await sweepLater(60_000);
    expect(await payments.read(order)).toMatchObject({ pagesToClose: [], undecidedPages: [] });
  });

  it('gives the money back when it was paid after the order was cancelled', async () => {
    const { order, address, page } = await openPage(wallet);
    // Neither wallet closes its page, so it is looked up until it has expired.
    expect(await sweepLater(payWithinMs)).toMatchObject({ cancelled: 1 });
    expect(await payments.read(order)).toMatchObject({ pagesToClose: [{ sessionId: page.sessionId }] });
    await chooseOnPage(address, 'pay');
    await sweepLater(60_000);
    const after = await payments.read(order);
    expect(after).toMatchObject({ orderStatus: 'cancelled', pagesToClose: [] });
    expect(after).toMatchObject(
      wallet === 'khalti'
        ? { paymentStatus: 'refunded', refund: { state: 'done' } }
        : { paymentStatus: 'paid', refund: { state: 'failed', isByHand: true } },
    );
  });

  it('is not looked up any more two hours after its page was made', async () => {
    const { order } = await openPage(wallet);
    await sweepLater(2 * hourMs - 1);
    expect((await payments.read(order)).pagesToClose).toHaveLength(1);
    await sweepLater(1);
    expect((await payments.read(order)).pagesToClose).toEqual([]);
  });

  it('whose payment stays undecided is looked up with growing pauses, and is paid in the end (ORD-O22)', async () => {
    const { order, address, page } = await openPage(wallet);
    await choose(address, wallet === 'esewa' ? 'halt' : 'wait');
    await payments.byStaff(order, { orderStatus: 'confirmed' });
    await sweepLater(2 * hourMs);
    expect((await payments.read(order)).pagesToClose).toMatchObject([
      { sessionId: page.sessionId, lookUpAt: new Date(payments.now() + 2 * hourMs) },
    ]);
    const closePage = jest.spyOn(payments.context.provider, 'closePage');
    await sweepLater(hourMs);
    expect(closePage).not.toHaveBeenCalled();
    await sweepLater(hourMs);
    expect(closePage).toHaveBeenCalledTimes(1);
    closePage.mockRestore();
    if (wallet === 'esewa') return;
    await chooseOnPage(address, 'complete');
    await sweepLater(4 * hourMs);
    expect(await payments.read(order)).toMatchObject({ paymentStatus: 'paid', pagesToClose: [] });
  });

  it('whose payment is never decided is work for staff in the end, until they write what they found (ORD-O22)', async () => {
    const { order, address, page } = await openPage(wallet);
    await choose(address, wallet === 'esewa' ? 'halt' : 'wait');
    for (const _ of Array(10)) await sweepLater(24 * hourMs);
    const waiting = await payments.read(order);
    expect(waiting).toMatchObject({
      orderStatus: 'cancelled',
      pagesToClose: [{ sessionId: page.sessionId, isForStaff: true }],
      undecidedPages: [{ sessionId: page.sessionId }],
    });
    expect(waiting.history.at(-1)).toMatchObject({
      to: 'payment undecided',
      note: expect.stringContaining(page.sessionId),
    });
    expect(promisedAtOf(waiting, testCalendar)).not.toBeNull();
    const after = await payments.byStaff(order, { adminNotes: 'It was never paid.' });
    expect(promisedAtOf(after, testCalendar)).toBeNull();
    if (wallet === 'esewa') return;
    // The bank decides after staff have looked; the note had it looked up at once, so the next time is ten days later.
    await chooseOnPage(address, 'complete');
    for (const _ of Array(10)) await sweepLater(24 * hourMs);
    const settledOrder = await payments.read(order);
    expect(settledOrder).toMatchObject({ pagesToClose: [], undecidedPages: [], refund: { state: 'done' } });
    expect(settledOrder.history.filter(({ to }) => to === 'payment undecided')).toHaveLength(1);
  });

  it('that staff mark as paid gets the payment of the provider at the next sweep, so that it is refunded once (ORD-O22)', async () => {
    if (wallet === 'esewa') return;
    const { order, address, page } = await openPage(wallet);
    await choose(address, 'wait');
    await payments.byStaff(order, { orderStatus: 'confirmed' });
    for (const _ of Array(10)) await sweepLater(24 * hourMs);
    await chooseOnPage(address, 'complete');
    await payments.byStaff(order, { paymentStatus: 'paid', adminNotes: 'It is in the portal.' });
    await sweepLater(1_000);
    expect(await payments.read(order)).toMatchObject({
      onlinePayment: { paymentId: page.sessionId },
      paymentStatus: 'paid',
      pagesToClose: [],
      undecidedPages: [],
    });
    await payments.refund(order);
    for (const _ of Array(3)) await sweepLater(60 * 24 * hourMs);
    expect(await payments.read(order)).toMatchObject({
      paymentStatus: 'refunded',
      refund: { state: 'done' },
    });
    expect((await payments.read(order)).secondPayments ?? []).toEqual([]);
  });

  it('forgets its deleted buyer when its payment is decided as not made (ORD-O12, ORD-O22)', async () => {
    const { order, address } = await openPage(wallet);
    await choose(address, wallet === 'esewa' ? 'halt' : 'wait');
    for (const _ of Array(10)) await sweepLater(24 * hourMs);
    const forget = (current: Order) => forgetBuyer(current, systemChangeContext(payments.context));
    expect(await changeOrder(payments.context, order.id, forget)).toMatchObject({ isBuyerDeleted: true });
    expect((await payments.read(order)).userId).toBe(order.userId);
    const answerAfter = async (days: number, state: 'open' | 'expired') => {
      payments.pass(days * 24 * hourMs);
      const session = { orderId: order.id, paymentId: undefined, url: undefined, amountInMinorUnits: 0 };
      const provider = payments.withProvider({
        closePage: async (sessionId) => ({ ...session, sessionId, state, customerName: '' }),
      });
      await closePaymentPages(provider, await payments.read(order));
    };
    await answerAfter(30, 'open');
    expect(await payments.read(order)).toMatchObject({ pagesToClose: [{}], undecidedPages: [{}] });
    await answerAfter(60, 'expired');
    expect(await payments.read(order)).toMatchObject({
      userId: 'deleted',
      pagesToClose: [],
      undecidedPages: [],
    });
  });

  it('whose payment is never decided is given up after some months (ORD-O22)', async () => {
    const { order, address } = await openPage(wallet);
    await choose(address, wallet === 'esewa' ? 'halt' : 'wait');
    for (const _ of Array(8)) await sweepLater(16 * 24 * hourMs);
    expect((await payments.read(order)).pagesToClose).toEqual([]);
    expect((await payments.read(order)).undecidedPages).toHaveLength(1);
  });

  it('says in its answer and its event that a payment after the cancellation goes back', async () => {
    const { order, address } = await openPage(wallet);
    await sweepLater(payWithinMs);
    const { body } = await choose(address, 'pay');
    expect(body).toMatchObject({ payment_status: 'paid', goesBack: true, canPayAgain: false });
    const ownPage = await openPage(wallet);
    const returnQuery = await chooseOnPage(ownPage.address, 'pay');
    expect((await comeBack(returnQuery)).body.goesBack).toBeUndefined();
    payments.pass(1_000);
    await payments.byStaff(ownPage.order, { orderStatus: 'cancelled' });
    expect((await comeBack(returnQuery)).body.goesBack).toBeUndefined();
    const succeeded = (await storedEvents(payments.connection, order.id)).find(
      ({ type }) => type === 'payment.succeeded',
    );
    expect(succeeded?.data).toMatchObject({ goesBack: true, paymentMethod: wallet });
  });

  it('gives the second of two payments back', async () => {
    const { order, secondPage, firstPage } = await twoPages(wallet);
    await chooseOnPage(firstPage.address, 'pay');
    await choose(secondPage.address, 'pay');
    await sweepLater(60_000);
    const after = await payments.read(order);
    expect(after).toMatchObject({
      paymentStatus: 'paid',
      onlinePayment: { paymentId: secondPage.page.sessionId },
      secondPayments: [
        wallet === 'khalti'
          ? { paymentId: firstPage.page.sessionId, state: 'done' }
          : { paymentId: firstPage.page.sessionId, state: 'due', failedAt: expect.any(Date) },
      ],
    });
    await sweepLater(60_000);
    expect(await payments.read(order)).toEqual(after);
  });
});

describe('a second payment that staff hand back (ORD-O23)', () => {
  /** eSewa has no call for refunds. */
  const withUnrefundedPayment = async () => {
    const { order, secondPage, firstPage } = await twoPages('esewa');
    await chooseOnPage(firstPage.address, 'pay');
    await choose(secondPage.address, 'pay');
    await sweepLater(60_000);
    return { order, paymentId: firstPage.page.sessionId };
  };
  const refundsOf = async (order: Order) =>
    (await storedEvents(payments.connection, order.id)).filter(({ type }) => type === 'order.refunded');

  it('is recorded once, notifies its payer, and is not requested again', async () => {
    const { order, paymentId } = await withUnrefundedPayment();
    await Promise.allSettled([payments.handBack(order, paymentId), payments.handBack(order, paymentId)]);
    const after = await payments.handBack(order, paymentId);
    expect(after).toMatchObject({
      paymentStatus: 'paid',
      secondPayments: [{ state: 'done', isByHand: true }],
    });
    const readRefunds = jest.spyOn(payments.context.provider, 'readRefunds');
    await sweepLater(60_000);
    expect(readRefunds).not.toHaveBeenCalled();
    readRefunds.mockRestore();
    expect(await refundsOf(order)).toMatchObject([
      { data: { amountInMinorUnits: testTotalInMinorUnits, isByHand: true, isOtherPayment: true } },
    ]);
  });

  it('waits while the provider is asked about it', async () => {
    const { order, paymentId } = await withUnrefundedPayment();
    const claim = await payments.context.openPayments.claimRefund(order.id, paymentId);
    await expect(payments.handBack(order, paymentId)).rejects.toMatchObject({ code: 'conflict' });
    if (claim) await payments.context.openPayments.endRefund(order.id, paymentId, claim, true);
    expect(await refundsOf(order)).toEqual([]);
    await payments.handBack(order, paymentId);
    expect(await refundsOf(order)).toHaveLength(1);
  });

  it('is refused for an id that is not a payment of the order', async () => {
    const { order } = await withUnrefundedPayment();
    const before = await payments.read(order);
    await expect(payments.handBack(order, 'refundClaims.$x')).rejects.toMatchObject({ code: 'not-found' });
    expect(await payments.read(order)).toEqual(before);
  });
});

describe('reports about a payment that the shop does not have', () => {
  const notFound = [404, 'There is no such payment.'];

  it('is refused for the pidx of another order, whose money stays there', async () => {
    const [ownPage, other] = [await openPage('khalti'), await openPage('khalti')];
    const returnQuery = await chooseOnPage(other.address, 'pay');
    returnQuery.set('purchase_order_id', `${ownPage.order.id}-1`);
    const { status, body } = await comeBack(returnQuery);
    expect([status, body.message]).toEqual(notFound);
    const pidx = other.page.sessionId.split('_')[2];
    const direct = await comeBack(new URLSearchParams({ session_id: `khalti_${ownPage.order.id}_${pidx}` }));
    expect(direct.status).toBe(404);
    expect(await payments.read(ownPage.order)).toMatchObject({ paymentStatus: 'pending' });
  });

  it('is refused before the page was made', async () => {
    const { id } = await payments.anOrder({ paymentMethod: 'khalti' });
    const returnQuery = new URLSearchParams({
      pidx: 'x1',
      purchase_order_id: `${id}-1`,
      status: 'Completed',
    });
    const { status, body } = await comeBack(returnQuery);
    expect([status, body.message]).toEqual(notFound);
  });

  it('is refused with a signature of somebody else', async () => {
    const { order, address } = await openPage('esewa');
    const returnQuery = await chooseOnPage(address, 'pay');
    const data = JSON.parse(Buffer.from(returnQuery.get('data') ?? '', 'base64').toString());
    const forged = { ...data, signature: Buffer.alloc(32).toString('base64') };
    returnQuery.set('data', Buffer.from(JSON.stringify(forged)).toString('base64'));
    const { status, body } = await comeBack(returnQuery);
    expect([status, body.code, body.message]).toEqual([
      400,
      'invalid-request',
      'The signature of eSewa is not valid.',
    ]);
    expect(await payments.read(order)).toMatchObject({ paymentStatus: 'pending' });
  });

  it.each([
    ['neither session nor query', ''],
    ['both', 'sessionId=a&returned=b'],
    ['a query of no provider', 'returned=utm_source%3Dmail'],
    ['an unknown field', 'sessionId=a&pidx=b'],
  ])('is refused with %s', async (_, query) => {
    const { status, body } = await payments.get(`/api/payment/checkout-session?${query}`);
    expect([status, body.code]).toEqual([400, 'invalid-request']);
  });
});

describe('the refund of an order that was paid by a wallet (ORD-O10)', () => {
  const paidBy = async (wallet: Wallet) => {
    const { order, address } = await openPage(wallet);
    await choose(address, 'pay');
    return { order, address };
  };

  it('is made by Khalti at once', async () => {
    const { order } = await paidBy('khalti');
    expect(await payments.refund(order, 'Sent back.')).toMatchObject({
      paymentStatus: 'refunded',
      refund: { state: 'done' },
    });
  });

  it('is work for staff with eSewa, until eSewa shows that they made it', async () => {
    const { order, address } = await paidBy('esewa');
    await payments.cancel(order);
    const waiting = await payments.read(order);
    expect(waiting).toMatchObject({
      orderStatus: 'cancelled',
      paymentStatus: 'paid',
      refund: { state: 'failed', isByHand: true },
    });
    expect(waiting.history.at(-1)).toMatchObject({
      to: 'refund by hand',
      note: expect.stringContaining('merchant.esewa.com.np'),
    });
    expect(promisedAtOf(waiting, testCalendar)).toEqual(new Date(payments.now() + 24 * hourMs));
    await expect(payments.refund(order)).rejects.toMatchObject({
      code: 'payment-failed',
      message: expect.stringContaining('merchant.esewa.com.np'),
    });
    await chooseOnPage(address, 'refund');
    const refundedOrder = await payments.refund(order);
    const [refunded] = (await storedEvents(payments.connection, order.id)).slice(-1);
    expect(refunded?.data).toMatchObject({
      amountInMinorUnits: testTotalInMinorUnits,
      paymentMethod: 'esewa',
      isByHand: true,
    });
    expect(refundedOrder).toMatchObject({
      paymentStatus: 'refunded',
      refund: { state: 'done', isByHand: true },
    });
    expect(await payments.eventsOf(order)).toEqual([
      'payment.succeeded',
      'order.cancelled',
      'order.refunded',
    ]);
  });
});
