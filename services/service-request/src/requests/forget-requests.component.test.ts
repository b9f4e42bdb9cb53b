import { readdir } from 'node:fs/promises';
import { userDeleted } from '@kinmel/contracts';
import { createEvent } from '@kinmel/service-kit';
import { eventually } from '@kinmel/testing';
import type { mongo } from 'mongoose';
import sharp from 'sharp';
import request from 'supertest';
import { aBooking } from '../testing/booking-form.ts';
import { aPhoneOrder } from '../testing/phone-order-form.ts';
import { aSellForm } from '../testing/sell-form.ts';
import { startTestServiceRequest, type TestServiceRequest } from '../testing/test-service-request.ts';
import { forgetDueRequests, markLateRequests } from './forget-requests.ts';

let service: TestServiceRequest;
beforeAll(async () => {
  service = await startTestServiceRequest();
});
afterEach(async () => {
  service.setClock('2026-11-23T06:00:00Z');
  await service.database.empty();
  for (const id of await readdir(service.photosFolder)) await service.context.photos.store.remove(id);
});
afterAll(() => service.stop());

const userId = '6600000000000000000000c7';
const own = () => `Bearer ${service.tokens.customer(userId)}`;
const admin = () => `Bearer ${service.tokens.admin()}`;

async function sell(token?: string): Promise<string> {
  const call = request(service.server).post('/api/sell-phone/request');
  if (token !== undefined) void call.set('Authorization', token);
  for (const [name, value] of Object.entries(aSellForm())) void call.field(name, value);
  const photo = sharp({ create: { width: 9, height: 9, channels: 3, background: '#369' } });
  void call.attach('phoneImage', await photo.png().toBuffer(), 'phone.png');
  return (await call.expect(201)).body.trackingLink;
}
async function post(path: string, form: object, token?: string): Promise<string> {
  const call = request(service.server).post(path);
  if (token !== undefined) void call.set('Authorization', token);
  return (await call.send(form).expect(201)).body.trackingLink;
}
const book = (token?: string) => post('/api/bookings', aBooking(), token);
const order = (token?: string) => post('/api/admin/phone-orders', aPhoneOrder(), token);
const put = (path: string, body: object) =>
  request(service.server).put(path).set('Authorization', admin()).send(body).expect(200);

const collections = ['sell_requests', 'repair_bookings', 'phone_orders'] as const;
const stored = (): Promise<mongo.Document[]> =>
  Promise.all(
    collections.map(async (name) => {
      const [one] = await service.database.connection
        .collection(name)
        .find({}, { projection: { outbox: 0 } })
        .toArray();
      return one ?? {};
    }),
  );
const audited = () => service.database.connection.collection('audit_entries').find().toArray();
const ids = async () => (await stored()).map(({ _id }) => String(_id));
const personal = /Asha|asha@|Bikash|bikash@|Chandra|chandra@|980|981|Thamel|case|cracked|Ring/;

async function deleteAccount(): Promise<void> {
  const { aggregateVersion, ...event } = { aggregateId: userId, aggregateVersion: 4, data: { userId } };
  await service.bus.publish(createEvent(userDeleted, { ...event, aggregateVersion }));
  await service.bus.settle();
  await forgetDueRequests(service.context);
}

