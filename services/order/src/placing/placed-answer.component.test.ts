import request from 'supertest';
import { noCardPayments } from '../orders/payments.ts';
import { orderOf, totalOf } from '../testing/order-body.ts';
import { knownProduct, startTestOrder } from '../testing/test-order.ts';

jest.setTimeout(30_000);

it('an order by card is answered in time, without a page to pay on, while the payment provider hangs (O11)', async () => {
  const order = await startTestOrder({
    payments: { ...noCardPayments, createSession: () => new Promise(() => undefined) },
  });
  const productId = 'a'.repeat(24);
  await knownProduct(order, { productId });
  const body = orderOf([{ productId, quantity: 1 }], totalOf(1000), { paymentMethod: 'card' });
  const answer = await request(order.app)
    .post('/api/checkout-orders/create')
    .set('Authorization', `Bearer ${order.tokens.customer('user-1')}`)
    .timeout(9_000)
    .send(body);
  expect(answer.status).toBe(201);
  expect(answer.body).toMatchObject({ payment: null, order: { canPay: true } });
  await order.stop();
});
