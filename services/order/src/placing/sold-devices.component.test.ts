import { type DeviceAnswer, returnSettled, withdrawDevice } from '@kinmel/contracts';
import { contractToken, startTestDevice, type TestDevice } from '@kinmel/device/testing';
import { createEvent } from '@kinmel/service-kit';
import { countWaiting, eventually } from '@kinmel/testing';
import request from 'supertest';
import { orderOf, totalOf } from '../testing/order-body.ts';
import { startTestShop, type TestShop } from '../testing/test-shop.ts';

jest.setTimeout(60_000);

let shop: TestShop;
let device: TestDevice;
let productId: string;
/** Each phone has its own number and sell request. */
let phones = 0;

beforeAll(async () => {
  shop = await startTestShop({
    settleListing: async (id, listedVersion) => {
      const { body } = await request(device.server)
        .post(`/internal/devices/${id}/listing/settle`)
        .set('x-kinmel-service-token', contractToken)
        .send({ listedVersion })
        .expect(200);
      return body.state;
    },
  });
  device = await startTestDevice({ bus: shop.bus, now: shop.now, catalog: shop.clients.catalog });
});
afterAll(async () => {
  await device.stop();
  await shop.stop();
});
beforeEach(async () => {
  productId = await shop.product({ name: 'iPhone 13', category: 'premiumsmartphones', stock: 0 });
});

async function settle(): Promise<void> {
  await eventually(async () => {
    await shop.settle();
    return (await countWaiting(device.connection)) === 0;
  }, 30_000);
  await shop.settle();
}

const price = { amountInMinorUnits: 100_000, currency: 'NPR' };
const checklist = {
  screen: 'light',
  body: 'none',
  batteryHealthPercent: 88,
  doButtonsWork: true,
  doCamerasWork: true,
  doesNetworkWork: true,
};
const call = (method: 'get' | 'put' | 'post', path: string) =>
  request(device.server)
    [method](`/api/admin/devices${path}`)
    .set('Authorization', `Bearer ${device.tokens.admin()}`);
const read = async (id: string): Promise<DeviceAnswer> => (await call('get', `/${id}`).expect(200)).body.data;
/** A step of staff at the current version of the device. */
async function step(id: string, resource: string, body: object) {
  const { version } = await read(id);
  return call('put', `/${id}/${resource}`).send({ version, ...body });
}
const putOnSale = (id: string) => step(id, 'sale', { productId, price });

/** A device that can be put on sale. */
async function buyDevice(): Promise<string> {
  phones += 1;
  const sellRequestId = phones.toString(16).padStart(24, 'd');
  device.accept(sellRequestId);
  const identifiers = [`F17A${String(phones).padStart(4, '0')}`];
  const { body } = await call('post', '').send({ sellRequestId, identifiers }).expect(201);
  const { id }: DeviceAnswer = body.data;
  await step(id, 'inspection', { checklist });
  await device.events.settled(sellRequestId, id);
  await settle();
  return id;
}

async function deviceForSale(): Promise<string> {
  const id = await buyDevice();
  await putOnSale(id);
  await settle();
  return id;
}

const orderDevice = (id: string) => shop.place(orderOf([{ productId: id, quantity: 1 }], totalOf(1000)));
async function placeOrder(id: string): Promise<string> {
  const { body } = await orderDevice(id);
  await settle();
  return body.order.id;
}
async function setOrderStatus(orderId: string, orderStatus: string) {
  const path = `/api/checkout-orders/admin/orders/${orderId}/status`;
  const answer = await shop
    .call('put', path, shop.order.tokens.admin())
    .send({ orderStatus, adminNotes: 'By a test.' });
  await settle();
  return answer;
}
/** Whether the shop sells it, and whether device agrees. */
const isOnSale = async (id: string) => ({
  device: (await read(id)).place === 'for-sale',
  catalog: (await shop.catalog.context.stock.readMany([id])).get(id)?.stock === 1,
  product: await shop.catalog.context.products.find(productId).then((product) => product?.stock === 1),
});
const onSale = { device: true, catalog: true, product: true };
const offSale = { device: false, catalog: false, product: false };

it('a device of an order that is cancelled before it left the shop is on sale again, for one buyer (DEV-D14)', async () => {
  const id = await deviceForSale();
  const first = await placeOrder(id);
  expect(await isOnSale(id)).toEqual(offSale);
  await setOrderStatus(first, 'cancelled');
  expect(await isOnSale(id)).toEqual(onSale);
  await placeOrder(id);
  expect((await orderDevice(id)).status).toBe(409);
});

