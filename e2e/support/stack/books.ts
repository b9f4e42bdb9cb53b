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
 * Waits until the shop is idle and checks every invariant that `checkBooks` knows.
 * @param mayQueue false counts a queued message as not handled
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
  expect(waiting, 'unsent events').toBe(0);
}

/**
 * Waits until the books are in order and returns the stock of every product, for `expectSoundBooks` after a fault. Just
 * after a start some events are still in transit.
 */
export async function stockWhenBooksHold(): Promise<ReadonlyMap<string, number>> {
  await expectSoundBooks({}, 200_000);
  return readPiecesOfShop((await stackState()).urls.mongodb);
}

async function readDatabases<T>(read: (connection: mongoose.Connection) => Promise<T>): Promise<T> {
  const connection = await mongoose.createConnection((await stackState()).urls.mongodb).asPromise();
  try {
    return await read(connection);
  } finally {
    await connection.close();
  }
}

const withOrderDatabase = <T>(read: (database: mongoose.Connection) => Promise<T>): Promise<T> =>
  readDatabases((connection) => read(connection.useDb('kinmel_order')));

/** The parked messages of all services, with the reason. */
export const parkedMessages = (): Promise<string[]> =>
  readDatabases(async (connection) => {
    const { databases } = await connection.listDatabases();
    const parkedEvents = await Promise.all(
      databases.map(({ name }) => connection.useDb(name).collection('parked_events').find().toArray()),
    );
    return parkedEvents.flat().map((event) => JSON.stringify(event));
  });

/** The number of unsent events of the order service; in an idle shop only events without a consumer. */
export const unsentOrderEvents = (): Promise<number> =>
  withOrderDatabase((database) => database.collection('outbox').countDocuments({ sentAt: null }));

/** The number of instances of the order service that share the slots of its outbox. */
export const outboxSenderCount = (): Promise<number> =>
  withOrderDatabase(async (database) => {
    const leases = database.collection<{ _id: string; slots: (string | null)[] }>('leases');
    return new Set((await leases.findOne({ _id: 'outbox-relay' }))?.slots).size;
  });
