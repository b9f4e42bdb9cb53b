import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { adminCall } from '../support/people/admin.ts';
import { failuresOfBrowsing } from '../support/people/browsing.ts';
import { aBuyer } from '../support/people/buyers.ts';
import { isLong } from '../support/repeats.ts';
import { expectSoundBooks, parkedMessages, stockWhenBooksHold } from '../support/stack/books.ts';
import { withInstances } from '../support/stack/instances.ts';
import { buildsOf, tagBefore } from '../support/stack/release-before.ts';
import {
  type Instance,
  restartFromBuild,
  restartPart,
  shopProcesses,
} from '../support/stack/stack-control.ts';
import { showInSummary } from '../support/summary.ts';

const instances = shopProcesses.flatMap((part): Instance[] => [part, `${part}-2`]);
/** Upgrade, rollback and upgrade, with more than 500 orders in total. */
const turns = 3;
const ordersOfReplacement = 10;
const steps = ['confirmed', 'processing', 'shipped', 'delivered'];

test('H-04: the previous release and this version run side by side during an upgrade, a rollback and an upgrade, under 500 orders: no call fails, no order is lost and no message parked (I-1 to I-8)', async () => {
  test.skip(!isLong, 'npm run test:long');
  const previousRelease = await tagBefore();
  if ('reason' in previousRelease) {
    showInSummary(`Two versions side by side: not run. ${previousRelease.reason}`);
    test.skip(true, previousRelease.reason);
    return;
  }
  // The first run installs the packages of the release.
  test.setTimeout(1_200_000);
  const build = await buildsOf(previousRelease.tag, shopProcesses);

  await withInstances(async (shopUrl) => {
    test.setTimeout(2_400_000);
    for (const instance of instances) await restartFromBuild(instance, build);
    const buyer = await aBuyer();
    const pieces = await stockWhenBooksHold();
    const refusals: string[] = [];
    let orderLimit = 0;
    let isStopped = false;
    /** Places orders, and as staff moves each order through its statuses. */
    const placeAndProcessOrders = async () => {
      while (!isStopped || buyer.purchases.length < orderLimit) {
        if (buyer.purchases.length >= orderLimit) {
          await pause(50);
          continue;
        }
        const [purchase] = await buyer.buy(1, 1, 'shop');
        const [orderId] = purchase?.orderIds ?? [];
        if (orderId === undefined) continue;
        const path = `/api/checkout-orders/admin/orders/${orderId}/status`;
        for (const orderStatus of steps)
          await adminCall('PUT', path, { orderStatus }).catch((error: unknown) =>
            refusals.push(String(error)),
          );
      }
    };
    const failures = await failuresOfBrowsing(shopUrl, async () => {
      const orderWork = Promise.all([placeAndProcessOrders(), placeAndProcessOrders()]);
      try {
        for (let turn = 1; turn <= turns; turn += 1)
          for (const instance of instances) {
            orderLimit += ordersOfReplacement;
            await (turn === 2 ? restartFromBuild(instance, build) : restartPart(instance));
          }
      } finally {
        isStopped = true;
        await orderWork;
      }
    });
    expect(failures).toEqual([]);
    expect(buyer.purchases.filter(({ answers }) => String(answers) !== '201')).toEqual([]);
    expect(refusals).toEqual([]);
    expect(buyer.purchases.length).toBeGreaterThan(500);
    await expectSoundBooks({ acknowledged: buyer.acknowledged(), pieces }, 60_000);
    expect(await parkedMessages()).toEqual([]);
    const replacedCount = turns * instances.length;
    showInSummary(
      `Two versions side by side, from ${previousRelease.tag}: ${buyer.purchases.length} orders, ${replacedCount} processes replaced`,
    );
  });
});
