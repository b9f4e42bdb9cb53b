import type { Stack } from '@kinmel/tooling/stack';
import mongoose from 'mongoose';

async function withDatabases<T>(
  { mongodb, services }: Stack['urls'],
  work: (database: mongoose.mongo.Db, service: string) => Promise<T>,
): Promise<T[]> {
  const client = new mongoose.mongo.MongoClient(mongodb, { appName: 'e2e' });
  try {
    const names = Object.keys(services);
    return await Promise.all(
      names.map((service) => work(client.db(`kinmel_${service.replaceAll('-', '_')}`), service)),
    );
  } finally {
    await client.close();
  }
}

/** From now until its next start, MongoDB logs every query of a service that scans a collection. */
export async function noteScans(urls: Stack['urls']): Promise<void> {
  await withDatabases(urls, (database, service) =>
    database.command({ profile: 1, filter: { appName: service, planSummary: { $regex: 'COLLSCAN' } } }),
  );
}

export interface Scan {
  readonly collection: string;
  /** The filter without an index. */
  readonly filter: string;
}

/** The logged queries of the services. A query without a filter reads the whole collection, so an index would not help. */
export async function notedScans(urls: Stack['urls']): Promise<Scan[]> {
  const scans = await withDatabases(urls, async (database) => {
    const entries = await database.collection('system.profile').find().toArray();
    return entries.flatMap(({ ns, command }): Scan[] => {
      const filter = command.filter ?? command.query ?? command.q ?? command.pipeline?.[0]?.$match ?? {};
      return Object.keys(filter).length === 0 ? [] : [{ collection: ns, filter: JSON.stringify(filter) }];
    });
  });
  return scans.flat();
}
