import { eventually, type TestDatabase, testDatabase, testMongoUri } from '@kinmel/testing';
import mongoose from 'mongoose';
import { claimFor, isUnclaimed, type Swept, sweepDue } from './sweep-due.ts';

interface Thing {
  _id: number;
  dueAt: Date | null;
  claimedUntil?: Date;
}

const never = new Date(0);
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
    { partialFilterExpression: { dueAt: { $gt: never } } },
  );
});
afterAll(() => database.drop());

const isDue = () => ({ dueAt: { $gt: never, $lte: new Date() } });
const sort = { claimedUntil: 1, dueAt: 1 } as const;

/** Items that are done by unsetting their date; records the order. */
function sweptThings({
  of = things,
  claimMs = 60_000,
  work = async () => undefined,
}: {
  of?: mongoose.mongo.Collection<Thing>;
  claimMs?: number;
  work?: (id: number) => Promise<unknown>;
} = {}) {
  const begun: number[] = [];
  const failed: number[] = [];
  const swept: Swept<number, Thing> = {
    async due(limit) {
      const found = await of
        .find({ ...isDue(), ...isUnclaimed('claimedUntil') }, { projection: { _id: 1 }, sort, limit })
        .toArray();
      return found.map(({ _id }) => _id);
    },
    claim: async (_id) =>
      (await of.findOneAndUpdate(
        { _id, ...isDue(), ...isUnclaimed('claimedUntil') },
        claimFor('claimedUntil', claimMs),
      )) ?? undefined,
    async work({ _id }) {
      begun.push(_id);
      await work(_id);
      await of.updateOne({ _id }, { $set: { dueAt: null } });
    },
    onFailure: (_error, { _id }) => void failed.push(_id),
  };
  return { begun, failed, swept };
}

const due = (count: number, more: (index: number) => Partial<Thing> = () => ({})) =>
  things.insertMany(
    Array.from({ length: count }, (_, index) => ({
      _id: index,
      dueAt: new Date(1_000 + index),
      ...more(index),
    })),
  );
const left = () => things.countDocuments(isDue());

describe('a sweep', () => {
  it('takes items never tried first, then those tried longest ago, and none before its time', async () => {
    const claims = [30, undefined, 10, undefined, 20];
    await due(5, (index) => {
      const claim = claims[index];
      return claim === undefined ? {} : { claimedUntil: new Date(claim) };
    });
    await things.insertOne({ _id: 5, dueAt: new Date(Date.now() + 60_000) });
    await things.insertOne({ _id: 6, dueAt: new Date(1), claimedUntil: new Date(Date.now() + 60_000) });
    const { begun, swept } = sweptThings();
    await sweepDue(swept, { concurrency: 1 });
    expect(begun).toEqual([1, 3, 2, 4, 0]);
  });

  it('continues past any number of failing items', async () => {
    await due(350);
    const { begun, failed, swept } = sweptThings({
      // Every other item fails, so that the round does not end.
      work: async (id) => {
        if (id % 2 === 0 && id < 300) throw new Error('not this one');
      },
    });
    await sweepDue(swept);
    expect(begun).toHaveLength(350);
    expect(failed).toHaveLength(150);
    expect(await left()).toBe(150);
  });

  it('ends after 20 failures in a row, and the next one begins with others', async () => {
    await due(70);
    const asked = sweptThings({ work: () => Promise.reject(new Error('away')) });
    await sweepDue(asked.swept, { concurrency: 1 });
    expect(asked.begun).toEqual(Array.from({ length: 20 }, (_, index) => index));
    const back = sweptThings();
    await sweepDue(back.swept, { concurrency: 1 });
    expect(back.begun).toEqual(Array.from({ length: 50 }, (_, index) => index + 20));
  });

  it('is shared by instances without doing an item twice', async () => {
    await due(600);
    const other = await mongoose.createConnection(testMongoUri(), { autoIndex: false }).asPromise();
    try {
      // No work ends before both have begun one, so that neither does all of it alone.
      const bothHaveBegun = Promise.withResolvers<void>();
      const work = async () => {
        if (instances.every(({ begun }) => begun.length > 0)) bothHaveBegun.resolve();
        await bothHaveBegun.promise;
      };
      const instances = [sweptThings({ work }), sweptThings({ of: collectionOf(other), work })];
      await Promise.all(instances.map(({ swept }) => sweepDue(swept)));
      const begun = instances.flatMap((instance) => instance.begun);
      expect(begun.toSorted((one, two) => one - two)).toEqual(Array.from({ length: 600 }, (_, id) => id));
      for (const instance of instances) expect(instance.begun).not.toEqual([]);
    } finally {
      await other.close();
    }
  });

  it('gives items of a crashed instance to another only after the claim has expired', async () => {
    await due(1);
    const crashed = sweptThings({ claimMs: 400 });
    expect(await crashed.swept.claim(0)).toMatchObject({ _id: 0 });
    const { begun, swept } = sweptThings();
    await sweepDue(swept);
    expect(begun).toEqual([]);
    await eventually(async () => {
      await sweepDue(swept);
      expect(begun).toEqual([0]);
    });
  });

  it('starts nothing after a stop, and finishes work in progress', async () => {
    await due(30);
    const stopping = new AbortController();
    const { begun, swept } = sweptThings({
      work: async (id) => {
        if (id === 5) stopping.abort();
      },
    });
    await sweepDue(swept, { stopping: stopping.signal, concurrency: 2 });
    expect(begun.length).toBeLessThan(10);
    expect(await left()).toBe(30 - begun.length);
  });

  it('rejects when the database is unavailable, and can be run again', async () => {
    await due(3);
    const { begun, swept } = sweptThings();
    const broken = { ...swept, due: () => Promise.reject(new Error('no database')) };
    await expect(sweepDue(broken)).rejects.toThrow('no database');
    await sweepDue(swept);
    expect(begun).toHaveLength(3);
  });
});

it('reads no more than it returns: the index skips claimed items', async () => {
  await due(2_000, (index) => (index < 1_500 ? { claimedUntil: new Date(Date.now() + 60_000) } : {}));
  const { executionStats } = await things
    .find({ ...isDue(), ...isUnclaimed('claimedUntil') }, { sort, limit: 100 })
    .explain('executionStats');
  expect(executionStats).toMatchObject({ nReturned: 100, totalDocsExamined: 100 });
});
