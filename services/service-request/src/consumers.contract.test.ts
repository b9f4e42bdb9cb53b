import { hash } from 'node:crypto';
import { deviceInspected, deviceReceived, deviceSentBack, type SellPaymentChoice } from '@kinmel/contracts';
import { createEvent, type WireEvent } from '@kinmel/service-kit';
import { eventually } from '@kinmel/testing';
import { consumersOf, verifyContract } from '@kinmel/testing/contracts';
import { unreadableEvent } from '@kinmel/testing/servers';
import mongoose from 'mongoose';
import { anOrderToReturn, buyerId, orderToReturnId, phoneKey } from './testing/request-samples.ts';
import { addressOf, type Kind, testWithRequests } from './testing/test-requests.ts';
import { testServiceToken } from './testing/test-service-request.ts';

const shop = testWithRequests();
const emptyShop = () => {
  shop.service.claims.clear();
  return shop.service.database.empty();
};
/** Signed in, so that events contain the account. */
const customer = () => shop.service.tokens.customer(buyerId);
const send = (kind: Kind) => {
  shop.service.orders.set(orderToReturnId, anOrderToReturn());
  return shop.send(kind, {}, { token: customer() });
};

/** The event that the service publishes after a request and a change by staff. */
const eventAfterChange =
  (type: string, body?: object, step = '') =>
  async (): Promise<WireEvent> => {
    await emptyShop();
    const { bus } = shop.service;
    bus.published.length = 0;
    const kind = type.slice(0, type.indexOf('.')) as Kind;
    await send(kind).expect(201);
    const received = await eventually(
      () => bus.published.find((event) => event.type.endsWith('.received')) ?? false,
    );
    if (body !== undefined)
      await shop
        .asAdmin('put', addressOf(kind, received.aggregateId) + step)
        .send(body)
        .expect(200);
    return eventually(() => bus.published.find((event) => event.type === type) ?? false);
  };

const deviceId = 'de'.repeat(12);
const onDevice = (aggregateVersion: number) => ({ aggregateId: deviceId, aggregateVersion });
const inspectedEvent = (data: { deviceId: string; sellRequestId: string }): WireEvent =>
  createEvent(deviceInspected, { ...onDevice(2), data: { ...data, grade: 'B', lowerQuote: null } });
const sentBackEvent = (data: { deviceId: string; sellRequestId: string }): WireEvent =>
  createEvent(deviceSentBack, { ...onDevice(2), data: { ...data, note: 'Parcel NP-2210' } });

/** The event that the service publishes while a phone is received, and then inspected or sent back. */
async function eventOfTradeIn(
  type: string,
  payment?: SellPaymentChoice,
  nextEvent = inspectedEvent,
): Promise<WireEvent> {
  await emptyShop();
  const { bus } = shop.service;
  bus.published.length = 0;
  const { id, link } = await shop.submit('sell-request', {}, { token: customer() });
  await shop.quote(id, { estimatedPrice: 250 }).expect(200);
  await shop
    .step(link, 'accept', await shop.acceptanceOf(link, payment))
    .set('Authorization', `Bearer ${customer()}`)
    .expect(200);
  const data = { deviceId, sellRequestId: id };
  await bus.publish(createEvent(deviceReceived, { ...onDevice(1), data }));
  await bus.settle();
  await bus.publish(nextEvent(data));
  return eventually(() => bus.published.find((event) => event.type === type) ?? false);
}

const changes: readonly (readonly [type: string, body?: object, step?: string])[] = [
  ['sell-request.received'],
  ['sell-request.quoted', { estimatedPrice: 250.5, adminNotes: 'With its charger.' }, '/quote'],
  ['sell-request.status-changed', { status: 'reviewed' }, '/status'],
  ['repair-booking.received'],
  ['repair-booking.moved', { date: '2026-11-25', time: '14:00', adminNotes: 'Our engineer is away.' }],
  ['repair-booking.status-changed', { status: 'confirmed' }],
  ['repair-booking.cancelled', { status: 'cancelled', adminNotes: 'No parts.' }],
  ['phone-order.received'],
  ['phone-order.status-changed', { status: 'confirmed' }],
  ['phone-order.cancelled', { status: 'cancelled', adminNotes: 'No longer made.' }],
  ['return.received'],
  ['return.status-changed', { status: 'rejected', adminNotes: 'Its seal is broken.' }, '/status'],
];
const events = {
  ...Object.fromEntries(changes.map(([type, ...change]) => [type, eventAfterChange(type, ...change)])),
  'sell-request.phone-received': () => eventOfTradeIn('sell-request.phone-received'),
  'sell-request.phone-sent-back': () =>
    eventOfTradeIn('sell-request.phone-sent-back', undefined, sentBackEvent),
  'sell-request.received with an IMEI': async () => {
    await emptyShop();
    shop.service.bus.published.length = 0;
    await shop.send('sell-request', { imei: '490154203237518' }, { token: customer() }).expect(201);
    return eventually(
      () => shop.service.bus.published.find(({ type }) => type.endsWith('.received')) ?? false,
    );
  },
  'sell-request.status-changed to completed without payment': eventAfterChange(
    'sell-request.status-changed',
    { status: 'completed', adminNotes: 'It was never brought.' },
    '/status',
  ),
  'sell-request.settled': () => eventOfTradeIn('sell-request.settled'),
  'sell-request.settled with credit': () => eventOfTradeIn('sell-request.settled', { to: 'credit' }),
  'sell-request.settled with a payout': () =>
    eventOfTradeIn('sell-request.settled', { to: 'payout', method: 'bank', account: '00123456789' }),
  async 'return.settled'() {
    await setUpReceivedReturn();
    const { bus } = shop.service;
    const lines = [{ key: phoneKey, isRestocked: true }];
    await shop.asAdmin('put', `/api/returns/${pendingId}/inspection`).send({ version: 3, lines }).expect(200);
    return eventually(() => bus.published.find(({ type }) => type === 'return.settled') ?? false);
  },
};

