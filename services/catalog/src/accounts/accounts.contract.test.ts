import { contractBetween, expectEvent, handleMessage } from '@kinmel/testing/contracts';
import { MatchersV3 } from '@pact-foundation/pact';
import { accountsSubscriptions } from './accounts.subscriptions.ts';

const { regex } = MatchersV3;

const pact = contractBetween('catalog', 'auth');
const userId = '6600000000000000000000c1';

it('user.deleted names the account to forget', async () => {
  await expectEvent(pact, {
    type: 'user.deleted',
    aggregateId: regex(/^[\w-]{1,64}$/, userId),
    aggregateVersion: 3,
    data: { userId: regex(/^[0-9a-f]{24}$/, userId) },
  }).executeTest(async ({ contents }) => {
    const forgotten: unknown[] = [];
    const forget = async (person: unknown) => void forgotten.push(person);
    const context = {
      audit: Object.assign(Object.create(null), { forgetPerson: forget }),
      alerts: { end: forget },
      wishlists: { forget },
      deletedAccounts: Object.assign(Object.create(null), { note: async () => undefined }),
      now: () => new Date('2026-11-21T10:00:00.000Z'),
    };
    await handleMessage(accountsSubscriptions(context), contents.content);
    expect(forgotten).toEqual([userId, { userId }, userId]);
  });
});
