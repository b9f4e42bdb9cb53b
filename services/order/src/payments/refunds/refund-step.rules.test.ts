import { anOrder } from '../../testing/order-builder.ts';
import type { RefundsAtProvider } from '../payment-provider.ts';
import { dueRefunds, nextStep, type RequestedRefund, type WantedRefund } from './refund-step.rules.ts';

const dueRefund: WantedRefund = {
  paymentId: 'p',
  key: 'k',
  amountInMinorUnits: 1_000,
  returnId: 'r1',
  isWhole: false,
  refusals: 0,
  earlierInMinorUnits: 0,
  byHandInMinorUnits: 0,
};
const wholeRefund = { ...dueRefund, returnId: undefined, isWhole: true };
const refundedAt = (
  amountInMinorUnits: number | undefined,
  requestMode: RefundsAtProvider['requestMode'] = 'by-amount',
  refunds: RefundsAtProvider['refunds'] = [],
): RefundsAtProvider => ({ amountInMinorUnits, requestMode, refunds, portal: 'the portal' });
const requested = (overrides: Partial<RequestedRefund> = {}): RequestedRefund => ({
  key: 'k',
  beforeInMinorUnits: 0,
  isRecent: true,
  ...overrides,
});
const done = { returnId: 'r1', isAnswer: true, refundId: 'k', state: 'succeeded' };
const byHand = { state: 'by-hand' };

describe('the next step of a refund (ORD-O21)', () => {
  it.each([
    ['nothing was given back', dueRefund, refundedAt(0), undefined, 'ask'],
    [
      'as much was given back as the shop has recorded',
      { ...dueRefund, earlierInMinorUnits: 500 },
      refundedAt(500, 'by-key'),
      undefined,
      'ask',
    ],
    [
      'an earlier refund failed afterwards',
      { ...dueRefund, earlierInMinorUnits: 500 },
      refundedAt(0, 'by-key'),
      undefined,
      'ask',
    ],
    ['it was given back without a request', dueRefund, refundedAt(1_000), undefined, done],
    ['more was given back', dueRefund, refundedAt(5_000), undefined, done],
    [
      'staff recorded as much by hand, in cash or at the provider',
      { ...dueRefund, byHandInMinorUnits: 1_000 },
      refundedAt(1_000, 'by-key'),
      undefined,
      byHand,
    ],
    [
      'more was given back than staff recorded by hand',
      { ...dueRefund, byHandInMinorUnits: 500 },
      refundedAt(1_500, 'by-key'),
      undefined,
      done,
    ],
    [
      'staff handed as much back in cash',
      { ...dueRefund, byHandInMinorUnits: 1_000 },
      refundedAt(0),
      undefined,
      'ask',
    ],
    [
      'as much was given back after the request as staff recorded by hand',
      { ...dueRefund, byHandInMinorUnits: 1_000 },
      refundedAt(1_000, 'by-key'),
      requested(),
      done,
    ],
    ['less was given back', dueRefund, refundedAt(999, 'by-key'), undefined, byHand],
    ['an unknown part was given back', dueRefund, refundedAt(undefined), undefined, byHand],
    ['an unknown part was given back after the request', dueRefund, refundedAt(undefined), requested(), done],
    [
      'an unknown part was given back after the request for another one',
      dueRefund,
      refundedAt(undefined),
      requested({ key: 'other' }),
      byHand,
    ],
    ['an unknown part was given back of a whole', wholeRefund, refundedAt(undefined), requested(), byHand],
    ['the request may still be executed', dueRefund, refundedAt(0), requested(), 'wait'],
    ['the request was not executed', dueRefund, refundedAt(0), requested({ isRecent: false }), 'ask'],
    ['the request has a key', dueRefund, refundedAt(0, 'by-key'), requested(), 'ask'],
    [
      'a part of a whole was given back, and the request has a key',
      wholeRefund,
      refundedAt(10, 'by-key'),
      undefined,
      'ask',
    ],
    ['the provider has no call for refunds', dueRefund, refundedAt(0, 'by-hand'), undefined, byHand],
    [
      'staff made it at a provider without such a call',
      dueRefund,
      refundedAt(1_000, 'by-hand'),
      undefined,
      done,
    ],
  ] as const)('when %s', (_, refund, provider, earlierRequest, expected) => {
    const step = nextStep(refund, provider, earlierRequest);
    if (typeof expected === 'string') expect(step).toBe(expected);
    else expect(step).toMatchObject(expected);
  });

  it('is the state of the refund that has its key or its id', () => {
    const refunds = [
      { refundId: 're_2', state: 'pending', key: 'k' },
      { refundId: 're_1', state: 'failed', key: 'other' },
    ] as const;
    const provider = refundedAt(1_000, 'by-key', refunds);
    expect(nextStep(dueRefund, provider, undefined)).toMatchObject({ refundId: 're_2', state: 'pending' });
    expect(nextStep({ ...dueRefund, refundId: 're_1' }, provider, undefined)).toMatchObject({
      state: 'failed',
    });
    expect(nextStep({ ...dueRefund, refundId: 're_0' }, provider, undefined)).toMatchObject({
      state: 'pending',
    });
  });

  it('gives staff the amount and the portal', () => {
    expect(nextStep(dueRefund, refundedAt(0, 'by-hand'), undefined)).toMatchObject({
      instruction: 'Give NPR 10 back at the portal, then record it.',
    });
    expect(nextStep(dueRefund, refundedAt(undefined), undefined)).toMatchObject({
      instruction:
        'Look at the portal: a part of the payment was given back there already. If NPR 10 is not among it, give it back there; then record it.',
    });
  });
});

describe('the due refunds of a payment', () => {
  const since = new Date(0);
  const aReturn = (id: string, overrides: object) => ({
    id,
    reference: id,
    creditInMinorUnits: 0,
    lines: [],
    settledAt: since,
    state: 'due' as const,
    amountInMinorUnits: 100,
    note: '',
    since,
    ...overrides,
  });
  const onlinePayment = { sessionId: 's', paymentId: 'p' };

  it('are those of its returns, each with what the provider gave back for others', () => {
    const order = anOrder({
      onlinePayment,
      returns: [
        aReturn('r1', { state: 'done' }),
        aReturn('r2', { refusals: 2 }),
        aReturn('r3', { state: 'done', isByHand: true }),
        aReturn('r4', { refundId: 're_4' }),
        aReturn('r5', { state: 'failed' }),
      ],
    });
    expect(dueRefunds(order, 'p')).toMatchObject([
      {
        key: 'refund-p-r2-2',
        returnId: 'r2',
        earlierInMinorUnits: 200,
        byHandInMinorUnits: 200,
        isWhole: false,
      },
      { key: 'refund-p-r4', refundId: 're_4', earlierInMinorUnits: 100 },
    ]);
  });

  it('are that of the order, and those of second payments', () => {
    const second = { paymentId: 'p2', amountInMinorUnits: 300, state: 'due' as const, since };
    const refund = { state: 'due' as const, amountInMinorUnits: 500, note: '', since };
    const order = anOrder({
      onlinePayment,
      refund,
      secondPayments: [second, { ...second, paymentId: 'p3' }],
    });
    expect(dueRefunds(order, 'p')).toMatchObject([
      { key: 'refund-p', isWhole: true, amountInMinorUnits: 500 },
    ]);
    expect(dueRefunds(order, 'p2')).toMatchObject([
      { key: 'refund-p2', isWhole: true, amountInMinorUnits: 300 },
    ]);
    expect(dueRefunds({ ...order, refund: { ...refund, state: 'done' } }, 'p')).toEqual([]);
  });
});
