import { money } from '../ledger/ledger.rules.ts';
import { policyContent } from '../policy/policy-content.ts';
import { testCalendar } from '../testing/order-builder.ts';
import { aSettledSellRequest, creditPayment } from '../testing/settled-sell-request.ts';
import {
  approvePayout,
  creditPayout,
  endPayout,
  eventsOf,
  forgetSeller,
  newPayout,
  paidEvents,
  payPayout,
  promisedAtOf,
  redirectPayout,
  resumePayout,
  stopPayout,
} from './payout.rules.ts';

/** A Friday. */
const now = new Date('2026-11-27T06:00:00.000Z');
const asha = { id: 'admin-1', name: 'Asha' };
const bikash = { id: 'admin-2', name: 'Bikash' };
const threshold = policyContent.approvals.fourEyesFrom.amountInMinorUnits;
const ofSum = (amountInMinorUnits: number, paymentFields: object = {}) =>
  newPayout(
    aSettledSellRequest({
      payment: { ...aSettledSellRequest().payment, amount: money(amountInMinorUnits), ...paymentFields },
    }),
    policyContent,
    now,
  );
const paymentOf = (version: number, paymentReference = 'NIC-0042') => ({
  version,
  paymentReference,
  proofId: null,
});
const refusalAt = (path: string, message: string) =>
  expect.objectContaining({ code: 'conflict', message, details: [{ path, message }] });
const versionConflict = expect.objectContaining({ code: 'version-conflict' });

describe('the seller changes where the payout goes (ORD-S7)', () => {
  const redirect = { method: 'esewa', account: '9801234567', requestVersion: 6 } as const;

  it('while it is due, once', () => {
    const after = redirectPayout(ofSum(threshold), redirect, now);
    expect(after).toMatchObject({ method: 'esewa', account: redirect.account, status: 'due', version: 2 });
    expect(after && redirectPayout(after, redirect, now)).toBeUndefined();
  });

  it('once of two changes of one version: only one of them is saved at the sell request', () => {
    const first = redirectPayout(ofSum(threshold), redirect, now) ?? ofSum(threshold);
    const redirectAgain = (requestVersion: number, seconds: number) =>
      redirectPayout(
        first,
        { ...redirect, account: '9800000000', requestVersion },
        new Date(now.getTime() + seconds * 1000),
      );
    expect(() => redirectAgain(6, 59)).toThrow(versionConflict);
    expect(() => redirectAgain(5, 3600)).toThrow(versionConflict);
    // The first one was never saved, or has its own version by now.
    expect(redirectAgain(6, 60)?.account).toBe('9800000000');
    expect(redirectAgain(7, 0)?.account).toBe('9800000000');
  });

  it.each([
    ['approved', approvePayout(ofSum(threshold), asha, 1), 'We are paying this just now.'],
    ['stopped', stopPayout(ofSum(1), 1, 'A doubt.'), 'We are paying this just now.'],
    ['paid', payPayout(ofSum(1), asha, paymentOf(1), now), 'paid already'],
    ['ended', endPayout(stopPayout(ofSum(1), 1, 'A doubt.')), 'goes back to the seller'],
    ['credit', newPayout(aSettledSellRequest({ payment: creditPayment }), policyContent, now), 'paying'],
  ])('and not when it is %s', (_, payout, words) => {
    expect(() => payout && redirectPayout(payout, redirect, now)).toThrow(words);
  });
});

