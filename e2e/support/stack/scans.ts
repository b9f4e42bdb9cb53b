import mongoose from 'mongoose';

/** Databases of services, as the launcher names them. */
const services = ['auth', 'catalog', 'offer', 'order', 'notification'] as const;

async function withDatabases<T>(
  mongodbUrl: string,
  work: (database: mongoose.mongo.Db, service: string) => Promise<T>,
): Promise<T[]> {
  const client = new mongoose.mongo.MongoClient(mongodbUrl, { appName: 'e2e' });
  try {
    return await Promise.all(services.map((service) => work(client.db(`kinmel_${service}`), service)));
  } finally {
    await client.close();
  }
}

/** From now on, until its next start, the database server keeps note of every query of a service that reads a collection from end to end. */
export async function noteScans(mongodbUrl: string): Promise<void> {
  await withDatabases(mongodbUrl, (database, service) =>
    database.command({ profile: 1, filter: { appName: service, planSummary: { $regex: 'COLLSCAN' } } }),
  );
}

export interface Scan {
  readonly collection: string;
  /** The condition that no index answered. */
  readonly filter: string;
}

/** The noted queries of the services themselves. One without a condition wants the whole collection: no index would help it. */
export async function notedScans(mongodbUrl: string): Promise<Scan[]> {
  const scans = await withDatabases(mongodbUrl, async (database) => {
    const noted = await database.collection('system.profile').find().toArray();
    return noted.flatMap(({ ns, command }): Scan[] => {
      const filter = command.filter ?? command.query ?? command.q ?? command.pipeline?.[0]?.$match ?? {};
      return Object.keys(filter).length === 0 ? [] : [{ collection: ns, filter: JSON.stringify(filter) }];
    });
  });
  return scans.flat();
}
