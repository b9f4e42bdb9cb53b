import { eventually } from '@kinmel/testing';
import { orderOf, totalOf } from '../testing/order-body.ts';
import { startTestOrder, storeProduct, type TestOrder } from '../testing/test-order.ts';
import { placeOrder } from './place-order.ts';

jest.setTimeout(60_000);

const productId = 'e'.repeat(24);
let order: TestOrder;

beforeEach(async () => {
  order = await startTestOrder({
    limits: {
      ordersPerHour: 1_000,
      placing: { atOnce: 1, burstWaitMs: 0, overloadWaitMs: 0, standingAfterMs: 60_000 },
    },
  });
  await storeProduct(order, { productId });
});
afterEach(() => order.stop());

const body = () => orderOf([{ productId, quantity: 1 }], totalOf(1000));

const place = (userId: string) => order.place(body(), { userId, key: `key-of-${userId}` });

it('rejects an order that would wait for too long, and accepts it when there is room (ORD-L7)', async () => {
  const { promise: released, resolve: letGo } = Promise.withResolvers<void>();
  const { serviceClients } = order;
  const reserve = serviceClients.reserve.bind(serviceClients);
  serviceClients.reserve = async (request) => {
    await reserve(request);
    await released;
  };
  // `then` sends the request.
  const first = place('early').then((answer) => answer);
  await eventually(() => expect(serviceClients.calls).toEqual(['reserve']));
  const { status, body: problem, headers } = await place('late');
  expect([status, problem.code, headers['retry-after']]).toEqual([503, 'service-unavailable', '1']);
  expect(serviceClients.calls).toEqual(['reserve']);
  letGo();
  expect((await first).status).toBe(201);
  await place('late').expect(201);
});

it('does not begin an order whose connection was closed while it waited (ORD-L7)', async () => {
  const placing = placeOrder(order.context, {
    body: { ...body(), products: [{ productId, quantity: 1 }], paymentMethod: 'cash_on_delivery' },
    userId: 'gone',
    address: '192.0.2.1',
    idempotencyKey: 'key-of-gone',
    traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
    log: order.context.logger,
    isAbandoned: () => true,
  });
  await expect(placing).rejects.toMatchObject({ code: 'request-timeout' });
  expect(order.serviceClients.calls).toEqual([]);
  // Its key is not claimed.
  await place('gone').expect(201);
});
