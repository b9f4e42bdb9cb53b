import { checkCart, offerUpdated } from '@kinmel/contracts';
import { createEvent } from '@kinmel/service-kit';
import { anOfferSnapshot } from '@kinmel/testing/samples';
import { startTestOrder, storeProduct, type TestOrder } from '../../testing/test-order.ts';

jest.setTimeout(60_000);

const [phone, lowStock, outOfStock, unknownId] = [
  '1'.repeat(24),
  '2'.repeat(24),
  '3'.repeat(24),
  '4'.repeat(24),
];
let order: TestOrder;

beforeAll(async () => {
  order = await startTestOrder();
  await storeProduct(order, { productId: phone, price: 1000, name: 'Phone' });
  await storeProduct(order, { productId: lowStock, price: 100, name: 'Few', lowStockCount: 2 });
  await storeProduct(order, { productId: outOfStock, price: 50, name: 'Out', inStock: false });
});
afterAll(() => order.stop());

const check = (body: object) => order.call('post', '/api/checkout-orders/quote').send(body);

it('returns price and problem of each line, and the sum of what can be ordered (SIL-23, CHKO-20)', async () => {
  const { body } = await check({
    products: [
      { productId: phone, quantity: 1 },
      { productId: lowStock, quantity: 3 },
      { productId: outOfStock, quantity: 1 },
      { productId: unknownId, quantity: 1 },
      { productId: phone, quantity: 1, specialOffer: { id: unknownId } },
    ],
  }).expect(200);
  expect(checkCart.answer.parse(body)).toEqual(body);
  expect(
    body.data.products.map(({ name, price, lowStockCount, problem }: Record<string, unknown>) => [
      name,
      price,
      lowStockCount,
      problem,
    ]),
  ).toEqual([
    ['Phone', 1000, null, null],
    ['Few', 100, 2, 'low-stock'],
    ['Out', 50, null, 'out-of-stock'],
    ['', 0, null, 'gone'],
    ['', 0, null, 'offer-ended'],
  ]);
  expect(body.data.pricing).toEqual({ subtotal: 1300, shipping: 0, tax: 104, total: 1404 });
});

it('is public and stores nothing (SIL-18)', async () => {
  const { body } = await check({ products: [] }).expect(200);
  expect(body.data).toEqual({
    currency: 'NPR',
    products: [],
    pricing: { subtotal: 0, shipping: 0, tax: 0, total: 0 },
    promo: null,
  });
  expect(await order.connection.collection('orders').countDocuments()).toBe(0);
});

it('explains an invalid code with the common text (SIL-14)', async () => {
  const { body } = await check({ products: [{ productId: phone, quantity: 1 }], promoCode: 'nosuch' });
  expect(body.data.promo).toEqual({
    promoCode: 'NOSUCH',
    applied: false,
    message: 'This promo code is not valid.',
    discountPercentage: 0,
  });
});

it('follows events that an offer is used up and available again', async () => {
  const offerId = 'e'.repeat(24);
  const publishOffer = async (aggregateVersion: number, isUsedUp: boolean) => {
    const targetProducts = [phone];
    const data = anOfferSnapshot({ offerId, promoCode: 'LASTONE', targetProducts, isUsedUp, ...validity });
    await order.bus.publish(createEvent(offerUpdated, { aggregateId: offerId, aggregateVersion, data }));
    await order.bus.settle();
  };
  const validity = { validFrom: '2000-01-01', validUntil: '2999-12-31' };
  const cartWithOffer = {
    products: [{ productId: phone, quantity: 1, specialOffer: { id: offerId } }],
  };
  const cartWithCode = { products: [{ productId: phone, quantity: 1 }], promoCode: 'LASTONE' };
  const answers = async () => {
    const [line, code] = [(await check(cartWithOffer)).body.data, (await check(cartWithCode)).body.data];
    return [line.products[0].problem, line.pricing.total, code.promo.message, code.pricing.total];
  };

  await publishOffer(1, false);
  expect(await answers()).toEqual([null, 86_400, '', 864]);
  await publishOffer(2, true);
  expect(await answers()).toEqual(['offer-ended', 0, 'This promo code has been used up.', 1080]);
  await publishOffer(3, false);
  expect(await answers()).toEqual([null, 86_400, '', 864]);
});

it('checks a cart of 500 lines, and limits the lookups of unknown ids', async () => {
  order.serviceClients.calls.length = 0;
  const products = Array.from({ length: 500 }, (_, n) => ({
    productId: (0x5000 + n).toString(16).padStart(24, '9'),
    quantity: 1,
  }));
  const { body } = await check({ products }).expect(200);
  expect(body.data.products).toHaveLength(500);
  expect(order.serviceClients.calls.length).toBeLessThanOrEqual(20);
  await check({ products: [...products, products[0]] }).expect(400);
});

it.each([0, -1, 1.5, '1', 1e9])('refuses %p pieces', async (quantity) => {
  await check({ products: [{ productId: phone, quantity }] }).expect(400);
});

it('answers 503 when an owner is unreachable', async () => {
  const networkError = Object.assign(new Error('away'), { name: 'MongoNetworkError' });
  const product = jest.spyOn(order.serviceClients, 'product').mockRejectedValue(networkError);
  await check({ products: [{ productId: unknownId, quantity: 1 }] }).expect(503);
  product.mockRestore();
});
