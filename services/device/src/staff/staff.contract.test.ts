import type { AuditTrail } from '@kinmel/service-kit';
import { expectAccountDeletion, handleMessage } from '@kinmel/testing/contracts';
import { staffSubscriptions } from './staff.subscriptions.ts';

const userId = '6600000000000000000000c1';

it('user.deleted names the staff member to anonymise (DEV-D10)', async () => {
  await expectAccountDeletion('device', userId).executeTest(async ({ contents }) => {
    const forgotten: string[] = [];
    const forgetPerson = async (id: string) => void forgotten.push(id);
    const audit = { forgetPerson } as unknown as AuditTrail;
    await handleMessage(staffSubscriptions({ audit, devices: { forgetPerson } }), contents.content);
    expect(forgotten).toEqual([userId, userId]);
  });
});
