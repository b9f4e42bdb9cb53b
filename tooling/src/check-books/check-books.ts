import { setTimeout as pause } from 'node:timers/promises';
import { consumersOf, piecesOf, publishers, readBooks } from './books.ts';
import { deviceInvariants } from './invariants/devices.ts';
import { ledgerInvariants } from './invariants/ledger.ts';
import { messageInvariants } from './invariants/messages.ts';
import { orderInvariants } from './invariants/orders.ts';
import { paymentInvariants } from './invariants/payments.ts';
import { requestInvariants } from './invariants/requests.ts';
import { returnInvariants } from './invariants/returns.ts';
import { seamInvariants } from './invariants/seams.ts';
import { stockAndOfferInvariants } from './invariants/stock-and-offers.ts';
import { taxDocumentInvariants } from './invariants/tax-documents.ts';
import { tradeInInvariants } from './invariants/trade-ins.ts';
import { type Finding, isBroken, judge, lastingFindings } from './report.ts';
import {
  type PiecesOfProducts,
  type ShopOptions,
  type Snapshot,
  withDatabases,
  withSnapshot,
} from './snapshot.ts';

const numberOf = (id: string) => Number(id.slice('I-'.length));

const invariants = [
  ...orderInvariants,
  ...stockAndOfferInvariants,
  ...messageInvariants,
  ...paymentInvariants,
  ...requestInvariants,
  ...taxDocumentInvariants,
  ...ledgerInvariants,
  ...returnInvariants,
  ...tradeInInvariants,
  ...deviceInvariants,
  ...seamInvariants,
].sort((left, right) => numberOf(left.id) - numberOf(right.id));

const pollMs = 1_000;

/**
 * Checks the stored data of a shop until all events are sent and every invariant holds, or until `settleMs`
 * has passed. Then only violations that every check found are reported, of at least two checks; `waiting` counts unsent events with a consumer. Read-only.
 */
export async function checkBooks(options: ShopOptions & { readonly settleMs: number }) {
  const deadline = Date.now() + options.settleMs;
  let previousFindings: Finding[] | undefined;
  for (;;) {
    const waiting = await countWaiting(options);
    if (waiting === 0 || Date.now() >= deadline) {
      const currentFindings = await findViolations(options);
      const findings = previousFindings
        ? lastingFindings(previousFindings, currentFindings)
        : currentFindings;
      if (waiting === 0 && !isBroken(currentFindings)) return { findings, waiting };
      if (previousFindings !== undefined && Date.now() >= deadline) return { findings, waiting };
      previousFindings = Date.now() >= deadline ? findings : undefined;
    }
    await pause(pollMs);
  }
}

/** All current violations, including those by work in progress. Read-only. */
export const findViolations = (options: ShopOptions): Promise<Finding[]> =>
  withSnapshot(options, (snapshot) => judgeBooks(snapshot, options));

/** Checks every invariant against a snapshot. */
export async function judgeBooks(snapshot: Snapshot, options: ShopOptions): Promise<Finding[]> {
  const books = await readBooks(snapshot, options);
  // Sequential, because a database session serves one call at a time.
  return Array.fromAsync(invariants, (invariant) => judge(invariant, books));
}

/** The stock at this moment, to compare in a later `checkBooks`. */
export const readPiecesOfShop = async (
  mongodbUri: string,
  databasePrefix?: string,
): Promise<PiecesOfProducts> => {
  const options = { mongodbUri, databasePrefix };
  return piecesOf(await withSnapshot(options, (snapshot) => readBooks(snapshot, options)));
};

/** The number of unsent events that have a consumer. */
const countWaiting = (options: ShopOptions): Promise<number> =>
  withDatabases(options, async (database) => {
    const unsent = { sentAt: { $type: 10 }, 'event.type': { $in: Object.keys(consumersOf) } };
    const counts = await Promise.all(
      publishers.map((service) =>
        database(service).collection('outbox').countDocuments(unsent, { maxTimeMS: 60_000 }),
      ),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  });
