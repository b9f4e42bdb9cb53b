import { expect, test } from '@playwright/test';
import { aBuyer } from '../support/people/buyers.ts';
import { isLong } from '../support/repeats.ts';
import { expectSoundBooks, outboxSenderCount, stockWhenBooksHold } from '../support/stack/books.ts';
import { withInstances } from '../support/stack/instances.ts';
import { freezePart, killPart, restartPart, thawPart } from '../support/stack/stack-control.ts';

test('R-19: an instance of order is killed and another one frozen past its leases, then the first database and the first broker of three are killed, under orders: none is lost or doubled (I-1 to I-8)', async () => {
  test.skip(!isLong, 'npm run test:long');
  await withInstances(
    async () => {
      const buyer = await aBuyer();
      const pieces = await stockWhenBooksHold();
      /** Places orders until this number of instances sends events. */
      const orderUntilSenders = async (count: number) => {
        do await buyer.buy(4, 4, 'shop');
        while ((await outboxSenderCount()) !== count);
      };

      await orderUntilSenders(2);
      for (const [lose, recover] of [
        [killPart, restartPart],
        [freezePart, thawPart],
      ] as const) {
        const ordering = buyer.buy(24, 4, 'shop');
        await lose('order-2');
        await orderUntilSenders(1);
        await recover('order-2');
        await orderUntilSenders(2);
        await ordering;
      }
      for (const server of ['database', 'broker'] as const) {
        const ordering = buyer.buy(24, 4, 'shop');
        await killPart(server);
        await ordering;
        await expect(async () => {
          const [next] = await buyer.buy(1, 1, 'shop');
          expect(next?.answers).toEqual([201]);
        }, `orders are placed without the first ${server}`).toPass({ timeout: 30_000 });
        await restartPart(server);
      }

      await buyer.finish(30_000);
      await buyer.repeatAll();
      expect(buyer.purchases.length).toBeGreaterThan(100);
      await expectSoundBooks({ acknowledged: buyer.acknowledged(), pieces }, 45_000);
    },
    { replicas: 3 },
  );
});
