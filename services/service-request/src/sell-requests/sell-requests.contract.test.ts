import { contractBetween, expectEvent, handleMessage } from '@kinmel/testing/contracts';
import { MatchersV3 } from '@pact-foundation/pact';
import { byCustomer, calendar, now, rate, sellRequestState } from '../testing/request-samples.ts';
import { answerQuote, type SellRequest, sellRules } from './sell-request.rules.ts';
import type { SellRequestsContext } from './sell-requests.routes.ts';
import { sellRequestsSubscriptions } from './sell-requests.subscriptions.ts';

const { eachLike, integer, nullValue, regex, string } = MatchersV3;

const pact = contractBetween('service-request', 'device');
const id = (example: string) => regex(/^[0-9a-f]{24}$/, example);
const [deviceId, sellRequestId] = ['de'.repeat(12), '00000000000000000000a1b2'];

const quoted = sellRequestState({
  id: sellRequestId,
  status: 'quoted',
  quotedPriceInMinorUnits: 40_000,
  quoteValidUntil: new Date(now.getTime() + 1_000),
  quoteVersion: 1,
});

/** Handles a message as the running service does, and returns the only request, which was accepted. */
async function receive(content: unknown): Promise<SellRequest> {
  let request = answerQuote(quoted, 'accepted', 1, byCustomer).state;
  const parts = {
    requests: {
      'sell-request': {
        kind: sellRules,
        find: async (wanted: string) => (wanted === request.id ? request : undefined),
        replace: async (_before: SellRequest, after: SellRequest) => {
          request = after;
          return true;
        },
      },
    },
    links: { sealedTokenOf: () => 'sealed', hashOf: () => 'hash' },
    now: () => now,
    rateInForce: async () => rate,
    deletedAccounts: { has: async () => false },
    claims: {},
    sendEvents: () => undefined,
    quoteDays: 7,
    calendar,
  };
  // The handlers use only these parts of the context.
  await handleMessage(sellRequestsSubscriptions(parts as unknown as SellRequestsContext), content);
  return request;
}

const expectDevice = (type: string, data: object, description = type) =>
  expectEvent(pact, {
    type,
    description,
    aggregateId: id(deviceId),
    aggregateVersion: 1,
    data: { deviceId: id(deviceId), sellRequestId: id(sellRequestId), ...data },
  });

describe('service-request needs of device', () => {
  it('device.received, which names the phone of a request (S11)', () =>
    expectDevice('device.received', {}).executeTest(async ({ contents }) => {
      expect(await receive(contents.content)).toMatchObject({ status: 'accepted', deviceId });
    }));

  it('device.sent-back, with the parcel of a phone that left the shop (S15)', () =>
    expectDevice('device.sent-back', { note: string('Parcel 12') }).executeTest(async ({ contents }) => {
      expect((await receive(contents.content)).history.at(-1)).toMatchObject({
        note: 'Your phone went back to you: Parcel 12',
      });
    }));

  it('device.inspected of a phone as quoted (S12)', () =>
    expectDevice('device.inspected', {
      grade: regex(/^[ABC]$/, 'B'),
      lowerQuote: nullValue(),
    }).executeTest(async ({ contents }) => {
      expect(await receive(contents.content)).toMatchObject({ status: 'completed', deviceId });
    }));

  it('device.inspected with a lower quote (S12)', () =>
    expectDevice(
      'device.inspected',
      {
        grade: regex(/^[ABC]$/, 'C'),
        lowerQuote: {
          priceInMinorUnits: integer(30_000),
          currency: 'USD',
          note: string('The screen has a crack.'),
          photos: eachLike('/api/passport/token/photos/1'),
        },
      },
      'device.inspected with a lower quote',
    ).executeTest(async ({ contents }) => {
      expect(await receive(contents.content)).toMatchObject({
        status: 'quoted',
        quotedPriceInMinorUnits: 30_000,
        adminNotes: 'The screen has a crack.',
        inspectionPhotos: ['/api/passport/token/photos/1'],
      });
    }));
});
