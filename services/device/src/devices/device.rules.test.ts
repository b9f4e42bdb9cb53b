import type { DevicePlace, SellRequestToReceive } from '@kinmel/contracts';
import type { StoredIdentifier } from '../identifiers/device-key.ts';
import { aChecklist, grades } from '../testing/device-samples.ts';
import {
  addPart,
  agreePrice,
  claim,
  costOf,
  type Device,
  followPayout,
  followRequest,
  gradeOf,
  hasPassport,
  inspect,
  move,
  receive,
  refuseReceipt,
  usualStepsOf,
} from './device.rules.ts';

const now = new Date('2026-11-23T06:00:00Z');
const context = { now, who: { id: 'admin-1', name: 'Mina' } };
const id = '6600000000000000000000f1';
const identifier = (hash: string): StoredIdentifier => ({ kind: 'imei', hash, sealed: '', lastFour: '3809' });
const npr = (amountInMinorUnits: number) => ({ amountInMinorUnits, currency: 'NPR' as const });

const request: SellRequestToReceive = {
  sellRequestId: '6600000000000000000000d1',
  reference: '0000D1',
  brand: 'apple',
  model: 'iPhone 13',
  storage: '128',
  color: 'black',
  condition: 'good',
  version: 4,
  receiptId: 'fa'.repeat(12),
  deviceId: id,
  quotedPriceInMinorUnits: 30_000,
};

const aDevice = (overrides: Partial<Device> = {}): Device => ({
  ...receive(undefined, request, [identifier('a')], context).device,
  ...overrides,
});
const anInspection = { checklist: aChecklist, photoIds: [], note: '', isListedConfirmed: false };
const inspectDevice = (
  device: Device,
  overrides: object = {},
  blocklist: 'clean' | 'listed' | 'unknown' = 'clean',
) =>
  inspect(
    device,
    { version: device.version, ...anInspection, ...overrides },
    blocklist,
    ['p1'],
    [...grades],
    (photoId) => `/photos/${photoId}`,
    context,
  );
const moveTo = (device: Device, place: DevicePlace) =>
  move(device, { version: device.version, place, note: '' }, context).device;
const gradedDevice = aDevice({
  place: 'inspected',
  purchase: 'agreed',
  inspection: { at: now, checklist: aChecklist, grade: 'B', note: '' },
});

describe('a received phone', () => {
  it('is a device with its sell request, and is published (DEV-D1)', () => {
    const { device, events } = receive(undefined, request, [identifier('a')], context);
    expect(device).toMatchObject({
      id,
      requestVersion: 4,
      place: 'received',
      purchase: 'to-inspect',
      quoteInMinorUnits: 30_000,
      version: 1,
    });
    expect(device.history).toEqual([{ at: now, who: context.who, from: null, to: 'received', note: '' }]);
    expect(events).toMatchObject([
      {
        type: 'device.received',
        aggregateVersion: 1,
        data: { deviceId: id, sellRequestId: request.sellRequestId },
      },
    ]);
  });

  it('is refused without a number (DEV-D1)', () => {
    expect(() => refuseReceipt(undefined, undefined, [])).toThrow('Please enter the IMEI');
  });

  it('is refused when another phone came by its sell request before (DEV-D3)', () => {
    const before = aDevice({ place: 'customer' });
    expect(() => refuseReceipt(undefined, before, [identifier('b')])).toThrow('Another phone came');
    expect(() => refuseReceipt(before, before, [identifier('a')])).not.toThrow();
  });

  it.each(['received', 'inspected', 'workshop', 'for-sale', 'returned', 'recycled'] as const)(
    'is refused while the device with its number is %s (DEV-D2)',
    (place) => {
      expect(() => refuseReceipt(aDevice({ place }), undefined, [identifier('a')])).toThrow(
        'has a device with this number',
      );
    },
  );

  it.each(['sold', 'customer'] as const)(
    'is the same device after it was %s, with its history (DEV-D2)',
    (place) => {
      const before = aDevice({ ...gradedDevice, place, photoIds: ['old'], price: npr(1) });
      const secondRequest = { ...request, sellRequestId: '6600000000000000000000d2' };
      const { device } = receive(before, { ...secondRequest, deviceId: 'new' }, [identifier('b')], context);
      expect(device).toMatchObject({
        id,
        place: 'received',
        purchase: 'to-inspect',
        price: null,
        photoIds: [],
        version: before.version + 1,
        sellRequest: { id: secondRequest.sellRequestId },
      });
      expect(device.identifiers.map(({ hash }) => hash)).toEqual(['a', 'b']);
      expect(device.history.map(({ from, to }) => [from, to])).toEqual([
        [null, 'received'],
        [place, 'received'],
      ]);
    },
  );
});

