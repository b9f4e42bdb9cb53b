import { eventually, type TestDatabase, testDatabase, testMongoUri } from '@kinmel/testing';
import mongoose from 'mongoose';
import { claimFor, isUnclaimed, type Swept, sweepDue } from './sweep-due.ts';

interface Thing {
  _id: number;
  dueAt: Date | null;
  claimedUntil?: Date;
}

const epoch = new Date(0);
let database: TestDatabase;
let things: mongoose.mongo.Collection<Thing>;

const collectionOf = (connection: mongoose.Connection) =>
  connection.getClient().db(database.databaseName).collection<Thing>('things');

beforeAll(async () => {
  database = await testDatabase('sweep');
  things = collectionOf(database.connection);
});
beforeEach(async () => {
  await things.deleteMany({});
  await things.createIndex(
    { claimedUntil: 1, dueAt: 1 },
    { partialFilterExpression: { dueAt: { $gt: epoch } } },
  );
});
afterAll(() => database.drop());

const isDue = () => ({ dueAt: { $gt: epoch, $lte: new Date() } });
const sort = { claimedUntil: 1, dueAt: 1 } as const;

/** Items that are done by unsetting their date; records the order. */
function sweptThings({
  collection = things,
  claimMs = 60_000,
  work = async () => undefined,
}: {
  collection?: mongoose.mongo.Collection<Thing>;
  claimMs?: number;
  work?: (id: number) => Promise<unknown>;
} = {}) {
  const startedIds: number[] = [];
  const failedIds: number[] = [];
  const swept: Swept<number, Thing> = {
    async due(limit) {
      const dueItems = await collection
        .find({ ...isDue(), ...isUnclaimed('claimedUntil') }, { projection: { _id: 1 }, sort, limit })
        .toArray();
      return dueItems.map(({ _id }) => _id);
    },
    claim: async (_id) =>
      (await collection.findOneAndUpdate(
        { _id, ...isDue(), ...isUnclaimed('claimedUntil') },
        claimFor('claimedUntil', claimMs),
      )) ?? undefined,
    async work({ _id }) {
      startedIds.push(_id);
      await work(_id);
      await collection.updateOne({ _id }, { $set: { dueAt: null } });
    },
    onFailure: (_error, { _id }) => void failedIds.push(_id),
  };
  return { startedIds, failedIds, swept };
}

const insertDue = (count: number, fieldsOf: (index: number) => Partial<Thing> = () => ({})) =>
  things.insertMany(
    Array.from({ length: count }, (_, index) => ({
      _id: index,
      dueAt: new Date(1_000 + index),
      ...fieldsOf(index),
    })),
  );
const countDue = () => things.countDocuments(isDue());

describe('a sweep', () => {
  it('claims items never tried first, then those tried longest ago, and none before it is due', async () => {
    const claims = [30, undefined, 10, undefined, 20];
    await insertDue(5, (index) => {
      const claim = claims[index];
      return claim === undefined ? {} : { claimedUntil: new Date(claim) };
    });
    await things.insertOne({ _id: 5, dueAt: new Date(Date.now() + 60_000) });
    await things.insertOne({ _id: 6, dueAt: new Date(1), claimedUntil: new Date(Date.now() + 60_000) });
    const { startedIds, swept } = sweptThings();
    await sweepDue(swept, { concurrency: 1 });
    expect(startedIds).toEqual([1, 3, 2, 4, 0]);
  });

  it('continues past any number of failing items', async () => {
    await insertDue(350);
    const { startedIds, failedIds, swept } = sweptThings({
      // Every other item fails, so that the round does not end.
      work: async (id) => {
        if (id % 2 === 0 && id < 300) throw new Error('not this one');
      },
    });
    await sweepDue(swept);
    expect(startedIds).toHaveLength(350);
    expect(failedIds).toHaveLength(150);
    expect(await countDue()).toBe(150);
  });

  it('ends after 20 failures in a row, and the next one begins with others', async () => {
    await insertDue(70);
    const firstSweep = sweptThings({ work: () => Promise.reject(new Error('away')) });
    await sweepDue(firstSweep.swept, { concurrency: 1 });
    expect(firstSweep.startedIds).toEqual(Array.from({ length: 20 }, (_, index) => index));
    const secondSweep = sweptThings();
    await sweepDue(secondSweep.swept, { concurrency: 1 });
    expect(secondSweep.startedIds).toEqual(Array.from({ length: 50 }, (_, index) => index + 20));
  });

  it('is shared by instances without doing an item twice', async () => {
    await insertDue(600);
    const other = await mongoose.createConnection(testMongoUri(), { autoIndex: false }).asPromise();
    try {
      // No work ends before both have started one, so that neither does all of it alone.
      const bothHaveBegun = Promise.withResolvers<void>();
      const work = async () => {
        if (instances.every(({ startedIds }) => startedIds.length > 0)) bothHaveBegun.resolve();
        await bothHaveBegun.promise;
      };
      const instances = [sweptThings({ work }), sweptThings({ collection: collectionOf(other), work })];
      await Promise.all(instances.map(({ swept }) => sweepDue(swept)));
      const startedIds = instances.flatMap((instance) => instance.startedIds);
      expect(startedIds.toSorted((one, two) => one - two)).toEqual(
        Array.from({ length: 600 }, (_, id) => id),
      );
      for (const instance of instances) expect(instance.startedIds).not.toEqual([]);
    } finally {
      await other.close();
    }
  });

  it('gives items of a crashed instance to another only after the claim has expired', async () => {
    await insertDue(1);
    const crashed = sweptThings({ claimMs: 400 });
    expect(await crashed.swept.claim(0)).toMatchObject({ _id: 0 });
    const { startedIds, swept } = sweptThings();
    await sweepDue(swept);
    expect(startedIds).toEqual([]);
    await eventually(async () => {
      await sweepDue(swept);
      expect(startedIds).toEqual([0]);
    });
  });

  it('starts nothing after a stop, and finishes work in progress', async () => {
    await insertDue(30);
    const stopping = new AbortController();
    const { startedIds, swept } = sweptThings({
      work: async (id) => {
        if (id === 5) stopping.abort();
      },
    });
    await sweepDue(swept, { stopping: stopping.signal, concurrency: 2 });
    expect(startedIds.length).toBeLessThan(10);
    expect(await countDue()).toBe(30 - startedIds.length);
  });

  it('rejects when the database is unavailable, and can be run again', async () => {
    await insertDue(3);
    const { startedIds, swept } = sweptThings();
    const broken = { ...swept, due: () => Promise.reject(new Error('no database')) };
    await expect(sweepDue(broken)).rejects.toThrow('no database');
    await sweepDue(swept);
    expect(startedIds).toHaveLength(3);
  });
});

it('reads no more than it returns: the index skips claimed items', async () => {
  await insertDue(2_000, (index) => (index < 1_500 ? { claimedUntil: new Date(Date.now() + 60_000) } : {}));
  const { executionStats } = await things
    .find({ ...isDue(), ...isUnclaimed('claimedUntil') }, { sort, limit: 100 })
    .explain('executionStats');
  expect(executionStats).toMatchObject({ nReturned: 100, totalDocsExamined: 100 });
});
