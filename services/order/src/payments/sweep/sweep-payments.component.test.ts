import { isUnclaimed, ProblemError } from '@kinmel/service-kit';
import { eventually } from '@kinmel/testing';
import { payWithinMs } from '../../orders/order.rules.ts';
import type { Order } from '../../orders/order.ts';
import { promisedAtOf } from '../../orders/promise.rules.ts';
import { testCalendar } from '../../testing/order-builder.ts';
import { testTotalInMinorUnits, testWithPayments } from '../../testing/test-payments.ts';
import { providerOf } from '../methods/methods.ts';
import type { PaymentSession } from '../payment-provider.ts';
import { maxConcurrentCalls, type PaymentsContext } from '../payments-context.ts';
import { dueFilter, dueOrder } from './open-payments.indexes.ts';
import { sweepPayments } from './sweep-payments.ts';

const payments = testWithPayments('sweep_payments');
const rejectUnavailable = () => Promise.reject(new ProblemError('service-unavailable', 'Away.'));

/** Replaces the sandbox's sessions. */
const withSessions = (stateOf: (sessionId: string) => PaymentSession['state'] | undefined) => {
  const closedPages: string[] = [];
  const closePage: PaymentsContext['provider']['closePage'] = async (sessionId) => {
    closedPages.push(sessionId);
    const state = stateOf(sessionId);
    return state && ({ sessionId, state } as PaymentSession);
  };
  return { closedPages, context: payments.withProvider({ closePage }) };
};
const unpaidOrder = (sessionId: string) =>
  payments.anOrder({ onlinePayment: { sessionId, paymentId: null } });

it('cancels an expired order behind 50 delayed payments in the same round (ORD-O6)', async () => {
  for (let n = 0; n < 50; n += 1) await unpaidOrder(`cs_slow_${n}`);
  const last = await unpaidOrder('cs_left');
  payments.pass(payWithinMs);
  const { context } = withSessions((id) => (id === 'cs_left' ? 'expired' : 'processing'));
  expect(await payments.settle(context)).toMatchObject({ cancelled: 1, left: 50 });
  expect((await payments.read(last)).orderStatus).toBe('cancelled');
});

it('cancels expired orders when no provider is configured any more, one with a payment page an hour later (ORD-O6)', async () => {
  const withPage = await unpaidOrder('cs_page');
  const withoutPage = await payments.anOrder();
  payments.pass(payWithinMs);
  const context = payments.withProvider(providerOf({}));
  expect(await payments.settle(context)).toMatchObject({ cancelled: 1, left: 1 });
  expect((await payments.read(withoutPage)).orderStatus).toBe('cancelled');
  payments.pass(60 * 60_000);
  await payments.endClaims();
  expect(await payments.settle(context)).toMatchObject({ cancelled: 1, left: 0 });
  expect((await payments.read(withPage)).orderStatus).toBe('cancelled');
});

