import type { AuditTrail } from '@kinmel/service-kit';
import { contractBetween, expectEvent, handleMessage } from '@kinmel/testing/contracts';
import { MatchersV3 } from '@pact-foundation/pact';
import type { AnyRequests } from './requests.store.ts';
import { requestsSubscriptions } from './requests.subscriptions.ts';

const { regex } = MatchersV3;

const pact = contractBetween('service-request', 'auth');
const userId = '6600000000000000000000c1';

/** Handles a message as the running service would, and answers whose requests were marked. */
async function receive(content: unknown): Promise<string[]> {
  const marked: string[] = [];
  const phoneOrders: Pick<AnyRequests, 'markCustomerGone'> = {
    markCustomerGone: async (id) => void marked.push(id),
  };
  const audit: Pick<AuditTrail, 'forgetPerson'> = { forgetPerson: async () => undefined };
  const context = {
    audit: audit as AuditTrail,
    now: () => new Date('2026-11-21T10:00:00.000Z'),
    goneCustomers: { note: async () => undefined, has: async () => false, all: async () => [] },
    // The subscription marks, and the sweep does the rest.
    requests: { 'phone-order': phoneOrders },
  } as unknown as Parameters<typeof requestsSubscriptions>[0];
  await handleMessage(requestsSubscriptions(context), content);
  return marked;
}

it('user.deleted says whose requests lose their person (G10)', async () => {
  await expectEvent(pact, {
    type: 'user.deleted',
    aggregateId: regex(/^[\w-]{1,64}$/, userId),
    aggregateVersion: 3,
    data: { userId: regex(/^[0-9a-f]{24}$/, userId) },
  }).executeTest(async ({ contents }) => {
    expect(await receive(contents.content)).toEqual([userId]);
  });
});
