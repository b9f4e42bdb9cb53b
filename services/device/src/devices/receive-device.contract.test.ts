import { getPolicy, tradeInTermsSchema } from '@kinmel/contracts';
import { serviceCalls } from '@kinmel/testing/contracts';
import { aPolicy } from '@kinmel/testing/samples';
import { MatchersV3 } from '@pact-foundation/pact';
import { sellRequestsClient } from './receive-device.ts';

const { eachLike, integer, like, regex, string } = MatchersV3;

const callRequests = serviceCalls('device', 'service-request');
const sellRequestId = '00000000000000000000a1b2';
const deviceId = 'de'.repeat(12);
const knownAs = { brand: 'apple', model: 'iPhone 13', storage: '128' } as const;
const claim = { deviceId, deviceVersion: 2, knownAs };

it('service-request returns the accepted sell request of a phone (DEV-D1)', async () => {
  const claimedRequest = await callRequests(
    {
      given: `the sell request ${sellRequestId} is accepted`,
      name: 'a claim of a sell request whose phone is received',
      request: ['PUT', `/internal/sell-requests/${sellRequestId}/receipt`, { body: claim }],
      answer: {
        data: {
          sellRequestId,
          reference: string('00A1B2'),
          brand: string('apple'),
          model: string('iPhone 13'),
          storage: string('128'),
          color: string('black'),
          condition: string('good'),
          version: integer(4),
          receiptId: regex(/^[0-9a-f]{24}$/, 'fa'.repeat(12)),
          deviceId,
          quotedPriceInMinorUnits: integer(30_000),
        },
      },
    },
    (client) =>
      sellRequestsClient(client).claimReceipt(
        sellRequestId,
        claim,
        `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
      ),
  );
  expect(claimedRequest).toMatchObject({ sellRequestId, deviceId, quotedPriceInMinorUnits: 30_000 });
});

it('service-request returns the outcome of a step that claimed a phone (DEV-D19)', async () => {
  const outcome = await callRequests(
    {
      given: `the sell request ${sellRequestId} is accepted`,
      name: 'the question what became of a step that claimed a phone',
      request: ['PUT', `/internal/sell-requests/${sellRequestId}/phone-claim`, { body: { version: 1 } }],
      answer: { data: { status: 'accepted', version: integer(4), isSettled: false } },
    },
    (client) => sellRequestsClient(client).endPhoneClaim(sellRequestId, 1),
  );
  expect(outcome).toEqual({ status: 'accepted', version: 4, isSettled: false });
});

it('order returns the bounds of the grades with its policy (DEV-D5)', async () => {
  const policy = await serviceCalls('device', 'order')(
    {
      given: 'the policy of the shop is in force',
      name: 'the policy, for the grades of devices',
      request: ['GET', '/api/policy'],
      answer: {
        data: {
          rates: like([]),
          tradeIn: {
            ...Object.fromEntries(
              Object.entries(aPolicy().tradeIn).map(([name, value]) => [name, like(value)]),
            ),
            grades: eachLike({
              grade: regex(/^[ABC]$/, 'A'),
              minBatteryHealthPercent: integer(90),
              maxWear: regex(/^(none|light|visible)$/, 'none'),
            }),
          },
        },
      },
    },
    (client) => client.call({ ...getPolicy, answer: tradeInTermsSchema }),
  );
  expect(policy.data.tradeIn.grades).toEqual([{ grade: 'A', minBatteryHealthPercent: 90, maxWear: 'none' }]);
});
