import { instant } from '@kinmel/testing/web-contracts';
import { MatchersV3 } from '@pact-foundation/pact';
import { type Agreement, agreedWith } from '../../testing/staff-contract.ts';
import { creditApi } from './credit-api.ts';

const { eachLike, integer, nullValue, regex, string } = MatchersV3;

const userId = '6600000000000000000000c1';
const path = `/api/admin/credit/${userId}`;
const given = 'the customer has an order and credit of NPR 12,400';
const { getCustomerCredit, getGoodwillBound, changeCredit } = creditApi.endpoints;

const npr = (amountInMinorUnits: number) => ({ amountInMinorUnits, currency: 'NPR' as const });
const like = (amountInMinorUnits: number) => ({
  amountInMinorUnits: integer(amountInMinorUnits),
  currency: 'NPR',
});
const posting = {
  id: string('goodwill:1'),
  at: instant('2026-11-20T10:00:00.000Z'),
  cause: 'goodwill',
  reason: string('It came late.'),
  by: 'admin',
  order: nullValue(),
  amount: like(1_240_000),
  balanceAfter: like(1_240_000),
};
const key = 'a-key-of-staff';
const changing = { given, method: 'POST', headers: { 'Idempotency-Key': key }, status: 201 } as const;
const goodwill = { amount: npr(50_000), reason: 'It came late.' };
const correction = { amount: npr(-10_000), reason: 'Given twice.' };
const largeCorrection = { amount: npr(10_000_000), reason: 'A mistake.' };

it.each([
  {
    given: 'the policy of the shop is in force',
    upon: 'the bound of goodwill',
    path: '/api/policy',
    answer: { data: { credit: { maxGoodwill: like(500_000) } } },
    send: getGoodwillBound.initiate(),
    read: 500_000,
  },
  {
    given,
    upon: 'the credit of a customer',
    path,
    query: { page: '1', limit: '20' },
    answer: {
      data: {
        balance: like(1_240_000),
        history: eachLike(posting),
        pagination: { page: integer(1), total: integer(1), totalPages: integer(1) },
      },
    },
    send: getCustomerCredit.initiate({ userId, page: 1 }),
    read: { balance: npr(1_240_000), rows: [{ cause: 'goodwill' }] },
  },
  {
    ...changing,
    upon: 'goodwill for a customer',
    path: `${path}/goodwill`,
    body: goodwill,
    answer: { data: { ...posting, amount: npr(50_000), balanceAfter: npr(1_290_000) } },
    send: changeCredit.initiate({ userId, kind: 'goodwill', key, body: goodwill }),
    read: { balanceAfter: npr(1_290_000) },
  },
  {
    ...changing,
    upon: 'a correction of the credit of a customer',
    path: `${path}/corrections`,
    body: correction,
    answer: {
      data: { ...posting, cause: 'correction', amount: npr(-10_000), balanceAfter: npr(1_230_000) },
    },
    send: changeCredit.initiate({ userId, kind: 'corrections', key, body: correction }),
    read: { balanceAfter: npr(1_230_000) },
  },
  {
    ...changing,
    upon: 'a correction that a second person approves',
    path: `${path}/corrections`,
    body: largeCorrection,
    answer: { data: nullValue(), payoutId: regex(/^[0-9a-f]{24}$/, 'a'.repeat(24)) },
    send: changeCredit.initiate({ userId, kind: 'corrections', key, body: largeCorrection }),
    read: { id: 'a'.repeat(24), balanceAfter: undefined },
  },
  {
    ...changing,
    upon: 'a correction of more credit than there is',
    path: `${path}/corrections`,
    given: 'the customer has an order and no credit',
    body: correction,
    status: 409,
    refusal: ['not-enough-credit', 'There is credit of NPR 0.'],
    send: changeCredit.initiate({ userId, kind: 'corrections', key, body: correction }),
  },
] satisfies readonly Agreement[])('agrees on $upon', agreedWith('order'));
