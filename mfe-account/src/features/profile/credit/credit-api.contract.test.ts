import {
  contractBetween,
  type EndpointExchange,
  endpointExchange,
  instant,
} from '@kinmel/testing/web-contracts';
import { MatchersV3 } from '@pact-foundation/pact';
import { creditApi } from './credit-api.ts';

const { arrayContaining, eachLike, integer, nullValue, regex, string } = MatchersV3;

const order = contractBetween('mfe-account', 'order');
const orderId = '00000000000000000000a0d1';
const npr = (amountInMinorUnits: number) => ({
  amountInMinorUnits: integer(amountInMinorUnits),
  currency: 'NPR',
});

const goodwill = {
  id: string('goodwill:1'),
  at: instant('2026-11-20T10:00:00.000Z'),
  cause: 'goodwill',
  reason: string('It came late.'),
  by: regex(/^(customer|admin|shop)$/, 'admin'),
  order: nullValue(),
  amount: npr(1_240_000),
  balanceAfter: npr(1_240_000),
};
const usePosting = {
  ...goodwill,
  id: string('order:1:used'),
  cause: 'order',
  reason: string(''),
  order: { id: orderId, orderNumber: string('KM-7H2K-94QX') },
  amount: npr(-1_240_000),
  balanceAfter: npr(0),
};
const page = { page: integer(1), total: integer(1), totalPages: integer(1) };
const query = { page: '1', limit: '10' };

it.each([
  {
    given: ['a customer is signed in', 'the customer has an order and credit of NPR 12,400'],
    name: 'the own credit',
    request: ['GET', '/api/credit', { query }],
    answer: [
      200,
      { success: true, data: { balance: npr(1_240_000), history: eachLike(goodwill), pagination: page } },
    ],
    send: creditApi.endpoints.getMyCredit.initiate(1),
    expected: { data: { balance: { amountInMinorUnits: 1_240_000 }, history: [{ cause: 'goodwill' }] } },
  },
  {
    given: ['a customer is signed in', `the order ${orderId} of the customer used credit`],
    name: 'the own credit after an order',
    request: ['GET', '/api/credit', { query }],
    answer: [
      200,
      { success: true, data: { balance: npr(0), history: arrayContaining(usePosting), pagination: page } },
    ],
    send: creditApi.endpoints.getMyCredit.initiate(1),
    expected: { data: { history: [{ cause: 'order', order: { id: orderId } }] } },
  },
] satisfies EndpointExchange[])('the profile agrees with order on $name', (row) =>
  endpointExchange(order, { ...row, token: 'customer' }),
);
