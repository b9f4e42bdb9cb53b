import { readdir } from 'node:fs/promises';
import { userDeleted } from '@kinmel/contracts';
import { createEvent } from '@kinmel/service-kit';
import { eventually } from '@kinmel/testing';
import type { mongo } from 'mongoose';
import { aPhoto, kinds, testWithRequests } from '../testing/test-requests.ts';
import { forgetDueRequests, markLateRequests } from './forget-requests.ts';

const shop = testWithRequests();
const { call, put, quote } = shop;

const userId = '6600000000000000000000c7';
const ownToken = () => shop.service.tokens.customer(userId);
const sell = async (token?: string) =>
  (await shop.submit('sell-request', {}, { photo: await aPhoto(), ...(token ? { token } : {}) })).link;
const book = async (token?: string) => (await shop.submit('repair-booking', {}, token ? { token } : {})).link;
const order = async (token?: string, form?: object) =>
  (await shop.submit('phone-order', form, token ? { token } : {})).link;
const submitOneOfEach = async () => [await sell(ownToken()), await book(ownToken()), await order(ownToken())];

/** The first request of each kind. */
const stored = (): Promise<mongo.Document[]> =>
  Promise.all(kinds.map(async (kind) => (await shop.stored(kind))[0] ?? {}));
const auditEntries = () => shop.service.database.connection.collection('audit_entries').find().toArray();
const ids = async () => (await stored()).map(({ _id }) => String(_id));
const personalData = /Asha|asha@|Bikash|bikash@|Chandra|chandra@|980-123|98\d{8}|Thamel|case|cracked|Ring/;

async function deleteAccount(): Promise<void> {
  const event = { aggregateId: userId, aggregateVersion: 4, data: { userId } };
  await shop.service.bus.publish(createEvent(userDeleted, event));
  await shop.service.bus.settle();
  await forgetDueRequests(shop.service.context);
}

describe('after the account is deleted', () => {
  it('open requests end without personal data (SR-G10)', async () => {
    const links = await submitOneOfEach();
    const [sellId = ''] = await ids();
    await quote(sellId, { estimatedPrice: 200, adminNotes: 'Ring Asha.' }).expect(200);

    await deleteAccount();

    const after = await stored();
    expect(after.map(({ status }) => status)).toEqual(['rejected', 'cancelled', 'cancelled']);
    for (const request of after) {
      expect(JSON.stringify(request)).not.toMatch(personalData);
      expect(request).toMatchObject({ userId: null, email: '', phone: '', name: 'Deleted customer' });
      expect(request.history.at(-1)).toMatchObject({ by: 'shop', who: null });
    }
    for (const link of links) await call('get', `/api${link}`).expect(404);
    await eventually(async () => expect(await readdir(shop.service.photosFolder)).toEqual([]));
    const day = await call('get', '/api/bookings/slots?date=2026-11-24').expect(200);
    expect(day.body.data.slots.find(({ time }: { time: string }) => time === '09:30').free).toBe(3);
    expect(shop.service.bus.published.some(({ type }) => type.endsWith('.cancelled'))).toBe(false);
  });

  it('requests in work keep the needed data until they are closed (SR-G10)', async () => {
    await submitOneOfEach();
    const requestIds = await ids();
    const setStatuses = async (...statuses: readonly string[]) => {
      for (const [index, kind] of kinds.entries())
        await put(kind, requestIds[index] ?? '', { status: statuses[index], adminNotes: 'Begun.' }).expect(
          200,
        );
    };
    await setStatuses('accepted', 'in-repair', 'processing');

    await deleteAccount();
    expect((await stored()).map(({ status, email }) => [status, email])).toEqual([
      ['accepted', 'asha@example.com'],
      ['in-repair', 'bikash@example.com'],
      ['processing', 'chandra@example.com'],
    ]);

    await setStatuses('completed', 'done', 'delivered');
    await forgetDueRequests(shop.service.context);
    const after = await stored();
    expect(after.map(({ status }) => status)).toEqual(['completed', 'done', 'delivered']);
    for (const request of after) expect(JSON.stringify(request)).not.toMatch(personalData);
  });

  it('requests of others stay unchanged, also those of the same mailbox (SR-G6, SR-G10)', async () => {
    await sell();
    await book(shop.service.tokens.customer('6600000000000000000000c8'));
    await order();
    const before = await stored();
    await deleteAccount();
    expect(await stored()).toEqual(before);
  });

  it('its still valid token is ignored, and a request that was saved during the deletion is erased (SR-G10, SIL-48)', async () => {
    await sell(ownToken());
    await shop.service.database.connection.collection('deleted_accounts').insertOne({
      _id: userId as never,
      deletedAt: new Date(),
    });
    await book(ownToken());
    expect((await stored()).map((request) => request['userId'])).toEqual([userId, null, undefined]);
    await markLateRequests(shop.service.context);
    await forgetDueRequests(shop.service.context);
    const [sellRequest, booking] = await stored();
    expect(JSON.stringify(sellRequest)).not.toMatch(personalData);
    expect(booking).toMatchObject({ email: 'bikash@example.com' });
  });
});