describe('a refund (ORD-O10)', () => {
  const orderWithDueRefund = async () => {
    const order = await payments.anOrder({ orderStatus: 'cancelled', payUntil: null });
    await payments.pay((await payments.createPage(order)).sessionId);
    expect(await payments.read(order)).toMatchObject({ refund: { state: 'due' } });
    return order;
  };
  const refundKeys = () => payments.sandbox.keys().filter((key) => key.startsWith('refund-'));

  it('that was rejected is requested with a new key', async () => {
    const order = await orderWithDueRefund();
    payments.sandbox.refuseRefunds(2);
    for (const refunded of [0, 0, 1]) {
      expect(await payments.settle()).toMatchObject({ refunded, left: 1 - refunded });
      await payments.endClaims();
    }
    expect(new Set(refundKeys()).size).toBe(3);
    expect(await payments.read(order)).toMatchObject({
      paymentStatus: 'refunded',
      refund: { state: 'done' },
    });
    expect(payments.refundedInMinorUnits()).toBe(testTotalInMinorUnits);
  });

  it('with a lost answer is found by its key at the provider, and made once', async () => {
    const order = await orderWithDueRefund();
    // The official client retries once.
    payments.sandbox.loseAnswers(2);
    expect(await payments.settle()).toMatchObject({ refunded: 1, left: 0 });
    expect(new Set(refundKeys()).size).toBe(1);
    expect(await payments.read(order)).toMatchObject({ refund: { state: 'done' } });
    expect(payments.refundedInMinorUnits()).toBe(testTotalInMinorUnits);
  });

  it('that the provider rejects again and again is work for staff in the end', async () => {
    const order = await orderWithDueRefund();
    payments.sandbox.refuseRefunds(5);
    for (let round = 1; round <= 5; round += 1) {
      expect(await payments.settle()).toMatchObject({ refunded: 0, left: 1 });
      await payments.endClaims();
    }
    const failed = await payments.read(order);
    expect(failed).toMatchObject({ paymentStatus: 'paid', refund: { state: 'failed', refusals: 5 } });
    expect(promisedAtOf(failed, testCalendar)).not.toBeNull();
    expect(await payments.refund(order, 'Once more.')).toMatchObject({ refund: { state: 'done' } });
    expect(payments.refundedInMinorUnits()).toBe(testTotalInMinorUnits);
  });

  it('that was rejected is requested by staff with a new key', async () => {
    const order = await payments.aPaidOrder();
    payments.sandbox.refuseRefunds(1);
    await expect(payments.refund(order)).rejects.toMatchObject({ code: 'payment-failed' });
    expect(await payments.refund(order)).toMatchObject({ refund: { state: 'done' } });
  });

  const paymentOf = (order: Order) => order.onlinePayment?.paymentId ?? '';

  it.each(['webhook', 'sweep'] as const)(
    'that is pending at the provider is followed until the %s reports success',
    async (reportedBy) => {
      const order = await orderWithDueRefund();
      payments.sandbox.holdRefunds(1);
      expect(await payments.settle()).toMatchObject({ refunded: 0, left: 1 });
      const underWay = await payments.read(order);
      expect(underWay).toMatchObject({ paymentStatus: 'paid', refund: { state: 'due' } });
      expect(await payments.eventsOf(order)).not.toContain('order.refunded');
      // Still pending: nothing changes.
      await payments.endClaims();
      expect(await payments.settle()).toMatchObject({ refunded: 0, left: 1 });
      expect(await payments.read(order)).toEqual(underWay);

      payments.sandbox.setDelivery(reportedBy === 'webhook' ? 'deliver' : 'drop');
      payments.sandbox.settleRefunds(paymentOf(underWay), 'succeeded');
      await payments.sandbox.settle();
      if (reportedBy === 'sweep') {
        await payments.endClaims();
        expect(await payments.settle()).toMatchObject({ refunded: 1, left: 0 });
      }
      expect(await payments.read(order)).toMatchObject({
        paymentStatus: 'refunded',
        refund: { state: 'done' },
      });
      const refunds = (await payments.eventsOf(order)).filter((type) => type === 'order.refunded');
      expect(refunds).toHaveLength(1);
      expect(refundKeys()).toHaveLength(1);
      expect(payments.refundedInMinorUnits()).toBe(testTotalInMinorUnits);
    },
  );

  it.each([
    ['before it succeeded, reported by the webhook', true, 'webhook'],
    ['before it succeeded, found by the sweep', true, 'sweep'],
    ['after it was reported as succeeded', false, 'webhook'],
  ] as const)(
    'that fails %s raises an alarm and waits until staff request it again',
    async (_, isHeld, reportedBy) => {
      const order = await orderWithDueRefund();
      if (isHeld) payments.sandbox.holdRefunds(1);
      await payments.settle();
      const alarm = jest.spyOn(payments.context.logger, 'error');
      payments.sandbox.setDelivery(reportedBy === 'webhook' ? 'twice' : 'drop');
      payments.sandbox.settleRefunds(paymentOf(await payments.read(order)), 'failed');
      await payments.sandbox.settle();
      await payments.endClaims();
      await payments.settle();
      const line = expect.objectContaining({ orderId: order.id });
      expect(alarm.mock.calls).toEqual([[line, 'a refund failed at the payment provider']]);
      alarm.mockRestore();
      const failed = await payments.read(order);
      expect(failed).toMatchObject({ paymentStatus: 'paid', refund: { state: 'failed', refusals: 1 } });
      expect(failed.history.at(-1)).toMatchObject({ by: 'shop', to: 'refund failed' });
      await payments.endClaims();
      expect(await payments.settle()).toMatchObject({ refunded: 0, left: 0 });
      expect(refundKeys()).toHaveLength(1);

      payments.sandbox.setDelivery('deliver');
      expect(await payments.refund(order, 'Once more.')).toMatchObject({
        paymentStatus: 'refunded',
        refund: { state: 'done' },
      });
      expect(new Set(refundKeys()).size).toBe(2);
      expect(payments.refundedInMinorUnits()).toBe(testTotalInMinorUnits);
    },
  );

  it('that failed can be handed back by staff with a note (ORD-O8)', async () => {
    const order = await orderWithDueRefund();
    await payments.settle();
    payments.sandbox.settleRefunds(paymentOf(await payments.read(order)), 'failed');
    await payments.sandbox.settle();
    expect(await payments.byStaff(order, { paymentStatus: 'refunded' })).toMatchObject({
      paymentStatus: 'refunded',
      refund: { state: 'done', isByHand: true },
    });
    await payments.endClaims();
    expect(await payments.settle()).toMatchObject({ refunded: 0, left: 0 });
    expect(payments.refundedInMinorUnits()).toBe(0);
  });

  it('of a second payment is followed, and requested again when it failed', async () => {
    const order = await payments.anOrder({
      paymentStatus: 'paid',
      onlinePayment: { sessionId: 'a', paymentId: 'pi_own' },
    });
    const second = await payments.createPage(order);
    payments.sandbox.holdRefunds(1);
    await payments.pay(second.sessionId);
    const [underWay] = (await payments.read(order)).secondPayments ?? [];
    expect(underWay).toMatchObject({ state: 'due', refundId: expect.any(String) });
    payments.sandbox.settleRefunds(underWay?.paymentId ?? '', 'failed');
    await payments.sandbox.settle();
    const [failed] = (await payments.read(order)).secondPayments ?? [];
    expect(failed).toMatchObject({ state: 'due', refusals: 1, failedAt: expect.any(Date) });
    expect(await payments.settle()).toMatchObject({ refunded: 1 });
    expect(new Set(refundKeys()).size).toBe(2);
    expect(payments.refundedInMinorUnits()).toBe(testTotalInMinorUnits);
  });

  it('of a second payment that was rejected is requested with a new key', async () => {
    const order = await orderWithDueRefund();
    const second = await payments.createPage(order);
    payments.sandbox.refuseRefunds(1);
    await payments.pay(second.sessionId);
    await payments.settle();
    await payments.endClaims();
    await payments.settle();
    expect(payments.refundedInMinorUnits()).toBe(2 * testTotalInMinorUnits);
  });
});