describe('after the account is deleted', () => {
  it('open requests end without personal data (G10)', async () => {
    const links = [await sell(own()), await book(own()), await order(own())];
    const [sellId] = await ids();
    await put(`/api/sell-phone/request/${sellId}/quote`, { estimatedPrice: 200, adminNotes: 'Ring Asha.' });

    await deleteAccount();

    const after = await stored();
    expect(after.map(({ status }) => status)).toEqual(['rejected', 'cancelled', 'cancelled']);
    for (const one of after) {
      expect(JSON.stringify(one)).not.toMatch(personal);
      expect(one).toMatchObject({ userId: null, email: '', phone: '', name: 'Deleted customer' });
      expect(one.history.at(-1)).toMatchObject({ by: 'shop', who: null });
    }
    for (const link of links) await request(service.server).get(`/api${link}`).expect(404);
    await eventually(async () => expect(await readdir(service.photosFolder)).toEqual([]));
    const day = await request(service.server).get('/api/bookings/slots?date=2026-11-24').expect(200);
    expect(day.body.data.slots.find(({ time }: { time: string }) => time === '09:30').free).toBe(3);
    expect(service.bus.published.some(({ type }) => type.endsWith('.cancelled'))).toBe(false);
  });

  it('requests in work keep the needed data until they are closed (G10)', async () => {
    await sell(own());
    await book(own());
    await order(own());
    const [sellId, bookingId, orderId] = await ids();
    const note = { adminNotes: 'Begun.' };
    await put(`/api/sell-phone/request/${sellId}/status`, { status: 'accepted', ...note });
    await put(`/api/bookings/${bookingId}`, { status: 'in-repair', ...note });
    await put(`/api/admin/phone-orders/${orderId}`, { status: 'processing', ...note });

    await deleteAccount();
    expect((await stored()).map(({ status, email }) => [status, email])).toEqual([
      ['accepted', 'asha@example.com'],
      ['in-repair', 'bikash@example.com'],
      ['processing', 'chandra@example.com'],
    ]);

    await put(`/api/sell-phone/request/${sellId}/status`, { status: 'completed', ...note });
    await put(`/api/bookings/${bookingId}`, { status: 'done', ...note });
    await put(`/api/admin/phone-orders/${orderId}`, { status: 'delivered', ...note });
    await forgetDueRequests(service.context);
    const after = await stored();
    expect(after.map(({ status }) => status)).toEqual(['completed', 'done', 'delivered']);
    for (const one of after) expect(JSON.stringify(one)).not.toMatch(personal);
  });

  it('requests of others stay unchanged, also those of the same mailbox (G6, G10)', async () => {
    await sell();
    await book(`Bearer ${service.tokens.customer('6600000000000000000000c8')}`);
    await order();
    const before = await stored();
    await deleteAccount();
    expect(await stored()).toEqual(before);
  });

  it('a still valid token is ignored, and a request saved at that moment is found (G10, SIL-48)', async () => {
    await sell(own());
    await service.database.connection.collection('gone_customers').insertOne({
      _id: userId as never,
      goneAt: new Date(),
    });
    await book(own());
    expect((await stored()).map((one) => one['userId'])).toEqual([userId, null, undefined]);
    await markLateRequests(service.context);
    await forgetDueRequests(service.context);
    const [sold, booked] = await stored();
    expect(JSON.stringify(sold)).not.toMatch(personal);
    expect(booked).toMatchObject({ email: 'bikash@example.com' });
  });
});

