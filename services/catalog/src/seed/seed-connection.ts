import { connectMongo, createLogger } from '@kinmel/service-kit';
import type mongoose from 'mongoose';

export interface SeedDatabase {
  readonly mongodbUri: string;
  readonly databaseName: string;
}

/** Runs `work` on the catalog's database, with long time limits, and closes the connection. */
export async function onSeedDatabase<Result>(
  { mongodbUri, databaseName }: SeedDatabase,
  work: (connection: mongoose.Connection) => Promise<Result>,
): Promise<Result> {
  const connection = await connectMongo({
    uri: mongodbUri,
    databaseName,
    logger: createLogger({ service: 'catalog-seed', level: 'error' }),
    maxTimeMs: 60_000,
  });
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}