describe('a payout below the sum of the policy', () => {
  const payout = ofSum(threshold - 1);

  it('is due, and paid by one person with the reference of the transfer (ORD-S1, ORD-S3)', () => {
    expect(payout).toMatchObject({ status: 'due', needsApproval: false, version: 1 });
    const paidPayout = payPayout(payout, asha, paymentOf(1), now);
    expect(paidPayout).toMatchObject({
      status: 'paid',
      paidBy: asha,
      paidAt: now,
      paymentReference: 'NIC-0042',
      version: 2,
    });
    expect(paidEvents(paidPayout)).toMatchObject([
      {
        type: 'payout.paid',
        aggregateId: payout.id,
        aggregateVersion: 2,
        data: {
          sellRequestId: payout.id,
          amount: payout.amount,
          method: 'bank',
          paymentReference: 'NIC-0042',
        },
      },
    ]);
    expect(JSON.stringify(paidEvents(paidPayout))).not.toContain(payout.account);
  });

  it('needs no approval (ORD-S2)', () => {
    expect(() => approvePayout(payout, asha, 1)).toThrow(
      refusalAt('status', 'This payout needs no approval.'),
    );
  });

  it('is paid once, in its newest version, with a reference unless it is cash (ORD-S3)', () => {
    const paidPayout = payPayout(payout, asha, paymentOf(1), now);
    expect(() => payPayout(paidPayout, bikash, paymentOf(2), now)).toThrow(
      refusalAt('status', 'This payout is paid already.'),
    );
    expect(() => payPayout(paidPayout, bikash, paymentOf(1), now)).toThrow(versionConflict);
    expect(() => payPayout(payout, asha, paymentOf(1, ''), now)).toThrow(
      refusalAt('paymentReference', 'Please enter the reference of the transfer.'),
    );
    expect(payPayout(ofSum(100, { method: 'cash' }), asha, paymentOf(1, ''), now).status).toBe('paid');
  });
});

describe('a payout of the sum of the policy or more (ORD-S2)', () => {
  const payout = ofSum(threshold);
  const approvedPayout = approvePayout(payout, asha, 1);

  it('is approved by one person and paid by another', () => {
    expect(payout.needsApproval).toBe(true);
    expect(() => payPayout(payout, bikash, paymentOf(1), now)).toThrow(
      refusalAt('status', 'Another person of the staff must approve a payout of this sum first.'),
    );
    expect(approvedPayout).toMatchObject({ status: 'approved', approvedBy: asha, version: 2 });
    expect(payPayout(approvedPayout, bikash, paymentOf(2), now, 'other-person')).toMatchObject({
      approvedBy: asha,
      paidBy: bikash,
      secondApproval: 'other-person',
    });
  });

  it('is approved once, in its newest version', () => {
    expect(() => approvePayout(approvedPayout, bikash, 2)).toThrow(
      refusalAt('status', 'This payout is approved already.'),
    );
    expect(() => approvePayout(approvedPayout, bikash, 1)).toThrow(versionConflict);
    expect(() => approvePayout(payPayout(approvedPayout, bikash, paymentOf(2), now), bikash, 3)).toThrow(
      'paid already',
    );
  });
});

it('a payout is promised for the day, or the next business day, until it is paid (ORD-W7)', () => {
  const payout = ofSum(100);
  expect(promisedAtOf(payout, testCalendar)?.toISOString()).toBe('2026-11-27T18:15:00.000Z');
  const onSaturday = { ...payout, createdAt: new Date('2026-11-28T06:00:00.000Z') };
  expect(promisedAtOf(onSaturday, testCalendar)?.toISOString()).toBe('2026-11-30T18:15:00.000Z');
  expect(promisedAtOf(payPayout(payout, asha, paymentOf(1), now), testCalendar)).toBeNull();
});