describe('retention', () => {
  it('erases a closed request after 730 days, and no open one (SR-G11)', async () => {
    await sell();
    await book();
    await order();
    const [, bookingId = ''] = await ids();
    await put('repair-booking', bookingId, { status: 'cancelled', adminNotes: 'No parts.' }).expect(200);
    shop.service.setClock('2028-11-22T05:59:00Z');
    await forgetDueRequests(shop.service.context);
    expect((await stored()).map(({ email }) => email)).not.toContain('');
    shop.service.setClock('2028-11-22T06:00:00Z');
    await forgetDueRequests(shop.service.context);
    const [sellRequest, booking, phoneOrder] = await stored();
    expect(JSON.stringify(booking)).not.toMatch(personalData);
    expect(booking).toMatchObject({ status: 'cancelled' });
    expect([sellRequest?.['email'], phoneOrder?.['email']]).toEqual([
      'asha@example.com',
      'chandra@example.com',
    ]);
  });

  it('deletes a photo after 180 days and keeps the request (SR-G11)', async () => {
    const link = await sell();
    shop.service.setClock('2027-05-22T05:59:00Z');
    await forgetDueRequests(shop.service.context);
    await call('get', `/api${link}/photo`).expect(200);
    shop.service.setClock('2027-05-22T06:00:00Z');
    await forgetDueRequests(shop.service.context);
    await call('get', `/api${link}/photo`).expect(404);
    expect(await readdir(shop.service.photosFolder)).toEqual([]);
    expect((await stored())[0]).toMatchObject({
      email: 'asha@example.com',
      photoId: null,
      status: 'pending',
    });
  });

  it('is applied once by two concurrent instances, also during changes by a customer (SR-G2, SR-G11)', async () => {
    const twin = await shop.service.startTwin();
    const links = await Promise.all(
      Array.from({ length: 20 }, (_, index) => order(ownToken(), { email: `p${index}@example.com` })),
    );
    await shop.service.context.deletedAccounts.note(userId, new Date(), undefined as never);
    await markLateRequests(shop.service.context);
    await Promise.all([
      forgetDueRequests(shop.service.context),
      forgetDueRequests(twin.context),
      ...links.map((link) => shop.step(link, 'cancel', {}, twin)),
    ]);
    await forgetDueRequests(shop.service.context);
    const requestIds = await shop.stored('phone-order');
    for (const request of requestIds) {
      expect(request).toMatchObject({ status: 'cancelled', email: '' });
      expect(request['history'].filter(({ to }: { to: string }) => to === 'cancelled')).toHaveLength(1);
    }
  });
});

describe('an erased request', () => {
  it('refuses changes by staff, single and bulk, so that no new personal data are stored (SR-G10)', async () => {
    await submitOneOfEach();
    const [sellId = '', bookingId = '', orderId = ''] = await ids();
    await deleteAccount();
    const before = await stored();
    const pending = { status: 'pending', adminNotes: 'Ring Asha.' };
    for (const answer of [
      await put('sell-request', sellId, pending),
      await quote(sellId, { estimatedPrice: 200, adminNotes: 'Ring Asha.' }),
      await put('repair-booking', bookingId, pending),
      await put('repair-booking', bookingId, { date: '2026-11-25', time: '10:00', adminNotes: 'Ring Asha.' }),
      await put('phone-order', orderId, pending),
    ])
      expect([answer.status, answer.body.code]).toEqual([409, 'conflict']);
    const requests = [{ id: sellId, version: before[0]?.['version'] }];
    const bulk = await shop
      .asAdmin('post', '/api/admin/requests/status')
      .send({ kind: 'sell-request', ...pending, requests })
      .expect(200);
    expect(bulk.body.data).toMatchObject([{ problem: { code: 'conflict' } }]);
    expect(await stored()).toEqual(before);
    expect(JSON.stringify(await auditEntries())).not.toMatch(personalData);
  });

  it('keeps its audit notes when a concurrent change prevents the erasure, and loses them when it succeeds (SR-G10, SR-G14)', async () => {
    await sell();
    const [sellId = ''] = await ids();
    await put('sell-request', sellId, { status: 'rejected', adminNotes: 'Too old.' }).expect(200);
    const { requests, links } = shop.service.context;
    const sellRequests = requests['sell-request'];
    const before = await sellRequests.find(sellId);
    if (!before) throw new Error('The request was not found.');
    const after = { ...before, version: before.version + 1, forgottenAt: new Date() };
    const hash = links.hashOf(sellRequests.kind, after);
    expect(await sellRequests.replace({ ...before, version: 1 }, after, hash, [])).toBe(false);
    expect(await auditEntries()).toMatchObject([{ note: 'Too old.' }]);
    expect(await sellRequests.replace(before, after, hash, [])).toBe(true);
    expect(await auditEntries()).toMatchObject([{ note: '' }]);
  });
});
