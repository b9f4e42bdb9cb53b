import { storedEvents } from '@kinmel/testing/servers';
import { type PaymentProvider, rejectedByProvider } from '../payments/payment-provider.ts';
import { orderOf, totalOf } from '../testing/order-body.ts';
import { startTestOrder, storeProduct } from '../testing/test-order.ts';

jest.setTimeout(30_000);

it('answers an order without a payment page while the provider hangs (ORD-O11)', async () => {
  const createPage = () => new Promise<never>(() => undefined);
  const paymentProvider = { createPage, supports: () => true } as Partial<PaymentProvider> as PaymentProvider;
  const order = await startTestOrder({ paymentProvider });
  const productId = 'a'.repeat(24);
  await storeProduct(order, { productId });
  const body = orderOf([{ productId, quantity: 1 }], totalOf(1000), { paymentMethod: 'card' });
  const answer = await order.place(body).timeout(9_000).expect(201);
  expect(answer.body).toMatchObject({ payment: null, order: { canPay: true } });
  await order.stop();
});

it('rejects an order that the provider rejects, also when it is repeated, and releases its pieces (ORD-O15)', async () => {
  const createPage = jest.fn(() => Promise.reject(rejectedByProvider()));
  const paymentProvider = { createPage, supports: () => true } as Partial<PaymentProvider> as PaymentProvider;
  const order = await startTestOrder({ paymentProvider });
  const productId = 'a'.repeat(24);
  await storeProduct(order, { productId });
  const place = (paymentMethod: string, key: string) =>
    order.place(orderOf([{ productId, quantity: 1 }], totalOf(1000), { paymentMethod }), { key });
  for (let time = 0; time < 2; time += 1) {
    const { status, body } = await place('card', 'first-key');
    expect(status).toBe(409);
    expect(body).toMatchObject({ success: false, code: 'payment-failed' });
  }
  expect(createPage).toHaveBeenCalledTimes(1);
  const [storedOrder] = await order.connection.collection<{ orderStatus: string }>('orders').find().toArray();
  expect(storedOrder?.orderStatus).toBe('cancelled');
  expect((await storedEvents(order.connection)).map(({ type }) => type)).toEqual([
    'order.placed',
    'order.cancelled',
  ]);
  // Another payment method is another order.
  expect((await place('cash_on_delivery', 'second-key')).status).toBe(201);
  await order.stop();
});
