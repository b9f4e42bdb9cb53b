import {
  approvePayout,
  correctCredit,
  type Endpoint,
  giveGoodwill,
  payoutLife,
  payPayout,
  resumePayout,
  stopPayout,
} from '@kinmel/contracts';
import type { Person } from './people.ts';
import { byStaff, calls, type Moment, type Records, stepsOfLife, stepsOn } from './step.ts';
import type { View } from './view.ts';

const payout = (verb: string, endpoint: Endpoint, body: object = {}) =>
  byStaff(`${verb} {record}`, endpoint, ({ version }: Records['payout']) => ({ version, ...body }));

const credit =
  (endpoint: Endpoint, amounts: readonly number[]) =>
  ({ id: userId, name }: Person, { random, admin }: Moment) => {
    const amountInMinorUnits = random.pick(amounts);
    return calls(admin, `gives ${name} ${amountInMinorUnits / 100} rupees (${endpoint.id})`, endpoint, {
      params: { userId },
      key: `credit-${random.below(1_000_000_000)}`,
      body: { amount: { amountInMinorUnits, currency: 'NPR' }, reason: 'For the long wait.' },
    });
  };

const hasOrder = ({ id }: Person, { order: orders }: View) => orders.some(({ userId }) => userId === id);

/** Payouts, and credit by staff. */
export const staffMoneySteps = [
  ...stepsOfLife('payout', payoutLife, {
    statusOf: ({ status }) => status,
    weights: { stopPayout: 1 },
    approvePayout: payout('approves', approvePayout),
    payPayout: payout('pays', payPayout, { paymentReference: 'TR-1', password: 'Only one of us 1' }),
    stopPayout: payout('stops', stopPayout, { reason: 'The account is wrong.' }),
    resumePayout: payout('takes up', resumePayout),
  }),
  ...stepsOn('customer', {
    goodwill: { weight: 1, when: hasOrder, take: credit(giveGoodwill, [50_000]) },
    'correct credit': {
      weight: 1,
      when: hasOrder,
      take: credit(correctCredit, [100_000, 100_000, -20_000, -2_000_000, 15_000_000]),
    },
  }),
];
