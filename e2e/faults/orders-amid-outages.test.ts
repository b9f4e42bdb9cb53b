import { expect, test } from '../support/journey.ts';
import { aBuyer } from '../support/people/buyers.ts';
import { isLong, rounds } from '../support/repeats.ts';
import { expectSoundBooks, stockWhenBooksHold } from '../support/stack/books.ts';
import { killPart, restartPart } from '../support/stack/stack-control.ts';

const clients = 4;
const ordersAround = isLong ? 60 : 12;

for (const round of rounds(5))
  test(`R-03: the broker is killed during orders: every order is accepted, and its events are sent afterwards (round ${round}; I-1 to I-8)`, async () => {
    test.setTimeout(isLong ? 600_000 : 300_000);
    const buyer = await aBuyer();
    const pieces = await stockWhenBooksHold();
    const ordering = buyer.buy(ordersAround, clients);
    await killPart('broker');
    try {
      await ordering;
      await buyer.buy(ordersAround, clients);
      await buyer.buy(3, 1, 'shop');
    } finally {
      await restartPart('broker');
    }
    // No order had to be repeated.
    expect(buyer.purchases.map(({ answers }) => answers)).toEqual(buyer.purchases.map(() => [201]));
    await expectSoundBooks({ acknowledged: buyer.acknowledged(), pieces }, 30_000);
    await buyer.repeatAll();
    await buyer.cleanUp();
  });

for (const round of rounds(3))
  test(`D-01: the database is killed during orders: none is lost or doubled, and the services recover (round ${round}; I-1 to I-7)`, async () => {
    test.setTimeout(isLong ? 600_000 : 300_000);
    const buyer = await aBuyer();
    const pieces = await stockWhenBooksHold();
    await buyer.buy(clients, clients);
    const ordering = buyer.buy(isLong ? 200 : 24, clients);
    await killPart('database');
    try {
      await expect
        .poll(() => buyer.purchases.filter(({ answers }) => answers.some((answer) => answer !== 201)).length)
        .toBeGreaterThanOrEqual(clients);
    } finally {
      await restartPart('database');
    }
    await expect(async () => {
      const [next] = await buyer.buy(1, 1);
      expect(next?.answers).toEqual([201]);
    }, 'orders are placed again').toPass({ timeout: 10_000, intervals: [100] });
    await ordering;
    await buyer.finish(20_000);
    await buyer.repeatAll();
    await expectSoundBooks({ acknowledged: buyer.acknowledged(), pieces }, 45_000);
    await buyer.cleanUp();
  });
