import { instant } from '@kinmel/testing/web-contracts';
import { MatchersV3 } from '@pact-foundation/pact';
import { type Agreement, agreedWith } from '../testing/staff-contract.ts';
import { type DeviceStep, devicesApi } from './devices-api.ts';

const { boolean, eachLike, integer, nullValue, number, regex, string } = MatchersV3;
const { endpoints } = devicesApi;

const id = 'de'.repeat(12);
const sellRequestId = '6600000000000000000000d1';
const otherSellRequestId = '6600000000000000000000d2';
const productId = '65a000000000000000000001';
const path = '/api/admin/devices';
const objectId = (example: string) => regex(/^[0-9a-f]{24}$/, example);
const like = (amountInMinorUnits: number) => ({
  amountInMinorUnits: integer(amountInMinorUnits),
  currency: 'NPR',
});
const blocklist = regex(/^(clean|listed|unknown)$/, 'clean');
const wear = regex(/^(none|light|visible|broken)$/, 'light');

// Only the fields that the pages need.
const aDevice = (place: string, over: object = {}) => ({
  id: objectId(id),
  brand: string('apple'),
  model: string('iPhone 13'),
  storage: string('128'),
  color: string('black'),
  identifiers: eachLike({ kind: regex(/^(imei|meid|serial)$/, 'imei'), lastFour: string('3809') }),
  blocklist,
  place,
  usualSteps: [],
  sellRequest: { id: sellRequestId, reference: string('0000D1') },
  purchase: 'to-inspect',
  inspection: nullValue(),
  photos: [],
  parts: [],
  cost: like(0),
  sale: nullValue(),
  warrantyUntil: nullValue(),
  passportLink: regex(/^\/passport\/[\w-]+$/, `/passport/${'p'.repeat(43)}`),
  history: eachLike({
    at: instant('2026-11-23T06:00:00.000Z'),
    who: string('Asha Rai'),
    to: string('received'),
    note: string(''),
  }),
  createdAt: instant('2026-11-23T06:00:00.000Z'),
  updatedAt: instant('2026-11-23T06:00:00.000Z'),
  version: integer(1),
  ...over,
});
/** A device whose price is agreed. */
const agreed = {
  purchase: 'agreed',
  inspection: {
    at: instant('2026-11-23T06:00:00.000Z'),
    checklist: {
      screen: wear,
      body: wear,
      batteryHealthPercent: integer(88),
      doButtonsWork: boolean(true),
      doCamerasWork: boolean(true),
      doesNetworkWork: boolean(true),
    },
    grade: regex(/^[ABC]$/, 'B'),
    note: string(''),
  },
  photos: eachLike({
    id: regex(/^[0-9a-f]{32}$/, 'f'.repeat(32)),
    path: regex(
      /^\/api\/admin\/devices\/[0-9a-f]{24}\/photos\/[0-9a-f]{32}$/,
      `${path}/${id}/photos/${'f'.repeat(32)}`,
    ),
  }),
  cost: like(4_050_000),
};
const findings = (over: object = {}) => ({
  sellRequestId: otherSellRequestId,
  lastFour: '3809',
  blocklist,
  offeredAlsoIn: [sellRequestId],
  known: { deviceId: objectId(id), place: 'received' },
  ...over,
});

const received = `the device ${id} was received`;
const bought = `the price of the device ${id} is agreed`;
const offered = `the phone of a device is offered again by the sell request ${otherSellRequestId}`;
const offerPath = `${path}/offers/${otherSellRequestId}`;
const unknown = 'f'.repeat(24);

/** A change of the device of these tests. */
const changing = <Body extends { version: number }>(given: string, step: DeviceStep, body: Body) => ({
  given,
  method: 'PUT' as const,
  path: `${path}/${id}/${step}`,
  body,
  send: endpoints.changeDevice.initiate({ id, step, body }),
});
const inspection = {
  version: 1,
  checklist: {
    batteryHealthPercent: 88,
    screen: 'light',
    body: 'none',
    doButtonsWork: true,
    doCamerasWork: true,
    doesNetworkWork: true,
  },
  photoIds: [],
  note: '',
};
const lower = { ...inspection, note: 'The screen has a crack.', lowerQuoteInMinorUnits: 20_000 };
const inspected = (over: object) =>
  aDevice('inspected', { inspection: agreed.inspection, version: integer(2), ...over });
const move = { version: 3, place: 'workshop', note: 'Its camera is dark.' };
const part = {
  version: 4,
  name: 'Camera',
  minutes: 40,
  cost: { amountInMinorUnits: 350_000, currency: 'NPR' },
};
const sale = { version: 3, productId, price: { amountInMinorUnits: 6_000_000, currency: 'NPR' } };

