import { inTransaction } from '@kinmel/service-kit';
import type { Order } from '../../orders/order.ts';
import { promisedAtOf } from '../../orders/promise.rules.ts';
import { settleReturnOf } from '../../returns/settle-return.ts';
import { testCalendar } from '../../testing/order-builder.ts';
import { aSettledReturn } from '../../testing/settled-return.ts';
import { testTotalInMinorUnits, testWithPayments } from '../../testing/test-payments.ts';
import { chooseOnPage, openWalletPage } from '../../testing/wallet-pages.ts';
import { type PaymentProvider, providerUnavailable } from '../payment-provider.ts';
import { refundOnlinePayment } from './refund-online-payment.ts';

const payments = testWithPayments('give-back');
const { read } = payments;
const half = testTotalInMinorUnits / 2;
const returnId = aSettledReturn({ lines: [], customerDetails: {} } as never, 1, 0).requestId;

/** A delivered order that was paid by Khalti, and its page. */
async function paidByKhalti() {
  const order = await payments.anOrder({ paymentMethod: 'khalti' });
  const address = await openWalletPage(await payments.open(order));
  const returnQuery = await chooseOnPage(address, 'pay');
  await payments.get(
    `/api/payment/checkout-session?${new URLSearchParams({ returned: returnQuery.toString() })}`,
  );
  await payments.byStaff(order, { orderStatus: 'delivered' });
  return { order, address };
}

/** The order with a settled return of half its pieces. */
async function aDueReturn(number = 1) {
  const { order, address } = await paidByKhalti();
  await settle(order, number);
  return { order, address };
}
const settle = (order: Order, number: number) =>
  inTransaction(payments.connection, (session) =>
    settleReturnOf(payments.context, aSettledReturn(order, number, half), {
      session,
      log: payments.context.logger,
    }),
  );
const returnOf = async (order: Order) => (await read(order)).returns?.[0];

/** The sums that Khalti was asked to refund and did refund. */
function watchRefunds(refund?: PaymentProvider['refund']) {
  const refundedSums: (number | undefined)[] = [];
  const { provider } = payments.context;
  const execute: PaymentProvider['refund'] = (request) => {
    refundedSums.push(request.amountInMinorUnits);
    return provider.refund(request);
  };
  return { refundedSums, execute, context: payments.withProvider({ refund: refund ?? execute }) };
}
const makeRefund = async (order: Order, context = payments.context) =>
  refundOnlinePayment(context, await read(order), undefined, returnId);

