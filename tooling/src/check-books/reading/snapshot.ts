import { mongo } from 'mongoose';

const maxTimeMS = 60_000;

/** So many documents of one collection are in memory at a time. */
export const batchSize = 1_000;

/** The databases of a shop at one moment. Nothing is written. */
export interface Snapshot {
  /** When it was taken, by the clock of the database. */
  readonly readAt: Date;
  /** The documents of a collection one after the other, in the order of their ids. */
  stream<Document extends mongo.Document>(
    service: string,
    collection: string,
    projection: mongo.Document,
    filter?: mongo.Filter<Document>,
  ): AsyncGenerator<Document>;
  /** The same, so many at a time as a check may hold. */
  batches<Document extends mongo.Document>(
    service: string,
    collection: string,
    projection: mongo.Document,
    filter?: mongo.Filter<Document>,
  ): AsyncGenerator<Document[]>;
  /** The documents of these ids, or of another field. */
  those<Document extends mongo.Document, Key>(
    service: string,
    collection: string,
    keys: readonly Key[],
    projection: mongo.Document,
    field?: string,
  ): Promise<Document[]>;
  aggregate<Result extends mongo.Document>(
    service: string,
    collection: string,
    pipeline: mongo.Document[],
  ): Promise<Result[]>;
}

export interface Databases {
  /**
   * Hands over a snapshot of all services, which needs a replica set that holds their databases. The server keeps one
   * for five minutes (`minSnapshotHistoryWindowInSeconds`); a shop that takes longer to read needs more there.
   */
  atOneMoment<Result>(work: (snapshot: Snapshot) => Promise<Result>): Promise<Result>;
  readonly database: (service: string) => mongo.Db;
  close(): Promise<void>;
}

/** @param prefix first part of the names of the databases (`MONGODB_DB_PREFIX`) */
export async function openDatabases(uri: string, prefix = 'kinmel'): Promise<Databases> {
  const client = await new mongo.MongoClient(uri, {
    readPreference: 'primary',
    serverSelectionTimeoutMS: 5_000,
    appName: 'check-books',
  }).connect();
  const database = (service: string) => client.db(`${prefix}_${service.replaceAll('-', '_')}`);

  function snapshotOf(session: mongo.ClientSession, readAt: Date): Snapshot {
    async function* stream<Document extends mongo.Document>(
      service: string,
      collection: string,
      projection: mongo.Document,
      filter: mongo.Filter<Document> = {},
    ): AsyncGenerator<Document> {
      const cursor = database(service)
        .collection<Document>(collection)
        .find<Document>(filter, { session, projection, sort: { _id: 1 }, batchSize, maxTimeMS });
      try {
        yield* cursor;
      } finally {
        await cursor.close();
      }
    }
    return {
      readAt,
      stream,
      async *batches<Document extends mongo.Document>(
        ...question: Parameters<typeof stream<Document>>
      ): AsyncGenerator<Document[]> {
        let batch: Document[] = [];
        for await (const document of stream<Document>(...question)) {
          batch.push(document);
          if (batch.length < batchSize) continue;
          yield batch;
          batch = [];
        }
        if (batch.length > 0) yield batch;
      },
      those: <Document extends mongo.Document, Key>(
        service: string,
        collection: string,
        keys: readonly Key[],
        projection: mongo.Document,
        field = '_id',
      ) =>
        keys.length === 0
          ? Promise.resolve([])
          : database(service)
              .collection(collection)
              .find<Document>({ [field]: { $in: keys } }, { session, projection, maxTimeMS })
              .toArray(),
      aggregate: <Result extends mongo.Document>(
        service: string,
        collection: string,
        pipeline: mongo.Document[],
      ) =>
        database(service)
          .collection(collection)
          .aggregate<Result>(pipeline, { session, maxTimeMS, allowDiskUse: true })
          .toArray(),
    };
  }

  return {
    async atOneMoment(work) {
      const session = client.startSession({ snapshot: true });
      try {
        const { localTime } = await client.db('admin').command({ hello: 1 });
        return await work(snapshotOf(session, localTime));
      } finally {
        await session.endSession();
      }
    },
    database,
    close: () => client.close(),
  };
}
