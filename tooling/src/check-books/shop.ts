import { mongo } from 'mongoose';

const maxTimeMS = 60_000;

/** What clients of the shop were answered, so that no acknowledged order can go missing unnoticed. */
export interface AcknowledgedOrder {
  readonly orderId: string;
  readonly userId: string;
  readonly key: string;
}

/** Pieces of a product wherever they are: in stock, held or sold. */
export type PiecesOfProducts = ReadonlyMap<string, number>;

/** What the books alone cannot know. Whatever is missing is not judged. */
export interface Beforehand {
  readonly acknowledged?: readonly AcknowledgedOrder[];
  /** The pieces of an earlier moment; the stock may not have been counted anew since. */
  readonly pieces?: PiecesOfProducts;
}

/** How payments are looked up: the provider itself, or a sandbox that speaks its API. */
export interface PaymentsAddress {
  readonly secretKey: string;
  readonly apiBase?: string | undefined;
}

export interface ShopOptions {
  readonly mongodbUri: string;
  /** Without it I-8 counts nothing as still queued. */
  readonly amqpUrl?: string | undefined;
  /** Without it I-18 is not judged. */
  readonly payments?: PaymentsAddress | undefined;
  /** `MONGODB_DB_PREFIX` and `AMQP_PREFIX` of the shop. */
  readonly databasePrefix?: string | undefined;
  readonly queuePrefix?: string | undefined;
  readonly beforehand?: Beforehand;
}

export type Row<Fields> = Fields & { readonly _id: string };

/** The databases of a shop at one moment. Nothing is written. */
export interface Shop {
  readonly options: ShopOptions;
  /** When they were read, by the clock of the database. */
  readonly readAt: Date;
  /** Documents with these fields (`'stock version'`), in the order of their ids, which are text here. */
  rows<Fields>(
    service: string,
    collection: string,
    fields: string,
    filter?: mongo.Document,
  ): Promise<Row<Fields>[]>;
  aggregate<Result extends mongo.Document>(
    service: string,
    collection: string,
    pipeline: mongo.Document[],
  ): Promise<Result[]>;
}

export interface Databases {
  /**
   * Hands over all databases at one moment, which needs a replica set that holds them. The server keeps a snapshot
   * for five minutes (`minSnapshotHistoryWindowInSeconds`); a shop that takes longer to read needs more there.
   */
  atOneMoment<Result>(work: (shop: Shop) => Promise<Result>): Promise<Result>;
  readonly database: (service: string) => mongo.Db;
  close(): Promise<void>;
}

export async function openDatabases(options: ShopOptions): Promise<Databases> {
  const client = await new mongo.MongoClient(options.mongodbUri, {
    readPreference: 'primary',
    serverSelectionTimeoutMS: 5_000,
    appName: 'check-books',
  }).connect();
  const database = (service: string) =>
    client.db(`${options.databasePrefix ?? 'kinmel'}_${service.replaceAll('-', '_')}`);
  return {
    async atOneMoment(work) {
      const session = client.startSession({ snapshot: true });
      try {
        const { localTime } = await client.db('admin').command({ hello: 1 });
        return await work({
          options,
          readAt: localTime,
          async rows<Fields>(
            service: string,
            collection: string,
            fields: string,
            filter: mongo.Document = {},
          ) {
            const projection = Object.fromEntries(fields.split(' ').map((field) => [field, 1]));
            const documents = await database(service)
              .collection(collection)
              .find(filter, { session, projection, sort: { _id: 1 }, maxTimeMS })
              .toArray();
            return documents.map((document) => ({ ...(document as Fields), _id: String(document._id) }));
          },
          aggregate: <Result extends mongo.Document>(
            service: string,
            collection: string,
            pipeline: mongo.Document[],
          ) =>
            database(service)
              .collection(collection)
              .aggregate<Result>(pipeline, { session, maxTimeMS, allowDiskUse: true })
              .toArray(),
        });
      } finally {
        await session.endSession();
      }
    },
    database,
    close: () => client.close(),
  };
}

/** Reads once in a shop what several invariants look at. */
export function readOnce<Result>(read: (shop: Shop) => Promise<Result>): (shop: Shop) => Promise<Result> {
  const known = new WeakMap<Shop, Promise<Result>>();
  return (shop) => {
    const result = known.get(shop) ?? read(shop);
    known.set(shop, result);
    return result;
  };
}

export const byId = <Fields>(rows: readonly Row<Fields>[]): Map<string, Row<Fields>> =>
  new Map(rows.map((row) => [row._id, row]));
