import { MatchersV3 } from '@pact-foundation/pact';
import { adminApi } from '../../admin-api.ts';
import { agreedWith } from '../../testing/staff-contract.ts';
import { chartsApi } from './charts-api.ts';

const { eachLike, integer, number, regex, string } = MatchersV3;

const figures = { orders: integer(1), cancelled: integer(0), revenue: number(1080) };

it('reads the figures of each day and those over all orders (SIL-56)', () => {
  const read = { orders: 1, cancelled: 0, revenue: 1080 };
  return agreedWith('order')({
    given: 'the order 00000000000000000000a0d1 of the customer is pending',
    upon: 'the figures of seven days',
    path: '/api/admin/services/order/daily-figures',
    query: { days: '7' },
    answer: {
      data: {
        days: eachLike({ day: regex(/^\d{4}-\d\d-\d\d$/, '2026-11-20'), ...figures }, 7),
        all: figures,
      },
    },
    send: chartsApi.endpoints.getDailyFigures.initiate(7),
    read: { days: Array(7).fill({ day: '2026-11-20', ...read }), all: read },
  });
});

it.each([
  ['order', 'order', 'the order 00000000000000000000a0d1 of the customer is pending'],
  ['service-request', 'sell-request', 'the sell request 00000000000000000000a1b2 is pending'],
  ['device', 'device', 'a phone has just come'],
] as const)('reads the age of the open work of %s', (owner, kind, given) => {
  const [one, none] = [integer(1), integer(0)];
  return agreedWith(owner)({
    given,
    upon: 'the age of the open work',
    path: `/api/admin/services/${owner}/work/age`,
    answer: { data: eachLike({ kind: string(kind), late: none, counts: [one, none, none, none, none] }) },
    send: adminApi.endpoints.getWorkAge.initiate(owner),
    read: [{ kind, late: 0, counts: [1, 0, 0, 0, 0] }],
  });
});