it('a device of a delivered order that is cancelled is awaited, and is sold again after its inspection (DEV-D22)', async () => {
  const id = await deviceForSale();
  const first = await placeOrder(id);
  await setOrderStatus(first, 'delivered');
  await setOrderStatus(first, 'cancelled');
  expect(await read(id)).toMatchObject({ place: 'awaited', warrantyUntil: null });
  expect((await orderDevice(id)).status).toBe(409);
  await step(id, 'place', { place: 'returned' });
  await step(id, 'inspection', { checklist });
  await putOnSale(id);
  await settle();
  expect(await isOnSale(id)).toEqual(onSale);
  expect((await orderDevice(id)).status).toBe(201);
});

it('a device that came back and was sold again is not sold a third time when its first order is cancelled (DEV-D14)', async () => {
  const id = await deviceForSale();
  const first = await placeOrder(id);
  await setOrderStatus(first, 'delivered');
  const returnId = 'e'.repeat(24);
  await shop.bus.publish(
    createEvent(returnSettled, {
      aggregateId: returnId,
      aggregateVersion: 4,
      data: {
        orderId: first,
        orderNumber: 'KM-1',
        userId: 'user-1',
        customer: { name: 'Sita', email: 's@example.com' },
        requestId: returnId,
        reference: 'RT001',
        subject: 'iPhone 13',
        sealedTrackingToken: 'sealed',
        lines: [{ key: id, productId: id, quantity: 1, isProduct: true, isRestocked: true }],
        refund: { amountInMinorUnits: 1, currency: 'NPR' },
        refundTo: 'payment',
        note: '',
      },
    }),
  );
  await settle();
  expect(await read(id)).toMatchObject({ place: 'returned' });
  await step(id, 'inspection', { checklist });
  await putOnSale(id);
  await settle();
  const second = await placeOrder(id);
  // Also when the order service refuses it.
  await setOrderStatus(first, 'cancelled');
  expect(await isOnSale(id)).toEqual(offSale);
  expect((await orderDevice(id)).status).toBe(409);
  await setOrderStatus(second, 'cancelled');
  expect(await isOnSale(id)).toEqual(onSale);
});

it('a device that is put on sale and at once taken off is off sale everywhere (DEV-D13)', async () => {
  const id = await buyDevice();
  await putOnSale(id);
  await step(id, 'place', { place: 'inspected' });
  await settle();
  expect(await isOnSale(id)).toEqual(offSale);
  await putOnSale(id);
  await settle();
  expect(await isOnSale(id)).toEqual(onSale);
});

it('a device that was taken off sale by a step that was not completed is on sale again after a minute (DEV-D13)', async () => {
  const id = await deviceForSale();
  const { version } = await read(id);
  await shop.clients.catalog.call(withdrawDevice, { params: { id }, body: { listedVersion: version } });
  expect((await isOnSale(id)).catalog).toBe(false);
  shop.pass(61_000);
  await eventually(async () => {
    await settle();
    return (await isOnSale(id)).catalog;
  }, 30_000);
  expect(await isOnSale(id)).toEqual(onSale);
});

it('a device whose product is deleted before it is listed comes off sale, and staff read why (DEV-D13)', async () => {
  const id = await deviceForSale();
  const first = await placeOrder(id);
  await shop.catalog.model.updateOne({ _id: productId }, { $set: { deletedAt: new Date() } });
  await setOrderStatus(first, 'cancelled');
  expect(await read(id)).toMatchObject({ place: 'inspected', sale: null });
  expect((await read(id)).history.at(-1)).toMatchObject({ note: 'Its product was deleted.' });
  expect((await putOnSale(id)).body).toMatchObject({ message: 'There is no such product.' });
});

it('one device is bought by one of six at once, also while staff take it off sale (DEV-D13, DEV-D14)', async () => {
  const id = await deviceForSale();
  const [off, ...buyers] = await Promise.all([
    step(id, 'place', { place: 'inspected' }),
    ...Array.from({ length: 6 }, () => orderDevice(id)),
  ]);
  await settle();
  const won = [off.status === 200, ...buyers.map(({ status }) => status === 201)].filter(Boolean);
  expect(won).toHaveLength(1);
  expect(await isOnSale(id)).toEqual(offSale);
});
