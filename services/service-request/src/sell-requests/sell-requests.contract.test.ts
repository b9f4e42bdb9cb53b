import { contractBetween, expectEvent, handleMessage } from '@kinmel/testing/contracts';
import { MatchersV3 } from '@pact-foundation/pact';
import { byCustomer, calendar, now, rate, sellRequestState } from '../testing/request-samples.ts';
import { answerQuote, type SellRequest, sellRules, settle } from './sell-request.rules.ts';
import type { SellRequestsContext } from './sell-requests.routes.ts';
import { sellRequestsSubscriptions } from './sell-requests.subscriptions.ts';

const { eachLike, email, integer, nullValue, regex, string } = MatchersV3;

const devicePact = contractBetween('service-request', 'device');
const orderPact = contractBetween('service-request', 'order');
const id = (example: string) => regex(/^[0-9a-f]{24}$/, example);
const [deviceId, sellRequestId] = ['de'.repeat(12), '00000000000000000000a1b2'];

const quoted = sellRequestState({
  id: sellRequestId,
  status: 'quoted',
  quotedPriceInMinorUnits: 40_000,
  quoteValidUntil: new Date(now.getTime() + 1_000),
  quoteVersion: 1,
});

const accepted = answerQuote(quoted, 'accepted', 1, byCustomer).state;

/** Handles a message as the running service does, and returns the only request. */
async function receive(content: unknown, before = accepted): Promise<SellRequest> {
  let request = before;
  const context = {
    requests: {
      'sell-request': {
        kind: sellRules,
        find: async (wantedId: string) => (wantedId === request.id ? request : undefined),
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
  await handleMessage(sellRequestsSubscriptions(context as unknown as SellRequestsContext), content);
  return request;
}

const expectDevice = (type: string, data: object, description = type) =>
  expectEvent(devicePact, {
    type,
    description,
    aggregateId: id(deviceId),
    aggregateVersion: 1,
    data: { deviceId: id(deviceId), sellRequestId: id(sellRequestId), ...data },
  });

describe('service-request needs of device', () => {
  it('device.received, which names the phone of a request (SR-S11)', () =>
    expectDevice('device.received', {}).executeTest(async ({ contents }) => {
      expect(await receive(contents.content)).toMatchObject({ status: 'accepted', deviceId });
    }));

  it('device.sent-back, with the parcel of a phone that left the shop (SR-S15)', () =>
    expectDevice('device.sent-back', { note: string('Parcel 12') }).executeTest(async ({ contents }) => {
      expect((await receive(contents.content)).history.at(-1)).toMatchObject({
        note: 'Your phone went back to you: Parcel 12',
      });
    }));

  it('device.inspected of a phone as quoted (SR-S12)', () =>
    expectDevice('device.inspected', {
      grade: regex(/^[ABC]$/, 'B'),
      lowerQuote: nullValue(),
    }).executeTest(async ({ contents }) => {
      expect(await receive(contents.content)).toMatchObject({ status: 'completed', deviceId });
    }));

  it('device.inspected with a lower quote (SR-S12)', () =>
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

describe('service-request needs of order, that the phone of a settled request was paid (SR-G10)', () => {
  const settled = settle({ ...accepted, deviceId }, '', byCustomer).state;
  const amount = { amountInMinorUnits: integer(4_326_750), currency: 'NPR' };
  const commonData = {
    sellRequestId: id(sellRequestId),
    userId: id('6600000000000000000000c1'),
    customer: { name: string('Asha Rai'), email: email('asha.rai@kinmel.example') },
    amount,
  };
  it.each([
    [
      'payout.paid',
      'payout.paid',
      {
        reference: regex(/^[0-9A-F]{6}$/, '00A1B2'),
        subject: string('Apple iPhone 13'),
        method: regex(/^(bank|esewa|khalti|cash)$/, 'bank'),
        paymentReference: string('NIC-42'),
      },
    ],
    [
      'credit.changed',
      'credit.changed for a phone',
      { cause: 'trade-in', reason: string('Sell request 00A1B2'), order: nullValue(), balance: amount },
    ],
  ])('%s', (type, description, data) => {
    expect(settled.isPaid).toBe(false);
    const aggregateId = id(sellRequestId);
    const event = { type, description, aggregateId, aggregateVersion: 2, data: { ...commonData, ...data } };
    return expectEvent(orderPact, event).executeTest(async ({ contents }) => {
      expect((await receive(contents.content, settled)).isPaid).toBe(true);
    });
  });

  it('payout.redirected, where the payout goes (SR-S17)', () => {
    const aggregateId = id(sellRequestId);
    const data = {
      sellRequestId: id(sellRequestId),
      method: regex(/^(bank|esewa|khalti|cash)$/, 'esewa'),
      account: string('9801234567'),
      requestVersion: integer(settled.version + 1),
    };
    const event = { type: 'payout.redirected', aggregateId, aggregateVersion: 2, data };
    return expectEvent(orderPact, event).executeTest(async ({ contents }) => {
      const { agreed } = await receive(contents.content, settled);
      expect(agreed?.payment).toMatchObject({ method: 'esewa', account: '9801234567' });
    });
  });
});
