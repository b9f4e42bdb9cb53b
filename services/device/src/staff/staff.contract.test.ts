import type { AuditTrail } from '@kinmel/service-kit';
import { contractBetween, expectEvent, handleMessage } from '@kinmel/testing/contracts';
import { MatchersV3 } from '@pact-foundation/pact';
import { staffSubscriptions } from './staff.subscriptions.ts';

const { regex } = MatchersV3;

const pact = contractBetween('device', 'auth');
const userId = '6600000000000000000000c1';

it('user.deleted names the staff member to anonymise (DEV-D10)', async () => {
  await expectEvent(pact, {
    type: 'user.deleted',
    aggregateId: regex(/^[\w-]{1,64}$/, userId),
    aggregateVersion: 3,
    data: { userId: regex(/^[0-9a-f]{24}$/, userId) },
  }).executeTest(async ({ contents }) => {
    const forgotten: string[] = [];
    const forgetPerson = async (id: string) => void forgotten.push(id);
    const audit = { forgetPerson } as unknown as AuditTrail;
    await handleMessage(staffSubscriptions({ audit, devices: { forgetPerson } }), contents.content);
    expect(forgotten).toEqual([userId, userId]);
  });
});
