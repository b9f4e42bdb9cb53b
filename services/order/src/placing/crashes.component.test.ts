import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { eventually } from '@kinmel/testing';
import request from 'supertest';
import { orderOf, totalOf } from '../testing/order-body.ts';
import { startTestShop, type TestShop } from '../testing/test-shop.ts';

jest.setTimeout(180_000);

let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop();
});
afterAll(() => shop.stop());

/** Sends an order to a process that exits at the failpoint, and waits for its exit. */
async function crashAt(failpoint: string, body: object, key: string): Promise<void> {
  const { port: offerPort } = shop.offer.server.address() as AddressInfo;
  const child = spawn(process.execPath, [path.join(__dirname, '../testing/crashing-order.ts')], {
    env: {
      ...process.env,
      FAILPOINT: failpoint,
      DATABASE: shop.databases.order.databaseName,
      CATALOG: shop.catalog.baseUrl,
      OFFER: `http://127.0.0.1:${offerPort}`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  try {
    const [line] = await once(createInterface(child.stdout), 'line');
    const { port, token } = JSON.parse(String(line)) as { port: number; token: string };
    await request(`http://127.0.0.1:${port}`)
      .post('/api/checkout-orders/create')
      .set('Authorization', `Bearer ${token}`)
      .set('Idempotency-Key', key)
      .send(body)
      .then(
        ({ status }) => {
          throw new Error(`It answered ${status} instead of exiting.`);
        },
        () => undefined,
      );
    const [, signal] = await exit;
    expect(signal).toBe('SIGKILL');
  } finally {
    child.kill('SIGKILL');
  }
}

const aGift = {
  at: new Date(),
  userId: 'crasher',
  cause: 'goodwill',
  reason: 'A gift',
  by: { by: 'admin', who: 'admin-1' },
  order: null,
  amount: { amountInMinorUnits: 10_000, currency: 'NPR' },
} as const;

it.each([
  ['order.after-validation', 0],
  ['order.after-reserve', 0],
  ['order.after-redeem', 0],
  ['order.before-insert', 0],
  ['change.before-commit', 0],
  ['change.after-commit', 1],
  ['order.after-insert', 1],
] as const)(
  'killed at %s: the books balance, the ledger among them, and the same key leads to exactly one order (R-01, I-1, I-4, I-5, I-10, ORD-K1, ORD-K2)',
  async (failpoint, orderCount) => {
    const productId = await shop.product({ price: 1000, stock: 3 });
    const offerId = await shop.specialOffer({
      promoCode: randomUUID().slice(0, 12),
      targetProducts: JSON.stringify([productId]),
      productDetails: JSON.stringify({ originalPrice: 1000, discountedPrice: 800 }),
    });
    const credit = { amountInMinorUnits: 10_000, currency: 'NPR' };
    const body = orderOf([{ productId, quantity: 1, specialOffer: { id: offerId } }], totalOf(800), {
      credit,
    });
    const { ledger, inTransaction } = shop.order.context;
    const creditLeft = async () => (await ledger.balanceOf('crasher')).balance.amountInMinorUnits;
    const before = (await creditLeft()) + 10_000;
    await inTransaction((session) => ledger.post({ ...aGift, key: `goodwill:${failpoint}` }, null, session));
    const key = randomUUID();
    const countOrders = () =>
      shop.databases.order.connection
        .collection('orders')
        .countDocuments({ state: 'placed', 'lines.productId': productId });

    await crashAt(failpoint, body, key);
    expect(await countOrders()).toBe(orderCount);
    expect(await creditLeft()).toBe(before - orderCount * 10_000);

    // The holds become overdue, and their owners ask the restarted service.
    shop.pass(61_000);
    await eventually(async () => {
      await shop.catalog.settleOverdue();
      const state = await shop.catalog.context.stock.read(productId);
      expect(state).toMatchObject({ stock: 3 - orderCount, reservations: [] });
      expect(await shop.redemptionsOf(offerId)).toBe(orderCount);
    }, 60_000);

    // The dead process's claim lasts three seconds.
    await eventually(() => shop.place(body, { key, userId: 'crasher' }).expect(201));
    await shop.settle();
    expect(await countOrders()).toBe(1);
    expect(await creditLeft()).toBe(before - 10_000);
    expect(await shop.stockOf(productId)).toBe(2);
    expect(await shop.redemptionsOf(offerId)).toBe(1);
  },
);
