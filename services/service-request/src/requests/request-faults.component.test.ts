import { readdir } from 'node:fs/promises';
import http from 'node:http';
import { eventually } from '@kinmel/testing';
import sharp from 'sharp';
import { aSellForm } from '../testing/request-forms.ts';
import { kinds, testWithRequests } from '../testing/test-requests.ts';

const shop = testWithRequests();
const maxBytes = 5 * 1024 * 1024;

/** A valid PNG of that size: bytes after its last chunk are ignored. */
async function pictureOf(bytes: number): Promise<Buffer> {
  const picture = sharp({ create: { width: 20, height: 20, channels: 3, background: '#369' } });
  const png = await picture.png().toBuffer();
  return Buffer.concat([png, Buffer.alloc(bytes - png.length)]);
}

const openConnections = () =>
  new Promise<number>((resolve, reject) => {
    shop.service.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });

describe('an upload', () => {
  it('that is interrupted leaves neither a record nor a file (F-05)', async () => {
    const address = shop.service.server.address();
    if (typeof address !== 'object' || address === null) throw new Error('The server has no address');
    const upload = http.request({
      port: address.port,
      method: 'POST',
      path: '/api/sell-phone/request',
      headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': 1_000_000 },
    });
    upload.on('error', () => undefined);
    for (const [name, value] of Object.entries(aSellForm()))
      upload.write(`--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
    upload.write(
      '--x\r\nContent-Disposition: form-data; name="phoneImage"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n',
    );
    upload.write(await pictureOf(100_000));
    await eventually(() => upload.writableLength === 0);
    upload.destroy();
    await eventually(async () => (await openConnections()) === 0);
    expect(await readdir(shop.service.photosFolder)).toEqual([]);
    expect(await shop.stored('sell-request')).toEqual([]);
  });

  it('of 5 MB is accepted, with one byte more refused (SELL-14, F-05)', async () => {
    const sell = (photo: Buffer) => shop.send('sell-request', {}, { photo });
    await sell(await pictureOf(maxBytes)).expect(201);
    const refused = await sell(await pictureOf(maxBytes + 1));
    expect([refused.status, refused.body.message]).toEqual([413, 'File size must be less than 5MB']);
    expect(await readdir(shop.service.photosFolder)).toHaveLength(1);
    expect(await shop.stored('sell-request')).toHaveLength(1);
  });
});

async function sendAll(): Promise<void> {
  for (const kind of kinds) await shop.send(kind).expect(201);
}
const publishedTypes = () => [...shop.published().values()].map(({ type }) => type).toSorted();
const allReceived = ['phone-order.received', 'repair-booking.received', 'sell-request.received'];

it('requests are accepted while the broker is down, and their events sent once it is back (R-03)', async () => {
  shop.service.bus.disconnect();
  await sendAll();
  expect(publishedTypes()).toEqual([]);
  shop.service.bus.reconnect();
  await eventually(() => expect(publishedTypes()).toEqual(allReceived));
});

it('phone orders are accepted while catalog is down, without a price or at that of the local copy (CONF-33)', async () => {
  const copy = {
    productId: 'a'.repeat(24),
    version: 1,
    name: 'iPhone 15 Pro',
    color: 'Black',
    storage: '256 GB',
    priceInMinorUnits: 15_000_000,
    currency: 'NPR' as const,
  };
  await shop.service.context.productCopies.keepNewer([copy]);
  await shop.send('phone-order').expect(201);
  await shop.send('phone-order', { model: 'Unknown' }).expect(201);
  const prices = (await shop.stored('phone-order')).map((order) => order['unitPriceInMinorUnits'] as unknown);
  expect(prices).toEqual([15_000_000, null]);
});

it('after a crash between write and publishing, another instance sends the event once (R-01)', async () => {
  // Stops the relay of this instance, as a crash would.
  await shop.service.context.stop();
  await sendAll();
  expect(publishedTypes()).toEqual([]);
  const twin = await shop.service.startTwin();
  await eventually(() => expect(publishedTypes()).toEqual(allReceived));
  await twin.context.stop();
  await shop.service.startTwin();
  expect(publishedTypes()).toEqual(allReceived);
});
