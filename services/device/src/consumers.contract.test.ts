import { storedToken, type WireEvent } from '@kinmel/service-kit';
import { eventually } from '@kinmel/testing';
import { consumersOf, verifyContract } from '@kinmel/testing/contracts';
import { unreadableEvent } from '@kinmel/testing/servers';
import mongoose from 'mongoose';
import request from 'supertest';
import { aChecklist, aPhoto, imei, otherSellRequestId, sellRequestId } from './testing/device-samples.ts';
import { contractToken, useTestDevice } from './testing/test-device.ts';

const device = useTestDevice();

const devicesPath = '/api/admin/devices';
const orderId = '00000000000000000000a0d1';

const call = (method: 'post' | 'put', path: string) =>
  request(device.server)[method](path).set('Authorization', `Bearer ${device.tokens.admin()}`);

/** Receives a phone and returns the id of its device. */
async function receivePhone(): Promise<string> {
  await device.database.empty();
  device.bus.published.length = 0;
  device.accept(sellRequestId);
  const { body } = await call('post', devicesPath)
    .send({ sellRequestId, identifiers: [imei] })
    .expect(201);
  return body.data.id;
}

const publishedEvent = (type: string): Promise<WireEvent> =>
  eventually(() => device.bus.published.find((event) => event.type === type) ?? false);

/** Inspects a received phone and returns the published event. */
async function inspectPhone(overrides: object = {}): Promise<WireEvent> {
  const id = await receivePhone();
  const { body } = await call('post', `${devicesPath}/photos`)
    .attach('photo', await aPhoto(), 'a.png')
    .expect(201);
  await call('put', `${devicesPath}/${id}/inspection`)
    .send({ version: 1, checklist: aChecklist, photoIds: [body.data.photoId], ...overrides })
    .expect(200);
  return publishedEvent('device.inspected');
}

/** Puts a device on sale and returns the published event. */
async function listDevice(): Promise<WireEvent> {
  const productId = '25ee728f50f0dfc3eee9b45d';
  device.products.set(productId, { category: 'premiumsmartphones', inStock: false });
  const { aggregateId: id } = await inspectPhone();
  await device.events.settled(sellRequestId, id);
  const price = { amountInMinorUnits: 6_000_000, currency: 'NPR' };
  await call('put', `${devicesPath}/${id}/sale`).send({ version: 3, productId, price }).expect(200);
  return publishedEvent('device.listed');
}

const deviceId = 'de'.repeat(12);
const productId = '65a000000000000000000001';
const passportToken = 'p'.repeat(43);

/** Gives the only device an id or a token of a contract. */
async function changeOnly(fields: object): Promise<void> {
  const devices = device.connection.collection('devices');
  await devices.insertOne({ ...(await devices.findOneAndDelete({})), ...fields });
}

/** An inspected device of version 3, and a product that it can be a piece of. */
async function setUpBoughtDevice(): Promise<void> {
  const { aggregateId: id } = await inspectPhone();
  await device.events.settled(sellRequestId, id);
  await changeOnly({ _id: new mongoose.Types.ObjectId(deviceId) });
  device.products.set(productId, { category: 'premiumsmartphones', inStock: false });
}

const states = {
  'a phone has just come': async () => void (await receivePhone()),
  'staff have made the change moveDevice': async () => {
    const { aggregateId: id } = await inspectPhone();
    await device.events.settled(sellRequestId, id);
    await device.connection.collection('audit_entries').deleteMany({});
    await call('put', `${devicesPath}/${id}/place`).send({ version: 3, place: 'workshop' }).expect(200);
  },
  [`a message about the order ${orderId} is parked`]: async () => {
    await device.bus.publish(unreadableEvent('sell-request.settled', orderId));
    await device.bus.settle();
  },
  [`the sell request ${sellRequestId} is accepted`]: async () => {
    await device.database.empty();
    device.accept(sellRequestId);
  },
  [`the device ${deviceId} was received`]: async () => {
    await receivePhone();
    await changeOnly({ _id: new mongoose.Types.ObjectId(deviceId) });
  },
  [`the price of the device ${deviceId} is agreed`]: setUpBoughtDevice,
  [`the device ${deviceId} is on sale by its listing of version 4`]: async () => {
    await setUpBoughtDevice();
    const price = { amountInMinorUnits: 6_000_000, currency: 'NPR' };
    await call('put', `${devicesPath}/${deviceId}/sale`).send({ version: 3, productId, price }).expect(200);
  },
  [`the device ${deviceId} was taken off sale`]: setUpBoughtDevice,
  [`the device ${deviceId} is in the workshop`]: async () => {
    await setUpBoughtDevice();
    await call('put', `${devicesPath}/${deviceId}/place`).send({ version: 3, place: 'workshop' }).expect(200);
  },
  [`the phone of a device is offered again by the sell request ${otherSellRequestId}`]: async () => {
    await receivePhone();
    await device.events.received(otherSellRequestId, imei);
  },
  [`a device has the passport ${passportToken}`]: async () => {
    await setUpBoughtDevice();
    const money = { amountInMinorUnits: 6_000_000, currency: 'NPR' };
    const steps = {
      place: { place: 'workshop' },
      parts: { name: 'Camera', minutes: 40, cost: money },
      inspection: { checklist: aChecklist },
      sale: { productId, price: money },
    };
    for (const [index, [step, body]] of Object.entries(steps).entries())
      await call('put', `${devicesPath}/${deviceId}/${step}`)
        .send({ version: 3 + index, ...body })
        .expect(200);
    await changeOnly({ tokenHash: storedToken(passportToken) });
  },
  'no device has a passport': () => device.database.empty(),
};

const events = {
  async 'device.received'() {
    await receivePhone();
    return publishedEvent('device.received');
  },
  'device.listed': listDevice,
  async 'device.sent-back'() {
    const id = await receivePhone();
    await device.events.ended(sellRequestId, 'rejected');
    // The seller had bought the phone here.
    const formerFields = { orderId, warrantyUntil: null, sale: null, inspection: null, photoIds: [] };
    await device.connection.collection('devices').updateOne({}, { $set: { former: formerFields } });
    const step = { version: 2, place: 'customer', note: 'Parcel 12' };
    await call('put', `${devicesPath}/${id}/place`).send(step).expect(200);
    return publishedEvent('device.sent-back');
  },
  'device.inspected': () => inspectPhone(),
  'device.inspected with a lower quote': () =>
    inspectPhone({ lowerQuoteInMinorUnits: 20_000, note: 'The screen has a crack.' }),
};

it.each(consumersOf('device'))(
  'device answers and publishes what %s needs',
  (consumer) =>
    verifyContract(consumer, {
      name: 'device',
      server: device.server,
      states,
      events,
      headers: {
        authorization: `Bearer ${device.tokens.admin()}`,
        'x-kinmel-service-token': contractToken,
      },
    }),
  120_000,
);
