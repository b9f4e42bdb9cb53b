import type { AuditTrail } from '@kinmel/service-kit';
import { contractBetween, expectEvent, handleMessage } from '@kinmel/testing/contracts';
import { MatchersV3 } from '@pact-foundation/pact';
import { staffSubscriptions } from './staff.subscriptions.ts';

const { regex } = MatchersV3;

const pact = contractBetween('catalog', 'auth');
const userId = '6600000000000000000000c1';

it('user.deleted names the staff member to anonymise', async () => {
  await expectEvent(pact, {
    type: 'user.deleted',
    aggregateId: regex(/^[\w-]{1,64}$/, userId),
    aggregateVersion: 3,
    data: { userId: regex(/^[0-9a-f]{24}$/, userId) },
  }).executeTest(async ({ contents }) => {
    const forgotten: string[] = [];
    const audit: Pick<AuditTrail, 'forgetPerson'> = { forgetPerson: async (id) => void forgotten.push(id) };
    await handleMessage(staffSubscriptions({ audit: audit as AuditTrail }), contents.content);
    expect(forgotten).toEqual([userId]);
  });
});
