import { declareCollection, driverOf } from '@kinmel/service-kit';
import type mongoose from 'mongoose';

interface ReceiptDocument {
  readonly _id: string;
  /** False: service-request gave it up, and a call that is still running cannot receive the phone any more. */
  readonly isReceived: boolean;
}

export const createReceiptModel = declareCollection<ReceiptDocument>('receipts', []);

export type ReceiptsStore = ReturnType<typeof createReceiptsStore>;

/** DEV-D3: whether the phone of a claimed sell request was received. One unique index decides (decision 10). */
export function createReceiptsStore(connection: mongoose.Connection) {
  const receipts = driverOf(createReceiptModel(connection));
  return {
    /** Refused by the index after it was given up. */
    async insert(_id: string, session: mongoose.ClientSession): Promise<void> {
      await receipts.insertOne({ _id, isReceived: true }, { session });
    },

    /** Whether it took place; gives it up when it did not. */
    async settle(_id: string): Promise<boolean> {
      const options = { upsert: true, returnDocument: 'after' } as const;
      const document = await receipts.findOneAndUpdate(
        { _id },
        { $setOnInsert: { isReceived: false } },
        options,
      );
      return document?.isReceived ?? false;
    },
  };
}
