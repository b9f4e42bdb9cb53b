import type { AuditEntryAnswer } from '@kinmel/contracts';
import {
  auditedCallsOf,
  auditedRequestId,
  entryLeft,
  hiddenChange,
  type LeftEntry,
  shownChange,
  unreadableEvent,
} from '@kinmel/testing/servers';
import request from 'supertest';
import { aBooking } from './testing/booking-form.ts';
import { aPhoneOrder } from './testing/phone-order-form.ts';
import { aSellForm } from './testing/sell-form.ts';
import { startTestServiceRequest, type TestServiceRequest } from './testing/test-service-request.ts';

let service: TestServiceRequest;
beforeAll(async () => {
  service = await startTestServiceRequest();
});
beforeEach(() => service.database.empty());
afterAll(() => service.stop());

const call = (method: 'get' | 'post' | 'put' | 'delete', path: string) =>
  request(service.server)
    [method](path)
    .set({ Authorization: `Bearer ${service.tokens.admin()}`, 'X-Request-Id': auditedRequestId });
const entries = async (query = '') =>
  (await call('get', `/api/admin/services/service-request/audit${query}`).expect(200)).body.data;

async function newest(address: string): Promise<{ id: string; version: number }> {
  const { data } = (await call('get', address).expect(200)).body;
  return (data.requests ?? data.bookings ?? data)[0];
}
async function sell() {
  const sending = request(service.server).post('/api/sell-phone/request');
  for (const [name, value] of Object.entries(aSellForm())) void sending.field(name, value);
  await sending.expect(201);
  return newest('/api/sell-phone/requests');
}
async function book() {
  await request(service.server).post('/api/bookings').send(aBooking()).expect(201);
  return newest('/api/bookings');
}
async function orderPhone() {
  await request(service.server).post('/api/admin/phone-orders').send(aPhoneOrder()).expect(201);
  return newest('/api/admin/phone-orders');
}

const calls: Readonly<Record<string, () => Promise<LeftEntry>>> = {
  async updateSellRequestStatus() {
    const { id } = await sell();
    await call('put', `/api/sell-phone/request/${id}/status`)
      .send({ status: 'rejected', adminNotes: 'Too old.' })
      .expect(200);
    return {
      record: { kind: 'sell-request', id },
      changes: [shownChange('status', 'pending', 'rejected'), hiddenChange('adminNotes')],
      note: 'Too old.',
    };
  },
  async quoteSellRequest() {
    const { id } = await sell();
    await call('put', `/api/sell-phone/request/${id}/quote`).send({ estimatedPrice: 300.5 }).expect(200);
    return {
      record: { kind: 'sell-request', id },
      changes: [
        shownChange('status', 'pending', 'quoted'),
        shownChange('quotedPrice', null, 300.5),
        shownChange('quoteValidUntil', null, expect.any(String)),
      ],
    };
  },
  async deleteSellRequest() {
    const { id } = await sell();
    await call('delete', `/api/sell-phone/request/${id}`).expect(200);
    return {
      record: { kind: 'sell-request', id },
      changes: [
        shownChange('status', 'pending', null),
        hiddenChange('name'),
        hiddenChange('email'),
        hiddenChange('phone'),
        hiddenChange('adminNotes'),
      ],
    };
  },
  async updateRepairBooking() {
    const { id } = await book();
    await call('put', `/api/bookings/${id}`)
      .send({ date: '2026-11-25', time: '10:00', adminNotes: 'The part is late.' })
      .expect(200);
    return {
      record: { kind: 'repair-booking', id },
      changes: expect.arrayContaining([
        shownChange('date', '2026-11-24', '2026-11-25'),
        shownChange('time', '09:30', '10:00'),
      ]),
      note: 'The part is late.',
    };
  },
  async updatePhoneOrder() {
    const { id } = await orderPhone();
    await call('put', `/api/admin/phone-orders/${id}`).send({ status: 'confirmed' }).expect(200);
    return { record: { kind: 'phone-order', id }, changes: [shownChange('status', 'pending', 'confirmed')] };
  },
  async bulkUpdateRequests() {
    const { id, version } = await orderPhone();
    await call('post', '/api/admin/requests/status')
      .send({
        kind: 'phone-order',
        status: 'confirmed',
        requests: [
          { id, version },
          { id: 'a'.repeat(24), version },
        ],
      })
      .expect(200);
    return { record: { kind: 'phone-order', id }, changes: [shownChange('status', 'pending', 'confirmed')] };
  },
  async exportRequests() {
    await call('get', '/api/admin/requests/export?kind=sell-request&search=asha&columns=id').expect(200);
    return {
      record: { kind: 'sell-request', id: null },
      changes: [
        shownChange('status', null, 'all'),
        shownChange('columns', null, '["id"]'),
        hiddenChange('search'),
      ],
    };
  },
  async assignServiceRequestWork() {
    const { id } = await sell();
    await call('put', `/api/admin/services/service-request/work/sell-request/${id}/assignee`)
      .send({ assignee: 'me', version: 0 })
      .expect(200);
    return { record: { kind: 'sell-request', id }, changes: [shownChange('assignee', null, 'admin-1')] };
  },
  async replayServiceRequestParkedMessages() {
    await service.bus.publish(unreadableEvent('product.updated'));
    await service.bus.settle();
    await call('post', '/api/admin/services/service-request/parked-messages/replay').send({}).expect(200);
    return { record: { kind: 'parked-message', id: null } };
  },
  async exportServiceRequestAuditEntries() {
    await call('get', '/api/admin/services/service-request/audit/export').expect(200);
    return { record: { kind: 'audit-entry', id: null } };
  },
};

