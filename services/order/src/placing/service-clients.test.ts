import type { ServiceClient, ServiceRequest } from '@kinmel/service-kit';
import { createServiceClients } from './service-clients.ts';

interface Held {
  readonly orders: readonly { readonly orderId: string; readonly lines: readonly unknown[] }[];
}

/** Catalog with an answer of the test's own; keeps what it was asked. */
function clientsWith(answer: (body: Held) => object) {
  const asked: Held[] = [];
  const catalog = {
    async call(_endpoint: unknown, { body }: ServiceRequest<never>) {
      const held = body as unknown as Held;
      asked.push(held);
      return answer(held);
    },
    close() {},
  } as unknown as ServiceClient;
  return { serviceClients: createServiceClients({ catalog, offer: catalog }), asked };
}

const order = (n: number, lines = 1) => ({
  orderId: String(n).padStart(24, '0'),
  lines: Array.from({ length: lines }, (_, line) => ({
    productId: String(line).padStart(24, 'a'),
    quantity: 1,
  })),
});

it('orders of one moment share a call, and each hears what became of its own', async () => {
  const { serviceClients, asked } = clientsWith(({ orders }) => ({
    success: true,
    refusals: orders.map(({ orderId }) =>
      orderId.endsWith('2')
        ? { code: 'out-of-stock', message: 'Gone.', details: [{ path: 'x', message: '0' }] }
        : null,
    ),
  }));
  const results = await Promise.allSettled([1, 2, 3].map((n) => serviceClients.reserve(order(n))));
  expect(asked.map(({ orders }) => orders.length)).toEqual([3]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(results[1]).toMatchObject({
    reason: { code: 'out-of-stock', message: 'Gone.', details: [{ path: 'x', message: '0' }] },
  });
});

it('a large order has a call of its own, so that no call is too large to be read', async () => {
  const { serviceClients, asked } = clientsWith(({ orders }) => ({
    success: true,
    refusals: orders.map(() => null),
  }));
  await Promise.all(
    [order(1), order(2, 200), order(3, 200), order(4)].map((each) => serviceClients.reserve(each)),
  );
  const linesOfCalls = asked.map(({ orders }) => orders.map(({ lines }) => lines.length).join('+'));
  expect(linesOfCalls).toEqual(['200', '200', '1+1']);
  const largest = { orders: Array.from({ length: 50 }, (_, n) => order(n, 20)) };
  expect(JSON.stringify(largest).length).toBeLessThan(100 * 1024);
});

it('an answer that leaves an order out holds nobody', async () => {
  const { serviceClients } = clientsWith(() => ({ success: true, refusals: [null] }));
  const results = await Promise.allSettled([
    serviceClients.reserve(order(1)),
    serviceClients.reserve(order(2)),
  ]);
  for (const result of results)
    expect(result).toMatchObject({ status: 'rejected', reason: { code: 'service-unavailable' } });
});
