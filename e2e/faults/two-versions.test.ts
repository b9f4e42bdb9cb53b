import { expect, test } from '@playwright/test';
import { adminCall } from '../support/people/admin.ts';
import { aBuyer } from '../support/people/buyers.ts';
import { isLong } from '../support/repeats.ts';
import { expectSoundBooks, parkedMessages, soundPieces } from '../support/stack/books.ts';
import { withInstances } from '../support/stack/instances.ts';
import { buildsOf, tagBefore } from '../support/stack/release-before.ts';
import { restartFromBuild, restartPart, type StackPart } from '../support/stack/stack-control.ts';
import { showInSummary } from '../support/summary.ts';

const parts: readonly StackPart[] = [
  'auth',
  'catalog',
  'offer',
  'order',
  'notification',
  'service-request',
  'device',
  'render',
  'gateway',
];
const orders = 500;
const steps = ['confirmed', 'processing', 'shipped', 'delivered'];

test('H-04: the release before and this version run side by side, forward, back and forward under 500 orders: no call fails, no order is lost and no message parked (I-1 to I-8)', async () => {
  test.skip(!isLong, 'npm run test:long');
  const before = await tagBefore();
  if ('reason' in before) {
    showInSummary(`Two versions side by side: not run. ${before.reason}`);
    test.skip(true, before.reason);
    return;
  }
  test.setTimeout(1_800_000);
  const build = await buildsOf(before.tag, parts);

  await withInstances(async () => {
    /** One process after the other. */
    const roll = async (restart: (instance: StackPart | `${StackPart}-2`) => Promise<unknown>) => {
      for (const part of parts) for (const instance of [part, `${part}-2` as const]) await restart(instance);
    };
    const back = () => roll((instance) => restartFromBuild(instance, build));
    const forward = () => roll((instance) => restartPart(instance));

    await back();
    const buyer = await aBuyer();
    const pieces = await soundPieces();
    const failures: string[] = [];
    let isOver = false;
    /** Orders, and takes each order through its statuses. */
    const trade = async () => {
      while (!isOver || buyer.purchases.length < orders) {
        const [purchase] = await buyer.buy(1, 1, 'shop');
        const [orderId] = purchase?.orderIds ?? [];
        if (orderId === undefined) continue;
        for (const orderStatus of steps)
          await adminCall('PUT', `/api/checkout-orders/admin/orders/${orderId}/status`, {
            orderStatus,
          }).catch((error: unknown) => failures.push(String(error)));
      }
    };
    const trading = Promise.all([trade(), trade()]);
    try {
      await forward();
      await back();
      await forward();
    } finally {
      isOver = true;
      await trading;
    }
    expect(buyer.purchases.filter(({ answers }) => String(answers) !== '201')).toEqual([]);
    expect(failures).toEqual([]);
    await expectSoundBooks({ acknowledged: buyer.acknowledged(), pieces }, 60_000);
    expect(await parkedMessages()).toEqual([]);
  });
});
