import type mongoose from 'mongoose';
import { claimFor, isUnclaimed } from './sweep-due.ts';

type Stored = mongoose.mongo.Document & { _id: unknown };
type Filter = Readonly<Record<string, unknown>>;

interface DueDocuments {
  readonly isDue: (now: Date) => Filter;
  /** The end of an instance's claim, in database time. */
  readonly claimField: string;
  /** The sort field of the index, after the claim. */
  readonly order: Readonly<Record<string, 1>>;
}

const maxTimeMS = 2_000;

/** `Swept.due` and `Swept.claim` for due documents: never tried first, then tried longest ago. */
export function dueDocuments<Document extends Stored>(
  documents: mongoose.mongo.Collection<Document>,
  { isDue, claimField, order }: DueDocuments,
) {
  type Id = Document['_id'];
  // Uses the native driver: Mongoose sanitizes filters, and every one with database time would need `trusted`.
  const filterAt = (now: Date, condition: Filter = {}) =>
    ({
      ...condition,
      ...isDue(now),
      ...isUnclaimed(claimField),
    }) as object as mongoose.mongo.Filter<Document>;
  return {
    due: async (now: Date, limit: number): Promise<Id[]> => {
      const sort = { [claimField]: 1, ...order } as const;
      const cursor = documents.find(filterAt(now), { projection: { _id: 1 }, sort, limit, maxTimeMS });
      return (await cursor.toArray()).map(({ _id }) => _id);
    },
    /** Null when it is claimed or not due. */
    claim: (_id: Id, now: Date, claimMs: number, projection: Readonly<Record<string, 0 | 1>> = {}) =>
      documents.findOneAndUpdate(filterAt(now, { _id }), claimFor(claimField, claimMs), {
        projection,
        maxTimeMS,
      }),
  };
}
