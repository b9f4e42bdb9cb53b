import mongoose from 'mongoose';

interface AddresseeDocument {
  /** The person's id. */
  _id: string;
  isGone: boolean;
  /** Of the last mail about the account, or of its end. */
  touchedAt: Date;
}

/** Longer than any event of an account is under way or parked. */
const keepDays = 30;

const addresseeSchema = new mongoose.Schema<AddresseeDocument>(
  {
    _id: { type: String, required: true },
    isGone: { type: Boolean, required: true },
    touchedAt: { type: Date, required: true },
  },
  { collection: 'addressees', versionKey: false },
);
addresseeSchema.index({ touchedAt: 1 }, { expireAfterSeconds: keepDays * 24 * 60 * 60 });

export const createAddresseeModel = (connection: mongoose.Connection) =>
  connection.model('Addressee', addresseeSchema);

/**
 * Whose account is gone (M8). Both calls write one document of the person within the session's transaction, so that a mail
 * and the end of the account cannot pass each other unseen: one of the two begins anew.
 */
export interface AddresseesStore {
  /** False for somebody whose account is gone. */
  mayBeWrittenTo(personId: string, now: Date, session: mongoose.ClientSession): Promise<boolean>;
  markGone(personId: string, now: Date, session: mongoose.ClientSession): Promise<void>;
}

export function createAddresseesStore(model: ReturnType<typeof createAddresseeModel>): AddresseesStore {
  return {
    async mayBeWrittenTo(personId, now, session) {
      const found = await model
        .findOneAndUpdate(
          { _id: personId },
          { $set: { touchedAt: now }, $setOnInsert: { isGone: false } },
          { upsert: true, returnDocument: 'after', session },
        )
        .lean();
      return found?.isGone !== true;
    },
    async markGone(personId, now, session) {
      await model.updateOne(
        { _id: personId },
        { $set: { isGone: true, touchedAt: now } },
        { upsert: true, session },
      );
    },
  };
}
