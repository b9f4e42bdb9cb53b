import { databaseNameOf } from '@kinmel/service-kit';
import { mongo } from 'mongoose';
import type { PaymentFigures } from '../payment-sandbox/wallet-payments.ts';

export interface AcknowledgedOrder {
  readonly orderId: string;
  readonly userId: string;
  readonly key: string;
}

/** The number of pieces by product: in stock, held or sold. */
export type PiecesOfProducts = ReadonlyMap<string, number>;

/** Data from outside the databases. Checks whose data is absent are skipped. */
export interface Beforehand {
  /** Orders that were acknowledged to clients. */
  readonly acknowledged?: readonly AcknowledgedOrder[];
  /** The stock at an earlier moment; only valid while no stock is set by hand. */
  readonly pieces?: PiecesOfProducts;
}

export interface ProviderAccess {
  readonly secretKey: string;
  readonly apiBase?: string | undefined;
}

export interface ShopOptions {
  readonly mongodbUri: string;
  /** Without it I-8 treats queued messages as lost. */
  readonly amqpUrl?: string | undefined;
  /** Without it I-18 is not checked. */
  readonly payments?: ProviderAccess | undefined;
  /** `MONGODB_DB_PREFIX` and `AMQP_PREFIX` of the shop. */
  readonly databasePrefix?: string | undefined;
  readonly queuePrefix?: string | undefined;
  readonly beforehand?: Beforehand;
  /** Mails as customers get them. Without them I-58 is not checked. */
  readonly mails?: readonly { readonly subject: string; readonly text: string }[];
  /** Payments as the providers of all methods report them. Without them I-57 is not checked. */
  readonly figures?: readonly PaymentFigures[];
}

/** All databases of a shop at one point in time, read-only. */
export interface Snapshot {
  /** The database's clock. */
  readonly readAt: Date;
  /** Documents with their ids as text, in the order of their ids. */
  read<Row>(service: string, collection: string, pipeline?: mongo.Document[]): Promise<Row[]>;
}

/** Reads from a snapshot of the databases. */
export const readerOf =
  (client: mongo.MongoClient, prefix = 'kinmel', options?: mongo.AggregateOptions): Snapshot['read'] =>
  async <Row>(service: string, collection: string, pipeline: mongo.Document[] = []) => {
    const documents = await client
      .db(databaseNameOf(service, prefix))
      .collection(collection)
      .aggregate([...pipeline, { $sort: { _id: 1 } }], options)
      .toArray();
    return documents.map((document) => ({ ...document, _id: String(document['_id']) }) as Row);
  };

export async function withDatabases<Result>(
  { mongodbUri, databasePrefix = 'kinmel' }: ShopOptions,
  work: (database: (service: string) => mongo.Db, client: mongo.MongoClient) => Promise<Result>,
): Promise<Result> {
  const client = await new mongo.MongoClient(mongodbUri, {
    readPreference: 'primary',
    serverSelectionTimeoutMS: 5_000,
    appName: 'check-books',
  }).connect();
  try {
    return await work((service) => client.db(databaseNameOf(service, databasePrefix)), client);
  } finally {
    await client.close();
  }
}

/**
 * Reads all databases in one snapshot, which needs a replica set. The server keeps a snapshot for five minutes
 * (`minSnapshotHistoryWindowInSeconds`); a shop that takes longer to read needs more.
 */
export const withSnapshot = <Result>(
  options: ShopOptions,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> =>
  withDatabases(options, (_database, client) =>
    client.withSession({ snapshot: true }, async (session) => {
      const { localTime } = await client.db('admin').command({ hello: 1 });
      const limits = { session, maxTimeMS: 60_000, allowDiskUse: true };
      return work({ readAt: localTime, read: readerOf(client, options.databasePrefix, limits) });
    }),
  );