describe('the grade (DEV-D5)', () => {
  it.each([
    ['A', { screen: 'none', batteryHealthPercent: 90 }],
    ['B', { screen: 'none', batteryHealthPercent: 89 }],
    ['B', { body: 'light', batteryHealthPercent: 100 }],
    ['C', { screen: 'visible', batteryHealthPercent: 100 }],
    ['C', { batteryHealthPercent: 1 }],
    [null, { screen: 'broken' }],
    [null, { body: 'broken' }],
    [null, { doButtonsWork: false }],
    [null, { doCamerasWork: false }],
    [null, { doesNetworkWork: false }],
  ] as const)('is %s for %j', (grade, overrides) => {
    expect(gradeOf({ ...aChecklist, ...overrides }, [...grades])).toBe(grade);
  });

  it('is none when no bounds hold', () => {
    expect(gradeOf(aChecklist, [{ grade: 'A', minBatteryHealthPercent: 90, maxWear: 'none' }])).toBeNull();
  });
});

describe('a phone that its buyer offers to the shop again (DEV-D27)', () => {
  const sale = { productId: '66'.repeat(12), price: npr(6_000_000) };
  const bought = { orderId: '67'.repeat(12), warrantyUntil: now, sale, photoIds: ['p0'] };
  const sold: Device = { ...gradedDevice, ...bought, place: 'sold' };
  const offeredAgain = receive(sold, request, [identifier('a')], context).device;
  const sendBack = (device: Device) =>
    move(device, { version: device.version, place: 'customer', note: 'Parcel 12' }, context);

  it('is not sold while the shop has it', () => {
    expect(offeredAgain).toMatchObject({ orderId: null, warrantyUntil: null, sale: null, photoIds: [] });
  });

  it('gets its order, warranty and passport back when it goes back, and the event names the order', () => {
    const requoted = inspectDevice(offeredAgain, { lowerQuoteInMinorUnits: 100, note: 'Broken.' }).device;
    const { device, events } = sendBack({ ...requoted, purchase: 'declined', inspection: null });
    expect(device).toMatchObject({ ...bought, photoIds: ['p0', 'p1'], former: null, purchase: 'declined' });
    expect(device.inspection).toEqual(gradedDevice.inspection);
    expect(events).toMatchObject([{ type: 'device.sent-back', data: { orderId: bought.orderId } }]);
  });

  it('gets them back also when the payment of its purchase was stopped', () => {
    const stopped = { version: 2, isStopped: true };
    const { device } = sendBack({ ...offeredAgain, place: 'inspected', purchase: 'agreed', payout: stopped });
    expect(device).toMatchObject({ ...bought, purchase: 'declined', price: null });
  });

  it('gets nothing back of the purchase of another owner', () => {
    const ofOtherOwner = receive(
      { ...sold, orderId: null, place: 'customer' },
      request,
      [identifier('a')],
      context,
    );
    const { device, events } = sendBack({ ...ofOtherOwner.device, purchase: 'declined' });
    expect(device).toMatchObject({ orderId: null, warrantyUntil: null, sale: null });
    expect(events[0]?.data).not.toHaveProperty('orderId');
  });
});