describe('a payout that is stopped (ORD-S5)', () => {
  const payout = ofSum(threshold);
  const stoppedPayout = stopPayout(approvePayout(payout, asha, 1), 2, 'The phone is on the register.');

  it('has its reason and promises nothing, and cannot be approved or paid', () => {
    expect(stoppedPayout).toMatchObject({
      status: 'stopped',
      stopReason: 'The phone is on the register.',
      version: 3,
    });
    expect(promisedAtOf(stoppedPayout, testCalendar)).toBeNull();
    const refusal = refusalAt('status', 'This payout is stopped. Take it up again first.');
    expect(() => approvePayout(stoppedPayout, bikash, 3)).toThrow(refusal);
    expect(() => payPayout(stoppedPayout, bikash, paymentOf(3), now)).toThrow(refusal);
    expect(() => stopPayout(stoppedPayout, 3, 'Again')).toThrow(
      refusalAt('status', 'This payout is stopped already.'),
    );
  });

  it('is resumed, and must be approved again', () => {
    const { stopReason, ...resumed } = resumePayout(stoppedPayout, 3);
    expect([stopReason, resumed.status, resumed.approvedBy]).toEqual([undefined, 'due', null]);
    expect(() => payPayout(resumed, bikash, paymentOf(4), now)).toThrow(
      'must approve a payout of this sum first',
    );
    expect(() => resumePayout(payout, 1)).toThrow(refusalAt('status', 'This payout is not stopped.'));
  });

  it('publishes the stop and its end for device, each with its version (ORD-S5)', () => {
    const expectedEvents = (type: string, aggregateVersion: number) => [
      { type, aggregateId: payout.id, aggregateVersion, data: { sellRequestId: payout.id } },
    ];
    expect(eventsOf(stoppedPayout, now)).toMatchObject(expectedEvents('payout.stopped', 3));
    expect(eventsOf(resumePayout(stoppedPayout, 3), now)).toMatchObject(expectedEvents('payout.resumed', 4));
    expect(eventsOf({ ...stoppedPayout, cause: 'refund' }, now)).toEqual([]);
  });

  it('is ended once when its phone goes back, and never paid, stopped or taken up again (ORD-S6)', () => {
    const endedPayout = endPayout(stoppedPayout) ?? payout;
    expect(endedPayout).toMatchObject({
      status: 'ended',
      stopReason: 'The phone is on the register.',
      version: 4,
    });
    expect(endPayout(endedPayout)).toBeUndefined();
    expect(promisedAtOf(endedPayout, testCalendar)).toBeNull();
    const refusal = refusalAt('status', 'This payout is ended: its phone goes back to the seller.');
    expect(() => resumePayout(endedPayout, 4)).toThrow(refusal);
    expect(() => payPayout(endedPayout, bikash, paymentOf(4), now)).toThrow(refusal);
    expect(() => stopPayout(endedPayout, 4, 'Again')).toThrow(refusal);
    for (const other of [payout, payPayout(ofSum(100), asha, paymentOf(1), now)])
      expect(() => endPayout(other)).toThrow('is not stopped any more');
    expect(forgetSeller(endedPayout)).toMatchObject({
      status: 'ended',
      userId: null,
      customer: { email: '' },
    });
  });

  it('cannot be one that was paid, or another version', () => {
    const paidPayout = payPayout(ofSum(100), asha, paymentOf(1), now);
    expect(() => stopPayout(paidPayout, 2, 'Too late')).toThrow(
      refusalAt('status', 'This payout is paid already.'),
    );
    expect(() => stopPayout(payout, 9, 'A reason')).toThrow(versionConflict);
  });
});

it('a phone paid as credit is paid in cash without the bonus when the account is deleted before (ORD-K8)', () => {
  const asCredit = newPayout(
    aSettledSellRequest({
      price: money(threshold),
      payment: { to: 'credit', amount: money(threshold + 500), method: null, account: '' },
    }),
    policyContent,
    now,
  );
  expect(asCredit).toMatchObject({ method: 'credit', needsApproval: true, amount: money(threshold + 500) });
  const { credit, ...forgottenPayout } = forgetSeller(asCredit);
  expect(credit).toBeUndefined();
  expect(forgottenPayout).toMatchObject({
    method: 'cash',
    amount: money(threshold),
    userId: null,
    status: 'due',
  });
});

it('goodwill that waits when the account is deleted is stopped, and cannot be taken up again (ORD-K8)', () => {
  const posting = {
    key: 'goodwill:1',
    at: now,
    userId: 'u1',
    cause: 'goodwill',
    reason: 'Late parcel',
  } as const;
  const waiting = creditPayout(
    { ...posting, by: { by: 'admin', who: asha.id }, order: null, amount: money(threshold) },
    { id: '6e'.padEnd(24, '0'), customer: { name: 'Asha', email: 'asha@example.com' }, approvedBy: asha },
  );
  const forgottenPayout = forgetSeller(waiting);
  expect(forgottenPayout).toMatchObject({
    status: 'stopped',
    stopReason: 'The account was deleted.',
    userId: null,
  });
  expect(() => resumePayout(forgottenPayout, 2)).toThrow(
    refusalAt('status', 'The account was deleted, so that it can get no credit.'),
  );
});
