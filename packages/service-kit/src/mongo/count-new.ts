import type mongoose from 'mongoose';

/** Lists show "100 new" for any higher number. */
const maxCounted = 100;
const maxTimeMS = 2_000;

/**
 * Counts documents created after `since`, at most a hundred (decision 64). Without `since` the count is 0, and `since`
 * is that of the newest document. `filter` needs an index that ends with `createdAt`.
 */
export async function countNew<Stored extends { createdAt: Date }>(
  documents: mongoose.mongo.Collection<Stored>,
  filter: mongoose.mongo.Filter<Stored>,
  since: Date | undefined,
): Promise<{ readonly count: number; readonly since: Date | undefined }> {
  if (since !== undefined) {
    const count = await documents.countDocuments(
      { $and: [filter, { createdAt: { $gt: since } }] } as mongoose.mongo.Filter<Stored>,
      { limit: maxCounted, maxTimeMS },
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
