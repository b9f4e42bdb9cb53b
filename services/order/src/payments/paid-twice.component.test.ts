import { ProblemError } from '@kinmel/service-kit';
import { payWithinMs } from '../orders/order.rules.ts';
import type { Order } from '../orders/order.ts';
import { testTotalInMinorUnits, testWithPayments } from '../testing/test-payments.ts';
import type { PaymentsContext } from './payments-context.ts';

const payments = testWithPayments('paid_twice');

/** The provider is unavailable. */
const rejectUnavailable = () => Promise.reject(new ProblemError('service-unavailable', 'Away.'));
const contextWithoutClosing = () => payments.withProvider({ closePage: rejectUnavailable });

/** An order with two pages, whose payments the shop does not know yet. */
async function paidOnTwoPages() {
  const order = await payments.anOrder();
  const first = await payments.open(order);
  const second = await payments.createPage(order);
  payments.sandbox.setDelivery('drop');
  return { order, pages: { A: first.sessionId, B: second.sessionId } };
}

type TwoPages = Awaited<ReturnType<typeof paidOnTwoPages>>;
type Page = 'A' | 'B';
type Step = (state: TwoPages) => Promise<unknown>;

const pay = ({ pages }: TwoPages, page: Page) => {
  const { sandbox } = payments;
  const session = sandbox.sessions().find(({ id }) => id === pages[page]);
  if (session?.paymentStatus === 'unpaid') sandbox.pay(pages[page], 'success');
};
/** The webhook of a paid page, delivered twice. */
const webhook =
  (page: Page): Step =>
  async (state) => {
    pay(state, page);
    const sessionId = state.pages[page];
    const session = await payments.context.provider.readSession(sessionId);
    const event = { ...session, orderId: state.order.id, kind: 'paid', sessionId } as const;
    payments.serve(payments.withProvider({ readEvent: () => event }));
    for (let time = 0; time < 2; time += 1)
      expect((await payments.post('/api/payment/webhook', {})).status).toBe(200);
    await payments.sandbox.settle();
  };
const returnToShop =
  (page: Page): Step =>
  async (state) => {
    pay(state, page);
    const answer = await payments.get(`/api/payment/checkout-session?sessionId=${state.pages[page]}`);
    expect(answer.status).toBe(200);
  };
const sweep: Step = async (state) => {
  pay(state, 'A');
  payments.pass(payWithinMs);
  await payments.settle();
};
const staff =
  (change: Partial<Pick<Order, 'orderStatus' | 'paymentStatus'>>): Step =>
  ({ order }) =>
    payments.byStaff(order, change, contextWithoutClosing());
const byHand = staff({ paymentStatus: 'paid' });
const unmarkedByHand = staff({ paymentStatus: 'pending' });
const cancelledByStaff = staff({ orderStatus: 'cancelled' });
const cancelledByCustomer: Step = ({ order }) => payments.cancel(order, contextWithoutClosing());
const refundedByStaff: Step = ({ order }) => payments.refund(order, 'Sent back.');
/** Staff mark the order after the sweep has read it. */
const byHandWhileSwept: Step = async (state) => {
  pay(state, 'A');
  payments.pass(payWithinMs);
  const { provider } = payments.context;
  const closePage: typeof provider.closePage = async (sessionId) => {
    await byHand(state);
    return provider.closePage(sessionId);
  };
  await payments.settle(payments.withProvider({ closePage }));
};
const inParallel =
  (...steps: readonly Step[]): Step =>
  (state) =>
    Promise.all(steps.map((step) => step(state)));