it('every audited endpoint of the contracts has a case below (G14)', () => {
  expect(Object.keys(calls).toSorted()).toEqual(auditedCallsOf('service-request'));
});

it.each(Object.keys(calls))(
  '%s leaves who did it, what was before and after, the note and the request, and nothing about the customer',
  async (action) => {
    const left = (await calls[action]?.()) ?? { record: {} };
    const { data } = (await call('get', '/api/admin/services/service-request/audit')).body;
    expect(data).toEqual([entryLeft(action, left)]);
    const said = data.map(({ person, changes, note }: AuditEntryAnswer) => ({ person, changes, note }));
    expect(JSON.stringify(said)).not.toMatch(/asha|bikash|chandra|980|981|thamel/i);
  },
);

it('moving to a full slot leaves no entry; moving to the next free seat leaves one', async () => {
  const { id } = await book();
  for (const name of ['One', 'Two'])
    await request(service.server)
      .post('/api/bookings')
      .send(aBooking({ name, time: '11:00' }))
      .expect(201);
  const move = () => call('put', `/api/bookings/${id}`).send({ date: '2026-11-24', time: '11:00' });
  await move().expect(200);
  expect(await entries()).toHaveLength(1);
  await request(service.server)
    .post('/api/bookings')
    .send(aBooking({ name: 'Four', time: '09:30' }))
    .expect(201);
  const { id: other } = await newest('/api/bookings');
  await call('put', `/api/bookings/${other}`).send({ date: '2026-11-24', time: '11:00' }).expect(409);
  expect(await entries()).toHaveLength(1);
});

it('a deleted request keeps its audit entries without the notes of staff', async () => {
  const { id } = await sell();
  await call('put', `/api/sell-phone/request/${id}/status`)
    .send({ status: 'rejected', adminNotes: 'Asha Gurung called.' })
    .expect(200);
  await call('delete', `/api/sell-phone/request/${id}`).expect(200);
  const left = await entries(`?record=${id}`);
  expect(left).toMatchObject([
    { action: 'deleteSellRequest', note: '' },
    { action: 'updateSellRequestStatus', note: '' },
  ]);
  expect(JSON.stringify(left)).not.toMatch(/asha/i);
});

it('the tracking page never shows the person of the staff', async () => {
  const { body } = await request(service.server).post('/api/bookings').send(aBooking()).expect(201);
  const { id } = await newest('/api/bookings');
  await call('put', `/api/bookings/${id}`).send({ status: 'confirmed' }).expect(200);
  const token = String(body.trackingLink).split('/').at(-1);
  const tracked = await request(service.server).get(`/api/tracking/${token}`).expect(200);
  expect(tracked.body.data.status).toBe('confirmed');
  expect(JSON.stringify(tracked.body)).not.toContain('admin-1');
});
