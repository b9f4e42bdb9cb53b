import { type TestDatabase, testDatabase, testMongoUri } from '@kinmel/testing';
import mongoose from 'mongoose';
import { isDatabaseAway, problemOf } from '../http/problem-of.ts';
import { withDatabaseTimeout } from '../life-cycle/with-timeout.ts';
import { createLogger } from '../observability/logger.ts';
import { connectMongo } from './connect-mongo.ts';
import { migrateIndexes } from './indexes.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const schema = new mongoose.Schema({ name: String, brand: String });
schema.index({ name: 1 }, { unique: true });
schema.index({ brand: 1, name: -1 });

let database: TestDatabase;
const model = () => database.connection.model('thing', schema);

beforeAll(async () => {
  database = await testDatabase('mongo');
});
afterAll(() => database.drop());

describe('migrateIndexes', () => {
  afterEach(() => database.connection.dropDatabase());

  it('creates all indexes, also from several instances at once and again (D-06)', async () => {
    const { connection } = database;
    await Promise.all([migrateIndexes(connection, [model()]), migrateIndexes(connection, [model()])]);
    await migrateIndexes(connection, [model()]);
    const indexesOf = (name: string) => connection.collection(name).listIndexes().toArray();
    expect(await indexesOf('things')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ key: { name: 1 }, unique: true }),
        expect.objectContaining({ key: { brand: 1, name: -1 } }),
      ]),
    );
    expect(await indexesOf('inbox')).toContainEqual(
      expect.objectContaining({ key: { handledAt: 1 }, expireAfterSeconds: 604_800 }),
    );
  });

  it('drops a retired index once, and leaves others', async () => {
    await migrateIndexes(database.connection, [model()]);
    await model().collection.createIndex({ turn: 1 }, { unique: true });
    const retiring = Object.assign(model(), { retiredIndexes: ['turn_1'] });
    for (const _ of [1, 2]) await migrateIndexes(database.connection, [retiring]);
    const names = (await model().collection.listIndexes().toArray()).map(({ name }) => name);
    expect(names).toContain('name_1');
    expect(names).not.toContain('turn_1');
  });

  it('gives an index the declared expiry, whether it has another one or none', async () => {
    const { connection } = database;
    const expiring = new mongoose.Schema({ at: Date, seenAt: Date });
    expiring.index({ at: 1 }, { expireAfterSeconds: 60 }).index({ seenAt: 1 }, { expireAfterSeconds: 30 });
    const visits = connection.model('visit', expiring);
    await visits.collection.createIndex({ at: 1 }, { expireAfterSeconds: 3600 });
    await visits.collection.createIndex({ seenAt: 1 });
    for (const _ of [1, 2]) await migrateIndexes(connection, [visits]);
    expect(await visits.collection.listIndexes().toArray()).toMatchObject([
      { name: '_id_' },
      { name: 'at_1', expireAfterSeconds: 60 },
      { name: 'seenAt_1', expireAfterSeconds: 30 },
    ]);
  });

  it('rejects when an index of the same keys is not unique as declared', async () => {
    await migrateIndexes(database.connection, [model()]);
    await model().collection.dropIndex('name_1');
    await model().collection.createIndex({ name: 1 });
    await expect(migrateIndexes(database.connection, [model()])).rejects.toThrow('name_1');
  });
});

