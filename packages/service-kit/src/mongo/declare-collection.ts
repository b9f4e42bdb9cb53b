import mongoose from 'mongoose';

export type Index = readonly [keys: mongoose.IndexDefinition, options?: mongoose.IndexOptions];

const schemaOptions = {
  strict: false,
  strictQuery: false,
  versionKey: false,
  minimize: false,
  autoIndex: false,
  id: false,
} as const;

/**
 * Declares a collection and its indexes. Contracts and rules have checked what is written, so that only ids are cast.
 * @param idType the type of its ids
 */
export function declareCollection<Stored>(
  collection: string,
  indexes: readonly Index[],
  idType: typeof String | typeof Number | typeof mongoose.Types.ObjectId = String,
) {
  const schema = new mongoose.Schema({ _id: idType }, schemaOptions);
  for (const [keys, indexOptions] of indexes) schema.index(keys, indexOptions);
  return (connection: mongoose.Connection): mongoose.Model<Stored> =>
    connection.model<Stored>(collection, schema as never, collection);
}

/** The native collection: nothing is cast, and filters may contain operators. */
export const nativeCollection = <Stored extends object>({ collection }: mongoose.Model<Stored>) =>
  collection as unknown as mongoose.mongo.Collection<Stored>;

/** Driver options for a call that may be part of a transaction. */
export const inSession = (session: mongoose.ClientSession | undefined) => (session ? { session } : {});

/** Whether a conditional write found its document. */
export const hasMatched = async (write: PromiseLike<{ readonly matchedCount: number }>): Promise<boolean> =>
  (await write).matchedCount === 1;

/** Removes records that were deleted before a time. Resolves with their number. */
export async function purgeDeleted<Stored extends object>(
  model: mongoose.Model<Stored>,
  deletedBefore: Date,
): Promise<number> {
  const deletedAt = { $type: 'date', $lte: deletedBefore };
  return (await model.collection.deleteMany({ deletedAt })).deletedCount;
}

/** Whether a unique index has refused a write. */
export const isDuplicateKeyError = (error: unknown): error is mongoose.mongo.MongoServerError =>
  error instanceof mongoose.mongo.MongoServerError && error.code === 11000;

/** The result of a write (true if it has none), or false when a unique index has refused it. */
export const falseIfDuplicate = (write: Promise<unknown>): Promise<boolean> =>
  write.then(
    (outcome) => outcome !== false,
    (error: unknown) => {
      if (isDuplicateKeyError(error)) return false;
      throw error;
    },
  );
