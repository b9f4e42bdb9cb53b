import type { DevicePlace, SellRequestToReceive } from '@kinmel/contracts';
import type { StoredIdentifier } from '../identifiers/device-key.ts';
import { aChecklist, grades } from '../testing/device-samples.ts';
import {
  addPart,
  agreed,
  costOf,
  type Device,
  declined,
  gradeOf,
  hasPassport,
  inspect,
  move,
  receive,
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
  status: 'accepted',
  deviceId: null,
  quotedPriceInMinorUnits: 30_000,
};

const aDevice = (over: Partial<Device> = {}): Device => ({
  ...receive(undefined, id, request, [identifier('a')], context).device,
  ...over,
});
const inspected = (device: Device, over: object = {}) =>
  inspect(
    device,
    { version: device.version, checklist: aChecklist, photoIds: [], note: '', ...over },
    ['p1'],
    [...grades],
    (photoId) => `/photos/${photoId}`,
    context,
  );
const moved = (device: Device, place: DevicePlace) =>
  move(device, { version: device.version, place, note: '' }, context).device;
const graded = aDevice({
  place: 'inspected',
  purchase: 'agreed',
  inspection: { at: now, checklist: aChecklist, grade: 'B', note: '' },
});

describe('a phone that comes', () => {
  it('is a device with its sell request, and is told (D1)', () => {
    const { device, events } = receive(undefined, id, request, [identifier('a')], context);
    expect(device).toMatchObject({
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

  it.each([
    ['of a sell request that is not accepted', { ...request, status: 'quoted' } as const, [identifier('a')]],
    ['without a number', request, []],
  ])('is refused %s (D1)', (_, of, identifiers) => {
    expect(() => receive(undefined, id, of, identifiers, context)).toThrow(
      expect.objectContaining({ code: 'conflict' }),
    );
  });

  it.each(['received', 'inspected', 'workshop', 'for-sale', 'returned', 'recycled'] as const)(
    'is refused while the device with its number is %s (D2)',
    (place) => {
      expect(() => receive(aDevice({ place }), 'new', request, [identifier('a')], context)).toThrow(
        'has a device with this number',
      );
    },
  );

  it.each(['sold', 'customer'] as const)(
    'is the same device after it was %s, with its history (D2)',
    (place) => {
      const before = aDevice({ ...graded, place, photoIds: ['old'], price: npr(1) });
      const again = { ...request, sellRequestId: '6600000000000000000000d2' };
      const { device } = receive(before, 'new', again, [identifier('b')], context);
      expect(device).toMatchObject({
        id,
        place: 'received',
        purchase: 'to-inspect',
        price: null,
        photoIds: [],
        version: before.version + 1,
        sellRequest: { id: again.sellRequestId },
      });
      expect(device.identifiers.map(({ hash }) => hash)).toEqual(['a', 'b']);
      expect(device.history.map(({ from, to }) => [from, to])).toEqual([
        [null, 'received'],
        [place, 'received'],
      ]);
    },
  );
});

describe('the grade (D5)', () => {
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
  ] as const)('is %s for %j', (grade, over) => {
    expect(gradeOf({ ...aChecklist, ...over }, [...grades])).toBe(grade);
  });

  it('is none when no bounds hold', () => {
    expect(gradeOf(aChecklist, [{ grade: 'A', minBatteryHealthPercent: 90, maxWear: 'none' }])).toBeNull();
  });
});

describe('the first inspection of a purchase (D4)', () => {
  it('as quoted keeps the price', () => {
    const { device, events } = inspected(aDevice());
    expect(device).toMatchObject({ place: 'inspected', purchase: 'to-inspect', photoIds: ['p1'] });
    expect(events).toMatchObject([{ type: 'device.inspected', data: { grade: 'B', lowerQuote: null } }]);
  });

  it('with a lower quote tells its seller why, with photos', () => {
    const { device, events } = inspected(aDevice(), { lowerQuoteInMinorUnits: 0, note: 'Bent frame' });
    expect(device.purchase).toBe('requoted');
    expect(events).toMatchObject([
      { data: { lowerQuote: { priceInMinorUnits: 0, note: 'Bent frame', photos: ['/photos/p1'] } } },
    ]);
  });

  it.each([
    ['is not lower', {}, { lowerQuoteInMinorUnits: 30_000, note: 'x' }, 'below the accepted one'],
    ['has no note', {}, { lowerQuoteInMinorUnits: 29_999 }, 'why the price is lower'],
    [
      'has nothing to be below',
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
  ] as const)('is refused when its lower quote %s', (_, over, body, message) => {
    expect(() => inspected(aDevice(over), body)).toThrow(message);
  });

  it('is refused for a phone that goes back', () => {
    expect(() => inspected(aDevice({ purchase: 'declined' }))).toThrow('goes back');
  });
});

it.each(['workshop', 'returned', 'inspected'] as const)(
  'an inspection of a %s device changes its grade alone (D5)',
  (place) => {
    const { device, events } = inspected(
      { ...graded, place },
      { checklist: { ...aChecklist, screen: 'visible' } },
    );
    expect(device).toMatchObject({ place: 'inspected', purchase: 'agreed', inspection: { grade: 'C' } });
    expect(events).toEqual([]);
  },
);

it('a device is inspected again only once its price is agreed (D5)', () => {
  for (const purchase of ['to-inspect', 'requoted'] as const)
    expect(() => inspected({ ...graded, purchase })).toThrow('cannot be inspected');
});

it.each(['for-sale', 'sold', 'customer', 'recycled'] as const)(
  'a device that is %s is not inspected (D7)',
  (place) => expect(() => inspected({ ...graded, place })).toThrow('cannot be inspected'),
);

describe('the steps of staff (D7)', () => {
  it.each([
    ['received', []],
    ['inspected', ['workshop', 'recycled']],
    ['workshop', ['recycled']],
    ['for-sale', ['inspected', 'workshop']],
    ['sold', []],
    ['returned', []],
    ['customer', []],
    ['recycled', []],
  ] as const)('from %s are %j, and no others', (place, usual) => {
    const device = { ...graded, place };
    expect(usualStepsOf(device)).toEqual(usual);
    for (const to of ['received', 'for-sale', 'sold', 'returned', 'customer'] as const)
      expect(() => moved(device, to)).toThrow(expect.objectContaining({ code: 'conflict' }));
    for (const to of usual)
      expect(moved(device, to)).toMatchObject({ place: to, version: device.version + 1 });
  });

  it.each(['to-inspect', 'requoted', 'declined'] as const)(
    'need an agreed price: not while it is %s',
    (purchase) => {
      for (const to of ['workshop', 'recycled'] as const)
        expect(() => moved({ ...graded, purchase }, to)).toThrow('not agreed');
    },
  );

  it('send a declined phone back, before and after its inspection', () => {
    for (const place of ['received', 'inspected'] as const)
      expect(usualStepsOf({ ...graded, place, purchase: 'declined' })).toEqual(['customer']);
    expect(() => moved({ ...graded, purchase: 'requoted' }, 'customer')).toThrow('declined');
  });
});

it('the second of two people at once is refused (D6)', () => {
  const stale = { code: 'version-conflict', details: [{ path: 'version', message: '1' }] };
  const device = aDevice({ place: 'workshop' });
  const part = { version: 2, name: 'Battery', minutes: 30, cost: npr(1) };
  expect(() => addPart(device, part, context)).toThrow(expect.objectContaining(stale));
  expect(() => inspected(device, { version: 2 })).toThrow(expect.objectContaining(stale));
  expect(() => move(device, { version: 2, place: 'recycled', note: '' }, context)).toThrow(
    expect.objectContaining(stale),
  );
});

describe('the cost (D8)', () => {
  const part = { name: 'Battery', minutes: 30, cost: npr(250_000) };

  it('is the price and the parts since the phone came the last time', () => {
    const device = agreed(aDevice({ place: 'workshop' }), npr(4_050_000), now);
    const repaired = addPart(device ?? aDevice(), { version: 2, ...part }, context).device;
    expect(costOf(repaired)).toEqual(npr(4_300_000));
    const later = { ...context, now: new Date('2026-12-01T00:00:00Z') };
    const again = receive({ ...repaired, place: 'sold' }, id, request, [identifier('a')], later).device;
    expect(again.parts).toHaveLength(1);
    expect(costOf(again)).toEqual(npr(0));
  });

  it('has parts from the workshop only', () => {
    expect(() => addPart(graded, { version: 1, ...part }, context)).toThrow('Only the workshop');
  });
});

describe('what its seller decides (D4)', () => {
  it('is kept once', () => {
    const device = agreed(aDevice({ purchase: 'requoted' }), npr(100), now);
    expect(device).toMatchObject({ purchase: 'agreed', price: npr(100), version: 2 });
    expect(device && agreed(device, npr(100), now)).toBeUndefined();
    expect(device && declined(device, now)).toBeUndefined();
    const back = declined(aDevice(), now);
    expect(back).toMatchObject({ purchase: 'declined', version: 2 });
    expect(back && declined(back, now)).toBeUndefined();
  });
});

it('a device has a passport once it was for sale (D9)', () => {
  expect(hasPassport(graded)).toBe(false);
  const wasForSale = { at: now, who: null, from: 'inspected', to: 'for-sale', note: '' } as const;
  expect(hasPassport(moved({ ...graded, history: [wasForSale] }, 'workshop'))).toBe(true);
});