const refundDue = (sinceMs: number): Promise<Order> =>
  payments.anOrder({
    orderStatus: 'cancelled',
    paymentStatus: 'paid',
    payUntil: null,
    onlinePayment: { sessionId: null, paymentId: `pi_${sinceMs}` },
    refund: { state: 'due', amountInMinorUnits: testTotalInMinorUnits, note: '', since: new Date(sinceMs) },
  });

describe('a due refund', () => {
  it.each([
    ['refund', { state: 'due' }, 10 * 60_000],
    ['refund', { state: 'due', refundId: 're_1' }, 14 * 24 * 60 * 60_000],
    ['secondPayment', { state: 'due' }, 10 * 60_000],
  ] as const)(
    'of the kind %s %j is an alarm after %d ms, not before (ORD-O10)',
    async (kind, change, patienceMs) => {
      const since = new Date(payments.now());
      const dueRefund = { amountInMinorUnits: testTotalInMinorUnits, since, ...change };
      const order = await payments.anOrder({
        paymentStatus: 'paid',
        payUntil: null,
        onlinePayment: { sessionId: null, paymentId: 'pi_1' },
        ...(kind === 'refund'
          ? { refund: { ...dueRefund, note: '' } }
          : { secondPayments: [{ ...dueRefund, paymentId: 'pi_2' }] }),
      });
      const lines = { error: jest.fn(), warn: jest.fn() };
      const context: PaymentsContext = {
        ...payments.withProvider({ refund: rejectUnavailable, readRefunds: rejectUnavailable }),
        logger: { ...payments.context.logger, ...lines } as unknown as PaymentsContext['logger'],
      };
      payments.pass(patienceMs);
      await payments.settle(context);
      expect(lines.error).not.toHaveBeenCalled();
      expect(lines.warn).toHaveBeenCalled();
      payments.pass(1);
      await payments.endClaims();
      await payments.settle(context);
      expect(lines.error.mock.calls).toEqual([
        [expect.objectContaining({ orderId: order.id, waitingMs: patienceMs + 1 }), 'a refund is overdue'],
      ]);
    },
  );

  it('is made although a full batch of older ones is rejected (ORD-O10)', async () => {
    for (let n = 0; n < 50; n += 1) await refundDue(payments.now() - 60_000 + n);
    const last = await refundDue(payments.now());
    const rejecting = payments.withProvider({
      refund: async ({ orderId }) => {
        if (orderId !== last.id) throw new ProblemError('payment-failed', 'Refused.');
        return { refundId: 're_1', state: 'succeeded' };
      },
    });
    expect(await payments.settle(rejecting)).toMatchObject({ refunded: 1, left: 50 });
    expect(await payments.read(last)).toMatchObject({ paymentStatus: 'refunded', refund: { state: 'done' } });
  });
});

