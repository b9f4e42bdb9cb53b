import { expect, test } from '@playwright/test';
import { failuresOfBrowsing } from '../support/people/browsing.ts';
import { aBuyer } from '../support/people/buyers.ts';
import { isLong } from '../support/repeats.ts';
import { expectSoundBooks, stockWhenBooksHold } from '../support/stack/books.ts';
import { withInstances } from '../support/stack/instances.ts';
import { restartPart, type StackPart, shopProcesses, whileDown } from '../support/stack/stack-control.ts';

const parts: readonly StackPart[] = isLong ? shopProcesses : ['order', 'gateway'];
/** Within this time the balancer has checked each instance: twice a second, with a timeout of two seconds. */
const allCheckedMs = 5_000;

// Fails with DRAIN_WAIT_MS=0.
test('H-04: each of two instances of a part is restarted under browsing and checkout: no request fails (I-1 to I-8)', () =>
  withInstances(async (shopUrl) => {
    const buyer = await aBuyer();
    const pieces = await stockWhenBooksHold();
    let isStopped = false;
    const checkOut = async () => {
      while (!isStopped) await buyer.buy(1, 1, 'shop');
    };
    const failures = await failuresOfBrowsing(shopUrl, async () => {
      const purchases = Promise.all([checkOut(), checkOut()]);
      try {
        for (const part of parts) for (const name of [part, `${part}-2` as const]) await restartPart(name);
      } finally {
        isStopped = true;
        await purchases;
      }
    });
    // Restarts of the same instance by two operators.
    await Promise.all([restartPart('order-2'), restartPart('order-2')]);
    // Instances without the broker still get requests (decision 133).
    await whileDown('broker', async () => {
      const deadline = Date.now() + allCheckedMs;
      while (Date.now() < deadline) await buyer.buy(1, 1, 'shop');
    });
    expect(failures).toEqual([]);
    expect(buyer.purchases.length).toBeGreaterThan(10);
    expect(buyer.purchases.filter(({ answers }) => String(answers) !== '201')).toEqual([]);
    await expectSoundBooks({ acknowledged: buyer.acknowledged(), pieces }, 45_000);
  }));
