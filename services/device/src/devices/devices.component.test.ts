import { readdir } from 'node:fs/promises';
import { claimPhone, type DeviceAnswer, settleReceipt } from '@kinmel/contracts';
import { sweepPersonalPictures, unusedPhotosKeptMs } from '@kinmel/pictures';
import { createLogger, ProblemError } from '@kinmel/service-kit';
import { storedEvents, testAccess } from '@kinmel/testing/servers';
import request from 'supertest';
import {
  aChecklist,
  aPhoto,
  imei,
  otherImei,
  otherSellRequestId,
  sellRequestId,
} from '../testing/device-samples.ts';
import { contractToken, startTestDevice, useTestDevice } from '../testing/test-device.ts';
import { publishPhonesSentBack, settleClaims } from './claim-phone.ts';

const device = useTestDevice();
beforeEach(() => {
  device.accept(sellRequestId);
  device.products.set(productId, { category: 'premiumsmartphones', inStock: false });
});

const devicesPath = '/api/admin/devices';
const productId = '65a000000000000000000001';
const price = { amountInMinorUnits: 6_000_000, currency: 'NPR' };
const call = (method: 'get' | 'post' | 'put', path: string, token = device.tokens.admin()) =>
  request(device.server)[method](path).set('Authorization', `Bearer ${token}`);
const asService = (path: string, body: object) =>
  request(device.server).put(path).set('X-Kinmel-Service-Token', contractToken).send(body);
const receive = (body: object = { sellRequestId, identifiers: [imei] }) =>
  call('post', devicesPath).send(body);
const put = (phone: DeviceAnswer, step: string, body: object) =>
  call('put', `${devicesPath}/${phone.id}/${step}`).send({ version: phone.version, ...body });
const dataOf = async (response: request.Test): Promise<DeviceAnswer> => (await response).body.data;
const statusesOf = (answers: readonly request.Response[]) =>
  answers.map(({ status }) => status).toSorted((left, right) => left - right);
const storedDevices = () => device.connection.collection('devices').find().toArray();
const eventTypes = async () => (await storedEvents(device.connection)).map(({ type }) => type);

/** An inspected device with an agreed price, which can be put on sale. */
async function sellableDevice(): Promise<DeviceAnswer> {
  const received = await dataOf(receive().expect(201));
  await put(received, 'inspection', { checklist: aChecklist }).expect(200);
  await device.events.settled(sellRequestId, received.id);
  return dataOf(call('get', `${devicesPath}/${received.id}`).expect(200));
}

