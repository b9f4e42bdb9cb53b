import { readdir } from 'node:fs/promises';
import http from 'node:http';
import { eventually } from '@kinmel/testing';
import sharp from 'sharp';
import request from 'supertest';
import { aBooking } from '../testing/booking-form.ts';
import { aPhoneOrder } from '../testing/phone-order-form.ts';
import { aSellForm } from '../testing/sell-form.ts';
import { startTestServiceRequest, type TestServiceRequest } from '../testing/test-service-request.ts';

let service: TestServiceRequest;
beforeEach(async () => {
  service = await startTestServiceRequest();
});
afterEach(() => service.stop());

const stored = (collection: string) => service.database.connection.collection(collection).find().toArray();
const mostBytes = 5 * 1024 * 1024;

/** A valid PNG of that size: bytes after its last chunk are ignored. */
async function pictureOf(bytes: number): Promise<Buffer> {
  const picture = sharp({ create: { width: 20, height: 20, channels: 3, background: '#369' } });
  const png = await picture.png().toBuffer();
  return Buffer.concat([png, Buffer.alloc(bytes - png.length)]);
}

const openConnections = () =>
  new Promise<number>((resolve, reject) => {
    service.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });

describe('an upload', () => {
  it('of 5 MB is accepted, with one byte more refused (SELL-14, F-05)', async () => {
    const sell = (photo: Buffer) => {
      const call = request(service.server).post('/api/sell-phone/request');
      for (const [name, value] of Object.entries(aSellForm())) void call.field(name, value);
      return call.attach('phoneImage', photo, 'phone.png');
    };
    await sell(await pictureOf(mostBytes)).expect(201);
    const refused = await sell(await pictureOf(mostBytes + 1));
    expect([refused.status, refused.body.message]).toEqual([413, 'File size must be less than 5MB']);
    expect(await readdir(service.photosFolder)).toHaveLength(1);
    expect(await stored('sell_requests')).toHaveLength(1);
  });

  it('that is interrupted leaves neither a record nor a file (F-05)', async () => {
    const address = service.server.address();
    if (typeof address !== 'object' || address === null) throw new Error('The server has no address');
    const begun = http.request({
      port: address.port,
      method: 'POST',
      path: '/api/sell-phone/request',
      headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': 1_000_000 },
    });
    begun.on('error', () => undefined);
    for (const [name, value] of Object.entries(aSellForm()))
      begun.write(`--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
    begun.write(
      '--x\r\nContent-Disposition: form-data; name="phoneImage"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n',
    );
    begun.write(await pictureOf(100_000));
    await eventually(() => begun.writableLength === 0);
    begun.destroy();
    await eventually(async () => (await openConnections()) === 0);
    expect(await readdir(service.photosFolder)).toEqual([]);
    expect(await stored('sell_requests')).toEqual([]);
  });
});

/** Submits one request of each kind. */
async function sendAll(): Promise<void> {
  const call = request(service.server).post('/api/sell-phone/request');
  for (const [name, value] of Object.entries(aSellForm())) void call.field(name, value);
  await call.expect(201);
  await request(service.server).post('/api/bookings').send(aBooking()).expect(201);
  await request(service.server).post('/api/admin/phone-orders').send(aPhoneOrder()).expect(201);
}
/** The types of the published events, without redeliveries. */
const told = () =>
  [...new Map(service.bus.published.map((event) => [event.eventId, event.type])).values()].toSorted();
const allReceived = ['phone-order.received', 'repair-booking.received', 'sell-request.received'];

it('requests are accepted while the broker is down, and their events sent once it is back (R-03)', async () => {
  service.bus.disconnect();
  await sendAll();
  expect(told()).toEqual([]);
  service.bus.reconnect();
  await eventually(() => expect(told()).toEqual(allReceived));
});

it('after a crash between write and publishing, another instance sends the event once (R-01)', async () => {
  // Its relay is stopped, as in a crash.
  await service.context.stop();
  await sendAll();
  expect(told()).toEqual([]);
  const twin = await service.startTwin();
  await eventually(() => expect(told()).toEqual(allReceived));
  await twin.context.stop();
  await service.startTwin();
  expect(told()).toEqual(allReceived);
});

it('phone orders are accepted while catalog is down, without a price or at that of the local copy (CONF-33)', async () => {
  await service.context.productCopies.keepNewer([
    {
      productId: 'a'.repeat(24),
      version: 1,
      name: 'iPhone 15 Pro',
      priceInMinorUnits: 15_000_000,
      color: 'Black',
      storage: '256 GB',
    },
  ]);
  await request(service.server).post('/api/admin/phone-orders').send(aPhoneOrder()).expect(201);
  await request(service.server)
    .post('/api/admin/phone-orders')
    .send(aPhoneOrder({ model: 'Unknown' }))
    .expect(201);
  const prices = (await stored('phone_orders')).map((order) => order['unitPriceInMinorUnits'] as unknown);
  expect(prices).toEqual([15_000_000, null]);
});
