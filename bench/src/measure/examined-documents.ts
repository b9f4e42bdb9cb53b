import { mongo } from 'mongoose';
import { databaseOf } from './orders.ts';

/** All executions of one query: what it asks for, and how the database went about it. */
export interface ExaminedQuery {
  /** Collection, command and the fields of its condition: `products find _id, deletedAt`. */
  readonly name: string;
  readonly plan: string;
  readonly examined: number;
  readonly returned: number;
}

/** Room for some ten thousand queries: the default of a megabyte forgets the first of them. */
const profileBytes = 64 * 1024 * 1024;

type Condition = Readonly<Record<string, unknown>>;

const fieldsOf = (condition: Condition): string[] =>
  Object.entries(condition).flatMap(([name, value]) =>
    (name === '$or' || name === '$and') && Array.isArray(value) ? fieldsOf(value[0] ?? {}) : [name],
  );

/**
 * What the database examined while some work was done, by the database's own record of each query of these services.
 */
export async function examinedDuring(
  mongodbUrl: string,
  services: readonly string[],
  work: () => Promise<void>,
): Promise<ExaminedQuery[]> {
  const client = new mongo.MongoClient(mongodbUrl, { appName: 'bench' });
  const databases = services.map((service) => ({ service, database: client.db(databaseOf(service)) }));
  try {
    for (const { service, database } of databases) {
      await database.command({ profile: 0 });
      await database.dropCollection('system.profile').catch(() => undefined);
      await database.createCollection('system.profile', { capped: true, size: profileBytes });
      await database.command({ profile: 1, filter: { appName: service } });
    }
    await work();
    const queries = new Map<string, ExaminedQuery>();
    for (const { database } of databases) {
      await database.command({ profile: 0 });
      for (const noted of await database.collection('system.profile').find().toArray()) {
        const { ns, command, planSummary: plan } = noted;
        if (plan === undefined) continue;
        const [, collection = ''] = String(ns).split(/\.(.*)/s);
        const match: Condition | undefined = command.pipeline?.[0]?.$match;
        const condition: Condition = command.filter ?? command.query ?? command.q ?? match ?? {};
        const kind = command.q === undefined ? Object.keys(command)[0] : noted['op'];
        const name = `${collection} ${kind} ${[...new Set(fieldsOf(condition))].sort().join(', ')}`;
        // What it returns are values or groups; of its condition it is explained how many documents met it.
        const reduced = command.distinct === undefined ? match : condition;
        const { examined, returned } =
          reduced === undefined
            ? {
                examined: noted['docsExamined'] ?? 0,
                returned: noted['nreturned'] ?? noted['nMatched'] ?? noted['ndeleted'] ?? 0,
              }
            : await explained(database.collection(collection), reduced);
        const before = queries.get(`${name} ${plan}`) ?? { examined: 0, returned: 0 };
        queries.set(`${name} ${plan}`, {
          name,
          plan,
          examined: before.examined + examined,
          returned: before.returned + returned,
        });
      }
    }
    return [...queries.values()];
  } finally {
    await client.close();
  }
}

async function explained(collection: mongo.Collection, match: Condition) {
  const { executionStats } = await collection.find(match).explain('executionStats');
  return { examined: executionStats.totalDocsExamined, returned: executionStats.nReturned };
}

/** Documents examined for each one returned; 1 when none was looked at. */
export const examinedShare = ({ examined, returned }: ExaminedQuery): number =>
  examined === 0 ? 1 : examined / Math.max(1, returned);
