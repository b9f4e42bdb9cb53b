import { serviceCalls } from '@kinmel/testing/contracts';
import { MatchersV3 } from '@pact-foundation/pact';
import { phonesOf } from './receipts.ts';

const callDevice = serviceCalls('service-request', 'device');
const [deviceId, sellRequestId] = ['de'.repeat(12), '6600000000000000000000d1'];
const receiptId = 'fa'.repeat(12);

describe('service-request asks device (SR-S14)', () => {
  it('for a phone before staff change its request', () => {
    const body = { sellRequestId, version: 5, isInspected: false };
    return callDevice(
      {
        given: `the device ${deviceId} was received`,
        name: 'a claim of a phone for a step of its sell request',
        request: ['PUT', `/internal/devices/${deviceId}/claim`, { body }],
      },
      (client) =>
        phonesOf(client).claimPhone({ deviceId, ...body }, `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`),
    );
  });

  it('whether a phone of a claimed receipt was received', () =>
    expect(
      callDevice(
        {
          name: 'the question whether a phone was received',
          request: ['PUT', `/internal/devices/receipts/${receiptId}`],
          answer: { isReceived: MatchersV3.boolean(false) },
        },
        (client) => phonesOf(client).settleReceipt(receiptId),
      ),
    ).resolves.toBe(false));
});
