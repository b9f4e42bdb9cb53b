import { setTimeout as pause } from 'node:timers/promises';
import type { Beforehand, PiecesOfProducts } from './books.ts';
import { checkEvents, checkHeard, checkQueue, type QueueTally } from './checks/check-messages.ts';
import { checkMoney } from './checks/check-money.ts';
import { checkAcknowledged, checkOrders, checkRevenue, checkTwins } from './checks/check-orders.ts';
import { checkPages, checkPayments } from './checks/check-payments.ts';
import { checkOffers, checkPieces, checkProducts } from './checks/check-products.ts';
import {
  checkPhoneOrders,
  checkQuotes,
  checkRepairs,
  checkRequests,
  checkSharedSeats,
} from './checks/check-requests.ts';
import { createTally, type Finding, isBroken, lasting, type Tally } from './findings.ts';
import { countWaiting, readEvents, readHeard } from './reading/read-messages.ts';
import { readAcknowledged, readOrders, readRevenue, readTwins } from './reading/read-orders.ts';
import {
  countPaidOrders,
  openProvider,
  type PaymentsAddress,
  readBookedPayments,
  readPaidOrders,
  since,
} from './reading/read-payments.ts';
import { readOffers, readPieces, readProducts } from './reading/read-products.ts';
import { openBroker } from './reading/read-queues.ts';
import {
  readPhoneOrders,
  readRepairs,
  readRequests,
  readSharedSeats,
  requestCollections,
} from './reading/read-requests.ts';
import { openDatabases, type Snapshot } from './reading/snapshot.ts';

export interface CheckBooksOptions {
  readonly mongodbUri: string;
  /** Without it I-8 counts nothing as still queued. */
  readonly amqpUrl?: string | undefined;
  /** Without it I-18 is not judged. */
  readonly payments?: PaymentsAddress | undefined;
  /** `MONGODB_DB_PREFIX` and `AMQP_PREFIX` of the shop. */
  readonly databasePrefix?: string | undefined;
  readonly queuePrefix?: string | undefined;
  /** How long the shop may take to come to rest, in milliseconds. */
  readonly settleMs: number;
  readonly beforehand?: Beforehand;
}

export interface CheckedBooks {
  readonly findings: readonly Finding[];
  /** Documents whose events still waited for the broker at the end; 0 at rest. */
  readonly waiting: number;
}

const lookEveryMs = 1_000;

/**
 * Reads the books of a shop and judges them, again and again until all is told and every invariant holds, or until
 * `settleMs` is over; what was wrong at all looks is broken then, at two at least. Only reads.
 */
export async function checkBooks(options: CheckBooksOptions): Promise<CheckedBooks> {
  const databases = await openDatabases(options.mongodbUri, options.databasePrefix);
  try {
    const until = Date.now() + options.settleMs;
    let earlier: Finding[] | undefined;
    for (;;) {
      const waiting = await countWaiting(databases);
      if (waiting === 0 || Date.now() >= until) {
        const now = await databases.atOneMoment((snapshot) => look(snapshot, options));
        const findings = earlier ? lasting(earlier, now) : now;
        if (waiting === 0 && !isBroken(now)) return { findings, waiting };
        if (earlier !== undefined && Date.now() >= until) return { findings, waiting };
        // While the shop comes to rest what is wrong changes; from the end of that time on it has to stay.
        earlier = Date.now() >= until ? findings : undefined;
      }
      await pause(lookEveryMs);
    }
  } finally {
    await databases.close();
  }
}

/** One look: what is wrong at this moment, be it only on its way. Only reads. */
export async function lookAtBooks(options: Omit<CheckBooksOptions, 'settleMs'>): Promise<Finding[]> {
  const databases = await openDatabases(options.mongodbUri, options.databasePrefix);
  try {
    return await databases.atOneMoment((snapshot) => look(snapshot, options));
  } finally {
    await databases.close();
  }
}

