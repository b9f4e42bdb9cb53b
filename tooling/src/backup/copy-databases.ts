import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { mongo } from 'mongoose';
import { BackupError, type Manifest } from './manifest.ts';

type Collection = Manifest['collections'][number];

/** Opens the database of a service. */
export type DatabaseOf = (service: string) => mongo.Db;

/** The format of mongodump: concatenated documents, compressed. */
export const collectionFile = ({ service, name }: Pick<Collection, 'service' | 'name'>): string =>
  `databases/${service}/${name}.bson.gz`;

/** The server keeps a snapshot for five minutes by default. A collection created during the copy is not included. */
const snapshotErrors = new Set(['SnapshotTooOld', 'SnapshotUnavailable']);

/**
 * Copies all collections from one snapshot, which needs a replica set.
 */
export async function copyDatabases(
  client: mongo.MongoClient,
  databaseOf: DatabaseOf,
  services: readonly string[],
  folder: string,
): Promise<{ at: Date; collections: Collection[] }> {
  try {
    return await client.withSession({ snapshot: true }, async (session) => {
      const { localTime: at } = await client.db('admin').command({ hello: 1 });
      // The first read sets the time of the snapshot. Listing collections afterwards misses none of the snapshot.
      await databaseOf(services[0] ?? '')
        .collection('leases')
        .findOne({}, { session });
      const collections: Collection[] = [];
      for (const service of services) {
        const database = databaseOf(service);
        const infos = await database.listCollections({ type: 'collection' }, { nameOnly: false }).toArray();
        for (const { name, options = {} } of infos as mongo.CollectionInfo[]) {
          // Collections of the server itself, such as the profiler's.
          if (name.startsWith('system.')) continue;
          const collection = database.collection(name);
          const indexes = (await collection.indexes()).map((index) => ({ name: '', ...index }));
          const documents = await writeDocuments(
            collection.find({}, { session, raw: true, batchSize: 1_000 }),
            join(folder, collectionFile({ service, name })),
          );
          collections.push({ service, name, documents, options, indexes });
        }
      }
      return { at, collections };
    });
  } catch (error) {
    if (!(error instanceof mongo.MongoServerError) || !snapshotErrors.has(String(error.codeName)))
      throw error;
    throw new BackupError(
      'The database no longer has the moment that was being copied. Try again; a shop that takes more than five minutes needs a higher minSnapshotHistoryWindowInSeconds of MongoDB.',
    );
  }
}

async function writeDocuments(cursor: mongo.FindCursor, path: string): Promise<number> {
  let documents = 0;
  await mkdir(join(path, '..'), { recursive: true });
  await pipeline(
    Readable.from(
      (async function* () {
        // `raw` documents are bytes.
        for await (const document of cursor as unknown as AsyncIterable<Uint8Array>) {
          documents += 1;
          yield document;
        }
      })(),
    ),
    createGzip(),
    createWriteStream(path),
  );
  return documents;
}

/** Yields documents with their BSON number types preserved. */
async function* readDocuments(path: string): AsyncGenerator<mongo.Document> {
  let remaining: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(path).pipe(createGunzip())) {
    remaining = Buffer.concat([remaining, chunk]);
    while (remaining.length >= 4 && remaining.length >= remaining.readInt32LE(0)) {
      const length = remaining.readInt32LE(0);
      yield mongo.BSON.deserialize(remaining.subarray(0, length), { promoteValues: false, bsonRegExp: true });
      remaining = remaining.subarray(length);
    }
  }
}

const batchSize = 500;

/**
 * Writes a collection of a copy into an empty database.
 * @param restoredFrom returns the document to write for one of the copy; undefined skips it
 */
export async function fillCollection(
  databaseOf: DatabaseOf,
  { service, name, options, indexes }: Collection,
  folder: string,
  restoredFrom: (document: mongo.Document) => mongo.Document | undefined,
): Promise<void> {
  const collection = await databaseOf(service).createCollection(name, options);
  let batch: mongo.Document[] = [];
  const write = async () => {
    if (batch.length > 0) await collection.insertMany(batch, { ignoreUndefined: false });
    batch = [];
  };
  for await (const document of readDocuments(join(folder, collectionFile({ service, name })))) {
    const restored = restoredFrom(document);
    if (restored !== undefined) batch.push(restored);
    if (batch.length === batchSize) await write();
  }
  await write();
  // Created last, so that TTL indexes delete nothing before.
  const ownIndexes = indexes.filter((index) => index.name !== '_id_');
  if (ownIndexes.length > 0) await collection.createIndexes(ownIndexes as mongo.IndexDescription[]);
}