describe('while the provider is unavailable', () => {
  it('calls it a few times only, and settles what does not need it', async () => {
    for (let n = 0; n < 60; n += 1) await unpaidOrder(`cs_${n}`);
    const withoutPage = await payments.anOrder();
    for (let n = 0; n < 60; n += 1) await refundDue(payments.now() + n);
    const calls: string[] = [];
    const context = payments.withProvider({
      closePage: () => (calls.push('page'), rejectUnavailable()),
      refund: () => (calls.push('refund'), rejectUnavailable()),
    });
    payments.pass(payWithinMs);
    const counts = await payments.settle(context);
    expect(counts).toMatchObject({ paid: 0, cancelled: 1, kept: 0, refunded: 0 });
    expect((await payments.read(withoutPage)).orderStatus).toBe('cancelled');
    expect(calls.filter((call) => call === 'page').length).toBeLessThanOrEqual(maxConcurrentCalls);
    expect(calls.filter((call) => call === 'refund').length).toBeLessThanOrEqual(20 + maxConcurrentCalls);
  });

  it('settles other orders behind one whose call always fails', async () => {
    const failingOrder = await unpaidOrder('cs_bad');
    const otherOrder = await unpaidOrder('cs_good');
    payments.pass(payWithinMs);
    const context = payments.withProvider({
      closePage: (sessionId) =>
        sessionId === failingOrder.onlinePayment?.sessionId
          ? rejectUnavailable()
          : Promise.resolve(undefined),
    });
    await eventually(async () => {
      await payments.endClaims();
      await payments.settle(context);
      return (await payments.read(otherOrder)).orderStatus === 'cancelled';
    });
    expect((await payments.read(failingOrder)).orderStatus).toBe('pending');
  });
});

describe('the payment sweep', () => {
  it.each(['unpaid', 'refund', 'secondPayment', 'page', 'kept'] as const)(
    'finds open work of the kind %s by an index',
    async (kind) => {
      const plan = await payments.connection
        .collection('orders')
        .find({ ...dueFilter(kind, new Date(payments.now())), ...isUnclaimed(`claims.${kind}`) })
        .sort(dueOrder(kind))
        .explain('queryPlanner');
      const stages = JSON.stringify(plan['queryPlanner'].winningPlan);
      expect(stages).toContain(`"indexName":"claims.${kind}_1`);
      expect(stages).not.toContain('COLLSCAN');
      expect(stages).not.toContain('"stage":"SORT"');
    },
  );

  const overdue = async (count: number) => {
    for (let n = 0; n < count; n += 1) await unpaidOrder(`cs_${n}`);
    payments.pass(payWithinMs);
  };
  /** A sweep whose calls hang until they are answered. */
  const hangingSweep = async () => {
    await overdue(maxConcurrentCalls + 2);
    const answers: (() => void)[] = [];
    const closePage = () => new Promise<undefined>((resolve) => answers.push(() => resolve(undefined)));
    const sweeper = sweepPayments(payments.withProvider({ closePage }), { everyMs: 1 });
    sweeper.start();
    await eventually(() => answers.length === maxConcurrentCalls);
    return { answers, sweeper };
  };

  it('finishes orders in progress when it is stopped, and begins no other', async () => {
    const { answers, sweeper } = await hangingSweep();
    const stopping = sweeper.stop();
    for (const answer of answers) answer();
    await stopping;
    expect(answers).toHaveLength(maxConcurrentCalls);
    const now = new Date(payments.now());
    expect(await payments.context.openPayments.due('unpaid', now, 100)).toHaveLength(2);
  });

  it('stops although the provider hangs', async () => {
    const { answers, sweeper } = await hangingSweep();
    await sweeper.stop();
    expect(answers).toHaveLength(maxConcurrentCalls);
  }, 6_000);

  it('asks for each order once with several instances', async () => {
    await overdue(200);
    const instances = [1, 2].map(() => withSessions(() => 'expired'));
    const rounds = await Promise.all(instances.map((instance) => payments.settle(instance.context)));
    expect(instances.flatMap(({ closedPages }) => closedPages).toSorted()).toEqual(
      Array.from({ length: 200 }, (_, n) => `cs_${n}`).toSorted(),
    );
    expect(rounds.reduce((sum, { cancelled }) => sum + cancelled, 0)).toBe(200);
    for (const { cancelled } of rounds) expect(cancelled).toBeGreaterThan(20);
  });
});
