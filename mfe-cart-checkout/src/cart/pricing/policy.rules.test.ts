import { aPolicy } from '@kinmel/testing/page';
import { readPolicy } from './policy.rules.ts';

const answer = () => ({ success: true, data: aPolicy() });

it('takes figures and sentences from the record (CONF-06)', () => {
  expect(readPolicy(answer())).toEqual({
    feeInMinorUnits: 1500,
    freeAboveInMinorUnits: 20_000,
    taxPercent: 8,
    taxLabel: 'Tax (8%)',
    shippingSentence: 'Free shipping over NPR 200',
    returnsSentence: '30-day money-back guarantee',
    paymentsSentence: 'Secure payments',
    supportSentence: '24/7 support',
  });
});

it.each(['shipping', 'tax', 'returns', 'payments', 'support'])(
  'guesses nothing when %s is missing',
  (part) => {
    const { success, data } = answer();
    expect(readPolicy({ success, data: { ...data, [part]: undefined } })).toBeUndefined();
  },
);

it.each([null, undefined, 'x', [], { data: null }])('refuses %p', (raw) => {
  expect(readPolicy(raw)).toBeUndefined();
});
