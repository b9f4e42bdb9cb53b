import { userDeleted } from '@kinmel/contracts';
import { createEvent, dataKeyModel } from '@kinmel/service-kit';
import { databaseText } from '@kinmel/testing';
import { anOrderToReturn, buyerId, orderToReturnId } from '../testing/request-samples.ts';
import { type Kind, testWithRequests } from '../testing/test-requests.ts';
import { forgetDueRequests, markLateRequests } from './forget-requests.ts';

const shop = testWithRequests({ 'sell-request': 1_000, 'repair-booking': 1_000, 'phone-order': 1_000 });
const { asAdmin, call, list, put, quote, step } = shop;
beforeEach(() => void shop.service.orders.set(orderToReturnId, anOrderToReturn()));
const ownToken = () => shop.service.tokens.customer(buyerId);

// Long enough not to occur in sealed bytes, which are base64.
const personal =
  /gurung|bikash|chandra|dipa lama|@example|980.?123.?4567|9801234567|9812345678|9823456789|thamel|a case|cracked|0123987654/i;

/** A request of each kind, with steps that store and publish the customer's data again. */
async function submitOneOfEach(token?: string) {
  const sending = token === undefined ? {} : { token };
  const sellRequest = await shop.submit('sell-request', {}, sending);
  await quote(sellRequest.id, { estimatedPrice: 200 }).expect(200);
  const { version, quote: currentQuote } = await shop.readByLink(sellRequest.link);
  const amountInMinorUnits = currentQuote.pays.payout.amountInMinorUnits;
  const payment = token
    ? { to: 'payout', method: 'bank', account: '0123987654' }
    : { to: 'payout', method: 'cash', account: '' };
  await call('post', `/api${sellRequest.link}/accept`, token)
    .send({ version, payment, amountInMinorUnits })
    .expect(200);
  const booking = await shop.submit('repair-booking', {}, sending);
  await step(booking.link, 'reschedule', { date: '2026-11-25', time: '10:00' }).expect(200);
  const phoneOrder = await shop.submit('phone-order', {}, sending);
  await put('phone-order', phoneOrder.id, { status: 'confirmed' }).expect(200);
  const returnRequest = await shop.submit('return', {}, { token: ownToken() });
  await put('return', returnRequest.id, { status: 'accepted' }).expect(200);
  await asAdmin('get', '/api/admin/requests/export')
    .query({ kind: 'sell-request', search: 'Asha' })
    .expect(200);
  return { sold: sellRequest, booked: booking, ordered: phoneOrder, returned: returnRequest };
}

const keysOf = async (person: string) =>
  dataKeyModel(shop.service.database.connection).countDocuments({ person, isCurrent: true });

it.each([['guests'], ['customers with an account']])(
  'the database contains no readable name, address, phone, e-mail, text or account number of %s (SR-G27)',
  async (customers) => {
    await submitOneOfEach(customers === 'guests' ? undefined : ownToken());
    expect(await databaseText(shop.service.database.connection)).not.toMatch(personal);
    await shop.service.bus.settle();
    const databaseDump = await databaseText(shop.service.database.connection);
    expect(databaseDump).not.toMatch(personal);
    // Other words stay readable, for filters.
    expect(databaseDump).toContain('iphone');
  },
);

it('requests are found by the beginnings of words of the person, and by any part of other words (SR-G25)', async () => {
  const {
    sold: sellRequest,
    booked: booking,
    ordered: phoneOrder,
    returned: returnRequest,
  } = await submitOneOfEach();
  const foundIds = async (kind: Kind, search: string) =>
    (await list(kind, { search })).map(({ _id }: { _id: string }) => _id);
  for (const search of ['asha', 'GUR', 'asha@ex', 'ash phone', '1234567', '+977 980 1234567', 'hone 13'])
    expect([search, await foundIds('sell-request', search)]).toEqual([search, [sellRequest.id]]);
  for (const search of ['sha', 'urung', 'asha bikash'])
    expect([search, await foundIds('sell-request', search)]).toEqual([search, []]);
  expect(await foundIds('repair-booking', 'rai bik')).toEqual([booking.id]);
  expect(await foundIds('phone-order', 'thapa')).toEqual([phoneOrder.id]);
  expect(await foundIds('return', 'dipa 7H2K')).toEqual([returnRequest.id]);
});

