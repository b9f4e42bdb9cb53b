import {
  auditedCallsOf,
  auditedRequestId,
  entryLeft,
  type LeftEntry,
  shownChange,
  unreadableEvent,
} from '@kinmel/testing/servers';
import request from 'supertest';
import { aForm } from './testing/offer-builder.ts';
import { startTestOffer, type TestOffer } from './testing/test-offer.ts';

let offer: TestOffer;
beforeAll(async () => {
  offer = await startTestOffer();
});
afterAll(() => offer.stop());
beforeEach(() => offer.database.empty());

const call = (method: 'get' | 'post' | 'put' | 'patch' | 'delete', path: string) =>
  request(offer.server)
    [method](path)
    .set({ Authorization: `Bearer ${offer.tokens.admin()}`, 'X-Request-Id': auditedRequestId });
const at = '/api/special-offers';
const send = (method: 'post' | 'put', path: string, form: Record<string, string>) => {
  const sending = call(method, path);
  for (const [field, value] of Object.entries(form)) void sending.field(field, value);
  return sending;
};

/** Adds an offer whose own entry is not under test. */
async function add(): Promise<string> {
  const { body } = await send('post', at, aForm()).expect(201);
  await offer.connection.collection('audit_entries').deleteMany({});
  return body.data._id;
}

const calls: Readonly<Record<string, () => Promise<LeftEntry>>> = {
  async createOffer() {
    const { body } = await send('post', at, aForm()).expect(201);
    const changes = expect.arrayContaining([shownChange('promoCode', null, 'GALAXY20')]);
    return { record: { kind: 'offer', id: body.data._id }, changes };
  },
  async updateOffer() {
    const id = await add();
    await send('put', `${at}/${id}`, { title: 'Galaxy month' }).expect(200);
    return { record: { kind: 'offer', id }, changes: [shownChange('title', 'Galaxy week', 'Galaxy month')] };
  },
  async toggleOffer() {
    const id = await add();
    await call('patch', `${at}/${id}/toggle-status`).send({ isActive: false }).expect(200);
    return { record: { kind: 'offer', id }, changes: [shownChange('isActive', true, false)] };
  },
  async deleteOffer() {
    const id = await add();
    await call('delete', `${at}/${id}`).expect(200);
    const changes = expect.arrayContaining([shownChange('title', 'Galaxy week', null)]);
    return { record: { kind: 'offer', id }, changes };
  },
  async replayOfferParkedMessages() {
    await offer.bus.publish(unreadableEvent('order.cancelled'));
    await offer.bus.settle();
    await call('post', '/api/admin/services/offer/parked-messages/replay').send({}).expect(200);
    return { record: { kind: 'parked-message', id: null } };
  },
  async exportOfferAuditEntries() {
    await call('get', '/api/admin/services/offer/audit/export').expect(200);
    return { record: { kind: 'audit-entry', id: null } };
  },
};

it('each staff call in the contracts is tested below, so that one without an entry fails (O8)', () => {
  expect(Object.keys(calls).toSorted()).toEqual(auditedCallsOf('offer'));
});

it.each(Object.keys(calls))(
  '%s leaves who did it, what was before and after, and by which request',
  async (action) => {
    const left = (await calls[action]?.()) ?? { record: {} };
    const { data } = (await call('get', '/api/admin/services/offer/audit')).body;
    expect(data).toEqual([entryLeft(action, left)]);
  },
);

it('a promo code that is taken leaves neither an offer nor an entry; once free, one of each', async () => {
  await add();
  await send('post', at, aForm({ title: 'Twice' })).expect(409);
  expect((await call('get', '/api/admin/services/offer/audit')).body.data).toEqual([]);
  offer.setClock('2026-12-05T06:00:00Z');
  await send('post', at, aForm({ title: 'Later', validFrom: '2026-12-01', validUntil: '2026-12-30' })).expect(
    201,
  );
  expect((await call('get', '/api/admin/services/offer/audit')).body.data).toHaveLength(1);
  offer.setClock('2026-11-21T06:00:00Z');
});