describe('a refund at a provider without keys (ORD-O21)', () => {
  it.each([2, 4])('is made once by %d callers at once', async (callers) => {
    const { order } = await aDueReturn();
    const { refundedSums, context } = watchRefunds();
    await Promise.all(Array.from({ length: callers }, () => makeRefund(order, context)));
    expect(refundedSums).toEqual([half]);
    expect(await returnOf(order)).toMatchObject({ state: 'done' });
  });

  it('that was executed although the answer was lost is recorded, and not requested again', async () => {
    const { order } = await aDueReturn();
    const { refundedSums, execute } = watchRefunds();
    const losingAnswers = payments.withProvider({
      async refund(request) {
        await execute(request);
        throw providerUnavailable(new Error('status 503'));
      },
    });
    expect((await makeRefund(order, losingAnswers)).returns).toMatchObject([{ state: 'done' }]);
    expect(refundedSums).toEqual([half]);
  });

  it('that is executed after its answer was an error waits for the amount, and is not requested again', async () => {
    const { order } = await aDueReturn();
    const { refundedSums, execute } = watchRefunds();
    let executeLater: () => Promise<unknown> = () => Promise.resolve();
    const answeringLate = payments.withProvider({
      refund(request) {
        executeLater = () => execute(request);
        return Promise.reject(providerUnavailable(new Error('status 503')));
      },
    });
    await expect(makeRefund(order, answeringLate)).rejects.toMatchObject({ code: 'service-unavailable' });
    // A second click is concurrent with the sweep.
    expect((await makeRefund(order, answeringLate)).returns).toMatchObject([{ state: 'due' }]);
    await executeLater();
    expect((await makeRefund(order)).returns).toMatchObject([{ state: 'done' }]);
    expect(refundedSums).toEqual([half]);
  });

  it('that had no effect is requested again after some minutes', async () => {
    const { order } = await aDueReturn();
    const unavailable = payments.withProvider({
      refund: () => Promise.reject(providerUnavailable(new Error())),
    });
    await expect(makeRefund(order, unavailable)).rejects.toMatchObject({ code: 'service-unavailable' });
    const { refundedSums, context } = watchRefunds();
    await makeRefund(order, context);
    expect(refundedSums).toEqual([]);
    await payments.endClaims();
    await makeRefund(order, context);
    expect(refundedSums).toEqual([half]);
    expect(await returnOf(order)).toMatchObject({ state: 'done' });
  });

  it.each([true, false])(
    'of an instance that stopped in the call (executed: %s) is settled by the amount when its claim has expired',
    async (isExecuted) => {
      const { order } = await aDueReturn();
      const { refundedSums, execute, context } = watchRefunds();
      await new Promise<void>((resolve) => {
        const crashing = payments.withProvider({
          async refund(request) {
            if (isExecuted) await execute(request);
            resolve();
            return new Promise(() => undefined);
          },
        });
        void makeRefund(order, crashing);
      });
      // The claim is still valid.
      expect((await makeRefund(order, context)).returns).toMatchObject([{ state: 'due' }]);
      await payments.endClaims();
      expect((await makeRefund(order, context)).returns).toMatchObject([{ state: 'done' }]);
      expect(refundedSums).toEqual([half]);
    },
  );

  it('is settled before another one of the same payment is requested', async () => {
    const { order } = await aDueReturn();
    const { refundedSums, execute } = watchRefunds();
    const losingAnswers = payments.withProvider({
      async refund(request) {
        await execute(request);
        throw providerUnavailable(new Error('status 503'));
      },
      readRefunds: (() => {
        let calls = 0;
        return (id: string) => {
          calls += 1;
          return calls > 1
            ? Promise.reject(providerUnavailable(new Error()))
            : payments.context.provider.readRefunds(id);
        };
      })(),
    });
    await expect(makeRefund(order, losingAnswers)).rejects.toMatchObject({ code: 'service-unavailable' });
    await settle(order, 2);
    const [, second] = (await read(order)).returns ?? [];
    await refundOnlinePayment(payments.context, await read(order), undefined, second?.id);
    expect((await read(order)).returns).toMatchObject([{ state: 'done' }, { state: 'due' }]);
    expect(refundedSums).toEqual([half]);
  });

  it.each(['refund', 'part'])(
    'that staff made in the portal ("%s") is recognised, or is work that they can record',
    async (choice) => {
      const { order, address } = await aDueReturn();
      await chooseOnPage(address, choice);
      const { refundedSums, context } = watchRefunds();
      const refunding = makeRefund(order, context);
      if (choice === 'refund') expect((await refunding).returns).toMatchObject([{ state: 'done' }]);
      else {
        await expect(refunding).rejects.toMatchObject({
          code: 'payment-failed',
          message: expect.stringMatching(/Look at admin\.khalti\.com .* If NPR 98,820 is not among it, /),
        });
        const waiting = await read(order);
        expect(waiting.returns).toMatchObject([{ state: 'failed', isByHand: true }]);
        expect(promisedAtOf(waiting, testCalendar)).not.toBeNull();
        const recorded = await payments.refund(order, 'In the portal.', { returnId, isByHand: true });
        expect(recorded.returns).toMatchObject([{ state: 'done', isByHand: true }]);
      }
      expect(refundedSums).toEqual([]);
    },
  );
});

describe('a refund of a card payment (ORD-O21)', () => {
  it('that staff made in the portal is recognised, and not made again', async () => {
    const order = await payments.aPaidOrder();
    await payments.context.provider.refund({
      paymentId: order.onlinePayment?.paymentId ?? '',
      orderId: 'made in the portal',
      key: 'portal',
    });
    expect(await payments.refund(order)).toMatchObject({
      paymentStatus: 'refunded',
      refund: { state: 'done' },
    });
    expect(payments.refundedInMinorUnits()).toBe(testTotalInMinorUnits);
  });
});