describe('a phone whose payment is stopped (DEV-D26)', () => {
  const stoppedDevice = { ...gradedDevice, payout: { version: 2, isStopped: true } };

  it('is not recycled, and goes back to its seller with a note, which ends the purchase', () => {
    expect(usualStepsOf(gradedDevice)).toEqual(['workshop', 'recycled']);
    expect(usualStepsOf(stoppedDevice)).toEqual(['workshop', 'customer']);
    expect(() => moveTo(stoppedDevice, 'recycled')).toThrow('The payment of its seller is stopped.');
    expect(() => moveTo(stoppedDevice, 'customer')).toThrow('number of the parcel');
    const sentBack = move(stoppedDevice, { version: 1, place: 'customer', note: 'Parcel 12' }, context);
    expect(sentBack.device).toMatchObject({
      place: 'customer',
      purchase: 'declined',
      price: null,
      sale: null,
    });
    expect(sentBack.events).toMatchObject([{ type: 'device.sent-back', data: { note: 'Parcel 12' } }]);
    expect(followRequest(sentBack.device, { status: 'completed', version: 9 }, now)).toBeUndefined();
  });

  it('ignores older events of its payout, and has no payout when it is received again', () => {
    const device = followPayout(stoppedDevice, { version: 3, isStopped: false }, now) ?? stoppedDevice;
    expect(device.payout).toEqual({ version: 3, isStopped: false });
    for (const version of [2, 3])
      expect(followPayout(device, { version, isStopped: true }, now)).toBeUndefined();
    const atSeller = { ...stoppedDevice, place: 'customer' } as const;
    expect(receive(atSeller, request, [identifier('a')], context).device.payout).toBeNull();
  });

  it('stays with its buyer when its order is cancelled, as without a stop (DEV-D22)', () => {
    const awaited = { ...stoppedDevice, place: 'awaited' } as const;
    const { device, events } = move(awaited, { version: 1, place: 'customer', note: 'Kept.' }, context);
    expect([device.purchase, events]).toEqual(['agreed', []]);
  });
});

describe('the first inspection of a purchase (DEV-D4)', () => {
  it('as quoted does not change the price', () => {
    const { device, events } = inspectDevice(aDevice());
    expect(device).toMatchObject({ place: 'inspected', purchase: 'to-inspect', photoIds: ['p1'] });
    expect(events).toMatchObject([{ type: 'device.inspected', data: { grade: 'B', lowerQuote: null } }]);
  });

  it('with a lower quote gives its seller the reason, with photos', () => {
    const { device, events } = inspectDevice(aDevice(), { lowerQuoteInMinorUnits: 0, note: 'Bent frame' });
    expect(device.purchase).toBe('requoted');
    expect(events).toMatchObject([
      { data: { lowerQuote: { priceInMinorUnits: 0, note: 'Bent frame', photos: ['/photos/p1'] } } },
    ]);
  });

  it.each([
    ['is not lower', {}, { lowerQuoteInMinorUnits: 30_000, note: 'x' }, 'below the accepted one'],
    ['has no note', {}, { lowerQuoteInMinorUnits: 29_999 }, 'why the price is lower'],
    [
      'has no accepted quote to be below',
      { quoteInMinorUnits: null },
      { lowerQuoteInMinorUnits: 1, note: 'x' },
      'below',
    ],
    [
      'comes after the price was agreed',
      { place: 'workshop', purchase: 'agreed' },
      { lowerQuoteInMinorUnits: 1, note: 'x' },
      'is agreed',
    ],
  ] as const)('is refused when its lower quote %s', (_, overrides, body, message) => {
    expect(() => inspectDevice(aDevice(overrides), body)).toThrow(message);
  });

  it('of a listed phone pays nothing, as quoted or lower, without a person who confirms it with a note (DEV-D21)', () => {
    for (const overrides of [{}, { lowerQuoteInMinorUnits: 0, note: 'Bent frame' }])
      expect(() => inspectDevice(aDevice(), overrides, 'listed')).toThrow(
        'lists this phone: nothing is paid',
      );
    expect(() => inspectDevice(aDevice(), { isListedConfirmed: true }, 'listed')).toThrow(
      'say in the note why',
    );
    const confirmed = { isListedConfirmed: true, note: 'The police gave it back.' };
    expect(inspectDevice(aDevice(), confirmed, 'listed').device.history.at(-1)?.note).toBe(
      'Confirmed although it is listed as stolen: The police gave it back.',
    );
    expect(inspectDevice(aDevice(), {}, 'unknown').device.place).toBe('inspected');
    expect(inspectDevice(gradedDevice, {}, 'listed').device.place).toBe('inspected');
  });

  it('is refused for a phone that goes back', () => {
    expect(() => inspectDevice(aDevice({ purchase: 'declined' }))).toThrow('goes back');
  });
});

it.each(['workshop', 'returned', 'inspected'] as const)(
  'an inspection of a device that is %s changes only its grade (DEV-D5)',
  (place) => {
    const { device, events } = inspectDevice(
      { ...gradedDevice, place },
      { checklist: { ...aChecklist, screen: 'visible' } },
    );
    expect(device).toMatchObject({ place: 'inspected', purchase: 'agreed', inspection: { grade: 'C' } });
    expect(events).toEqual([]);
  },
);

