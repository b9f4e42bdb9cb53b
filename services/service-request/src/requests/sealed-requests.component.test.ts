import { userDeleted } from '@kinmel/contracts';
import { createEvent, dataKeyModel } from '@kinmel/service-kit';
import { databaseText } from '@kinmel/testing';
import { anOrderToReturn, buyerId, orderToReturnId } from '../testing/request-samples.ts';
import { type Kind, testWithRequests } from '../testing/test-requests.ts';
import { forgetDueRequests, markLateRequests } from './forget-requests.ts';

const shop = testWithRequests({ 'sell-request': 1_000, 'repair-booking': 1_000, 'phone-order': 1_000 });
const { asAdmin, call, list, put, quote, step } = shop;
beforeEach(() => void shop.service.orders.set(orderToReturnId, anOrderToReturn()));
const own = () => shop.service.tokens.customer(buyerId);

// Long enough not to occur in sealed bytes, which are base64.
const personal =
  /gurung|bikash|chandra|dipa lama|@example|980.?123.?4567|9801234567|9812345678|9823456789|thamel|a case|cracked|0123987654/i;

/** A request of each kind, with steps that store and publish the customer's data again. */
async function oneOfEach(token?: string) {
  const by = token === undefined ? {} : { token };
  const sold = await shop.submit('sell-request', {}, by);
  await quote(sold.id, { estimatedPrice: 200 }).expect(200);
  const { version, quote: quoted } = await shop.readByLink(sold.link);
  const amountInMinorUnits = quoted.pays.payout.amountInMinorUnits;
  const payment = token
    ? { to: 'payout', method: 'bank', account: '0123987654' }
    : { to: 'payout', method: 'cash', account: '' };
  await call('post', `/api${sold.link}/accept`, token)
    .send({ version, payment, amountInMinorUnits })
    .expect(200);
  const booked = await shop.submit('repair-booking', {}, by);
  await step(booked.link, 'reschedule', { date: '2026-11-25', time: '10:00' }).expect(200);
  const ordered = await shop.submit('phone-order', {}, by);
  await put('phone-order', ordered.id, { status: 'confirmed' }).expect(200);
  const returned = await shop.submit('return', {}, { token: own() });
  await put('return', returned.id, { status: 'accepted' }).expect(200);
  await asAdmin('get', '/api/admin/requests/export')
    .query({ kind: 'sell-request', search: 'Asha' })
    .expect(200);
  return { sold, booked, ordered, returned };
}

const keysOf = async (person: string) =>
  dataKeyModel(shop.service.database.connection).countDocuments({ person, isCurrent: true });

it.each([['guests'], ['customers with an account']])(
  'the database has no name, address, phone, e-mail, text and account number of %s (SR-G27)',
  async (who) => {
    await oneOfEach(who === 'guests' ? undefined : own());
    expect(await databaseText(shop.service.database.connection)).not.toMatch(personal);
    await shop.service.bus.settle();
    const dump = await databaseText(shop.service.database.connection);
    expect(dump).not.toMatch(personal);
    // What is not personal can be filtered.
    expect(dump).toContain('iphone');
  },
);

it('requests are found by the beginnings of words of the person, and by any part of other words (SR-G25)', async () => {
  const { sold, booked, ordered, returned } = await oneOfEach();
  const found = async (kind: Kind, search: string) =>
    (await list(kind, { search })).map(({ _id }: { _id: string }) => _id);
  for (const search of ['asha', 'GUR', 'asha@ex', 'ash phone', '1234567', '+977 980 1234567', 'hone 13'])
    expect([search, await found('sell-request', search)]).toEqual([search, [sold.id]]);
  for (const search of ['sha', 'urung', 'asha bikash'])
    expect([search, await found('sell-request', search)]).toEqual([search, []]);
  expect(await found('repair-booking', 'rai bik')).toEqual([booked.id]);
  expect(await found('phone-order', 'thapa')).toEqual([ordered.id]);
  expect(await found('return', 'dipa 7H2K')).toEqual([returned.id]);
});

it('requests that are older than the key are read and found, and sealed when they are saved (SR-G27)', async () => {
  const { id } = await shop.submit('sell-request');
  const [{ name, email, phone, history } = {} as never] = await shop.stored('sell-request');
  const plain = { name, email, phone, history, searchText: 'asha\ngurung\niphone\n13' };
  await shop.collection('sell-request').updateOne({}, { $set: plain, $unset: { searchHashes: 1 } });
  expect(await list('sell-request', { search: 'gurung iph' })).toMatchObject([{ fullName: 'Asha Gurung' }]);
  await put('sell-request', id, { status: 'reviewed' }).expect(200);
  expect(await list('sell-request', { search: 'gurung iph' })).toMatchObject([{ fullName: 'Asha Gurung' }]);
  expect(await databaseText(shop.service.database.connection)).not.toMatch(personal);
});

it('erasing ends the key of a guest, and that of an account with its last request (SR-G10, SR-G11)', async () => {
  await shop.send('sell-request').expect(201);
  const [{ _id: guestId } = {} as never] = await shop.stored('sell-request');
  const [booked, ordered] = [
    await shop.submit('repair-booking', {}, { token: own() }),
    await shop.submit('phone-order', {}, { token: own() }),
  ];
  await put('repair-booking', booked.id, { status: 'in-repair', adminNotes: 'Begun.' }).expect(200);
  expect([await keysOf(String(guestId)), await keysOf(buyerId), await keysOf(ordered.id)]).toEqual([1, 1, 0]);

  const event = { aggregateId: buyerId, aggregateVersion: 4, data: { userId: buyerId } };
  await shop.service.bus.publish(createEvent(userDeleted, event));
  await shop.service.bus.settle();
  await forgetDueRequests(shop.service.context);
  expect(await shop.stored('phone-order')).toMatchObject([{ email: '' }]);
  expect([await keysOf(String(guestId)), await keysOf(buyerId)]).toEqual([1, 1]);
  expect(await list('repair-booking')).toMatchObject([{ name: 'Bikash Rai' }]);

  await put('repair-booking', booked.id, { status: 'done' }).expect(200);
  await forgetDueRequests(shop.service.context);
  expect([await keysOf(String(guestId)), await keysOf(buyerId)]).toEqual([1, 0]);

  await asAdmin('delete', `/api/sell-phone/request/${String(guestId)}`)
    .query({ version: 1 })
    .expect(200);
  expect(await keysOf(String(guestId))).toBe(0);
  expect(await databaseText(shop.service.database.connection)).not.toMatch(personal);
});

it('the key of an account whose last two requests are erased at once ends with the next sweep (SR-G10)', async () => {
  await shop.send('repair-booking', {}, { token: own() }).expect(201);
  await shop.collection('repair-booking').deleteMany({});
  expect(await keysOf(buyerId)).toBe(1);
  await shop.service.context.deletedAccounts.note(buyerId, new Date(), undefined as never);
  await markLateRequests(shop.service.context);
  expect(await keysOf(buyerId)).toBe(0);
});

it('a request is listed whose personal data cannot be read, because their key is missing', async () => {
  const { id } = await shop.submit('sell-request');
  await shop
    .collection('sell-request')
    .updateMany({}, { $unset: { name: 1, email: 1, phone: 1, adminNotes: 1 } });
  expect(await list('sell-request')).toMatchObject([{ _id: id, fullName: '', contactEmail: '' }]);
  const { body } = await asAdmin('get', '/api/admin/services/service-request/work').expect(200);
  expect(body.data).toMatchObject([{ id, customer: '' }]);
  await put('sell-request', id, { status: 'reviewed' }).expect(200);
});
