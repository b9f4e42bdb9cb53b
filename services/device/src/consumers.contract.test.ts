import type { WireEvent } from '@kinmel/service-kit';
import { eventually } from '@kinmel/testing';
import { consumersOf, verifyContract } from '@kinmel/testing/contracts';
import { unreadableEvent } from '@kinmel/testing/servers';
import request from 'supertest';
import { aChecklist, aPhoto, imei, sellRequestId } from './testing/device-samples.ts';
import { useTestDevice } from './testing/test-device.ts';

const device = useTestDevice();

const at = '/api/admin/devices';
const orderId = '00000000000000000000a0d1';

const call = (method: 'post' | 'put', path: string) =>
  request(device.server)[method](path).set('Authorization', `Bearer ${device.tokens.admin()}`);

/** The id of a phone that has just come. */
async function received(): Promise<string> {
  await device.database.empty();
  device.bus.published.length = 0;
  device.accept(sellRequestId);
  const { body } = await call('post', at)
    .send({ sellRequestId, identifiers: [imei] })
    .expect(201);
  return body.data.id;
}

const published = (type: string): Promise<WireEvent> =>
  eventually(() => device.bus.published.find((event) => event.type === type) ?? false);

/** The event of an inspection. */
async function inspected(over: object = {}): Promise<WireEvent> {
  const id = await received();
  const { body } = await call('post', `${at}/photos`)
    .attach('photo', await aPhoto(), 'a.png')
    .expect(201);
  await call('put', `${at}/${id}/inspection`)
    .send({ version: 1, checklist: aChecklist, photoIds: [body.data.photoId], ...over })
    .expect(200);
  return published('device.inspected');
}

/** The event of a device that is put on sale. */
async function listed(): Promise<WireEvent> {
  const productId = '25ee728f50f0dfc3eee9b45d';
  device.products.set(productId, { category: 'premiumsmartphones', inStock: false });
  const { aggregateId: id } = await inspected();
  await device.events.settled(sellRequestId, id);
  const price = { amountInMinorUnits: 6_000_000, currency: 'NPR' };
  await call('put', `${at}/${id}/sale`).send({ version: 3, productId, price }).expect(200);
  return published('device.listed');
}

const states = {
  'a phone has just come': async () => void (await received()),
  'staff have made the change moveDevice': async () => {
    const { aggregateId: id } = await inspected();
    await device.events.settled(sellRequestId, id);
    await device.connection.collection('audit_entries').deleteMany({});
    await call('put', `${at}/${id}/place`).send({ version: 3, place: 'workshop' }).expect(200);
  },
  [`a message about the order ${orderId} is parked`]: async () => {
    await device.bus.publish(unreadableEvent('sell-request.settled', orderId));
    await device.bus.settle();
  },
};

const events = {
  async 'device.received'() {
    await received();
    return published('device.received');
  },
  'device.listed': listed,
  'device.inspected': () => inspected(),
  'device.inspected with a lower quote': () =>
    inspected({ lowerQuoteInMinorUnits: 20_000, note: 'The screen has a crack.' }),
};

it.each(consumersOf('device'))(
  'device answers and publishes what %s needs',
  (consumer) =>
    verifyContract(consumer, {
      name: 'device',
      server: device.server,
      states,
      events,
      headers: { authorization: `Bearer ${device.tokens.admin()}` },
    }),
  120_000,
);
