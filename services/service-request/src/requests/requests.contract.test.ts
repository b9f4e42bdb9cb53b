import type { AuditTrail } from '@kinmel/service-kit';
import { expectAccountDeletion, handleMessage } from '@kinmel/testing/contracts';
import type { AnyRequests } from './requests.store.ts';
import { requestsSubscriptions } from './requests.subscriptions.ts';

const userId = '6600000000000000000000c1';

/** Handles a message as the service would, and returns the marked accounts. */
async function receive(content: unknown): Promise<string[]> {
  const marked: string[] = [];
  const returns: Pick<AnyRequests, 'markCustomerGone' | 'forgetAccount'> = {
    markCustomerGone: async (id) => void marked.push(id),
    forgetAccount: async () => undefined,
  };
  const audit: Pick<AuditTrail, 'forgetPerson'> = { forgetPerson: async () => undefined };
  const context = {
    audit: audit as AuditTrail,
    now: () => new Date('2026-11-21T10:00:00.000Z'),
    deletedAccounts: { note: async () => undefined, has: async () => false, all: async () => [] },
    requests: { return: returns },
  } as unknown as Parameters<typeof requestsSubscriptions>[0];
  await handleMessage(requestsSubscriptions(context), content);
  return marked;
}

it('user.deleted contains the account whose requests are erased (SR-G10)', async () => {
  await expectAccountDeletion('service-request', userId).executeTest(async ({ contents }) => {
    expect(await receive(contents.content)).toEqual([userId]);
  });
});
