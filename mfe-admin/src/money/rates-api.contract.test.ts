import { instant } from '@kinmel/testing/web-contracts';
import { MatchersV3 } from '@pact-foundation/pact';
import { type Agreement, agreedWith } from '../testing/staff-contract.ts';
import { ratesApi } from './rates-api.ts';

const { eachLike, integer, string } = MatchersV3;
const { getRates, listRates, setRate } = ratesApi.endpoints;

const rate = {
  currency: string('USD'),
  number: integer(1),
  shopMinorUnits: integer(13_500),
  from: instant('2026-11-26T06:00:00.000Z'),
};
const record = { ...rate, setBy: string('Asha Rai'), reason: string('Central bank') };
const change = { currency: 'USD', shopMinorUnits: 14_000, reason: 'Central bank', seenNumber: 1 } as const;

it.each([
  {
    given: 'the policy of the shop is in force',
    upon: 'the present rates',
    path: '/api/policy',
    answer: { data: { rates: eachLike(rate) } },
    send: getRates.initiate(),
    read: [{ currency: 'USD', shopMinorUnits: 13_500 }],
  },
  {
    given: 'one USD is NPR 135.00',
    upon: 'all rates',
    path: '/api/admin/rates',
    answer: { data: eachLike(record) },
    send: listRates.initiate(),
    read: { rows: [{ id: 'USD 1', version: 1, shopMinorUnits: 13_500 }] },
  },
  {
    given: 'one USD is NPR 135.00',
    upon: 'a new rate',
    method: 'POST',
    path: '/api/admin/rates',
    body: { ...change, isConfirmed: false },
    status: 201,
    answer: { data: { ...record, number: integer(2), shopMinorUnits: 14_000 } },
    send: setRate.initiate({ ...change, isConfirmed: false }),
    read: { id: 'USD 2', version: 2, shopMinorUnits: 14_000 },
  },
] satisfies readonly Agreement[])('agrees on $upon', agreedWith('order'));
