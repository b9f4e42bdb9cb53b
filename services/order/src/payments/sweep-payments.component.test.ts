import { ProblemError } from '@kinmel/service-kit';
import { eventually } from '@kinmel/testing';
import { refundOrder } from '../orders/changes/refund-order.ts';
import { payWithinMs } from '../orders/order.rules.ts';
import type { Order } from '../orders/order.ts';
import {
  settlePayments,
  startTestPayments,
  type TestPayments,
  testTotalInMinorUnits,
} from '../testing/test-payments.ts';
import { openPaymentPage } from './open-payment-page.ts';
import type { PaymentsContext } from './payments-context.ts';
import { callsAtOnce, type PaymentSession } from './provider/payment-provider.ts';
import { sweepPayments } from './sweep-payments.ts';

let payments: TestPayments;
beforeAll(async () => {
  payments = await startTestPayments('sweep_payments');
});
afterAll(() => payments.stop());
beforeEach(() => payments.begin());
afterEach(() => payments.end());

/** Sessions by their id, as the provider answers them in place of the sandbox. */
const withSessions = (stateOf: (sessionId: string) => PaymentSession['state'] | undefined) => {
  const asked: string[] = [];
  const closePage: PaymentsContext['provider']['closePage'] = async (sessionId) => {
    asked.push(sessionId);
    const state = stateOf(sessionId);
    return state && ({ sessionId, state } as PaymentSession);
  };
  return { asked, context: { ...payments.context, provider: { ...payments.context.provider, closePage } } };
};
const unpaid = (sessionId: string) => payments.anOrder({ card: { sessionId, paymentId: null } });

it('50 cards that are at work keep the pieces of no other order: the 51st is cancelled in the same round (O6)', async () => {
  for (let n = 0; n < 50; n += 1) await unpaid(`cs_slow_${n}`);
  const last = await unpaid('cs_left');
  payments.pass(payWithinMs);
  const { context } = withSessions((id) => (id === 'cs_left' ? 'expired' : 'processing'));
  expect(await settlePayments(context)).toMatchObject({ cancelled: 1, left: 50 });
  expect((await payments.read(last)).orderStatus).toBe('cancelled');
});

describe('a refund (O10)', () => {
  const due = () =>
    payments.anOrder({ orderStatus: 'cancelled', payUntil: null }).then(async (order) => {
      const page = await payments.context.provider.createPage({
        orderId: order.id,
        orderNumber: order.orderNumber,
        customerName: 'Sita',
        customerEmail: 'sita@example.com',
        lines: [{ description: 'all', quantity: 1, unitAmountInMinorUnits: testTotalInMinorUnits }],
        attempt: 1,
        payUntil: new Date(payments.now() + payWithinMs),
      });
      payments.sandbox.pay(page.sessionId, 'success');
      await payments.sandbox.settle();
      expect(await payments.read(order)).toMatchObject({ refund: { state: 'due' } });
      return order;
    });
  const refundKeys = () => payments.sandbox.keys().filter((key) => key.startsWith('refund-'));

  it('that the provider refused is asked for under a new key, so that the refusal is not only repeated', async () => {
    const order = await due();
    payments.sandbox.refuseRefunds(2);
    for (const refunded of [0, 0, 1]) {
      expect(await settlePayments(payments.context)).toMatchObject({ refunded, left: 1 - refunded });
      await payments.endClaims();
    }
    expect(new Set(refundKeys()).size).toBe(3);
    expect(await payments.read(order)).toMatchObject({
      paymentStatus: 'refunded',
      refund: { state: 'done' },
    });
    expect(payments.refundedInMinorUnits()).toBe(testTotalInMinorUnits);
  });

  it('of which the outcome is not known is asked for under the same key, so that it goes back once', async () => {
    const order = await due();
    // The official client tries once more by itself.
    payments.sandbox.loseAnswers(4);
    for (const refunded of [0, 0, 1]) {
      expect(await settlePayments(payments.context)).toMatchObject({ refunded });
      await payments.endClaims();
    }
    expect(refundKeys().length).toBeGreaterThan(2);
    expect(new Set(refundKeys()).size).toBe(1);
    expect(await payments.read(order)).toMatchObject({ refund: { state: 'done' } });
    expect(payments.refundedInMinorUnits()).toBe(testTotalInMinorUnits);
  });

  it('that was refused is asked for under a new key by staff, too, at once', async () => {
    const order = await payments.anOrder();
    const { sessionId } = await openPaymentPage(payments.context, order);
    payments.sandbox.pay(sessionId, 'success');
    await payments.sandbox.settle();
    payments.sandbox.refuseRefunds(1);
    const refund = () =>
      refundOrder(payments.ordersContext, { orderId: order.id, adminId: 'admin', note: '' });
    await expect(refund()).rejects.toMatchObject({ code: 'payment-failed' });
    expect(await refund()).toMatchObject({ refund: { state: 'done' } });
  });

  it('of a second payment that was refused is asked for under a new key, too', async () => {
    const order = await due();
    const second = await payments.context.provider.createPage({
      orderId: order.id,
      orderNumber: order.orderNumber,
      customerName: 'Sita',
      customerEmail: 'sita@example.com',
      lines: [{ description: 'all', quantity: 1, unitAmountInMinorUnits: testTotalInMinorUnits }],
      attempt: 2,
      payUntil: new Date(payments.now() + payWithinMs),
    });
    payments.sandbox.refuseRefunds(1);
    payments.sandbox.pay(second.sessionId, 'success');
    await payments.sandbox.settle();
    await settlePayments(payments.context);
    await payments.endClaims();
    await settlePayments(payments.context);
    expect(payments.refundedInMinorUnits()).toBe(2 * testTotalInMinorUnits);
  });
});

