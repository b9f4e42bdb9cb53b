import { contractBetween, expectEvent, handleMessage } from '@kinmel/testing/contracts';
import { MatchersV3 } from '@pact-foundation/pact';
import type { NewPosting } from '../ledger/ledger.rules.ts';
import { policyContent } from '../policy/policy-content.ts';
import { aSettledSellRequest, creditPayment } from '../testing/settled-sell-request.ts';
import type { Payout } from './payout.rules.ts';
import { payoutsSubscriptions, type SettlingContext } from './payouts.subscriptions.ts';

const { integer, regex, string, nullValue } = MatchersV3;

const pact = contractBetween('order', 'service-request');
const id = (example: string) => regex(/^[0-9a-f]{24}$/, example);
const settledRequest = aSettledSellRequest();

/** Handles a message as the running service does, and returns what it posted and paid out. */
async function receive(content: unknown): Promise<readonly (NewPosting | Payout)[]> {
  const results: (NewPosting | Payout)[] = [];
  const parts = {
    ledger: {
      isClosed: async () => false,
      post: async (posting: NewPosting) => void results.push(posting),
    },
    payouts: { insert: async (payout: Payout) => void results.push(payout) },
    policies: { inForce: async () => policyContent },
    now: () => new Date('2026-11-21T10:00:00.000Z'),
  };
  // The handler uses only these parts of the context.
  await handleMessage(payoutsSubscriptions(parts as unknown as SettlingContext), content);
  return results;
}

const expectSettled = (description: string, payment: object) =>
  expectEvent(pact, {
    type: 'sell-request.settled',
    description,
    aggregateId: id(settledRequest.requestId),
    aggregateVersion: 6,
    data: {
      requestId: id(settledRequest.requestId),
      userId: id(settledRequest.userId ?? ''),
      reference: string(settledRequest.reference),
      subject: string(settledRequest.subject),
      customer: { name: string('Asha Gurung'), email: string('asha@example.com') },
      sealedTrackingToken: string('sealed'),
      deviceId: id(settledRequest.deviceId),
      price: { amountInMinorUnits: integer(5_400_000), currency: 'NPR' },
      payment,
    },
  });

describe('order needs of service-request', () => {
  it('sell-request.settled with a payout (ORD-S1)', () =>
    expectSettled('sell-request.settled with a payout', {
      to: 'payout',
      amount: { amountInMinorUnits: integer(5_400_000), currency: 'NPR' },
      method: regex(/^(bank|esewa|khalti|cash)$/, 'bank'),
      account: string('00123456789'),
    }).executeTest(async ({ contents }) => {
      expect(await receive(contents.content)).toMatchObject([
        {
          id: settledRequest.requestId,
          amount: settledRequest.payment.amount,
          account: '00123456789',
          status: 'due',
        },
      ]);
    }));

  it('sell-request.settled with credit (ORD-K11)', () =>
    expectSettled('sell-request.settled with credit', {
      to: 'credit',
      amount: { amountInMinorUnits: integer(5_670_000), currency: 'NPR' },
      method: nullValue(),
      account: string(''),
    }).executeTest(async ({ contents }) => {
      expect(await receive(contents.content)).toMatchObject([
        {
          key: `trade-in:${settledRequest.requestId}`,
          userId: settledRequest.userId,
          amount: creditPayment.amount,
        },
      ]);
    }));
});
