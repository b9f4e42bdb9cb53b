import { setTimeout as pause } from 'node:timers/promises';
import { outboxes, readPieces } from './books.ts';
import { consumersOf } from './consumers.ts';
import { judge } from './invariant.ts';
import { messageInvariants } from './invariants/messages.ts';
import { orderInvariants } from './invariants/orders.ts';
import { paymentInvariants } from './invariants/payments.ts';
import { productAndOfferInvariants } from './invariants/products-and-offers.ts';
import { requestInvariants } from './invariants/requests.ts';
import { type Finding, isBroken, lasting } from './report.ts';
import { type Databases, openDatabases, type PiecesOfProducts, type Shop, type ShopOptions } from './shop.ts';

const numberOf = (id: string) => Number(id.slice('I-'.length));

const invariants = [
  ...orderInvariants,
  ...productAndOfferInvariants,
  ...messageInvariants,
  ...paymentInvariants,
  ...requestInvariants,
].sort((left, right) => numberOf(left.id) - numberOf(right.id));

export interface CheckedBooks {
  readonly findings: readonly Finding[];
  /** Documents whose events still waited for the broker at the end; 0 at rest. */
  readonly waiting: number;
}

const lookEveryMs = 1_000;

/**
 * Reads the books of a shop and judges them, again and again until all is told and every invariant holds, or until
 * `settleMs` is over; what was wrong at all looks is broken then, at two at least. Only reads.
 * @param options.settleMs how long the shop may take to come to rest
 */
export function checkBooks(options: ShopOptions & { readonly settleMs: number }): Promise<CheckedBooks> {
  return withDatabases(options, async (databases) => {
    const until = Date.now() + options.settleMs;
    let earlier: Finding[] | undefined;
    for (;;) {
      const waiting = await countWaiting(databases);
      if (waiting === 0 || Date.now() >= until) {
        const now = await databases.atOneMoment(look);
        const findings = earlier ? lasting(earlier, now) : now;
        if (waiting === 0 && !isBroken(now)) return { findings, waiting };
        if (earlier !== undefined && Date.now() >= until) return { findings, waiting };
        // While the shop comes to rest what is wrong changes; from the end of that time on it has to stay.
        earlier = Date.now() >= until ? findings : undefined;
      }
      await pause(lookEveryMs);
    }
  });
}

/** One look: what is wrong at this moment, be it only on its way. Only reads. */
export const lookAtBooks = (options: ShopOptions): Promise<Finding[]> =>
  withDatabases(options, (databases) => databases.atOneMoment(look));

/** The pieces of every product wherever they are, for `checkBooks` after what may not change them. */
export const readPiecesOfShop = (mongodbUri: string, databasePrefix?: string): Promise<PiecesOfProducts> =>
  withDatabases({ mongodbUri, databasePrefix }, (databases) => databases.atOneMoment(readPieces));

async function withDatabases<Result>(
  options: ShopOptions,
  work: (databases: Databases) => Promise<Result>,
): Promise<Result> {
  const databases = await openDatabases(options);
  try {
    return await work(databases);
  } finally {
    await databases.close();
  }
}

async function look(shop: Shop): Promise<Finding[]> {
  const findings: Finding[] = [];
  // One after the other: a session of the database serves one call at a time.
  for (const invariant of invariants) findings.push(await judge(invariant, shop));
  return findings;
}

/** How many documents have events that a service takes and that still wait for the broker. */
async function countWaiting({ database }: Databases): Promise<number> {
  const taken = { sentAt: { $type: 10 }, 'event.type': { $in: Object.keys(consumersOf) } };
  const counts = await Promise.all(
    outboxes.map(([service, collection]) =>
      database(service)
        .collection(collection)
        .countDocuments({ outbox: { $elemMatch: taken } }, { maxTimeMS: 60_000 }),
    ),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}