it('a device is inspected again only once its price is agreed (DEV-D5)', () => {
  for (const purchase of ['to-inspect', 'requoted'] as const)
    expect(() => inspectDevice({ ...gradedDevice, purchase })).toThrow('cannot be inspected');
});

it.each(['for-sale', 'sold', 'customer', 'recycled'] as const)(
  'a device that is %s is not inspected (DEV-D7)',
  (place) => expect(() => inspectDevice({ ...gradedDevice, place })).toThrow('cannot be inspected'),
);

describe('the steps of staff (DEV-D7)', () => {
  it.each([
    ['received', []],
    ['inspected', ['workshop', 'recycled']],
    ['workshop', ['recycled']],
    ['for-sale', ['inspected', 'workshop']],
    ['sold', []],
    ['returned', []],
    ['customer', []],
    ['recycled', []],
  ] as const)('from %s are %j, and no others', (place, usualSteps) => {
    const device = { ...gradedDevice, place };
    expect(usualStepsOf(device)).toEqual(usualSteps);
    for (const to of ['received', 'for-sale', 'sold', 'returned', 'customer'] as const)
      expect(() => moveTo(device, to)).toThrow(expect.objectContaining({ code: 'conflict' }));
    for (const to of usualSteps)
      expect(moveTo(device, to)).toMatchObject({ place: to, version: device.version + 1 });
  });

  it.each(['to-inspect', 'requoted', 'declined'] as const)(
    'need an agreed price: not while it is %s',
    (purchase) => {
      for (const to of ['workshop', 'recycled'] as const)
        expect(() => moveTo({ ...gradedDevice, purchase }, to)).toThrow('not agreed');
    },
  );

  it('send a declined phone back, before and after its inspection', () => {
    for (const place of ['received', 'inspected'] as const)
      expect(usualStepsOf({ ...gradedDevice, place, purchase: 'declined' })).toEqual(['customer']);
    expect(() => moveTo({ ...gradedDevice, purchase: 'requoted' }, 'customer')).toThrow('declined');
    const declined = { ...gradedDevice, purchase: 'declined' } as const;
    expect(() => moveTo(declined, 'customer')).toThrow('the number of the parcel');
    const step = { version: 1, place: 'customer', note: 'Parcel 12' } as const;
    expect(move(declined, step, context)).toMatchObject({
      device: { place: 'customer' },
      events: [{ type: 'device.sent-back', aggregateVersion: 2, data: { deviceId: id, note: 'Parcel 12' } }],
    });
  });
});

it('the second of two concurrent changes is refused (DEV-D6)', () => {
  const stale = { code: 'version-conflict', details: [{ path: 'version', message: '1' }] };
  const device = aDevice({ place: 'workshop' });
  const part = { version: 2, name: 'Battery', minutes: 30, cost: npr(1) };
  expect(() => addPart(device, part, context)).toThrow(expect.objectContaining(stale));
  expect(() => inspectDevice(device, { version: 2 })).toThrow(expect.objectContaining(stale));
  expect(() => move(device, { version: 2, place: 'recycled', note: '' }, context)).toThrow(
    expect.objectContaining(stale),
  );
});

describe('the cost (DEV-D8)', () => {
  const part = { name: 'Battery', minutes: 30, cost: npr(250_000) };

  it('is the price and the parts since the latest receipt', () => {
    const device = agreePrice(aDevice({ place: 'workshop' }), npr(4_050_000), now);
    const repaired = addPart(device ?? aDevice(), { version: 2, ...part }, context).device;
    expect(costOf(repaired)).toEqual(npr(4_300_000));
    const laterContext = { ...context, now: new Date('2026-12-01T00:00:00Z') };
    const receivedAgain = receive(
      { ...repaired, place: 'sold' },
      request,
      [identifier('a')],
      laterContext,
    ).device;
    expect(receivedAgain.parts).toHaveLength(1);
    expect(costOf(receivedAgain)).toEqual(npr(0));
  });

  it('has parts from the workshop only', () => {
    expect(() => addPart(gradedDevice, { version: 1, ...part }, context)).toThrow('Only the workshop');
  });
});

