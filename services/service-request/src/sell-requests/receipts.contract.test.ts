import { createServiceClient } from '@kinmel/service-kit';
import { contractBetween } from '@kinmel/testing/contracts';
import { MatchersV3 } from '@pact-foundation/pact';
import { testServiceToken } from '../testing/test-service-request.ts';
import { phonesOf } from './receipts.ts';

const { boolean, regex } = MatchersV3;

const pact = contractBetween('service-request', 'device');
const json = { 'Content-Type': regex('^application/json.*', 'application/json; charset=utf-8') };
const [deviceId, sellRequestId] = ['de'.repeat(12), '6600000000000000000000d1'];
const receiptId = 'fa'.repeat(12);

/** Asks device, which the mock server answers for. */
async function asking<Answer>(
  baseUrl: string,
  ask: (phones: ReturnType<typeof phonesOf>) => Promise<Answer>,
): Promise<Answer> {
  const device = createServiceClient({
    service: 'device',
    baseUrl,
    serviceToken: testServiceToken,
    deadlineMs: 20_000,
  });
  try {
    return await ask(phonesOf(device));
  } finally {
    device.close();
  }
}

describe('service-request asks device (SR-S14)', () => {
  it('for a phone before staff change its request', () => {
    const body = { sellRequestId, version: 5, isInspected: false };
    return pact
      .addInteraction()
      .given(`the device ${deviceId} was received`)
      .uponReceiving('a claim of a phone for a step of its sell request')
      .withRequest('PUT', `/internal/devices/${deviceId}/claim`, (ask) =>
        ask.headers({ 'X-Kinmel-Service-Token': testServiceToken }).jsonBody(body),
      )
      .willRespondWith(200, (answer) => answer.headers(json).jsonBody({ success: true }))
      .executeTest(({ url }) =>
        asking(url, (phones) =>
          phones.claimPhone({ deviceId, ...body }, `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`),
        ),
      );
  });

  it('whether a phone was received that it was claimed for', () =>
    pact
      .addInteraction()
      .uponReceiving('the question whether a phone was received')
      .withRequest('PUT', `/internal/devices/receipts/${receiptId}`, (ask) =>
        ask.headers({ 'X-Kinmel-Service-Token': testServiceToken }),
      )
      .willRespondWith(200, (answer) =>
        answer.headers(json).jsonBody({ success: true, isReceived: boolean(false) }),
      )
      .executeTest(async ({ url }) => {
        expect(await asking(url, (phones) => phones.settleReceipt(receiptId))).toBe(false);
      }));
});