const refundDue = (sinceMs: number): Promise<Order> =>
  payments.anOrder({
    orderStatus: 'cancelled',
    paymentStatus: 'paid',
    payUntil: null,
    card: { sessionId: null, paymentId: `pi_${sinceMs}` },
    refund: { state: 'due', amountInMinorUnits: testTotalInMinorUnits, note: '', since: new Date(sinceMs) },
  });

describe('money that waits to go back', () => {
  it('goes back although more refunds than a round takes are older and always refused (O10)', async () => {
    for (let n = 0; n < 50; n += 1) await refundDue(payments.now() - 60_000 + n);
    const last = await refundDue(payments.now());
    const refuses: PaymentsContext = {
      ...payments.context,
      provider: {
        ...payments.context.provider,
        refund: async ({ orderId }) => {
          if (orderId !== last.id) throw new ProblemError('payment-failed', 'Refused.');
        },
      },
    };
    expect(await settlePayments(refuses)).toMatchObject({ refunded: 1, left: 50 });
    expect(await payments.read(last)).toMatchObject({ paymentStatus: 'refunded', refund: { state: 'done' } });
  });
});

describe('while the payment provider is away', () => {
  const away = () => Promise.reject(new ProblemError('service-unavailable', 'Away.'));
  it('a round asks it a few times, not for each, and still ends what needs no provider', async () => {
    for (let n = 0; n < 60; n += 1) await unpaid(`cs_${n}`);
    const withoutPage = await payments.anOrder();
    for (let n = 0; n < 60; n += 1) await refundDue(payments.now() + n);
    const asked: string[] = [];
    const provider = {
      ...payments.context.provider,
      closePage: () => (asked.push('page'), away()),
      refund: () => (asked.push('refund'), away()),
    };
    payments.pass(payWithinMs);
    const settled = await settlePayments({ ...payments.context, provider });
    expect(settled).toMatchObject({ paid: 0, cancelled: 1, kept: 0, refunded: 0 });
    expect((await payments.read(withoutPage)).orderStatus).toBe('cancelled');
    expect(asked.filter((what) => what === 'page').length).toBeLessThanOrEqual(callsAtOnce);
    expect(asked.filter((what) => what === 'refund').length).toBeLessThanOrEqual(20 + callsAtOnce);
  });

  it('an order that it never answers for does not hold up the others for ever', async () => {
    const bad = await unpaid('cs_bad');
    const good = await unpaid('cs_good');
    payments.pass(payWithinMs);
    const provider = {
      ...payments.context.provider,
      closePage: (sessionId: string) =>
        sessionId === bad.card?.sessionId ? away() : Promise.resolve(undefined),
    };
    await eventually(async () => {
      await payments.endClaims();
      await settlePayments({ ...payments.context, provider });
      return (await payments.read(good)).orderStatus === 'cancelled';
    });
    expect((await payments.read(bad)).orderStatus).toBe('pending');
  });
});

describe('the sweeper of payments', () => {
  const overdue = async (count: number) => {
    for (let n = 0; n < count; n += 1) await unpaid(`cs_${n}`);
    payments.pass(payWithinMs);
  };
  const hanging = () => {
    const answers: (() => void)[] = [];
    const closePage = () => new Promise<undefined>((resolve) => answers.push(() => resolve(undefined)));
    return { answers, hung: { ...payments.context, provider: { ...payments.context.provider, closePage } } };
  };

  it('finishes the orders under way when it is stopped, and begins no other', async () => {
    await overdue(callsAtOnce + 2);
    const { answers, hung } = hanging();
    const sweeper = sweepPayments(hung, { everyMs: 1 });
    sweeper.start();
    await eventually(() => answers.length === callsAtOnce);
    const stopped = sweeper.stop();
    for (const answer of answers) answer();
    await stopped;
    expect(answers).toHaveLength(callsAtOnce);
    const now = new Date(payments.now());
    expect(await payments.context.openPayments.due('unpaid', now, 100)).toHaveLength(2);
  });

  it('stops although the provider never answers: the process has to end in time', async () => {
    await overdue(callsAtOnce + 2);
    const { answers, hung } = hanging();
    const sweeper = sweepPayments(hung, { everyMs: 1 });
    sweeper.start();
    await eventually(() => answers.length === callsAtOnce);
    await sweeper.stop();
    expect(answers).toHaveLength(callsAtOnce);
  }, 6_000);

  it('of several instances asks about each order once, and all of them in one round', async () => {
    await overdue(200);
    const instances = [1, 2].map(() => withSessions(() => 'expired'));
    const rounds = await Promise.all(instances.map((instance) => settlePayments(instance.context)));
    expect(instances.flatMap(({ asked }) => asked).toSorted()).toEqual(
      Array.from({ length: 200 }, (_, n) => `cs_${n}`).toSorted(),
    );
    expect(rounds.reduce((sum, { cancelled }) => sum + cancelled, 0)).toBe(200);
    for (const { cancelled } of rounds) expect(cancelled).toBeGreaterThan(20);
  });
});