/** Gives the only request the token of a contract. */
const giveLink = (kind: Kind, token: string) =>
  shop.collection(kind).updateOne({}, { $set: { tokenHash: hash('sha256', token, 'base64url') } });

const pendingId = '00000000000000000000a1b2';
const bookingToken = 'b'.repeat(44);
const sellToken = 's'.repeat(44);

/** Sends a request, and gives it the id of a contract. */
const setUpPending = (kind: Kind) => async () => {
  await emptyShop();
  await send(kind).expect(201);
  const document = await shop.collection(kind).findOneAndDelete({});
  await shop.collection(kind).insertOne({ ...document, _id: new mongoose.Types.ObjectId(pendingId) });
};

/** Goods that arrived with a return of version 3. */
async function setUpReceivedReturn(): Promise<void> {
  await setUpPending('return')();
  shop.service.bus.published.length = 0;
  for (const status of ['accepted', 'received']) await shop.put('return', pendingId, { status }).expect(200);
}

const setUpAssigned = (kind: Kind) => async () => {
  await setUpPending(kind)();
  await shop
    .asAdmin('put', `/api/admin/services/service-request/work/${kind}/${pendingId}/assignee`)
    .send({ assignee: 'me', version: 0 })
    .expect(200);
};

const states = {
  'nothing was asked for yet': emptyShop,
  'the half hour 2026-11-24 09:30 is taken': async () => {
    await emptyShop();
    for (let seat = 0; seat < 3; seat += 1) await send('repair-booking').expect(201);
  },
  [`a repair booking has the link ${bookingToken}`]: async () => {
    await setUpPending('repair-booking')();
    await giveLink('repair-booking', bookingToken);
  },
  [`the sell request ${pendingId} is pending`]: setUpPending('sell-request'),
  [`the sell request ${pendingId} is accepted`]: async () => {
    await setUpPending('sell-request')();
    await shop.quote(pendingId, { estimatedPrice: 300 }).expect(200);
    await shop.put('sell-request', pendingId, { status: 'accepted' }).expect(200);
  },
  [`the repair booking ${pendingId} is pending`]: setUpPending('repair-booking'),
  [`the phone order ${pendingId} is pending`]: setUpPending('phone-order'),
  [`the return ${pendingId} is pending`]: setUpPending('return'),
  [`the return ${pendingId} is received`]: setUpReceivedReturn,
  [`the return ${pendingId} is to be sent back`]: async () => {
    await setUpReceivedReturn();
    await shop.put('return', pendingId, { status: 'to-send-back', adminNotes: 'It was worn.' }).expect(200);
  },
  [`the order ${orderToReturnId} can be returned by user ${buyerId}`]: async () => {
    await emptyShop();
    shop.service.orders.set(orderToReturnId, anOrderToReturn());
  },
  [`staff have taken the sell request ${pendingId}`]: setUpAssigned('sell-request'),
  [`staff have taken the repair booking ${pendingId}`]: setUpAssigned('repair-booking'),
  [`staff have taken the phone order ${pendingId}`]: setUpAssigned('phone-order'),
  'staff have made the change updateSellRequestStatus': async () => {
    await setUpPending('sell-request')();
    await shop.put('sell-request', pendingId, { status: 'reviewed' }).expect(200);
  },
  'a message about the order 00000000000000000000a0d1 is parked': async () => {
    await emptyShop();
    await shop.service.bus.publish(unreadableEvent('product.updated', '00000000000000000000a0d1'));
    await shop.service.bus.settle();
  },
  'a customer has booked a repair': async () => {
    await emptyShop();
    await shop.send('repair-booking', {}, { token: customer() }).expect(201);
  },
  [`a pending sell request has the link ${sellToken}`]: async () => {
    await setUpPending('sell-request')();
    await giveLink('sell-request', sellToken);
  },
  [`a quoted sell request of version 2 has the link ${sellToken}`]: async () => {
    await eventAfterChange('sell-request.quoted', { estimatedPrice: 240 }, '/quote')();
    await giveLink('sell-request', sellToken);
  },
};

it.each(consumersOf('service-request'))(
  'service-request answers and publishes what %s needs',
  (consumer) =>
    verifyContract(consumer, {
      name: 'service-request',
      server: shop.service.server,
      states,
      events,
      // mfe-admin calls as staff, other remotes as a customer.
      headers: {
        authorization: `Bearer ${consumer === 'mfe-admin' ? shop.service.tokens.admin() : customer()}`,
        'x-kinmel-service-token': testServiceToken,
      },
    }),
  120_000,
);
