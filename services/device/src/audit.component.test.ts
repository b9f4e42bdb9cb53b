import { auditedRequestId, type LeftEntry, shownChange, testAudit } from '@kinmel/testing/servers';
import request from 'supertest';
import { aChecklist, aPhoto, imei, otherImei, sellRequestId } from './testing/device-samples.ts';
import { useTestDevice } from './testing/test-device.ts';

const device = useTestDevice();
beforeEach(() => device.accept(sellRequestId));

const devicesPath = '/api/admin/devices';
const call = (method: 'get' | 'post' | 'put', path: string) =>
  request(device.server)
    [method](path)
    .set({ Authorization: `Bearer ${device.tokens.admin()}`, 'X-Request-Id': auditedRequestId });
const receive = () => call('post', devicesPath).send({ sellRequestId, identifiers: [imei] });

/** A bought device whose own entries are not under test. */
async function boughtDevice() {
  const { id } = (await receive().expect(201)).body.data;
  await call('put', `${devicesPath}/${id}/inspection`)
    .send({ version: 1, checklist: aChecklist })
    .expect(200);
  await device.events.settled(sellRequestId, id);
  await device.connection.collection('audit_entries').deleteMany({});
  return { id, record: { kind: 'device', id } as const };
}

const calls: Readonly<Record<string, () => Promise<LeftEntry>>> = {
  async receiveDevice() {
    const { body } = await receive().expect(201);
    const changes = expect.arrayContaining([shownChange('place', null, 'received')]);
    return { record: { kind: 'device', id: body.data.id }, changes };
  },
  async uploadDevicePhoto() {
    await call('post', `${devicesPath}/photos`)
      .attach('photo', await aPhoto(), 'a.png')
      .expect(201);
    return { record: { kind: 'device', id: null } };
  },
  async inspectDevice() {
    const { id } = (await receive()).body.data;
    await device.connection.collection('audit_entries').deleteMany({});
    const body = { version: 1, checklist: aChecklist, note: 'As described' };
    await call('put', `${devicesPath}/${id}/inspection`).send(body).expect(200);
    const changes = expect.arrayContaining([shownChange('grade', null, 'B')]);
    return { record: { kind: 'device', id }, changes, note: 'As described' };
  },
  async moveDevice() {
    const { id, record } = await boughtDevice();
    await call('put', `${devicesPath}/${id}/place`)
      .send({ version: 3, place: 'workshop', note: 'Battery' })
      .expect(200);
    return { record, changes: [shownChange('place', 'inspected', 'workshop')], note: 'Battery' };
  },
  async sellDevice() {
    const { id, record } = await boughtDevice();
    const productId = '65a000000000000000000001';
    device.products.set(productId, { category: 'premiumsmartphones', inStock: false });
    const price = { amountInMinorUnits: 6_000_000, currency: 'NPR' };
    await call('put', `${devicesPath}/${id}/sale`).send({ version: 3, productId, price }).expect(200);
    return { record, changes: [shownChange('place', 'inspected', 'for-sale')] };
  },
  async addDevicePart() {
    const { id, record } = await boughtDevice();
    await call('put', `${devicesPath}/${id}/place`).send({ version: 3, place: 'workshop' }).expect(200);
    await device.connection.collection('audit_entries').deleteMany({});
    const cost = { amountInMinorUnits: 250_000, currency: 'NPR' };
    await call('put', `${devicesPath}/${id}/parts`)
      .send({ version: 4, name: 'Battery', minutes: 30, cost })
      .expect(200);
    return { record, changes: [shownChange('parts', '', 'Battery')] };
  },
  async correctIdentifiers() {
    const { id, record } = await boughtDevice();
    const body = { version: 3, identifiers: [otherImei], note: 'A digit was read wrongly.' };
    await call('put', `${devicesPath}/${id}/identifiers`).send(body).expect(200);
    const changes = [shownChange('numbers', 'imei …3809', 'imei …7518')];
    return { record, changes, note: 'A digit was read wrongly.' };
  },
  async readIdentifiers() {
    const { id, record } = await boughtDevice();
    const { body } = await call('post', `${devicesPath}/${id}/numbers`).expect(200);
    expect(body.data).toEqual([{ kind: 'imei', value: imei }]);
    return { record };
  },
  async checkBlocklist() {
    await device.events.received(sellRequestId, imei);
    await call('post', `${devicesPath}/offers/${sellRequestId}/blocklist`).expect(200);
    return {
      record: { kind: 'sell-request', id: sellRequestId },
      changes: [shownChange('blocklist', 'unknown', 'clean')],
    };
  },
  async assignDeviceWork() {
    const { id } = (await receive()).body.data;
    await device.connection.collection('audit_entries').deleteMany({});
    await call('put', `/api/admin/services/device/work/device/${id}/assignee`)
      .send({ assignee: 'me', version: 0 })
      .expect(200);
    return { record: { kind: 'device', id }, changes: [shownChange('assignee', null, 'admin-1')] };
  },
};

const entries = testAudit({
  service: 'device',
  rule: 'DEV-D10',
  calls,
  call,
  async publish(event) {
    await device.bus.publish(event);
    await device.bus.settle();
  },
  consumed: 'sell-request.settled',
  personal: new RegExp(`${imei}|${otherImei}`),
});

it('a refused step leaves neither a change nor an entry', async () => {
  const { id } = await boughtDevice();
  await call('put', `${devicesPath}/${id}/place`).send({ version: 3, place: 'received' }).expect(409);
  expect(await entries()).toEqual([]);
});
