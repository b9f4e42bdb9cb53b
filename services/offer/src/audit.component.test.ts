import { auditedRequestId, type LeftEntry, shownChange, testAudit } from '@kinmel/testing/servers';
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
const offersPath = '/api/special-offers';
const send = (method: 'post' | 'put', path: string, form: Record<string, string>) => {
  const multipartRequest = call(method, path);
  for (const [field, value] of Object.entries(form)) void multipartRequest.field(field, value);
  return multipartRequest;
};

/** Adds an offer whose own entry is not under test. */
async function add(): Promise<string> {
  const { body } = await send('post', offersPath, aForm()).expect(201);
  await offer.connection.collection('audit_entries').deleteMany({});
  return body.data._id;
}

const calls: Readonly<Record<string, () => Promise<LeftEntry>>> = {
  async createOffer() {
    const { body } = await send('post', offersPath, aForm()).expect(201);
    const changes = expect.arrayContaining([shownChange('promoCode', null, 'GALAXY20')]);
    return { record: { kind: 'offer', id: body.data._id }, changes };
  },
  async updateOffer() {
    const id = await add();
    await send('put', `${offersPath}/${id}`, { title: 'Galaxy month' }).expect(200);
    return { record: { kind: 'offer', id }, changes: [shownChange('title', 'Galaxy week', 'Galaxy month')] };
  },
  async toggleOffer() {
    const id = await add();
    await call('patch', `${offersPath}/${id}/toggle-status`).send({ isActive: false }).expect(200);
    return { record: { kind: 'offer', id }, changes: [shownChange('isActive', true, false)] };
  },
  async deleteOffer() {
    const id = await add();
    await call('delete', `${offersPath}/${id}`).expect(200);
    const changes = expect.arrayContaining([shownChange('title', 'Galaxy week', null)]);
    return { record: { kind: 'offer', id }, changes };
  },
};

const entries = testAudit({
  service: 'offer',
  rule: 'OFF-O8',
  calls,
  call,
  async publish(event) {
    await offer.bus.publish(event);
    await offer.bus.settle();
  },
  consumed: 'order.cancelled',
});

it('a refused promo code leaves neither an offer nor an entry; once free, it leaves one of each', async () => {
  await add();
  await send('post', offersPath, aForm({ title: 'Twice' })).expect(409);
  expect(await entries()).toEqual([]);
  offer.setClock('2026-12-05T06:00:00Z');
  await send(
    'post',
    offersPath,
    aForm({ title: 'Later', validFrom: '2026-12-01', validUntil: '2026-12-30' }),
  ).expect(201);
  expect(await entries()).toHaveLength(1);
  offer.setClock('2026-11-21T06:00:00Z');
});