describe('receiving', () => {
  it('stores one device with encrypted numbers, and publishes it (DEV-D1, DEV-D2)', async () => {
    const phone = await dataOf(
      receive({ sellRequestId, identifiers: ['35 693803 564380 9', 'f2lx81abc'] }).expect(201),
    );
    expect(phone).toMatchObject({
      model: 'iPhone 13',
      place: 'received',
      purchase: 'to-inspect',
      identifiers: [
        { kind: 'imei', lastFour: '3809' },
        { kind: 'serial', lastFour: '1ABC' },
      ],
      blocklist: 'unknown',
      usualSteps: [],
      cost: { amountInMinorUnits: 0, currency: 'NPR' },
      warrantyUntil: null,
      version: 1,
    });
    expect(JSON.stringify(await storedDevices())).not.toContain(imei);
    expect(await eventTypes()).toEqual(['device.received']);
  });

  it('uses the IMEI of the form when staff enter none, and needs one of the two (DEV-D1)', async () => {
    expect((await receive({ sellRequestId })).body).toMatchObject({
      code: 'conflict',
      details: [{ path: 'identifiers' }],
    });
    await device.events.received(sellRequestId, imei);
    const phone = await dataOf(receive({ sellRequestId }).expect(201));
    expect(phone.identifiers).toEqual([{ kind: 'imei', lastFour: '3809' }]);
  });

  it('several times at once creates one device and one event (DEV-D3)', async () => {
    const answers = await Promise.all([receive(), receive(), receive()]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    await receive({ sellRequestId, identifiers: [otherImei] }).expect(409);
    expect(await storedDevices()).toHaveLength(1);
    expect(await eventTypes()).toEqual(['device.received']);
  });

  it('after a concurrent call returns the same device (DEV-D3)', async () => {
    let otherCallId = '';
    device.whileSellRequestIsClaimed(async () => {
      otherCallId = (await dataOf(receive().expect(201))).id;
    });
    expect(await dataOf(receive().expect(201))).toMatchObject({ id: otherCallId });
    expect(await eventTypes()).toEqual(['device.received']);
  });

  it('returns the same device when service-request refuses the claim because of the concurrent call (DEV-D3)', async () => {
    let otherCallId = '';
    device.whileSellRequestIsClaimed(async () => {
      otherCallId = (await dataOf(receive().expect(201))).id;
      throw new ProblemError('conflict', 'The phone of this sell request came already.');
    });
    expect(await dataOf(receive().expect(201))).toMatchObject({ id: otherCallId });
    expect(await eventTypes()).toEqual(['device.received']);
  });

  it('of two phones for one sell request at once succeeds for one of them (DEV-D3)', async () => {
    const answers = await Promise.all(
      [imei, otherImei].map((number) => receive({ sellRequestId, identifiers: [number] })),
    );
    expect(statusesOf(answers)).toEqual([201, 409]);
    expect(await storedDevices()).toHaveLength(1);
    const [refused] = answers.filter(({ status }) => status === 409);
    expect(refused?.body.message).toContain('came already, with other numbers');
  });

  it('of the same phone for two sell requests at once succeeds for one of them (DEV-D2)', async () => {
    device.accept(otherSellRequestId);
    const answers = await Promise.all(
      [sellRequestId, otherSellRequestId].map((id) => receive({ sellRequestId: id, identifiers: [imei] })),
    );
    expect(statusesOf(answers)).toEqual([201, 409]);
    expect(await storedDevices()).toHaveLength(1);
  });

  it('of a phone that was sent back returns the same device (DEV-D2)', async () => {
    const phone = await dataOf(receive().expect(201));
    await device.events.ended(sellRequestId, 'rejected');
    const declined = await dataOf(call('get', `${devicesPath}/${phone.id}`));
    expect(declined).toMatchObject({ purchase: 'declined', usualSteps: ['customer'] });
    await put(declined, 'place', { place: 'customer', note: 'Parcel 12' }).expect(200);
    device.accept(otherSellRequestId);
    const again = await dataOf(
      receive({ sellRequestId: otherSellRequestId, identifiers: [imei] }).expect(201),
    );
    expect(again).toMatchObject({ id: phone.id, place: 'received', purchase: 'to-inspect' });
    expect(again.history.map(({ to }) => to)).toEqual(['received', 'customer', 'received']);
  });

  it('of a number that the shop knows as another phone needs a person who compared them (DEV-D2)', async () => {
    const phone = await dataOf(receive().expect(201));
    await device.events.ended(sellRequestId, 'rejected');
    const declined = await dataOf(call('get', `${devicesPath}/${phone.id}`));
    await put(declined, 'place', { place: 'customer', note: 'Parcel 12' }).expect(200);
    device.accept(otherSellRequestId, { model: 'iPhone 14' });
    const body = { sellRequestId: otherSellRequestId, identifiers: [imei] };
    const refused = await receive(body).expect(409);
    expect(refused.body.details).toMatchObject([{ path: 'isKnownPhoneConfirmed' }]);
    expect(await dataOf(call('get', `${devicesPath}/${phone.id}`))).toMatchObject({ place: 'customer' });
    const again = await dataOf(receive({ ...body, isKnownPhoneConfirmed: true }).expect(201));
    expect(again).toMatchObject({ id: phone.id, model: 'iPhone 13', place: 'received' });
  });

  it('again by the same request after the phone went back needs no numbers, and publishes again (DEV-D3)', async () => {
    const phone = await dataOf(receive().expect(201));
    await device.events.ended(sellRequestId, 'rejected');
    const declined = await dataOf(call('get', `${devicesPath}/${phone.id}`));
    await put(declined, 'place', { place: 'customer', note: 'Parcel 12' }).expect(200);
    await receive({ sellRequestId, identifiers: [otherImei] }).expect(409);
    const again = await dataOf(receive({ sellRequestId }).expect(201));
    expect(again).toMatchObject({ id: phone.id, place: 'received', purchase: 'to-inspect' });
    expect(await eventTypes()).toEqual(['device.received', 'device.sent-back', 'device.received']);
  });

  it('that service-request gave up in the meantime is not stored, and is claimed again (DEV-D3)', async () => {
    let givenUpReceiptId = '';
    device.whileSellRequestIsClaimed(async ({ receiptId }) => {
      givenUpReceiptId = receiptId;
      const path = settleReceipt.path.replace('{receiptId}', receiptId);
      expect((await asService(path, {}).expect(200)).body.isReceived).toBe(false);
    });
    await receive().expect(201);
    const receipts = await device.connection.collection<{ _id: string }>('receipts').find().toArray();
    expect(receipts).toEqual([
      { _id: givenUpReceiptId, isReceived: false },
      { _id: expect.any(String), isReceived: true },
    ]);
    const path = settleReceipt.path.replace('{receiptId}', receipts[1]?._id ?? '');
    expect((await asService(path, {}).expect(200)).body.isReceived).toBe(true);
  });

  it('is refused with a message for a wrong number, and for an unknown sell request', async () => {
    const wrong = await receive({ sellRequestId, identifiers: ['356938035643808'] }).expect(400);
    expect(wrong.body.details[0].message).toContain('A digit of this IMEI is wrong');
    await receive({ sellRequestId: otherSellRequestId, identifiers: [imei] }).expect(404);
    expect(await storedDevices()).toEqual([]);
    expect(await eventTypes()).toEqual([]);
  });
});

describe('an inspection', () => {
  it('stores grade and photos, and publishes a lower quote with their addresses (DEV-D4)', async () => {
    const phone = await dataOf(receive());
    const upload = await call('post', `${devicesPath}/photos`)
      .attach('photo', await aPhoto(), 'a.png')
      .expect(201);
    const { photoId } = upload.body.data;
    const inspectionBody = {
      checklist: aChecklist,
      photoIds: [photoId],
      note: 'Bent',
      lowerQuoteInMinorUnits: 20_000,
    };
    const after = await dataOf(put(phone, 'inspection', inspectionBody).expect(200));
    expect(after).toMatchObject({
      place: 'inspected',
      purchase: 'requoted',
      inspection: { grade: 'B', note: 'Bent' },
      photos: [{ id: photoId, path: `${devicesPath}/${phone.id}/photos/${photoId}` }],
      version: 2,
    });
    const [, inspectedEvent] = await storedEvents(device.connection);
    const token = phone.passportLink.replace('/passport/', '');
    const photo = `/api/passport/${token}/photos/${photoId}`;
    expect(inspectedEvent?.data).toMatchObject({
      lowerQuote: { priceInMinorUnits: 20_000, note: 'Bent', photos: [photo] },
    });
    const photoResponse = await request(device.server).get(photo).expect(200);
    expect(photoResponse.headers['content-type']).toBe('image/webp');
    await call('get', `${devicesPath}/${phone.id}/photos/${photoId}`).expect(200);
    await request(device.server).get(`${devicesPath}/${phone.id}/photos/${photoId}`).expect(404);
    await put(after, 'inspection', inspectionBody).expect(409);
  });

  it('by two people at once succeeds for one (DEV-D6)', async () => {
    const phone = await dataOf(receive());
    const answers = await Promise.all([1, 2].map(() => put(phone, 'inspection', { checklist: aChecklist })));
    expect(statusesOf(answers)).toEqual([200, 409]);
    expect(await eventTypes()).toEqual(['device.received', 'device.inspected']);
  });

  it('needs the grades of the policy', async () => {
    const freshService = await startTestDevice();
    try {
      freshService.accept(sellRequestId);
      freshService.setOrderAway(true);
      const send = (method: 'post' | 'put', path: string) =>
        request(freshService.server)
          [method](path)
          .set('Authorization', `Bearer ${freshService.tokens.admin()}`);
      const { body } = await send('post', devicesPath).send({ sellRequestId, identifiers: [imei] });
      const inspection = { version: 1, checklist: aChecklist };
      await send('put', `${devicesPath}/${body.data.id}/inspection`).send(inspection).expect(503);
      freshService.setOrderAway(false);
      await send('put', `${devicesPath}/${body.data.id}/inspection`).send(inspection).expect(200);
    } finally {
      await freshService.stop();
    }
  });

  it('uses its photos; a photo that no device uses is deleted after a day (DEV-D12)', async () => {
    const phone = await dataOf(receive());
    const upload = async () =>
      (await call('post', `${devicesPath}/photos`).attach('photo', await aPhoto(), 'a.png')).body.data
        .photoId;
    const [used, unused] = [await upload(), await upload()];
    await put(phone, 'inspection', { checklist: aChecklist, photoIds: [used] }).expect(200);
    const sweepAfter = (ms: number) =>
      sweepPersonalPictures({
        pictures: device.context.photos.store,
        inUse: device.context.devices.photosInUse,
        olderThanMs: unusedPhotosKeptMs,
        now: () => new Date(Date.now() + ms),
        logger: createLogger({ service: 'device', level: 'silent' }),
      });
    await sweepAfter(unusedPhotosKeptMs - 60_000);
    expect(await readdir(device.photosFolder)).toEqual(expect.arrayContaining([used, unused]));
    await sweepAfter(unusedPhotosKeptMs + 60_000);
    const remainingPhotos = await readdir(device.photosFolder);
    expect([remainingPhotos.includes(used), remainingPhotos.includes(unused)]).toEqual([true, false]);
  });

  it('refuses a photo that does not exist, and an upload that is no picture', async () => {
    const phone = await dataOf(receive());
    const photoIds = ['0'.repeat(32)];
    await put(phone, 'inspection', { checklist: aChecklist, photoIds }).expect(409);
    expect(
      (await call('post', `${devicesPath}/photos`).attach('photo', Buffer.from('no picture'), 'a.png'))
        .status,
    ).toBe(415);
    expect(await readdir(device.photosFolder)).not.toContain(photoIds[0]);
  });
});

it('a phone that went back before the event existed is published once (DEV-D7)', async () => {
  const phone = await dataOf(receive());
  const devices = device.connection.collection('devices');
  const before = { place: 'customer', purchase: 'declined' };
  await devices.updateOne({}, { $set: before, $unset: { requestVersion: 1, claim: 1 } });
  device.setClock('2026-12-23T06:00:00Z');
  await publishPhonesSentBack(device.context);
  await publishPhonesSentBack(device.context);
  expect(await eventTypes()).toEqual(['device.received', 'device.sent-back']);
  expect((await storedEvents(device.connection)).at(-1)?.occurredAt).toBe('2026-11-23T06:00:00.000Z');
  expect(await dataOf(call('get', `${devicesPath}/${phone.id}`))).toMatchObject({
    place: 'customer',
    version: 2,
  });
});

describe('a step of its sell request (DEV-D19)', () => {
  const claim = (id: string, overrides: object = {}) =>
    asService(claimPhone.path.replace('{id}', id), {
      sellRequestId,
      version: 5,
      isInspected: false,
      ...overrides,
    });

  it('claims the phone, so that of two concurrent steps one succeeds', async () => {
    const phone = await dataOf(receive());
    const answers = await Promise.all([claim(phone.id), put(phone, 'inspection', { checklist: aChecklist })]);
    expect(statusesOf(answers)).toEqual([200, 409]);
  });

  it('that publishes no event is settled after a minute by a call of device, which ends the claim', async () => {
    const phone = await dataOf(receive());
    await claim(phone.id).expect(200);
    await put({ ...phone, version: 2 }, 'inspection', { checklist: aChecklist }).expect(409);
    await settleClaims(device.context);
    expect(device.endedClaims).toEqual([]);
    device.setClock('2026-11-23T06:01:00Z');
    await settleClaims(device.context);
    expect(device.endedClaims).toEqual([[sellRequestId, 5]]);
    await put({ ...phone, version: 3 }, 'inspection', { checklist: aChecklist }).expect(200);
  });
});

describe('a device that is bought', () => {
  it('is moved, repaired and sold; its cost is price and parts (DEV-D7, DEV-D8)', async () => {
    let phone = await sellableDevice();
    expect(phone).toMatchObject({ purchase: 'agreed', usualSteps: ['workshop', 'recycled'] });
    phone = await dataOf(put(phone, 'place', { place: 'workshop', note: 'Battery' }).expect(200));
    const part = { name: 'Battery', minutes: 30, cost: { amountInMinorUnits: 250_000, currency: 'NPR' } };
    phone = await dataOf(put(phone, 'parts', part).expect(200));
    expect(phone.cost.amountInMinorUnits).toBe(4_300_000);
    phone = await dataOf(
      put(phone, 'inspection', { checklist: { ...aChecklist, screen: 'none' } }).expect(200),
    );
    phone = await dataOf(put(phone, 'sale', { productId, price }).expect(200));
    expect(phone.history.map(({ to }) => to)).toEqual([
      'received',
      'inspected',
      'workshop',
      'inspected',
      'for-sale',
    ]);
    await put(phone, 'place', { place: 'received' }).expect(409);
    await put(phone, 'place', { place: 'sold' }).expect(409);
    expect(await eventTypes()).toEqual(['device.received', 'device.inspected', 'device.listed']);
  });

  it('has a passport without person, price and full number (DEV-D9)', async () => {
    const phone = await sellableDevice();
    const path = `/api${phone.passportLink}`;
    await request(device.server).get(path).expect(404);
    await put(phone, 'sale', { productId, price }).expect(200);
    const { body, headers } = await request(device.server).get(path).expect(200);
    expect(body.data).toEqual({
      brand: 'apple',
      model: 'iPhone 13',
      storage: '128',
      color: 'black',
      identifiers: [{ kind: 'imei', lastFour: '3809' }],
      inspection: { at: '2026-11-23T06:00:00.000Z', checklist: aChecklist, grade: 'B' },
      parts: [],
      warrantyUntil: null,
      photos: [],
    });
    // It contains no personal data, so browsers may store it.
    expect(headers['cache-control']).toBe('no-cache');
    await request(device.server)
      .get(`/api/passport/${'x'.repeat(43)}`)
      .expect(404);
  });
});

describe('the list', () => {
  it('has pages, last changed first, and finds models, and numbers as a whole or by a part (DEV-D25)', async () => {
    device.accept(otherSellRequestId, { model: 'Galaxy S22', brand: 'samsung' });
    await receive().expect(201);
    device.setClock('2026-11-23T07:00:00Z');
    await receive({ sellRequestId: otherSellRequestId, identifiers: [otherImei] }).expect(201);
    const modelsOf = async (query: string) => {
      const { body } = await call('get', `${devicesPath}?${query}`).expect(200);
      return body.data.devices.map(({ model }: DeviceAnswer) => model);
    };
    expect(await modelsOf('')).toEqual(['Galaxy S22', 'iPhone 13']);
    expect(await modelsOf('limit=1&page=2')).toEqual(['iPhone 13']);
    expect(await modelsOf('search=7518')).toEqual(['Galaxy S22']);
    expect(await modelsOf('search=iphone')).toEqual(['iPhone 13']);
    expect(await modelsOf('search=13 iphone')).toEqual(['iPhone 13']);
    expect(await modelsOf(`search=${encodeURIComponent('IMEI: 490154203237518 / 01')}`)).toEqual([
      'Galaxy S22',
    ]);
    expect(await modelsOf('search=356938035643809')).toEqual(['iPhone 13']);
    expect(await modelsOf('search=351111111111116')).toEqual([]);
    for (const part of ['35693', '0356438', '43809', '35-6938', '%2035693803%20'])
      expect(await modelsOf(`search=${part}`)).toEqual(['iPhone 13']);
    expect(await modelsOf('search=35694')).toEqual([]);
    expect(await modelsOf('search=.*')).toEqual([]);
    expect(await modelsOf('place=workshop')).toEqual([]);
    expect(await modelsOf('place=received')).toHaveLength(2);
  });

  it('answers not-found for an unknown id', async () => {
    await call('get', `${devicesPath}/6600000000000000000000ff`).expect(404);
  });
});

testAccess('device', () => device);