/** The pieces of every product wherever they are, for `checkBooks` after whatever may not change them. */
export async function readPiecesOfShop(
  mongodbUri: string,
  databasePrefix?: string,
): Promise<PiecesOfProducts> {
  const databases = await openDatabases(mongodbUri, databasePrefix);
  try {
    return await databases.atOneMoment(readPieces);
  } finally {
    await databases.close();
  }
}

/** Holds the books of one moment against all invariants. */
async function look(snapshot: Snapshot, options: Omit<CheckBooksOptions, 'settleMs'>): Promise<Finding[]> {
  const { acknowledged = [], pieces } = options.beforehand ?? {};
  const tally = createTally();
  checkTwins(await readTwins(snapshot), tally);
  let addedUp = 0;
  for await (const slice of readOrders(snapshot)) {
    addedUp += checkOrders(slice, tally);
    checkMoney(slice.orders, slice.readAt, tally);
  }
  checkRevenue(addedUp, await readRevenue(snapshot), tally);
  for await (const slice of readProducts(snapshot)) checkProducts(slice, tally);
  if (pieces) checkPieces(pieces, await readPieces(snapshot), tally);
  for await (const slice of readOffers(snapshot)) checkOffers(slice, tally);
  for await (const slice of readHeard(snapshot)) checkHeard(slice, tally);
  for await (const slice of readRepairs(snapshot)) checkRepairs(slice, tally);
  checkSharedSeats(await readSharedSeats(snapshot), tally);
  for await (const slice of readPhoneOrders(snapshot)) checkPhoneOrders(slice, tally);
  for (const kind of requestCollections)
    for await (const slice of readRequests(snapshot, kind)) {
      checkRequests(kind, slice, snapshot.readAt, tally);
      if (kind === 'sell_requests') checkQuotes(slice, tally);
    }
  const { known, abandoned } = await readAcknowledged(snapshot, acknowledged);
  checkAcknowledged(acknowledged, known, abandoned, tally);
  await lookAtMessages(snapshot, options, tally);
  await lookAtPayments(snapshot, options, tally);
  return tally.findings();
}

async function lookAtMessages(
  snapshot: Snapshot,
  { amqpUrl, queuePrefix }: Pick<CheckBooksOptions, 'amqpUrl' | 'queuePrefix'>,
  tally: Tally,
): Promise<void> {
  const queues = new Map<string, QueueTally>();
  for await (const slice of readEvents(snapshot)) checkEvents(slice, queues, tally, amqpUrl !== undefined);
  // After the databases: what was queued then and is handled now only makes the count smaller.
  const broker = amqpUrl === undefined ? undefined : await openBroker(amqpUrl, queuePrefix);
  if (broker === undefined) tally.note('I-8', 'queues not asked');
  try {
    for (const [queue, ofQueue] of queues)
      checkQueue(queue, ofQueue, ofQueue.missing.length > 0 ? await broker?.ask(queue) : undefined, tally);
  } finally {
    await broker?.close();
  }
}

async function lookAtPayments(
  snapshot: Snapshot,
  { payments }: Pick<CheckBooksOptions, 'payments'>,
  tally: Tally,
): Promise<void> {
  if (payments === undefined) {
    tally.note('I-18', 'provider not asked');
    return;
  }
  const provider = openProvider(payments);
  const from = since(snapshot);
  let matched = 0;
  for await (const { paid, open } of provider.pages(from)) {
    const orders = await readBookedPayments(
      snapshot,
      [...paid, ...open].map(({ orderId }) => orderId),
    );
    checkPages(open, orders, tally);
    matched += checkPayments(paid, orders, { from, readAt: snapshot.readAt }, tally);
  }
  // As many on both sides: each order's payment was found. Otherwise they are looked up one by one.
  if (matched === (await countPaidOrders(snapshot, from))) return;
  for await (const { orderId, paymentId } of readPaidOrders(snapshot, from))
    if (!(await provider.has(paymentId)))
      tally.offend('I-18', `${orderId}: the provider knows no payment ${paymentId}`);
}