it.each([
  {
    given: received,
    upon: 'the first page of received devices that a search finds',
    path,
    query: { page: '1', limit: '20', place: 'received', search: '3809' },
    answer: {
      data: {
        devices: eachLike(aDevice('received')),
        pagination: { total: integer(1), totalPages: integer(1) },
      },
    },
    send: endpoints.listDevices.initiate({ page: 1, place: 'received', search: '3809' }),
    read: { total: 1, totalPages: 1, rows: [{ id, place: 'received', version: 1 }] },
  },
  {
    given: bought,
    upon: 'one device with its history',
    path: `${path}/${id}`,
    answer: { data: aDevice('inspected', { ...agreed, usualSteps: ['workshop', 'recycled'] }) },
    send: endpoints.getDevice.initiate(id),
    read: { id, place: 'inspected', usualSteps: ['workshop', 'recycled'], history: [{ to: 'received' }] },
  },
  {
    given: `the sell request ${sellRequestId} is accepted`,
    upon: 'a phone to be received with its IMEI',
    method: 'POST',
    path,
    body: { sellRequestId, identifiers: ['356938035643809'] },
    status: 201,
    answer: { data: aDevice('received') },
    send: endpoints.receiveDevice.initiate({ sellRequestId, identifiers: ['356938035643809'] }),
    read: { place: 'received', sellRequest: { id: sellRequestId } },
  },
  {
    given: received,
    upon: 'a phone of an unknown sell request to be received',
    method: 'POST',
    path,
    body: { sellRequestId: unknown, identifiers: ['490154203237518'] },
    status: 404,
    refusal: ['not-found', 'Request not found'],
    send: endpoints.receiveDevice.initiate({ sellRequestId: unknown, identifiers: ['490154203237518'] }),
  },
  {
    ...changing(received, 'inspection', inspection),
    upon: 'an inspection of a device as quoted',
    answer: { data: inspected({ purchase: 'to-inspect' }) },
    read: { place: 'inspected', inspection: { grade: 'B' } },
  },
  {
    ...changing(received, 'inspection', lower),
    upon: 'an inspection of a device with a lower quote',
    answer: { data: inspected({ purchase: 'requoted' }) },
    read: { place: 'inspected', purchase: 'requoted' },
  },
  {
    ...changing(received, 'identifiers', {
      version: 1,
      identifiers: ['490154203237518'],
      note: 'Two digits were swapped.',
    }),
    upon: 'the numbers of a device to be corrected',
    answer: { data: aDevice('received') },
    read: { place: 'received' },
  },
  {
    given: received,
    upon: 'the numbers of a device to be read in full',
    method: 'POST',
    path: `${path}/${id}/numbers`,
    answer: {
      data: eachLike({ kind: regex(/^(imei|meid|serial)$/, 'imei'), value: string('356938035643809') }),
    },
    send: endpoints.readIdentifiers.initiate(id),
    read: [{ kind: 'imei', value: '356938035643809' }],
  },
  {
    ...changing(bought, 'place', move),
    upon: 'a device to be moved to the workshop',
    answer: { data: aDevice('workshop', { ...agreed, usualSteps: ['recycled'] }) },
    read: { place: 'workshop', usualSteps: ['recycled'] },
  },
  {
    ...changing(bought, 'place', { ...move, version: 2 }),
    upon: 'a device to be moved with a stale version',
    status: 409,
    refusal: ['version-conflict', 'Somebody changed it.'],
  },
  {
    ...changing(bought, 'place', { ...move, place: 'customer' }),
    upon: 'a device to be moved where it cannot go',
    status: 409,
    refusal: ['conflict', 'It goes back only when its seller or the shop declined.'],
  },
  {
    ...changing(`the device ${id} is in the workshop`, 'parts', part),
    upon: 'a part that the workshop replaced',
    answer: {
      data: aDevice('workshop', {
        ...agreed,
        usualSteps: ['recycled'],
        parts: [{ name: 'Camera', minutes: 40, cost: part.cost, at: instant('2026-11-23T06:00:00.000Z') }],
        cost: like(4_400_000),
      }),
    },
    read: { parts: [{ name: 'Camera', minutes: 40 }], cost: { amountInMinorUnits: 4_400_000 } },
  },
  {
    given: bought,
    upon: 'a price for a device',
    path: `${path}/${id}/sale`,
    answer: {
      data: {
        suggestedPrice: like(6_750_000),
        cost: like(4_050_000),
        marginPercent: number(40),
        ageInDays: integer(0),
      },
    },
    send: endpoints.getSaleSuggestion.initiate(id),
    read: { suggestedPrice: { amountInMinorUnits: 6_750_000 }, marginPercent: 40, ageInDays: 0 },
  },
  {
    ...changing(bought, 'sale', sale),
    upon: 'a device to be put on sale',
    answer: {
      data: aDevice('for-sale', {
        ...agreed,
        usualSteps: ['inspected', 'workshop'],
        sale: { productId, price: sale.price },
      }),
    },
    read: { place: 'for-sale', sale: { productId } },
  },
  {
    given: offered,
    upon: 'what is known of an offered IMEI',
    path: offerPath,
    answer: { data: findings() },
    send: endpoints.getOfferFindings.initiate(otherSellRequestId),
    read: { lastFour: '3809', offeredAlsoIn: [sellRequestId], known: { place: 'received' } },
  },
  {
    given: received,
    upon: 'what is known of an IMEI that did not come yet',
    path: offerPath,
    status: 404,
    refusal: ['not-found', 'This sell request has no IMEI.'],
    send: endpoints.getOfferFindings.initiate(otherSellRequestId),
  },
  {
    given: offered,
    upon: 'the register of stolen phones to be asked again',
    method: 'POST',
    path: `${offerPath}/blocklist`,
    answer: { data: findings({ blocklist: 'clean' }) },
    send: endpoints.checkBlocklist.initiate(otherSellRequestId),
    read: { blocklist: 'clean' },
  },
] satisfies readonly Agreement[])('agrees on $upon', agreedWith('device'));
