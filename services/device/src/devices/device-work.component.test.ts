import { work } from '@kinmel/contracts';
import request from 'supertest';
import { aChecklist, imei, sellRequestId } from '../testing/device-samples.ts';
import { useTestDevice } from '../testing/test-device.ts';

const device = useTestDevice();
beforeEach(() => device.accept(sellRequestId));

const queue = '/api/admin/services/device/work';
const call = (method: 'get' | 'post' | 'put', path: string) =>
  request(device.server)[method](path).set('Authorization', `Bearer ${device.tokens.admin()}`);
const read = async () => work.device.list.answer.parse((await call('get', queue).expect(200)).body).data;
const receive = async () =>
  (
    await call('post', '/api/admin/devices')
      .send({ sellRequestId, identifiers: [imei] })
      .expect(201)
  ).body.data;
const put = async (id: string, step: string, body: object) => {
  const { version } = (await call('get', `/api/admin/devices/${id}`).expect(200)).body.data;
  await call('put', `/api/admin/devices/${id}/${step}`)
    .send({ version, ...body })
    .expect(200);
};

it('the work queue lists a received device until it is inspected, and one in the workshop with its parts (DEV-D18)', async () => {
  const { id } = await receive();
  expect(await read()).toMatchObject([
    {
      kind: 'device',
      id,
      title: 'Apple iPhone 13, 128 GB, Black, …3809',
      customer: '',
      status: 'to-inspect',
      promisedAt: '2026-11-24T18:15:00.000Z',
      isLate: false,
      assignee: null,
    },
  ]);
  await put(id, 'inspection', { checklist: aChecklist });
  expect(await read()).toEqual([]);
  await device.events.settled(sellRequestId, id);
  await put(id, 'place', { place: 'workshop' });
  const cost = { amountInMinorUnits: 250_050, currency: 'NPR' };
  await put(id, 'parts', { name: 'Battery', minutes: 20, cost });
  await put(id, 'parts', { name: 'Screen', minutes: 25, cost });
  expect(await read()).toMatchObject([
    {
      title: 'Apple iPhone 13, 128 GB, Black, …3809, parts: 2, 45 minutes, NPR 5,001',
      status: 'to-repair',
      promisedAt: '2026-11-26T18:15:00.000Z',
    },
  ]);
  await put(id, 'place', { place: 'recycled' });
  expect(await read()).toEqual([]);
});

it('a device is assigned once, and stays assigned when it changes (DEV-D18)', async () => {
  const { id } = await receive();
  const take = () => call('put', `${queue}/device/${id}/assignee`).send({ assignee: 'me', version: 0 });
  await take().expect(200);
  await put(id, 'inspection', { checklist: aChecklist });
  await device.events.settled(sellRequestId, id);
  await put(id, 'place', { place: 'workshop' });
  expect(await read()).toMatchObject([{ status: 'to-repair', assignee: { isYou: true }, version: 1 }]);
  expect((await call('get', `${queue}/age`).expect(200)).body.data).toMatchObject([
    { kind: 'device', late: 0 },
  ]);
});
