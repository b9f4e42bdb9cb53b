import { expectAccountDeletion, handleMessage } from '@kinmel/testing/contracts';
import { accountsSubscriptions } from './accounts.subscriptions.ts';

const userId = '6600000000000000000000c1';

it('user.deleted names the account to forget', async () => {
  await expectAccountDeletion('catalog', userId).executeTest(async ({ contents }) => {
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
