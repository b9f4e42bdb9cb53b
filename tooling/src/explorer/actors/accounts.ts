import { stepsOn } from './step.ts';

export const accountSteps = stepsOn('customer', {
  'delete account': {
    weight: 0.5,
    when: ({ id }, { deletedAccounts }) => !deletedAccounts.has(id),
    take: (by) => ({
      by,
      says: 'deletes the account',
      async work(shop) {
        await shop.deleteAccount(by.id);
        return { status: 200, body: {} };
      },
    }),
  },
});
