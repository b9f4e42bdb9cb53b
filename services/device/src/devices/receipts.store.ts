import { declareCollection, nativeCollection } from '@kinmel/service-kit';
import type mongoose from 'mongoose';

interface ReceiptDocument {
  readonly _id: string;
  /** False when service-request gave up the receipt, so that a concurrent call can no longer receive the phone. */
  readonly isReceived: boolean;
}

export const createReceiptModel = declareCollection<ReceiptDocument>('receipts', []);

export type ReceiptsStore = ReturnType<typeof createReceiptsStore>;

/** DEV-D3: records whether the phone of a claimed sell request was received. One unique index decides (decision 10). */
export function createReceiptsStore(connection: mongoose.Connection) {
  const receipts = nativeCollection(createReceiptModel(connection));
  return {
    /** Rejects by the unique index when the receipt was given up. */
    async insert(_id: string, session: mongoose.ClientSession): Promise<void> {
      await receipts.insertOne({ _id, isReceived: true }, { session });
    },

    /** Whether the receipt took place; if not, it is given up. */
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