describe('an order that is paid twice keeps at most one payment (ORD-O8, ORD-O9)', () => {
  it.each<[string, readonly Step[], keeps: Page | null, returns: string]>([
    ['by hand, then the webhook', [byHand, webhook('A')], 'A', ''],
    ['by hand, then the return to the shop', [byHand, returnToShop('A')], 'A', ''],
    ['by hand while the sweep asks', [byHandWhileSwept], 'A', ''],
    ['by hand, then two different cards', [byHand, webhook('A'), webhook('B')], 'A', 'B'],
    ['by hand, then cancelled, then the webhook', [byHand, cancelledByStaff, webhook('A')], null, 'A'],
    ['by hand, refunded by hand, then the webhook', [byHand, refundedByStaff, webhook('A')], null, 'A'],
    ['by hand, unmarked by hand, then the webhook', [byHand, unmarkedByHand, webhook('A')], 'A', ''],
    ['by card, then by hand', [webhook('A'), byHand], 'A', ''],
    ['one card by webhook, return to the shop and sweep', [webhook('A'), returnToShop('A'), sweep], 'A', ''],
    [
      'one card by webhook and return to the shop at once',
      [inParallel(webhook('A'), returnToShop('A'))],
      'A',
      '',
    ],
    ['the sweep, then the webhook', [sweep, webhook('A')], 'A', ''],
    ['two cards on two pages', [webhook('A'), webhook('B')], 'A', 'B'],
    [
      'two cards on two pages, both by the return to the shop',
      [returnToShop('A'), returnToShop('B')],
      'A',
      'B',
    ],
    ['cancelled by the customer, then a card', [cancelledByCustomer, webhook('A')], null, 'A'],
    ['cancelled, then two cards', [cancelledByStaff, webhook('A'), webhook('B')], null, 'AB'],
    [
      'by card, refunded by staff, reported again, then another card',
      [webhook('A'), refundedByStaff, webhook('A'), webhook('B')],
      null,
      'AB',
    ],
  ])('%s', async (_, steps, keeps, returns) => {
    const state = await paidOnTwoPages();
    for (const step of steps) await step(state);
    await payments.settle();

    const sessions = payments.sandbox.sessions().filter((session) => session.paymentStatus === 'paid');
    const labels = (['A', 'B'] as const).filter((page) =>
      sessions.some(({ id, refundedAmount }) => id === state.pages[page] && refundedAmount > 0),
    );
    expect(labels.join('')).toBe(returns);
    for (const { refundedAmount } of sessions) expect([0, testTotalInMinorUnits]).toContain(refundedAmount);
    const order = await payments.read(state.order);
    expect(order).toMatchObject({ paymentStatus: keeps ? 'paid' : 'refunded', payUntil: null });
    const keptSession = keeps && (await payments.context.provider.readSession(state.pages[keeps]));
    if (keptSession) expect(order.onlinePayment?.paymentId).toBe(keptSession.paymentId);

    // Repetitions change nothing.
    for (const page of ['A', 'B'] as const)
      if (sessions.some(({ id }) => id === state.pages[page]))
        await inParallel(webhook(page), returnToShop(page))(state);
    await payments.settle();
    expect(await payments.read(state.order)).toEqual(order);
  });

  it('adopts a payment that follows a mark by staff', async () => {
    const state = await paidOnTwoPages();
    await byHand(state);
    payments.pass(60_000);
    await webhook('A')(state);
    const order = await payments.read(state.order);
    const session = await payments.context.provider.readSession(state.pages.A);
    expect(order.onlinePayment).toMatchObject({
      paymentId: session?.paymentId,
      paidAt: new Date(payments.now()),
    });
    expect(order.history.at(-1)).toMatchObject({ by: 'shop', what: 'note', to: 'paid by card' });
    expect(await payments.eventsOf(order)).toEqual(['payment.succeeded']);
    // The refund is made at the provider.
    await refundedByStaff(state);
    expect(payments.refundedInMinorUnits()).toBe(testTotalInMinorUnits);
  });

  it('closes a page that is created while staff mark the order as paid (ORD-O8, ORD-O9)', async () => {
    const { context, sandbox } = payments;
    for (let round = 0; round < 12; round += 1) {
      const order = await payments.anOrder();
      const mark = () => payments.byStaff(order, { orderStatus: 'processing', paymentStatus: 'paid' });
      const createPage: PaymentsContext['provider']['createPage'] = async (request) => {
        // Every other mark comes after the page was created and before the answer.
        const page = await context.provider.createPage(request);
        await mark();
        return page;
      };
      const isInside = round % 2 === 0;
      await Promise.allSettled([
        payments.open(order, isInside ? payments.withProvider({ createPage }) : context),
        ...(isInside ? [] : [mark()]),
      ]);
      await payments.settle();
      for (const { id, metadata, status } of sandbox.sessions())
        if (metadata['orderId'] === order.id) {
          expect(status).toBe('expired');
          sandbox.pay(id, 'success');
        }
      await sandbox.settle();
      expect((await payments.read(order)).onlinePayment?.paymentId ?? null).toBeNull();
    }
    expect(sandbox.sessions().filter(({ paymentStatus }) => paymentStatus === 'paid')).toEqual([]);
  });

  it.each([
    ['marked as paid', 'byStaff', { paymentStatus: 'paid' }],
    ['cancelled by staff', 'byStaff', { orderStatus: 'cancelled' }],
    ['cancelled by the customer', 'cancel', {}],
  ] as const)(
    'closes the page of an order that was %s, at once, or when the provider is available again (ORD-O5, ORD-O8)',
    async (_, by, change) => {
      const step = (order: Order, onlinePayments: PaymentsContext) =>
        by === 'cancel'
          ? payments.cancel(order, onlinePayments)
          : payments.byStaff(order, change, onlinePayments);
      const [order, other] = [await payments.anOrder(), await payments.anOrder()];
      const [page, otherPage] = [await payments.open(order), await payments.open(other)];
      await step(order, payments.context);
      expect(await payments.pageState(page.sessionId)).toBe('expired');
      await step(other, payments.withProvider({ closePage: rejectUnavailable }));
      expect(await payments.pageState(otherPage.sessionId)).toBe('open');
      await payments.settle();
      expect(await payments.pageState(otherPage.sessionId)).toBe('expired');
      // No open work is left.
      await payments.endClaims();
      const now = new Date(payments.now());
      expect(await payments.context.openPayments.due('page', now, 100)).toEqual([]);
    },
  );

  it('leaves one page when two are created in parallel (ORD-O9)', async () => {
    const { context, sandbox } = payments;
    const order = await payments.anOrder();
    const slow = payments.withProvider({
      async createPage(request) {
        const page = await context.provider.createPage(request);
        // Another version of the order gets another page.
        await payments.byStaff(order, { adminNotes: 'Calls at noon.' });
        expect((await payments.open(await payments.read(order))).sessionId).not.toBe(page.sessionId);
        return page;
      },
    });
    const page = await payments.open(order, slow);
    const openSessions = sandbox.sessions().filter(({ status }) => status === 'open');
    expect(openSessions.map(({ id }) => id)).toEqual([page.sessionId]);
    expect((await payments.read(order)).onlinePayment?.sessionId).toBe(page.sessionId);
  });

  it('refunds a second payment later when the provider is unavailable at first', async () => {
    const state = await paidOnTwoPages();
    await webhook('A')(state);
    const refund = jest.spyOn(payments.context.provider, 'refund').mockImplementation(rejectUnavailable);
    await webhook('B')(state);
    expect(payments.refundedInMinorUnits()).toBe(0);
    refund.mockRestore();
    await payments.endClaims();
    await payments.settle();
    expect(payments.refundedInMinorUnits()).toBe(testTotalInMinorUnits);
    const { history } = await payments.read(state.order);
    expect(history.map(({ to }) => to)).toEqual(['paid', 'second payment', 'second payment given back']);
  });
});
