import { declareCollection } from '@kinmel/service-kit';

interface UploadsDocument {
  /** The user and the hour. */
  _id: string;
  count: number;
  expiresAt: Date;
}

const hourMs = 60 * 60 * 1000;

export const createUploadsModel = declareCollection<UploadsDocument>('uploads', [
  [{ expiresAt: 1 }, { expireAfterSeconds: 0 }],
]);

/** Files per person and clock hour, over all instances. */
export function createUploadsStore(model: ReturnType<typeof createUploadsModel>) {
  return {
    /** Counts a file; resolves with the count and the end of the hour. */
    async count(personId: string, now: Date): Promise<{ readonly count: number; readonly endsAt: Date }> {
      const hour = Math.floor(now.getTime() / hourMs);
      const endsAt = new Date((hour + 1) * hourMs);
      const { count } = await model
        .findOneAndUpdate(
          { _id: `${personId}/${hour}` },
          { $inc: { count: 1 }, $setOnInsert: { expiresAt: endsAt } },
          { upsert: true, returnDocument: 'after' },
        )
        .lean()
        .orFail();
      return { count, endsAt };
    },
  };
}

export type UploadsStore = ReturnType<typeof createUploadsStore>;
