import { randomBytes } from 'node:crypto';
import { seal } from '@kinmel/service-kit';
import request from 'supertest';
import { createDevicesStore } from '../devices/devices.store.ts';
import { imei, sellRequestId } from '../testing/device-samples.ts';
import { useTestDevice } from '../testing/test-device.ts';
import { changeDeviceKey } from './change-device-key.ts';
import { createDeviceKey } from './device-key.ts';

const device = useTestDevice();
beforeEach(() => device.accept(sellRequestId));

const newKey = randomBytes(32).toString('base64');
const change = () => changeDeviceKey(device.connection, newKey, device.deviceKey);

async function receive() {
  await device.events.received(sellRequestId, imei);
  const { body } = await request(device.server)
    .post('/api/admin/devices')
    .set('Authorization', `Bearer ${device.tokens.admin()}`)
    .send({ sellRequestId, identifiers: [imei] })
    .expect(201);
  return body.data;
}

it('all numbers are found and read with the new key alone, and passports by both addresses', async () => {
  const { id, passportLink } = await receive();
  expect(await change()).toBe(2);

  const key = createDeviceKey(newKey);
  const devices = createDevicesStore(device.connection, key, {
    ...device.context.calendar,
    closedDays: new Set(),
  });
  for (const search of [imei, imei.slice(3, 9)]) {
    const query = { place: 'all', search, page: 1, limit: 10 } as const;
    expect((await devices.list(query)).devices.map((one) => one.id)).toEqual([id]);
  }
  const [foundDevice] = await devices.withIdentifiers([key.stored({ kind: 'imei', value: imei }).hash]);
  expect(foundDevice?.identifiers.map(({ sealed }) => key.read(sealed))).toEqual([imei]);
  for (const token of [passportLink.replace('/passport/', ''), key.passportToken(id)])
    expect((await devices.byToken(token))?.id).toBe(id);
  const sellRequest = await device.context.sellRequests.find(sellRequestId);
  expect(sellRequest?.imeis.map(({ sealed }) => key.read(sealed))).toEqual([imei]);
  expect(sellRequest?.imeis.map(({ hash }) => hash)).toEqual(
    foundDevice?.identifiers.map(({ hash }) => hash),
  );
});

it('a repeated run changes nothing, or completes an interrupted one', async () => {
  await receive();
  await change();
  expect(await change()).toBe(0);
  await device.connection.collection('offers').deleteMany({});
  await device.events.received(sellRequestId, imei);
  expect(await change()).toBe(1);
});

it('messages that were encrypted with the old key can be read', () => {
  expect(createDeviceKey(newKey, device.deviceKey).read(seal(imei, device.deviceKey))).toBe(imei);
  expect(() => createDeviceKey(newKey).read(seal(imei, device.deviceKey))).toThrow();
});