it('requests that are older than the key are read and found, and sealed when they are saved (SR-G27)', async () => {
  const { id } = await shop.submit('sell-request');
  const [{ name, email, phone, history } = {} as never] = await shop.stored('sell-request');
  const plainFields = { name, email, phone, history, searchText: 'asha\ngurung\niphone\n13' };
  await shop.collection('sell-request').updateOne({}, { $set: plainFields, $unset: { searchHashes: 1 } });
  expect(await list('sell-request', { search: 'gurung iph' })).toMatchObject([{ fullName: 'Asha Gurung' }]);
  await put('sell-request', id, { status: 'reviewed' }).expect(200);
  expect(await list('sell-request', { search: 'gurung iph' })).toMatchObject([{ fullName: 'Asha Gurung' }]);
  expect(await databaseText(shop.service.database.connection)).not.toMatch(personal);
});

it('erasing deletes the key of a guest, and that of an account with its last request (SR-G10, SR-G11)', async () => {
  await shop.send('sell-request').expect(201);
  const [{ _id: guestId } = {} as never] = await shop.stored('sell-request');
  const [booking, phoneOrder] = [
    await shop.submit('repair-booking', {}, { token: ownToken() }),
    await shop.submit('phone-order', {}, { token: ownToken() }),
  ];
  await put('repair-booking', booking.id, { status: 'in-repair', adminNotes: 'Begun.' }).expect(200);
  expect([await keysOf(String(guestId)), await keysOf(buyerId), await keysOf(phoneOrder.id)]).toEqual([
    1, 1, 0,
  ]);

  const event = { aggregateId: buyerId, aggregateVersion: 4, data: { userId: buyerId } };
  await shop.service.bus.publish(createEvent(userDeleted, event));
  await shop.service.bus.settle();
  await forgetDueRequests(shop.service.context);
  expect(await shop.stored('phone-order')).toMatchObject([{ email: '' }]);
  expect([await keysOf(String(guestId)), await keysOf(buyerId)]).toEqual([1, 1]);
  expect(await list('repair-booking')).toMatchObject([{ name: 'Bikash Rai' }]);

  await put('repair-booking', booking.id, { status: 'done' }).expect(200);
  await forgetDueRequests(shop.service.context);
  expect([await keysOf(String(guestId)), await keysOf(buyerId)]).toEqual([1, 0]);

  await asAdmin('delete', `/api/sell-phone/request/${String(guestId)}`)
    .query({ version: 1 })
    .expect(200);
  expect(await keysOf(String(guestId))).toBe(0);
  expect(await databaseText(shop.service.database.connection)).not.toMatch(personal);
});

it('the key of an account whose last two requests are erased concurrently is deleted by the next sweep (SR-G10)', async () => {
  await shop.send('repair-booking', {}, { token: ownToken() }).expect(201);
  await shop.collection('repair-booking').deleteMany({});
  expect(await keysOf(buyerId)).toBe(1);
  await shop.service.context.deletedAccounts.note(buyerId, new Date(), undefined as never);
  await markLateRequests(shop.service.context);
  expect(await keysOf(buyerId)).toBe(0);
});

it('a request whose key is missing is listed without its personal data', async () => {
  const { id } = await shop.submit('sell-request');
  await shop
    .collection('sell-request')
    .updateMany({}, { $unset: { name: 1, email: 1, phone: 1, adminNotes: 1 } });
  expect(await list('sell-request')).toMatchObject([{ _id: id, fullName: '', contactEmail: '' }]);
  const { body } = await asAdmin('get', '/api/admin/services/service-request/work').expect(200);
  expect(body.data).toMatchObject([{ id, customer: '' }]);
  await put('sell-request', id, { status: 'reviewed' }).expect(200);
});
