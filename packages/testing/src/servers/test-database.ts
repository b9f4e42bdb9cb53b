import { randomBytes } from 'node:crypto';
import { connectMongo, createLogger, useDataKeys } from '@kinmel/service-kit';

export type TestDatabase = Awaited<ReturnType<typeof testDatabase>>;

/** URI of the MongoDB of tests, a replica set that `npm test` starts. */
export function testMongoUri(): string {
  const uri = process.env['KINMEL_TEST_MONGODB_URI'];
  if (uri === undefined || uri === '') {
    throw new Error(
      'KINMEL_TEST_MONGODB_URI is not set: run the tests through npm test, which starts a MongoDB.',
    );
  }
  return uri;
}

/** A new database on the server of tests, connected as services do, with sealed personal data. */
export async function testDatabase(name = 'kit') {
  const uri = testMongoUri();
  const databaseName = `test_${name.replaceAll('-', '_')}_${randomBytes(4).toString('hex')}`;
  const connection = await connectMongo({
    uri,
    databaseName,
    logger: createLogger({ service: 'test', level: 'silent' }),
    retryForMs: 0,
  });
  const dataKey = randomBytes(32).toString('base64');
  useDataKeys(connection, [dataKey]);
  return {
    uri,
    databaseName,
    connection,
    /** The master key of personal data, for further connections. */
    dataKey,
    /** Deletes all documents and keeps collections and indexes, which is faster than a new database. */
    async empty() {
      const collections = (await connection.db?.collections()) ?? [];
      // Keys are cached.
      const collectionsToEmpty = collections.filter(({ collectionName }) => collectionName !== 'data_keys');
      await Promise.all(collectionsToEmpty.map((collection) => collection.deleteMany({})));
    },
    /** Deletes the database and closes the connection; for `afterAll`. */
    async drop() {
      await connection.dropDatabase();
      await connection.close();
    },
  };
}
