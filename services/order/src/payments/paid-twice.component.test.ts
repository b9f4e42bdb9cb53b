import { ProblemError } from '@kinmel/service-kit';
import { cancelOrder } from '../orders/changes/cancel-order.ts';
import { updateOrderStatus } from '../orders/changes/update-order-status.ts';
import { payWithinMs } from '../orders/order.rules.ts';
import type { Order } from '../orders/order.ts';
import {
  settlePayments,
  startTestPayments,
  type TestPayments,
  testBuyer,
  testTotalInMinorUnits,
} from '../testing/test-payments.ts';
import { openPaymentPage } from './pages/open-payment-page.ts';
import type { PaymentsContext } from './payments-context.ts';
import { refundOrder } from './refunds/refund-order.ts';

let payments: TestPayments;
beforeAll(async () => {
  payments = await startTestPayments('paid_twice');
});
afterAll(() => payments.stop());
beforeEach(() => payments.begin());
afterEach(() => payments.end());

/** The provider is unavailable. */
const away = () => Promise.reject(new ProblemError('service-unavailable', 'Away.'));

/** An order with two pages, whose payments the shop does not know yet. */
async function paidOnTwoPages() {
  const { context, sandbox } = payments;
  const order = await payments.anOrder();
  const first = await openPaymentPage(context, order);
  const second = await payments.createPage(order);
  sandbox.setDelivery('drop');
  return { order, pages: { A: first.sessionId, B: second.sessionId } };
}

type Paid = Awaited<ReturnType<typeof paidOnTwoPages>>;
type Page = 'A' | 'B';
type Step = (paid: Paid) => Promise<unknown>;

const pay = ({ pages }: Paid, page: Page) => {
  const { sandbox } = payments;
  const session = sandbox.sessions().find(({ id }) => id === pages[page]);
  if (session?.paymentStatus === 'unpaid') sandbox.pay(pages[page], 'success');
};
/** The webhook of a paid page, delivered twice. */
const webhook =
  (page: Page): Step =>
  async (paid) => {
    const { sandbox, context } = payments;
    pay(paid, page);
    const session = await context.provider.readSession(paid.pages[page]);
    const event = { orderId: paid.order.id, kind: 'paid', ...session } as const;
    const provider = { ...context.provider, readEvent: () => ({ ...event, sessionId: paid.pages[page] }) };
    payments.serve({ ...context, provider: provider as PaymentsContext['provider'] });
    for (let time = 0; time < 2; time += 1)
      expect((await payments.post('/api/payment/webhook', {})).status).toBe(200);
    await sandbox.settle();
  };
const wayBack =
  (page: Page): Step =>
  async (paid) => {
    pay(paid, page);
    const answer = await payments.get(`/api/payment/checkout-session?sessionId=${paid.pages[page]}`);
    expect(answer.status).toBe(200);
  };
const sweep: Step = async (paid) => {
  pay(paid, 'A');
  payments.pass(payWithinMs);
  await settlePayments(payments.context);
};
const staff = (
  change: Omit<Parameters<typeof updateOrderStatus>[1], 'orderId' | 'adminId' | 'orderStatus'> &
    Partial<Pick<Order, 'orderStatus'>>,
): Step => {
  return async ({ order }) => {
    const { context, ordersContext } = payments;
    const provider = { ...context.provider, closePage: away };
    const { orderStatus } = await payments.read(order);
    await updateOrderStatus(
      { ...ordersContext, cards: { ...context, provider } },
      { orderStatus, adminNotes: 'By phone.', ...change, orderId: order.id, adminId: 'admin' },
    );
  };
};
const byHand = staff({ paymentStatus: 'paid' });
const openAgainByHand = staff({ paymentStatus: 'pending' });
const cancelledByStaff = staff({ orderStatus: 'cancelled' });
const cancelledByCustomer: Step = ({ order }) =>
  cancelOrder(
    {
      ...payments.ordersContext,
      cards: { ...payments.context, provider: { ...payments.context.provider, closePage: away } },
    },
    { orderId: order.id, userId: testBuyer, reason: '' },
  );
const refundedByStaff: Step = ({ order }) =>
  refundOrder(payments.ordersContext, { orderId: order.id, adminId: 'admin', note: 'Sent back.' });
