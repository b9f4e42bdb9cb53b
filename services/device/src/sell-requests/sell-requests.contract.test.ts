import type { SellRequestStatus } from '@kinmel/contracts';
import { contractBetween, expectEvent, handleMessage } from '@kinmel/testing/contracts';
import { MatchersV3 } from '@pact-foundation/pact';
import { agreePrice, type Device, followPayout, followRequest } from '../devices/device.rules.ts';
import { createDeviceKey } from '../identifiers/device-key.ts';
import { sellRequestId } from '../testing/device-samples.ts';
import { sellRequestsSubscriptions } from './sell-requests.subscriptions.ts';

const { integer, regex, string } = MatchersV3;

const requestsPact = contractBetween('device', 'service-request');
const orderPact = contractBetween('device', 'order');
const key = createDeviceKey(Buffer.alloc(32, 7).toString('base64'));
const now = new Date('2026-11-23T06:00:00Z');
const device = { purchase: 'to-inspect', version: 1, requestVersion: 0 } as Device;
const deviceAfter = (status: SellRequestStatus) => followRequest(device, { status, version: 1 }, now);

/** Handles a message as the service does, and returns its writes. */
async function receive(content: unknown): Promise<unknown[]> {
  const writes: unknown[] = [];
  const context = {
    key,
    now: () => now,
    devices: {
      bySellRequest: async () => device,
      save: async (_before: Device, after: Device) => writes.push(after),
    },
    sellRequests: {
      put: async (id: string, [imei]: { lastFour: string }[]) => writes.push([id, imei?.lastFour]),
      close: async (id: string, { isRejected }: { isRejected: boolean }) => writes.push([id, isRejected]),
    },
  };
  // The handlers use only these parts of the context.
  type Context = Parameters<typeof sellRequestsSubscriptions>[0];
  await handleMessage(sellRequestsSubscriptions(context as unknown as Context), content);
  return writes;
}

const expectSellRequest = (type: string, data: object = {}, description = type) =>
  expectEvent(requestsPact, {
    type,
    description,
    aggregateId: regex(/^[0-9a-f]{24}$/, sellRequestId),
    aggregateVersion: 1,
    data: {
      requestId: regex(/^[0-9a-f]{24}$/, sellRequestId),
      userId: string('6600000000000000000000c1'),
      reference: string('0000D1'),
      subject: string('Apple iPhone 13, 128 GB, Black'),
      customer: { name: string('Asha Rai'), email: string('asha@example.com') },
      sealedTrackingToken: string('sealed'),
      ...data,
    },
  });

describe('device needs of service-request', () => {
  it('sell-request.received with the sealed IMEI of the form (DEV-D11)', () => {
    // Encrypted with the key above; a constant, so that the pact file does not change.
    const sealed = '3OXu-GKe8gqk031M341TALjV96kYeJJBQbZSIgrGLBQQ_59EMKYFQVqavA';
    return expectSellRequest(
      'sell-request.received',
      { sealedImei: string(sealed) },
      'sell-request.received with an IMEI',
    ).executeTest(async ({ contents }) => {
      expect(await receive(contents.content)).toEqual([[sellRequestId, '3809']]);
    });
  });

  it('sell-request.settled with the price of a device (DEV-D4)', () =>
    expectSellRequest('sell-request.settled', {
      deviceId: regex(/^[0-9a-f]{24}$/, 'de'.repeat(12)),
      price: { amountInMinorUnits: integer(4_050_000), currency: 'NPR' },
      payment: {
        to: regex(/^(credit|payout)$/, 'payout'),
        amount: { amountInMinorUnits: integer(4_050_000), currency: 'NPR' },
        method: regex(/^(bank|esewa|khalti|cash)$/, 'cash'),
        account: string(''),
      },
    }).executeTest(async ({ contents }) => {
      const price = { amountInMinorUnits: 4_050_000, currency: 'NPR' as const };
      expect(await receive(contents.content)).toEqual([agreePrice(device, price, now)]);
    }));

  it('sell-request.status-changed with the status (DEV-D4, DEV-D11)', () =>
    expectSellRequest('sell-request.status-changed', {
      from: string('quoted'),
      to: regex(/^(pending|reviewed|quoted|accepted|rejected|completed)$/, 'rejected'),
      note: string(''),
      by: regex(/^(customer|admin|shop)$/, 'customer'),
    }).executeTest(async ({ contents }) => {
      expect(await receive(contents.content)).toEqual([[sellRequestId, true], deviceAfter('rejected')]);
    }));

  it('sell-request.status-changed of a request that was closed without payment (DEV-D4)', () =>
    expectSellRequest(
      'sell-request.status-changed',
      {
        from: string('accepted'),
        to: 'completed',
        note: string('It was never brought.'),
        by: regex(/^(customer|admin|shop)$/, 'admin'),
        isSettled: false,
      },
      'sell-request.status-changed to completed without payment',
    ).executeTest(async ({ contents }) => {
      expect(await receive(contents.content)).toEqual([[sellRequestId, false], deviceAfter('rejected')]);
    }));

  it('sell-request.quoted, which ends a claim and resumes the purchase of a declined phone (DEV-D19)', () =>
    expectSellRequest('sell-request.quoted', {
      priceInMinorUnits: integer(20_000),
      currency: string('USD'),
      validUntil: string('2026-11-30T06:00:00.000Z'),
      note: string(''),
    }).executeTest(async ({ contents }) => {
      expect(await receive(contents.content)).toEqual([deviceAfter('quoted')]);
    }));
});

describe('device needs of order', () => {
  it.each([
    ['payout.stopped', true],
    ['payout.resumed', false],
  ])('%s with the sell request of the phone (DEV-D26)', (type, isStopped) => {
    const id = regex(/^[0-9a-f]{24}$/, sellRequestId);
    const event = { type, aggregateId: id, aggregateVersion: 2, data: { sellRequestId: id } };
    return expectEvent(orderPact, event).executeTest(async ({ contents }) => {
      expect(await receive(contents.content)).toEqual([followPayout(device, { version: 2, isStopped }, now)]);
    });
  });
});
