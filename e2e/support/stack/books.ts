import {
  type Beforehand,
  checkBooks,
  readPiecesOfShop,
  report,
  sandboxKey,
} from '@kinmel/tooling/check-books';
import { expect } from '@playwright/test';
import mongoose from 'mongoose';
import { stackState } from './stack-control.ts';

/**
 * Waits until the shop under test is at rest and holds it against the invariants I-1 to I-10 and I-17 to I-28.
 * @param mayQueue false: what waits in a queue of the broker counts as not handled
 */
export async function expectSoundBooks(
  beforehand: Beforehand,
  settleMs: number,
  { mayQueue = true } = {},
): Promise<void> {
  const { urls } = await stackState();
  const { findings, waiting } = await checkBooks({
    mongodbUri: urls.mongodb,
    amqpUrl: mayQueue ? urls.amqp : undefined,
    payments: { secretKey: sandboxKey, apiBase: urls.paymentSandbox },
    settleMs,
    beforehand,
  });
  expect(
    report(findings).filter((line) => !/^I-\d+ +holds /.test(line)),
    'broken invariants',
  ).toEqual([]);
  expect(waiting, 'documents whose events wait').toBe(0);
}

/**
 * Waits until the shop under test is in order, and answers the pieces of every product wherever they are, for
 * `expectSoundBooks` after a fault. A shop that was just opened may owe its last consumer some events for a while.
 */
export async function soundPieces(): Promise<ReadonlyMap<string, number>> {
  await expectSoundBooks({}, 200_000);
  return readPiecesOfShop((await stackState()).urls.mongodb);
}

/** How many events order keeps for whoever comes to take them; of a shop at rest all that did not go out are such. */
export async function keptEventsOfOrder(): Promise<number> {
  const connection = await mongoose.createConnection((await stackState()).urls.mongodb).asPromise();
  try {
    const unsent = { 'outbox.sentAt': { $type: 'null' } };
    const [found] = await connection
      .useDb('kinmel_order')
      .collection('orders')
      .aggregate<{ events: number }>([
        { $match: unsent },
        { $unwind: '$outbox' },
        { $match: unsent },
        { $count: 'events' },
      ])
      .toArray();
    return found?.events ?? 0;
  } finally {
    await connection.close();
  }
}
