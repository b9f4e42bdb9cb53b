import type mongoose from 'mongoose';

/** More are not counted: the list says "100 new" then. */
const mostCounted = 100;

/**
 * How many documents of a filter were created after that moment, at most a hundred (decision 41). Without the moment none, and it
 * is that of the newest one. `filter` needs an index that ends with `createdAt`.
 */
export async function countNew<Stored extends { createdAt: Date }>(
  documents: mongoose.mongo.Collection<Stored>,
  filter: mongoose.mongo.Filter<Stored>,
  since: Date | undefined,
  { maxTimeMS }: { readonly maxTimeMS: number },
): Promise<{ readonly count: number; readonly since: Date | undefined }> {
  if (since !== undefined) {
    const count = await documents.countDocuments(
      { $and: [filter, { createdAt: { $gt: since } }] } as mongoose.mongo.Filter<Stored>,
      { limit: mostCounted, maxTimeMS },
    );
    return { count, since };
  }
  const newest = await documents.findOne<{ createdAt: Date }>(filter, {
    projection: { createdAt: 1, _id: 0 },
    sort: { createdAt: -1 },
    maxTimeMS,
  });
  return { count: 0, since: newest?.createdAt };
}
