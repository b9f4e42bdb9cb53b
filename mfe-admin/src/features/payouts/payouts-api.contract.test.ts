import { instant } from '@kinmel/testing/web-contracts';
import { MatchersV3 } from '@pact-foundation/pact';
import { type Agreement, agreedWith } from '../../testing/staff-contract.ts';
import { payoutsApi } from './payouts-api.ts';

const { boolean, eachLike, fromProviderState, integer, nullValue, regex, string } = MatchersV3;
const { listPayouts, getPayout, changePayout } = payoutsApi.endpoints;

const id = '6e0000000000000000000001';
const path = `/api/admin/payouts/${id}`;
const due = `the payout ${id} is due, and a photo of its receipt is stored`;
const proofId = 'f'.repeat(32);

// Only the fields that the page needs.
const aPayout = (over: object = {}) => ({
  id,
  reference: string('000001'),
  subject: string('Apple iPhone 13, 128 GB, Black'),
  customer: { name: string('Asha Gurung'), email: string('asha@example.com') },
  amount: { amountInMinorUnits: integer(5_400_000), currency: 'NPR' },
  method: regex(/^(bank|esewa|khalti|cash)$/, 'bank'),
  account: string('00123456789'),
  status: 'due',
  needsApproval: boolean(false),
  approvedBy: nullValue(),
  paidBy: nullValue(),
  paymentReference: '',
  proof: nullValue(),
  createdAt: instant('2026-11-27T06:00:00.000Z'),
  paidAt: nullValue(),
  version: integer(1),
  ...over,
});
const page = {
  data: { payouts: eachLike(aPayout()), pagination: { total: integer(1), totalPages: integer(1) } },
};
const paid = {
  status: 'paid',
  paidBy: string('Asha Rai'),
  paymentReference: 'NIC-42',
  paidAt: instant('2026-11-27T07:00:00.000Z'),
  version: integer(2),
};
const payment = { version: 1, paymentReference: 'NIC-42', proofId: null };
const paying = { given: due, method: 'POST', path: `${path}/payment` } as const;
const pay = (body: Omit<typeof payment, 'proofId'> & { proofId: string | null }) =>
  changePayout.initiate({ id, step: 'payment', ...body });

it.each([
  {
    given: due,
    upon: 'the first page of payouts',
    path: '/api/admin/payouts',
    query: { page: '1', limit: '20' },
    answer: page,
    send: listPayouts.initiate({ page: 1, status: 'all' }),
    read: { total: 1, totalPages: 1, rows: [{ id, status: 'due', version: 1 }] },
  },
  {
    given: due,
    upon: 'the payouts that are due',
    path: '/api/admin/payouts',
    query: { page: '1', limit: '20', status: 'due' },
    answer: page,
    send: listPayouts.initiate({ page: 1, status: 'due' }),
    read: { rows: [{ id, amount: { amountInMinorUnits: 5_400_000 } }] },
  },
  {
    given: due,
    upon: 'one payout',
    path,
    answer: { data: aPayout() },
    send: getPayout.initiate(id),
    read: { id, status: 'due', version: 1 },
  },
  {
    given: `the payout ${id} waits for its approval`,
    upon: 'an approval of a payout',
    method: 'POST',
    path: `${path}/approval`,
    body: { version: 1 },
    answer: {
      data: aPayout({ status: 'approved', needsApproval: true, approvedBy: string('Asha Rai'), version: 2 }),
    },
    send: changePayout.initiate({ id, step: 'approval', version: 1 }),
    read: { status: 'approved', approvedBy: 'Asha Rai', version: 2 },
  },
  {
    ...paying,
    upon: 'a payment of a payout',
    body: payment,
    answer: { data: aPayout(paid) },
    send: pay(payment),
    read: { status: 'paid', paymentReference: 'NIC-42', proof: null },
  },
  {
    ...paying,
    upon: 'a payment of a payout with its receipt',
    body: { ...payment, proofId: fromProviderState('${photoId}', proofId) },
    answer: { data: aPayout({ ...paid, proof: `${path}/proof` }) },
    send: pay({ ...payment, proofId }),
    read: { status: 'paid', proof: `${path}/proof` },
  },
  {
    given: due,
    upon: 'a payout to be stopped',
    method: 'POST',
    path: `${path}/stop`,
    body: { version: 1, reason: 'The phone is stolen.' },
    answer: { data: aPayout({ status: 'stopped', stopReason: 'The phone is stolen.', version: 2 }) },
    send: changePayout.initiate({ id, step: 'stop', version: 1, reason: 'The phone is stolen.' }),
    read: { status: 'stopped', stopReason: 'The phone is stolen.' },
  },
  {
    given: `the payout ${id} is stopped`,
    upon: 'a stopped payout to be taken up again',
    method: 'POST',
    path: `${path}/resumption`,
    body: { version: 2 },
    answer: { data: aPayout({ version: 3 }) },
    send: changePayout.initiate({ id, step: 'resumption', version: 2 }),
    read: { status: 'due', version: 3 },
  },
  {
    ...paying,
    upon: 'a payment of a payout with a stale version',
    body: { ...payment, version: 9 },
    status: 409,
    refusal: ['version-conflict', 'Somebody changed it.'],
    send: pay({ ...payment, version: 9 }),
  },
] satisfies readonly Agreement[])('agrees on $upon', agreedWith('order'));
