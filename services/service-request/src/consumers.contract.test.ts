import { hash } from 'node:crypto';
import type { WireEvent } from '@kinmel/service-kit';
import { eventually } from '@kinmel/testing';
import { consumersOf, verifyContract } from '@kinmel/testing/contracts';
import { unreadableEvent } from '@kinmel/testing/servers';
import mongoose from 'mongoose';
import request from 'supertest';
import { aBooking } from './testing/booking-form.ts';
import { aPhoneOrder } from './testing/phone-order-form.ts';
import { aSellForm } from './testing/sell-form.ts';
import { startTestServiceRequest, type TestServiceRequest } from './testing/test-service-request.ts';

let service: TestServiceRequest;
let customer: string;
beforeAll(async () => {
  service = await startTestServiceRequest();
  customer = `Bearer ${service.tokens.customer('u1')}`;
});
afterAll(() => service.stop());

/** Signed in, so that events contain the account. */
const asCustomer = (call: request.Test) =>
  call.set('Authorization', `Bearer ${service.tokens.customer('6600000000000000000000c1')}`);
const asAdmin = (call: request.Test) => call.set('Authorization', `Bearer ${service.tokens.admin()}`);

/** The event that the service publishes after real calls. */
const published =
  (type: string, submit: () => request.Test, ...steps: readonly ((id: string) => request.Test)[]) =>
  async (): Promise<WireEvent> => {
    await service.database.empty();
    service.bus.published.length = 0;
    await submit().expect(201);
    const { aggregateId } = await eventually(
      () => service.bus.published.find((event) => event.type.endsWith('.received')) ?? false,
    );
    for (const step of steps) await asAdmin(step(aggregateId)).expect(200);
    return eventually(() => service.bus.published.find((event) => event.type === type) ?? false);
  };

function sell(): request.Test {
  const call = asCustomer(request(service.server).post('/api/sell-phone/request'));
  for (const [name, value] of Object.entries(aSellForm())) void call.field(name, value);
  return call;
}
const putSell = (what: string, body: object) => (id: string) =>
  request(service.server).put(`/api/sell-phone/request/${id}/${what}`).send(body);
const book = () => asCustomer(request(service.server).post('/api/bookings')).send(aBooking());
const putBooking = (body: object) => (id: string) =>
  request(service.server).put(`/api/bookings/${id}`).send(body);
const order = () => asCustomer(request(service.server).post('/api/admin/phone-orders')).send(aPhoneOrder());
const putOrder = (body: object) => (id: string) =>
  request(service.server).put(`/api/admin/phone-orders/${id}`).send(body);

const events = {
  'sell-request.received': published('sell-request.received', sell),
  'sell-request.quoted': published(
    'sell-request.quoted',
    sell,
    putSell('quote', { estimatedPrice: 250.5, adminNotes: 'With its charger.' }),
  ),
  'sell-request.status-changed': published(
    'sell-request.status-changed',
    sell,
    putSell('status', { status: 'reviewed' }),
  ),
  'repair-booking.received': published('repair-booking.received', book),
  'repair-booking.moved': published(
    'repair-booking.moved',
    book,
    putBooking({ date: '2026-11-25', time: '14:00', adminNotes: 'Our engineer is away.' }),
  ),
  'repair-booking.status-changed': published(
    'repair-booking.status-changed',
    book,
    putBooking({ status: 'confirmed' }),
  ),
  'repair-booking.cancelled': published(
    'repair-booking.cancelled',
    book,
    putBooking({ status: 'cancelled', adminNotes: 'No parts.' }),
  ),
  'phone-order.received': published('phone-order.received', order),
  'phone-order.status-changed': published(
    'phone-order.status-changed',
    order,
    putOrder({ status: 'confirmed' }),
  ),
  'phone-order.cancelled': published(
    'phone-order.cancelled',
    order,
    putOrder({ status: 'cancelled', adminNotes: 'No longer made.' }),
  ),
};

/** Gives the newest request the token of a contract. */
async function giveLink(collection: string, token: string): Promise<void> {
  await service.database.connection
    .collection(collection)
    .updateOne({}, { $set: { tokenHash: hash('sha256', token, 'base64url') } });
}

/** Gives the newest request the id of a contract. */
async function giveId(collection: string, id: string): Promise<void> {
  const requests = service.database.connection.collection(collection);
  const request = await requests.findOneAndDelete({});
  await requests.insertOne({ ...request, _id: new mongoose.Types.ObjectId(id) });
}

const pendingId = '00000000000000000000a1b2';
const bookingToken = 'b'.repeat(44);
const sellToken = 's'.repeat(44);

const pending = {
  'sell-request': async () => {
    await service.database.empty();
    await sell().expect(201);
    await giveId('sell_requests', pendingId);
  },
  'repair-booking': async () => {
    await service.database.empty();
    await book().expect(201);
    await giveId('repair_bookings', pendingId);
  },
  'phone-order': async () => {
    await service.database.empty();
    await order().expect(201);
    await giveId('phone_orders', pendingId);
  },
};

const taken = (kind: keyof typeof pending) => async () => {
  await pending[kind]();
  await asAdmin(
    request(service.server).put(`/api/admin/services/service-request/work/${kind}/${pendingId}/assignee`),
  )
    .send({ assignee: 'me', version: 0 })
    .expect(200);
};

const states = {
  'nothing was asked for yet': () => service.database.empty(),
  'the half hour 2026-11-24 09:30 is taken': async () => {
    await service.database.empty();
    for (let seat = 0; seat < 3; seat += 1) await book().expect(201);
  },
  [`a repair booking has the link ${bookingToken}`]: async () => {
    await service.database.empty();
    await book().expect(201);
    await giveLink('repair_bookings', bookingToken);
  },
  [`the sell request ${pendingId} is pending`]: pending['sell-request'],
  [`the repair booking ${pendingId} is pending`]: pending['repair-booking'],
  [`the phone order ${pendingId} is pending`]: pending['phone-order'],
  [`staff have taken the sell request ${pendingId}`]: taken('sell-request'),
  [`staff have taken the repair booking ${pendingId}`]: taken('repair-booking'),
  [`staff have taken the phone order ${pendingId}`]: taken('phone-order'),
  'staff have made the change updateSellRequestStatus': async () => {
    await pending['sell-request']();
    await asAdmin(putSell('status', { status: 'reviewed' })(pendingId)).expect(200);
  },
  'a message about the order 00000000000000000000a0d1 is parked': async () => {
    await service.database.empty();
    await service.bus.publish(unreadableEvent('product.updated', '00000000000000000000a0d1'));
    await service.bus.settle();
  },
  'a customer has booked a repair': async () => {
    await service.database.empty();
    await book().set('Authorization', customer).expect(201);
  },
  [`a pending sell request has the link ${sellToken}`]: async () => {
    await pending['sell-request']();
    await giveLink('sell_requests', sellToken);
  },
  [`a quoted sell request of version 2 has the link ${sellToken}`]: async () => {
    await published('sell-request.quoted', sell, putSell('quote', { estimatedPrice: 240 }))();
    await giveLink('sell_requests', sellToken);
  },
};

it.each(consumersOf('service-request'))(
  'service-request answers and publishes what %s needs',
  (consumer) =>
    verifyContract(consumer, {
      name: 'service-request',
      server: service.server,
      states,
      events,
      // mfe-admin calls as staff, other remotes as a customer.
      headers: {
        authorization: consumer === 'mfe-admin' ? `Bearer ${service.tokens.admin()}` : customer,
      },
    }),
  120_000,
);