describe('the connection', () => {
  it('writes with majority and journal, and limits every read (D-07)', async () => {
    const commands: Record<string, unknown>[] = [];
    const watched = await connectMongo({
      uri: `${testMongoUri()}&monitorCommands=true`,
      databaseName: database.databaseName,
      logger,
    });
    watched.getClient().on('commandStarted', (event) => commands.push(event.command));
    const things = watched.model('thing', schema);
    await things.create({ name: 'a' });
    await things.updateOne({ name: 'a' }, { brand: 'b' });
    await things.find({ name: 'a' }).lean();
    await things.countDocuments({});
    await watched.close();

    const writes = commands.filter((command) => 'insert' in command || 'update' in command);
    const reads = commands.filter((command) => 'find' in command || 'aggregate' in command);
    expect(writes).toHaveLength(2);
    for (const write of writes) expect(write['writeConcern']).toEqual({ w: 'majority', j: true });
    expect(reads).toHaveLength(2);
    for (const read of reads) expect(read['maxTimeMS']).toBe(2_000);
  });

  it('rejects callers that wait two seconds for a connection of a full pool with 503 and Retry-After (D-05)', async () => {
    const connection = await connectMongo({
      uri: testMongoUri(),
      databaseName: database.databaseName,
      logger,
      poolSize: 20,
    });
    const things = connection.collection('slow');
    await things.insertOne({ name: 'one' });
    const slow = Array.from({ length: 20 }, () =>
      things.findOne({ $where: 'sleep(5000) || true' }, { maxTimeMS: 20_000 }),
    );
    const waiting = Array.from({ length: 180 }, async () => {
      const startedAt = performance.now();
      const error: unknown = await things.findOne({ name: 'one' }).catch((caught: unknown) => caught);
      return { problem: problemOf(error), tookMs: performance.now() - startedAt };
    });
    for (const { problem, tookMs } of await Promise.all(waiting)) {
      expect(problem).toMatchObject({ code: 'service-unavailable', status: 503, retryAfterSeconds: 2 });
      expect(tookMs).toBeGreaterThan(1_500);
      expect(tookMs).toBeLessThan(4_000);
    }
    expect(await Promise.all(slow)).toMatchObject(slow.map(() => ({ name: 'one' })));
    // The connection pool has recovered.
    expect(await things.findOne({ name: 'one' })).toMatchObject({ name: 'one' });
    await connection.close();
  }, 30_000);

  it('rejects operators in filters', async () => {
    const filter = { name: JSON.parse('{"$ne":null}') };
    await expect(model().findOne(filter)).rejects.toThrow(mongoose.Error.CastError);
  });

  it('is awaited at most as long as the caller allows (D-02)', async () => {
    const neverAnswered = new Promise<never>(() => {});
    const error = await withDatabaseTimeout(neverAnswered, 20).catch((caught: unknown) => caught);
    expect(isDatabaseAway(error)).toBe(true);
    await expect(withDatabaseTimeout(Promise.resolve('answer'), 1_000)).resolves.toBe('answer');
    await expect(withDatabaseTimeout(Promise.reject(new Error('refused')), 1_000)).rejects.toThrow('refused');
  });

  it.each(['MongoPoolClearedError', 'PoolClearedOnNetworkError'])(
    'counts as unavailable when a call is interrupted by %s, because its server does not answer any more (D-02)',
    (name) => {
      const error = Object.assign(new Error('Connection interrupted due to server monitor timeout'), {
        name,
      });
      expect(problemOf(error)).toMatchObject({ code: 'service-unavailable', retryAfterSeconds: 2 });
    },
  );

  it('is prepared again when the database is lost just after it was connected, and rejects with any other failure at once', async () => {
    const failures = [new mongoose.mongo.MongoServerError({ message: 'not primary', code: 10107 })];
    const prepare = jest.fn(async () => {
      const failure = failures.pop();
      if (failure) throw failure;
    });
    const options = { uri: testMongoUri(), databaseName: 'prepared', logger, prepare };
    await (await connectMongo(options)).close();
    expect(prepare).toHaveBeenCalledTimes(2);
    prepare.mockRejectedValue(new Error('an index has other options'));
    await expect(connectMongo(options)).rejects.toThrow('an index has other options');
    expect(prepare).toHaveBeenCalledTimes(3);
  });

  it('rejects as unavailable in time without a database, and logs no error while it waits', async () => {
    const logged = jest.spyOn(logger, 'error');
    const connecting = connectMongo({
      uri: 'mongodb://127.0.0.1:1',
      databaseName: 'x',
      logger,
      retryForMs: 0,
    });
    const error = await connecting.catch((caught: unknown) => caught);
    expect(isDatabaseAway(error)).toBe(true);
    expect(logged).not.toHaveBeenCalled();
  });
});
