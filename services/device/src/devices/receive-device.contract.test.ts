import { getPolicy, tradeInTermsSchema } from '@kinmel/contracts';
import { contractBetween } from '@kinmel/testing/contracts';
import { aPolicy } from '@kinmel/testing/samples';
import { MatchersV3 } from '@pact-foundation/pact';
import { asking, contractToken } from '../testing/asking.ts';
import { sellRequestsClient } from './receive-device.ts';

const { eachLike, integer, like, regex, string } = MatchersV3;

const json = { 'Content-Type': regex('^application/json.*', 'application/json; charset=utf-8') };
const sellRequestId = '00000000000000000000a1b2';
const deviceId = 'de'.repeat(12);
const knownAs = { brand: 'apple', model: 'iPhone 13', storage: '128' } as const;
const claim = { deviceId, deviceVersion: 2, knownAs };

it('service-request tells the accepted sell request of a phone (DEV-D1)', () =>
  contractBetween('device', 'service-request')
    .addInteraction()
    .given(`the sell request ${sellRequestId} is accepted`)
    .uponReceiving('a claim of a sell request whose phone is received')
    .withRequest('PUT', `/internal/sell-requests/${sellRequestId}/receipt`, (ask) =>
      ask.headers({ 'X-Kinmel-Service-Token': contractToken }).jsonBody(claim),
    )
    .willRespondWith(200, (answer) =>
      answer.headers(json).jsonBody({
        success: true,
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
      }),
    )
    .executeTest(async ({ url }) => {
      const trace = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
      const read = await asking('service-request', url, (client) =>
        sellRequestsClient(client).claimReceipt(sellRequestId, claim, trace),
      );
      expect(read).toMatchObject({ sellRequestId, deviceId, quotedPriceInMinorUnits: 30_000 });
    }));

it('service-request tells what became of a step that claimed a phone (DEV-D19)', () =>
  contractBetween('device', 'service-request')
    .addInteraction()
    .given(`the sell request ${sellRequestId} is accepted`)
    .uponReceiving('the question what became of a step that claimed a phone')
    .withRequest('PUT', `/internal/sell-requests/${sellRequestId}/phone-claim`, (ask) =>
      ask.headers({ 'X-Kinmel-Service-Token': contractToken }).jsonBody({ version: 1 }),
    )
    .willRespondWith(200, (answer) =>
      answer.headers(json).jsonBody({
        success: true,
        data: { status: 'accepted', version: integer(4), isSettled: false },
      }),
    )
    .executeTest(async ({ url }) => {
      const read = await asking('service-request', url, (client) =>
        sellRequestsClient(client).endPhoneClaim(sellRequestId, 1),
      );
      expect(read).toEqual({ status: 'accepted', version: 4, isSettled: false });
    }));

it('order tells the bounds of the grades with its policy (DEV-D5)', () =>
  contractBetween('device', 'order')
    .addInteraction()
    .given('the policy of the shop is in force')
    .uponReceiving('the policy, for the grades of devices')
    .withRequest('GET', '/api/policy')
    .willRespondWith(200, (answer) =>
      answer.headers(json).jsonBody({
        success: true,
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
      }),
    )
    .executeTest(async ({ url }) => {
      const read = await asking('order', url, (client) =>
        client.call({ ...getPolicy, answer: tradeInTermsSchema }),
      );
      expect(read.data.tradeIn.grades).toEqual([
        { grade: 'A', minBatteryHealthPercent: 90, maxWear: 'none' },
      ]);
    }));
