import { declareCollection } from '@kinmel/service-kit';
import type mongoose from 'mongoose';

interface AddresseeDocument {
  /** The user's id. */
  _id: string;
  isDeleted: boolean;
  /** When the last mail about the account was written, or the account was deleted. */
  touchedAt: Date;
}

/** Longer than events of an account are in transit or parked. */
const retentionDays = 30;

export const createAddresseeModel = declareCollection<AddresseeDocument>('addressees', [
  [{ touchedAt: 1 }, { expireAfterSeconds: retentionDays * 24 * 60 * 60 }],
]);

/**
 * Records deleted accounts (NOT-M8). Both functions write the user's document within the session's transaction, so that
 * a concurrent mail and deletion conflict and one is retried.
 */
export function createAddresseesStore(model: ReturnType<typeof createAddresseeModel>) {
  return {
    /** False when the account was deleted. */
    async mayBeWrittenTo(personId: string, now: Date, session: mongoose.ClientSession): Promise<boolean> {
      const document = await model
        .findOneAndUpdate(
          { _id: personId },
          { $set: { touchedAt: now }, $setOnInsert: { isDeleted: false } },
          { upsert: true, returnDocument: 'after', session },
        )
        .lean();
      return document?.isDeleted !== true;
    },
    async markDeleted(personId: string, now: Date, session: mongoose.ClientSession): Promise<void> {
      await model.updateOne(
        { _id: personId },
        { $set: { isDeleted: true, touchedAt: now } },
        { upsert: true, session },
      );
    },
  };
}

export type AddresseesStore = ReturnType<typeof createAddresseesStore>;
