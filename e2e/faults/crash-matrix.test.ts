import { expect, test } from '../support/journey.ts';
import { aBuyer } from '../support/people/buyers.ts';
import { isLong, rounds } from '../support/repeats.ts';
import { expectSoundBooks, stockWhenBooksHold, unsentOrderEvents } from '../support/stack/books.ts';
import { restartPart, type StackPart, stackState } from '../support/stack/stack-control.ts';

/**
 * The failpoint at which a process dies, and at which pass through it. Two services that do not wait for each other die in
 * the same cell. The relay's failpoints come first in order, because the lease of a killed relay lasts for ten seconds.
 */
const cells: readonly Partial<Record<StackPart, string>>[] = [
  { catalog: 'consumer.before-effect:2', offer: 'consumer.after-effect:2' },
  { catalog: 'consumer.after-effect:2', offer: 'consumer.before-effect:2' },
  { catalog: 'catalog.after-hold:2' },
  { order: 'relay.before-publish:2' },
  { order: 'relay.unconfirmed:2' },
  { order: 'relay.after-publish:2' },
  { order: 'order.after-validation:3' },
  { order: 'order.after-reserve:3' },
  { order: 'order.after-redeem:3' },
  { order: 'order.before-insert:3' },
  { order: 'order.after-insert:3' },
];

/** Failpoints are disabled in production. */
const failpointEnvironment = (failpoint: string | undefined): Record<string, string> =>
  failpoint === undefined ? {} : { NODE_ENV: 'test', FAILPOINT: failpoint };

/** Whether only requests reach the failpoint, so that pending work cannot kill an armed process during its start. */
const isOfRequests = (failpoint: string | undefined) => /^(order|catalog)\./.test(failpoint ?? '');

/** At each start a relay retries pending events, which pass the failpoint before new ones. */
async function afterPendingEvents(failpoint: string | undefined): Promise<string | undefined> {
  const [name, nth] = failpoint?.split(':') ?? [];
  if (name !== 'relay.before-publish' && name !== 'relay.unconfirmed') return failpoint;
  return `${name}:${Number(nth) + (await unsentOrderEvents())}`;
}

const isDown = async (part: StackPart) => ((await stackState()).pids[part] ?? []).length === 0;

for (const round of rounds(5))
  test(`R-01: a service is killed at each step of placing an order, and nothing is lost, doubled or left over (round ${round}; I-1 to I-8, I-10)`, async () => {
    test.setTimeout(isLong ? 900_000 : 420_000);
    const buyer = await aBuyer();
    const pieces = await stockWhenBooksHold();
    const [orders, clients] = isLong ? [80, 8] : [6, 4];
    try {
      for (const [index, cell] of cells.entries()) {
        const name = Object.entries(cell).flat().join(' ');
        await test.step(name, async () => {
          const parts = Object.keys(cell) as StackPart[];
          // Pending work would kill an armed process while it starts, or only one of two. A consumer killed during a
          // transaction leaves its locks for up to twelve seconds.
          if (parts.some((part) => !cell[part]?.startsWith('order.')))
            await expectSoundBooks({}, 60_000, { mayQueue: false });
          await Promise.all(
            parts.map(async (part) => {
              const isArmed = isOfRequests(cell[part]) && cells[index - 1]?.[part] !== undefined;
              if (!isArmed)
                await restartPart(part, failpointEnvironment(await afterPendingEvents(cell[part])));
            }),
          );
          await buyer.buy(orders, clients);
          await expect(async () => {
            const areDown = await Promise.all(parts.map(isDown));
            if (areDown.includes(false)) await buyer.buyMore();
            expect(areDown, `dead are ${parts.join(' and ')}`).toEqual(parts.map(() => true));
          }).toPass({ timeout: 25_000, intervals: [100] });
          await Promise.all(
            parts.map(async (part) => {
              const next = cells[index + 1]?.[part];
              await restartPart(part, failpointEnvironment(isOfRequests(next) ? next : undefined));
            }),
          );
        });
      }
      await buyer.finish(20_000);
      await buyer.repeatAll();
      // Holds expire after ten seconds and are checked within five more.
      await expectSoundBooks({ acknowledged: buyer.acknowledged(), pieces }, 45_000);
    } catch (error) {
      // No armed process may be left for later tests.
      for (const part of ['catalog', 'offer', 'order'] as const) await restartPart(part);
      throw error;
    }
    await buyer.cleanUp();
  });
