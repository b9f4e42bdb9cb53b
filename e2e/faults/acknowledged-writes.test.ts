import mongoose from 'mongoose';
import { expect, test } from '../support/journey.ts';
import { rounds } from '../support/repeats.ts';
import { killPart, restartPart, stackState } from '../support/stack/stack-control.ts';

const { MongoClient } = mongoose.mongo;
const writingMs = 2_000;

interface Numbered {
  _id: number;
  writer: number;
  pair?: number;
}

for (const round of rounds(10))
  test(`D-00: what the database acknowledged survives its SIGKILL: inserts, a counter, unique keys, transactions (round ${round}; I-7)`, async () => {
    const { urls } = await stackState();
    const options = {
      writeConcern: { w: 'majority', journal: true },
      retryWrites: false,
      serverSelectionTimeoutMS: 2_000,
    } as const;
    const client = await new MongoClient(urls.mongodb, options).connect();
    const database = client.db('e2e_durable');
    const inserted = database.collection<Numbered>('inserted');
    const pairs = database.collection<Numbered>('pairs');
    const counters = database.collection<{ _id: string; count: number }>('counters');
    try {
      await database.dropDatabase();
      await database.createCollection('pairs');
      await counters.insertOne({ _id: 'steps', count: 0 });

      const acknowledged: number[] = [];
      const acknowledgedPairs: number[] = [];
      let counted = 0;
      let number = 0;
      const next = () => {
        number += 1;
        return number;
      };
      let isGone = false;
      let isKillBegun = false;
      const failuresBefore: unknown[] = [];
      /** As fast as acknowledged, until the server is gone: only its end may make a write fail. */
      const writing = async (write: () => Promise<void>) => {
        while (!isGone) {
          try {
            await write();
          } catch (error) {
            if (!isKillBegun) failuresBefore.push(error);
            return;
          }
        }
      };
      const writers = [
        ...[1, 2, 3].map((writer) =>
          writing(async () => {
            const _id = next();
            await inserted.insertOne({ _id, writer });
            acknowledged.push(_id);
          }),
        ),
        writing(async () => {
          const { modifiedCount } = await counters.updateOne(
            { _id: 'steps', count: counted },
            { $inc: { count: 1 } },
          );
          if (modifiedCount === 1) counted += 1;
        }),
        writing(async () => {
          const pair = next();
          await client.withSession((session) =>
            session.withTransaction(
              async () => {
                await pairs.insertOne({ _id: pair, writer: 0, pair }, { session });
                await pairs.insertOne({ _id: -pair, writer: 0, pair }, { session });
              },
              { writeConcern: options.writeConcern },
            ),
          );
          acknowledgedPairs.push(pair);
        }),
      ];
      const begunAt = performance.now();
      await expect
        .poll(() => performance.now() - begunAt, { intervals: [50], timeout: 10_000 })
        .toBeGreaterThan(writingMs);
      isKillBegun = true;
      await killPart('database');
      isGone = true;
      await restartPart('database');
      await Promise.all(writers);

      const found = new Set((await inserted.find().toArray()).map(({ _id }) => _id));
      const foundPairs = (await pairs.find().toArray()).map(({ _id }) => _id);
      expect(failuresBefore, 'writes that failed before the server was killed').toEqual([]);
      expect(acknowledged.length, 'acknowledged inserts').toBeGreaterThan(100);
      expect(counted, 'acknowledged steps').toBeGreaterThan(0);
      expect(acknowledgedPairs.length, 'acknowledged transactions').toBeGreaterThan(0);
      expect(
        acknowledged.filter((id) => !found.has(id)),
        'NOT DURABLE: acknowledged and lost',
      ).toEqual([]);
      expect(
        acknowledgedPairs.filter((pair) => !foundPairs.includes(pair)),
        'NOT DURABLE: committed and lost',
      ).toEqual([]);
      // A transaction that was under way is there as a whole or not at all.
      expect(foundPairs.filter((id) => !foundPairs.includes(-id))).toEqual([]);
      const counter = await counters.findOne({ _id: 'steps' });
      expect(counter?.count).toBeGreaterThanOrEqual(counted);
      expect(counter?.count).toBeLessThanOrEqual(counted + 1);
      // The unique index knows what the collection holds.
      const [one = 0] = acknowledged;
      await expect(inserted.insertOne({ _id: one, writer: 0 })).rejects.toMatchObject({ code: 11000 });
      test.info().annotations.push({
        type: 'acknowledged',
        description: `${acknowledged.length} inserts, ${counted} steps, ${acknowledgedPairs.length} transactions`,
      });
    } finally {
      await database.dropDatabase();
      await client.close();
    }
  });
