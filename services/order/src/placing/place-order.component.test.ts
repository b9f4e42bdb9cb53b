import { placeOrder } from '@kinmel/contracts';
import { orderOf, startTestShop, type TestShop, totalOf } from '../testing/test-shop.ts';

// Busy machines take their time; nothing here waits for a clock.
jest.setTimeout(60_000);

let shop: TestShop;

beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.stop());

it('stores an order over real services, and its pieces are sold (API-22, CHKO-15 to CHKO-19)', async () => {
  const productId = await shop.product({ name: 'Galaxy S26', price: 1000, stock: 10 });
  const answer = await shop.place(orderOf([{ productId, quantity: 2 }], totalOf(2000)));
  expect(answer.body).toMatchObject({ success: true });
  expect(answer.status).toBe(201);
  expect(placeOrder.answer.parse(answer.body)).toEqual(answer.body);
  expect(answer.body.order).toMatchObject({
    paymentMethod: 'cash_on_delivery',
    paymentStatus: 'pending',
    orderStatus: 'pending',
    pricing: { subtotal: 2000, shipping: 0, tax: 160, total: 2160 },
  });
  expect(await shop.stockOf(productId)).toBe(8);
  await shop.settle();
  expect((await shop.catalog.context.stock.read(productId))?.reservations).toEqual([]);
});