/** Staff mark the order after the sweep has read it. */
const byHandWhileSwept: Step = async (paid) => {
  pay(paid, 'A');
  payments.pass(payWithinMs);
  const { context } = payments;
  const closePage: PaymentsContext['provider']['closePage'] = async (sessionId) => {
    await byHand(paid);
    return context.provider.closePage(sessionId);
  };
  await settlePayments({ ...context, provider: { ...context.provider, closePage } });
};
const both =
  (...steps: readonly Step[]): Step =>
  (paid) =>
    Promise.all(steps.map((step) => step(paid)));

describe('an order that is paid twice keeps at most one payment (O8, O9)', () => {
  it.each<[string, readonly Step[], keeps: Page | null, returns: string, paymentStatus: string]>([
    ['by hand, then the webhook', [byHand, webhook('A')], 'A', '', 'paid'],
    ['by hand, then the way back', [byHand, wayBack('A')], 'A', '', 'paid'],
    ['by hand while the sweep asks', [byHandWhileSwept], 'A', '', 'paid'],
    ['by hand, then two different cards', [byHand, webhook('A'), webhook('B')], 'A', 'B', 'paid'],
    [
      'by hand, then cancelled, then the webhook',
      [byHand, cancelledByStaff, webhook('A')],
      null,
      'A',
      'refunded',
    ],
    [
      'by hand, handed back by hand, then the webhook',
      [byHand, refundedByStaff, webhook('A')],
      null,
      'A',
      'refunded',
    ],
    [
      'by hand, taken back by hand, then the webhook',
      [byHand, openAgainByHand, webhook('A')],
      'A',
      '',
      'paid',
    ],
    ['by card, then by hand', [webhook('A'), byHand], 'A', '', 'paid'],
    [
      'the same card told by webhook, way back and sweep',
      [webhook('A'), wayBack('A'), sweep],
      'A',
      '',
      'paid',
    ],
    [
      'the same card told by webhook and way back at once',
      [both(webhook('A'), wayBack('A'))],
      'A',
      '',
      'paid',
    ],
    ['the sweep, then the webhook', [sweep, webhook('A')], 'A', '', 'paid'],
    ['two cards on two pages', [webhook('A'), webhook('B')], 'A', 'B', 'paid'],
    ['two cards on two pages, the second by the way back', [wayBack('A'), wayBack('B')], 'A', 'B', 'paid'],
    ['cancelled by the customer, then a card', [cancelledByCustomer, webhook('A')], null, 'A', 'refunded'],
    ['cancelled, then two cards', [cancelledByStaff, webhook('A'), webhook('B')], null, 'AB', 'refunded'],
    [
      'by card, given back by staff, told again, then another card',
      [webhook('A'), refundedByStaff, webhook('A'), webhook('B')],
      null,
      'AB',
      'refunded',
    ],
  ])('%s', async (_, steps, keeps, returns, paymentStatus) => {
    const paid = await paidOnTwoPages();
    for (const step of steps) await step(paid);
    await settlePayments(payments.context);

    const sessions = payments.sandbox.sessions().filter((session) => session.paymentStatus === 'paid');
    const labels = (['A', 'B'] as const).filter((page) =>
      sessions.some(({ id, refundedAmount }) => id === paid.pages[page] && refundedAmount > 0),
    );
    expect(labels.join('')).toBe(returns);
    for (const { refundedAmount } of sessions) expect([0, testTotalInMinorUnits]).toContain(refundedAmount);
    const order = await payments.read(paid.order);
    expect(order).toMatchObject({ paymentStatus, payUntil: null });
    const kept = keeps && (await payments.context.provider.readSession(paid.pages[keeps]));
    if (kept) expect(order.card?.paymentId).toBe(kept.paymentId);

    // Repetitions change nothing.
    for (const page of ['A', 'B'] as const)
      if (sessions.some(({ id }) => id === paid.pages[page])) await both(webhook(page), wayBack(page))(paid);
    await settlePayments(payments.context);
    expect(await payments.read(paid.order)).toEqual(order);
  });

  it('adopts a payment that follows a mark by staff', async () => {
    const paid = await paidOnTwoPages();
    await byHand(paid);
    payments.pass(60_000);
    await webhook('A')(paid);
    const order = await payments.read(paid.order);
    const session = await payments.context.provider.readSession(paid.pages.A);
    expect(order.card).toMatchObject({
      paymentId: session?.paymentId,
      paidAt: new Date(payments.now()),
    });
    expect(order.history.at(-1)).toMatchObject({
      by: 'shop',
      what: 'note',
      to: 'paid by card',
      note: expect.stringContaining('marked by hand'),
    });
    expect(await payments.eventsOf(order)).toEqual(['payment.succeeded']);
    // The refund is made at the provider.
    await refundedByStaff(paid);
    expect(payments.refundedInMinorUnits()).toBe(testTotalInMinorUnits);
  });

  it('closes the page of an order that staff mark as paid', async () => {
    const order = await payments.anOrder();
    const { sessionId } = await openPaymentPage(payments.context, order);
    await updateOrderStatus(payments.ordersContext, {
      orderId: order.id,
      adminId: 'admin',
      orderStatus: 'processing',
      paymentStatus: 'paid',
      adminNotes: 'By bank.',
    });
    expect((await payments.context.provider.readSession(sessionId))?.state).toBe('expired');
  });

  it('closes a page that is created while staff mark the order as paid (O8, O9)', async () => {
    const { context, sandbox } = payments;
    for (let round = 0; round < 12; round += 1) {
      const order = await payments.anOrder();
      const mark = () =>
        updateOrderStatus(payments.ordersContext, {
          orderId: order.id,
          adminId: 'admin',
          orderStatus: 'processing',
          paymentStatus: 'paid',
          adminNotes: 'By bank.',
        });
      const createPage: PaymentsContext['provider']['createPage'] = async (wanted) => {
        // Every other mark comes after the page was created and before the answer.
        const page = await context.provider.createPage(wanted);
        await mark();
        return page;
      };
      const provider = { ...context.provider, ...(round % 2 === 0 ? { createPage } : {}) };
      await Promise.allSettled([
        openPaymentPage({ ...context, provider }, order),
        ...(round % 2 === 0 ? [] : [mark()]),
      ]);
      await settlePayments(context);
      for (const { id, metadata, status } of sandbox.sessions())
        if (metadata['orderId'] === order.id) {
          expect(status).toBe('expired');
          sandbox.pay(id, 'success');
        }
      await sandbox.settle();
      expect((await payments.read(order)).card?.paymentId ?? null).toBeNull();
    }
    expect(sandbox.sessions().filter(({ paymentStatus }) => paymentStatus === 'paid')).toEqual([]);
  });

  it.each([
    ['marked as paid', (paid: Paid) => byHand(paid)],
    ['cancelled by the customer', (paid: Paid) => cancelledByCustomer(paid)],
    ['cancelled by staff', (paid: Paid) => cancelledByStaff(paid)],
  ] as const)(
    'closes the page of an order that was %s while the provider was away, once it is back (O5, O8)',
    async (_, step) => {
      const order = await payments.anOrder();
      const { sessionId } = await openPaymentPage(payments.context, order);
      await step({ order, pages: { A: sessionId, B: '' } });
      const state = async () => (await payments.context.provider.readSession(sessionId))?.state;
      expect(await state()).toBe('open');
      await settlePayments(payments.context);
      expect(await state()).toBe('expired');
      // No work is left.
      const now = new Date(payments.now());
      await payments.endClaims();
      expect(await payments.context.openPayments.due('page', now, 100)).toEqual([]);
    },
  );

  it('leaves one page when two are created in parallel (O9)', async () => {
    const { context, sandbox } = payments;
    const order = await payments.anOrder();
    const createPage: PaymentsContext['provider']['createPage'] = async (wanted) => {
      const page = await context.provider.createPage(wanted);
      await updateOrderStatus(payments.ordersContext, {
        orderId: order.id,
        adminId: 'admin',
        orderStatus: 'pending',
        adminNotes: 'Calls at noon.',
      });
      const other = await openPaymentPage(context, await payments.read(order));
      expect(other.sessionId).not.toBe(page.sessionId);
      return page;
    };
    const page = await openPaymentPage({ ...context, provider: { ...context.provider, createPage } }, order);
    const open = sandbox.sessions().filter(({ status }) => status === 'open');
    expect(open.map(({ id }) => id)).toEqual([page.sessionId]);
    expect((await payments.read(order)).card?.sessionId).toBe(page.sessionId);
  });

  it('refunds a second payment later when the provider is unavailable at first', async () => {
    const { context } = payments;
    const paid = await paidOnTwoPages();
    await webhook('A')(paid);
    const refund = jest.spyOn(context.provider, 'refund').mockImplementation(away);
    await webhook('B')(paid);
    expect(payments.refundedInMinorUnits()).toBe(0);
    refund.mockRestore();
    await payments.endClaims();
    await settlePayments(context);
    expect(payments.refundedInMinorUnits()).toBe(testTotalInMinorUnits);
    const { history } = await payments.read(paid.order);
    expect(history.map(({ to }) => to)).toEqual(['paid', 'second payment', 'second payment given back']);
  });
});
