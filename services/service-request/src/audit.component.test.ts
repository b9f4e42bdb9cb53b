import {
  auditedRequestId,
  type LeftEntry,
  personalChange,
  shownChange,
  testAudit,
} from '@kinmel/testing/servers';
import { anOrderToReturn, buyerId, orderToReturnId, phoneKey } from './testing/request-samples.ts';
import { addressOf, type Kind, testWithRequests } from './testing/test-requests.ts';

const shop = testWithRequests();
const { submit } = shop;
const call: typeof shop.asAdmin = (method, path) =>
  shop.asAdmin(method, path).set('X-Request-Id', auditedRequestId);
const change = (kind: Kind, id: string, body: object, step = '') =>
  call('put', addressOf(kind, id) + step)
    .send(body)
    .expect(200);
const aReturn = () => {
  shop.service.orders.set(orderToReturnId, anOrderToReturn());
  return submit('return', {}, { token: shop.service.tokens.customer(buyerId) });
};
const calls: Readonly<Record<string, () => Promise<LeftEntry>>> = {
  async updateSellRequestStatus() {
    const { id } = await submit('sell-request');
    await change('sell-request', id, { status: 'rejected', adminNotes: 'Too old.' }, '/status');
    return {
      record: { kind: 'sell-request', id },
      changes: [shownChange('status', 'pending', 'rejected'), personalChange('adminNotes')],
      note: 'Too old.',
    };
  },
  async quoteSellRequest() {
    const { id } = await submit('sell-request');
    await change('sell-request', id, { estimatedPrice: 300.5 }, '/quote');
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
    const { id } = await submit('sell-request');
    await call('delete', `/api/sell-phone/request/${id}`).expect(200);
    return {
      record: { kind: 'sell-request', id },
      changes: [
        shownChange('status', 'pending', null),
        personalChange('name'),
        personalChange('email'),
        personalChange('phone'),
        personalChange('adminNotes'),
      ],
    };
  },
  async updateRepairBooking() {
    const { id } = await submit('repair-booking');
    const newSlot = { date: '2026-11-25', time: '10:00' };
    await change('repair-booking', id, { ...newSlot, adminNotes: 'The part is late.' });
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
    const { id } = await submit('phone-order');
    await change('phone-order', id, { status: 'confirmed' });
    return { record: { kind: 'phone-order', id }, changes: [shownChange('status', 'pending', 'confirmed')] };
  },
  async updateReturnStatus() {
    const { id } = await aReturn();
    await change('return', id, { status: 'rejected', adminNotes: 'Its seal is broken.' }, '/status');
    return {
      record: { kind: 'return', id },
      changes: [shownChange('status', 'pending', 'rejected'), personalChange('adminNotes')],
      note: 'Its seal is broken.',
    };
  },
  async inspectReturn() {
    const { id } = await aReturn();
    await shop.collection('return').updateOne({}, { $set: { status: 'received' } });
    const lines = [{ key: phoneKey, isRestocked: true }];
    await change('return', id, { version: 1, lines }, '/inspection');
    return {
      record: { kind: 'return', id },
      changes: [
        shownChange('status', 'received', 'settled'),
        shownChange('restocked', '[]', JSON.stringify([phoneKey])),
      ],
    };
  },
  async bulkUpdateRequests() {
    const { id, version } = await submit('phone-order');
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
        personalChange('search'),
      ],
    };
  },
  async assignServiceRequestWork() {
    const { id } = await submit('sell-request');
    await call('put', `/api/admin/services/service-request/work/sell-request/${id}/assignee`)
      .send({ assignee: 'me', version: 0 })
      .expect(200);
    return { record: { kind: 'sell-request', id }, changes: [shownChange('assignee', null, 'admin-1')] };
  },
};

const entries = testAudit({
  service: 'service-request',
  rule: 'SR-G14',
  calls,
  call,
  async publish(event) {
    await shop.service.bus.publish(event);
    await shop.service.bus.settle();
  },
  consumed: 'product.updated',
  personal: /asha|bikash|chandra|dipa|980-123|98\d{8}|thamel/i,
});

it('moving to a full slot leaves no entry; moving to the next free seat leaves one', async () => {
  const { id } = await submit('repair-booking');
  for (let seat = 0; seat < 2; seat += 1) await submit('repair-booking', { time: '11:00' });
  const newSlot = { date: '2026-11-24', time: '11:00' };
  await change('repair-booking', id, newSlot);
  expect(await entries()).toHaveLength(1);
  const other = await submit('repair-booking');
  await call('put', addressOf('repair-booking', other.id)).send(newSlot).expect(409);
  expect(await entries()).toHaveLength(1);
});

it('a deleted request keeps its audit entries without the notes of staff', async () => {
  const { id } = await submit('sell-request');
  await change('sell-request', id, { status: 'rejected', adminNotes: 'Asha Gurung called.' }, '/status');
  await call('delete', `/api/sell-phone/request/${id}`).expect(200);
  const remainingEntries = await entries(`?record=${id}`);
  expect(remainingEntries).toMatchObject([
    { action: 'deleteSellRequest', note: '' },
    { action: 'updateSellRequestStatus', note: '' },
  ]);
  expect(JSON.stringify(remainingEntries)).not.toMatch(/asha/i);
});