describe('the outcome of a sell request (DEV-D4)', () => {
  it('sets the price once', () => {
    const device = agreePrice(aDevice({ purchase: 'requoted' }), npr(100), now);
    expect(device).toMatchObject({ purchase: 'agreed', price: npr(100), version: 2 });
    expect(device && agreePrice(device, npr(100), now)).toBeUndefined();
    expect(device && followRequest(device, { status: 'rejected', version: 9 }, now)).toBeUndefined();
  });

  it.each([{ status: 'rejected' }, { status: 'completed', isSettled: false }] as const)(
    'declines the phone when its request is closed without payment: %j',
    (change) => {
      const afterClosing = followRequest(aDevice(), { ...change, version: 5 }, now);
      expect(afterClosing).toMatchObject({ purchase: 'declined', requestVersion: 5, version: 2 });
    },
  );

  it('changes nothing when a newer version is known, the request is settled, or the phone has left', () => {
    const rejected = { status: 'rejected', version: 4 } as const;
    expect(followRequest(aDevice(), rejected, now)).toBeUndefined();
    for (const isSettled of [true, undefined])
      expect(followRequest(aDevice(), { status: 'completed', version: 5, isSettled }, now)).toBeUndefined();
    expect(followRequest(aDevice({ place: 'customer' }), { ...rejected, version: 5 }, now)).toBeUndefined();
  });

  it('is undone when the request is resumed: the phone waits for its inspection, or for the answer to its lower quote', () => {
    const resume = (overrides: Partial<Device>, status: 'accepted' | 'quoted') =>
      followRequest(aDevice({ ...overrides, purchase: 'declined' }), { status, version: 5 }, now);
    expect(resume({}, 'accepted')).toMatchObject({ place: 'received', purchase: 'to-inspect' });
    expect(resume({ place: 'inspected' }, 'quoted')).toMatchObject({
      place: 'inspected',
      purchase: 'requoted',
    });
    expect(resume({ place: 'inspected' }, 'accepted')).toMatchObject({
      place: 'received',
      purchase: 'to-inspect',
      inspection: null,
    });
  });
});

describe('a claimed phone (DEV-D19)', () => {
  const requestedClaim = { sellRequestId: request.sellRequestId, version: 6, isInspected: false };
  const claimedDevice = aDevice({ claim: { version: 6, at: now } });

  it('is neither inspected nor sent back until the event of the step arrives, whatever older events arrive before', () => {
    expect(claim(aDevice(), requestedClaim, now)).toMatchObject({
      claim: { version: 6, at: now },
      version: 2,
    });
    expect(claim(claimedDevice, requestedClaim, now)).toBeUndefined();
    const message = 'Its sell request is being changed just now. Please look at it again in a minute.';
    expect(() => inspectDevice(claimedDevice)).toThrow(message);
    const declined = { ...claimedDevice, purchase: 'declined' } as const;
    expect(() => move(declined, { version: 1, place: 'customer', note: 'Parcel 12' }, context)).toThrow(
      message,
    );
    expect(followRequest(claimedDevice, { status: 'accepted', version: 6 }, now)?.claim).toEqual(
      claimedDevice.claim,
    );
    expect(followRequest(claimedDevice, { status: 'rejected', version: 7 }, now)?.claim).toBeNull();
    expect(agreePrice(claimedDevice, npr(1), now)?.claim).toBeNull();
  });

  it.each([
    [
      'of another sell request',
      { sellRequest: { id: 'another', reference: '' } },
      'not in the shop any more',
    ],
    ['that went back', { place: 'customer' }, 'not in the shop any more'],
    ['that was inspected in the meantime', { place: 'inspected' }, 'inspected just now'],
    ['whose price is agreed', { purchase: 'agreed' }, 'inspected just now'],
    ['by a call that came after the event of its step', { requestVersion: 7 }, 'changed just now'],
    ['by a call that came after a newer claim', { claim: { version: 7, at: now } }, 'changed just now'],
  ] as const)('is refused: %s', (_, overrides, message) => {
    expect(() => claim(aDevice(overrides), requestedClaim, now)).toThrow(message);
  });
});

it('a device has a passport once it was for sale (DEV-D9)', () => {
  expect(hasPassport(gradedDevice)).toBe(false);
  const wasForSale = { at: now, who: null, from: 'inspected', to: 'for-sale', note: '' } as const;
  expect(hasPassport(moveTo({ ...gradedDevice, history: [wasForSale] }, 'workshop'))).toBe(true);
});
