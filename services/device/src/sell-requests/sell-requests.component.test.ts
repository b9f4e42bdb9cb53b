import { userDeleted } from '@kinmel/contracts';
import { createEvent } from '@kinmel/service-kit';
import request from 'supertest';
import { aChecklist, imei, otherImei, otherSellRequestId, sellRequestId } from '../testing/device-samples.ts';
import { useTestDevice } from '../testing/test-device.ts';
import { lookUpNewNumbers } from './check-blocklist.ts';

const device = useTestDevice();

const admin = () => ({ Authorization: `Bearer ${device.tokens.admin()}` });
const findingsPath = (id = sellRequestId) => `/api/admin/devices/offers/${id}`;
const findings = async (id?: string) =>
  (await request(device.server).get(findingsPath(id)).set(admin())).body.data;
const checkAgain = () => request(device.server).post(`${findingsPath()}/blocklist`).set(admin());
const receive = (id: string) =>
  request(device.server)
    .post('/api/admin/devices')
    .set(admin())
    .send({ sellRequestId: id, identifiers: [imei] });

describe('the IMEI of a sell request (DEV-D11)', () => {
  it('is encrypted, and looked up once in the background', async () => {
    await device.events.received(sellRequestId, imei);
    await lookUpNewNumbers(device.context);
    await lookUpNewNumbers(device.context);
    expect(await findings()).toEqual({
      sellRequestId,
      lastFour: '3809',
      blocklist: 'clean',
      offeredAlsoIn: [],
      known: null,
    });
    expect(device.lookedUpImeis).toEqual([imei]);
    expect(JSON.stringify(await device.connection.collection('offers').find().toArray())).not.toContain(imei);
  });

  it('is unknown while the register does not answer, and looked up again by staff', async () => {
    device.setListed('away');
    await device.events.received(sellRequestId, imei);
    await lookUpNewNumbers(device.context);
    expect(await findings()).toMatchObject({ blocklist: 'unknown' });
    await lookUpNewNumbers(device.context);
    expect(device.lookedUpImeis).toEqual([imei]);
    device.setListed([imei]);
    expect((await checkAgain().expect(200)).body.data.blocklist).toBe('listed');
    device.setListed('away');
    expect((await checkAgain()).body.data.blocklist).toBe('listed');
    device.setListed([]);
    expect((await checkAgain()).body.data.blocklist).toBe('clean');
    device.setListed('away');
    expect((await checkAgain()).body.data.blocklist).toBe('unknown');
  });

  it('is found in other open sell requests, newest first, until they end', async () => {
    await device.events.received(sellRequestId, imei);
    await device.events.received(otherSellRequestId, imei);
    await device.events.received('6600000000000000000000d3', otherImei);
    expect(await findings()).toMatchObject({ offeredAlsoIn: [otherSellRequestId] });
    await device.events.ended(otherSellRequestId, 'rejected');
    expect(await findings()).toMatchObject({ offeredAlsoIn: [] });
    expect(await findings(otherSellRequestId)).toMatchObject({ offeredAlsoIn: [sellRequestId] });
  });

  it('of a request whose closing arrived before its first event is not open', async () => {
    await device.events.ended(otherSellRequestId, 'rejected');
    await request(device.server).get(findingsPath(otherSellRequestId)).set(admin()).expect(404);
    await device.events.received(otherSellRequestId, imei);
    await device.events.received(sellRequestId, imei);
    expect(await findings()).toMatchObject({ offeredAlsoIn: [] });
    const [ended] = await device.connection.collection('offers').find({ isOpen: false }).toArray();
    expect(ended?.['deleteAt']).toEqual(new Date('2027-02-21T06:00:00Z'));
  });

  it('names the device that the shop has, but not the phone of this request itself', async () => {
    device.accept(sellRequestId);
    const { body } = await receive(sellRequestId).expect(201);
    await device.events.received(otherSellRequestId, imei);
    expect(await findings(otherSellRequestId)).toMatchObject({
      known: { deviceId: body.data.id, place: 'received' },
    });
    expect(await findings()).toMatchObject({ known: null });
  });

  const deviceOf = async (id: string) =>
    (await request(device.server).get(`/api/admin/devices/${id}`).set(admin())).body.data;

  it.each([
    ['the number of the form', otherImei, 'listed'],
    ['the number of the phone', imei, 'listed'],
    ['none', '', 'clean'],
  ])(
    'is looked up with all numbers of the phone, and the worst result counts: listed is %s',
    async (_, listedImei, answer) => {
      device.accept(sellRequestId);
      device.setListed([listedImei]);
      await device.events.received(sellRequestId, otherImei);
      await lookUpNewNumbers(device.context);
      const { body } = await receive(sellRequestId).expect(201);
      expect(body.data.blocklist).toBe(listedImei === otherImei ? 'listed' : 'unknown');
      await lookUpNewNumbers(device.context);
      expect(device.lookedUpImeis).toEqual([otherImei, imei]);
      expect(await deviceOf(body.data.id)).toMatchObject({ blocklist: answer });
      const lastFour = (answer === 'clean' ? otherImei : listedImei).slice(-4);
      expect(await findings()).toMatchObject({ blocklist: answer, lastFour });
    },
  );

  it('is looked up before a phone is paid: a listed one needs the confirmation of a person (DEV-D21)', async () => {
    device.accept(sellRequestId);
    device.setListed([imei]);
    const { id } = (await receive(sellRequestId).expect(201)).body.data;
    const inspect = (overrides: object = {}) =>
      request(device.server)
        .put(`/api/admin/devices/${id}/inspection`)
        .set(admin())
        .send({ version: 1, checklist: aChecklist, ...overrides });
    const { body } = await inspect().expect(409);
    expect(body.details).toMatchObject([{ path: 'isListedConfirmed' }]);
    expect(await deviceOf(id)).toMatchObject({ place: 'received', version: 1 });
    await inspect({ isListedConfirmed: true, note: 'The police gave it back.' }).expect(200);
    const [entry] = (await request(device.server).get('/api/admin/services/device/audit').set(admin())).body
      .data;
    expect(entry.note).toBe('Confirmed although it is listed as stolen: The police gave it back.');
  });

  it('is corrected by staff: the device has the new numbers only, and the register is asked again (DEV-D20)', async () => {
    for (const requestId of [sellRequestId, otherSellRequestId]) device.accept(requestId);
    device.setListed([imei]);
    const { id } = (await receive(sellRequestId).expect(201)).body.data;
    await lookUpNewNumbers(device.context);
    expect(await deviceOf(id)).toMatchObject({ blocklist: 'listed' });
    const correct = (number: string, note = 'A digit was read wrongly.') =>
      request(device.server)
        .put(`/api/admin/devices/${id}/identifiers`)
        .set(admin())
        .send({ version: 1, identifiers: [number], note });
    await correct(otherImei, '').expect(400);
    await correct('356938035643808').expect(400);
    const thirdImei = '353918057201234';
    const otherReceipt = { sellRequestId: otherSellRequestId, identifiers: [thirdImei] };
    await request(device.server).post('/api/admin/devices').set(admin()).send(otherReceipt).expect(201);
    expect((await correct(thirdImei).expect(409)).body.message).toBe('Another device has this number.');
    await correct(otherImei).expect(200);
    await correct(otherImei).expect(409);
    await lookUpNewNumbers(device.context);
    expect(await deviceOf(id)).toMatchObject({
      identifiers: [{ kind: 'imei', lastFour: '7518' }],
      blocklist: 'clean',
      version: 2,
    });
  });

  it('of a sell request of an older release keeps its result', async () => {
    await device.events.received(sellRequestId, imei);
    const requests = device.connection.collection('offers');
    const [{ imeis } = { imeis: [] }] = await requests.find().toArray();
    const { hash, sealed, lastFour } = imeis[0];
    const oldFields = { imei: { hash, sealed, lastFour }, blocklist: 'listed', askedAt: new Date() };
    await requests.updateOne({}, { $set: oldFields, $unset: { imeis: 1 } });
    await device.context.sellRequests.renew();
    await device.context.sellRequests.renew();
    expect(await findings()).toMatchObject({ lastFour: '3809', blocklist: 'listed' });
    expect(Object.keys((await requests.findOne()) ?? {})).not.toContain('imei');
  });

  it('of a form without one is not found, and findings are shown to staff only', async () => {
    await device.events.received(sellRequestId);
    await request(device.server).get(findingsPath()).set(admin()).expect(404);
    await checkAgain().expect(404);
    await request(device.server).get(findingsPath()).expect(401);
  });
});