describe('retention', () => {
  it('erases a closed request after 730 days, and no open one (G11)', async () => {
    await sell();
    await book();
    await order();
    const [, bookingId] = await ids();
    await put(`/api/bookings/${bookingId}`, { status: 'cancelled', adminNotes: 'No parts.' });
    service.setClock('2028-11-22T05:59:00Z');
    await forgetDueRequests(service.context);
    expect((await stored()).map(({ email }) => email)).not.toContain('');
    service.setClock('2028-11-22T06:00:00Z');
    await forgetDueRequests(service.context);
    const [sold, booked, ordered] = await stored();
    expect(JSON.stringify(booked)).not.toMatch(personal);
    expect(booked).toMatchObject({ status: 'cancelled' });
    expect([sold?.['email'], ordered?.['email']]).toEqual(['asha@example.com', 'chandra@example.com']);
  });

  it('deletes a photo after 180 days and keeps the request (G11)', async () => {
    const link = await sell();
    service.setClock('2027-05-22T05:59:00Z');
    await forgetDueRequests(service.context);
    await request(service.server).get(`/api${link}/photo`).expect(200);
    service.setClock('2027-05-22T06:00:00Z');
    await forgetDueRequests(service.context);
    await request(service.server).get(`/api${link}/photo`).expect(404);
    expect(await readdir(service.photosFolder)).toEqual([]);
    expect((await stored())[0]).toMatchObject({
      email: 'asha@example.com',
      photoId: null,
      status: 'pending',
    });
  });

  it('is applied once by two instances at once, also during changes by a customer (G2, G11)', async () => {
    const twin = await service.startTwin();
    const links = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        post('/api/admin/phone-orders', aPhoneOrder({ email: `p${index}@example.com` }), own()),
      ),
    );
    await service.context.goneCustomers.note(userId, new Date(), undefined as never);
    await markLateRequests(service.context);
    await Promise.all([
      forgetDueRequests(service.context),
      forgetDueRequests(twin.context),
      ...links.map((link) => request(twin.server).post(`/api${link}/cancel`)),
    ]);
    await forgetDueRequests(service.context);
    const all = await service.database.connection.collection('phone_orders').find().toArray();
    for (const one of all) {
      expect(one).toMatchObject({ status: 'cancelled', email: '' });
      expect(one['history'].filter(({ to }: { to: string }) => to === 'cancelled')).toHaveLength(1);
    }
  });
});

describe('an erased request', () => {
  it('refuses changes by staff, single and bulk, so that no new personal data are stored (G10)', async () => {
    await sell(own());
    await book(own());
    await order(own());
    const [sellId, bookingId, orderId] = await ids();
    await deleteAccount();
    const before = await stored();
    const note = { adminNotes: 'Ring Asha.' };
    const one = (path: string, body: object) =>
      request(service.server).put(path).set('Authorization', admin()).send(body);
    for (const answer of [
      await one(`/api/sell-phone/request/${sellId}/status`, { status: 'pending', ...note }),
      await one(`/api/sell-phone/request/${sellId}/quote`, { estimatedPrice: 200, ...note }),
      await one(`/api/bookings/${bookingId}`, { status: 'pending', ...note }),
      await one(`/api/bookings/${bookingId}`, { date: '2026-11-25', time: '10:00', ...note }),
      await one(`/api/admin/phone-orders/${orderId}`, { status: 'pending', ...note }),
    ])
      expect([answer.status, answer.body.code]).toEqual([409, 'conflict']);
    const bulk = await request(service.server)
      .post('/api/admin/requests/status')
      .set('Authorization', admin())
      .send({
        kind: 'sell-request',
        status: 'pending',
        ...note,
        requests: [{ id: sellId, version: before[0]?.['version'] }],
      })
      .expect(200);
    expect(bulk.body.data).toMatchObject([{ problem: { code: 'conflict' } }]);
    expect(await stored()).toEqual(before);
    expect(JSON.stringify(await audited())).not.toMatch(personal);
  });

  it('keeps its audit notes when erasing loses against a concurrent change, and loses them with it (G10, G14)', async () => {
    await sell();
    const [sellId = ''] = await ids();
    await put(`/api/sell-phone/request/${sellId}/status`, { status: 'rejected', adminNotes: 'Too old.' });
    const { requests, links } = service.context;
    const sellRequests = requests['sell-request'];
    const before = await sellRequests.find(sellId);
    if (!before) throw new Error('The request is there.');
    const after = { ...before, version: before.version + 1, forgottenAt: new Date() };
    const hash = links.hashOf(sellRequests.kind, after);
    expect(await sellRequests.replace({ ...before, version: 1 }, after, hash, [])).toBe(false);
    expect(await audited()).toMatchObject([{ note: 'Too old.' }]);
    expect(await sellRequests.replace(before, after, hash, [])).toBe(true);
    expect(await audited()).toMatchObject([{ note: '' }]);
  });
});
