import type { AuditTrail } from '@kinmel/service-kit';
import { expectAccountDeletion, handleMessage } from '@kinmel/testing/contracts';
import { staffSubscriptions } from './staff.subscriptions.ts';

const userId = '6600000000000000000000c1';

it('user.deleted names the staff member to anonymise', async () => {
  await expectAccountDeletion('offer', userId).executeTest(async ({ contents }) => {
    const forgotten: string[] = [];
    const audit: Pick<AuditTrail, 'forgetPerson'> = { forgetPerson: async (id) => void forgotten.push(id) };
    await handleMessage(staffSubscriptions({ audit: audit as AuditTrail }), contents.content);
    expect(forgotten).toEqual([userId]);
  });
});