it('the price of a settled request is that of its device, also after a repeated event (DEV-D4)', async () => {
  device.accept(sellRequestId);
  const { id } = (await receive(sellRequestId)).body.data;
  await device.events.settled(sellRequestId, id, 100);
  await device.events.settled(sellRequestId, id, 999);
  await device.events.ended(sellRequestId, 'rejected');
  const { body } = await request(device.server).get(`/api/admin/devices/${id}`).set(admin());
  expect(body.data).toMatchObject({ purchase: 'agreed', cost: { amountInMinorUnits: 100 }, version: 2 });
});

it('the name of a deleted staff account leaves the history and the work queue (DEV-D10, DEV-D18)', async () => {
  device.accept(sellRequestId);
  const { id } = (await receive(sellRequestId)).body.data;
  const devices = device.connection.collection('devices');
  await devices.updateOne({}, { $set: { 'history.0.who.name': 'Mina' } });
  await request(device.server)
    .put(`/api/admin/services/device/work/device/${id}/assignee`)
    .set(admin())
    .send({ assignee: 'me', version: 0 });
  await devices.updateOne({}, { $set: { 'assignment.name': 'Mina' } });
  const [storedDevice] = await devices.find().toArray();
  const userId = storedDevice?.['history'][0].who.id;
  await device.bus.publish(
    createEvent(userDeleted, { aggregateId: userId, aggregateVersion: 9, data: { userId } }),
  );
  await device.bus.settle();
  const { body } = await request(device.server).get(`/api/admin/devices/${id}`).set(admin());
  expect(body.data.history[0].who).toBe('');
  expect(body.data.version).toBe(2);
  expect((await devices.findOne())?.['assignment']).toMatchObject({ personId: userId, name: '' });
});
