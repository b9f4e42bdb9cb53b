import { declareCollection, saveEvents, type WireEvent } from '@kinmel/service-kit';
import mongoose from 'mongoose';

/** The last known state of a device's sale. Stored permanently, because an older event may arrive at any time. */
export interface Listing {
  readonly deviceId: string;
  /** The version of the device when it was listed; its withdrawal names the same. */
  readonly version: number;
  readonly isWithdrawn: boolean;
  /** When to ask device whether staff completed the withdrawal; null when that is known. */
  readonly settleAt: Date | null;
}

interface ListingDocument extends Omit<Listing, 'deviceId'> {
  readonly _id: string;
}

export const createListingModel = declareCollection<ListingDocument>('listings', [
  [{ settleAt: 1 }, { partialFilterExpression: { settleAt: { $type: 'date' } } }],
]);

export type ListingsStore = ReturnType<typeof createListingsStore>;

const { trusted } = mongoose;

export function createListingsStore(model: ReturnType<typeof createListingModel>) {
  const toListing = ({ _id: deviceId, ...fields }: ListingDocument): Listing => ({ ...fields, deviceId });
  return {
    async find(deviceId: string, session: mongoose.ClientSession): Promise<Listing | undefined> {
      const document = await model.findById(deviceId, undefined, { session }).lean<ListingDocument>();
      return document ? toListing(document) : undefined;
    },

    async save(
      { deviceId, ...fields }: Listing,
      events: readonly WireEvent[],
      session: mongoose.ClientSession,
    ): Promise<void> {
      await model.updateOne({ _id: deviceId }, { $set: fields }, { upsert: true, session });
      await saveEvents(model.db, events, session);
    },

    /** Ids of devices whose withdrawals are due to be settled. */
    async due(now: Date, limit: number): Promise<string[]> {
      const options = { sort: { settleAt: 1 }, limit } as const;
      const documents = await model
        .find({ settleAt: trusted<object>({ $type: 'date', $lte: now }) }, { _id: 1 }, options)
        .lean();
      return documents.map(({ _id }) => _id);
    },

    /** Postpones a due withdrawal, so that one instance settles it. */
    async claim(deviceId: string, now: Date, claimMs: number): Promise<Listing | undefined> {
      const dueFilter = { _id: deviceId, settleAt: trusted<object>({ $type: 'date', $lte: now }) };
      const claimUpdate = { $set: { settleAt: new Date(now.getTime() + claimMs) } };
      const document = await model.findOneAndUpdate(dueFilter, claimUpdate).lean<ListingDocument>();
      return document ? toListing(document) : undefined;
    },

    /** Leaves a listing that arrived meanwhile unchanged. */
    async markSettled({ deviceId, version }: Listing): Promise<void> {
      await model.updateOne({ _id: deviceId, version, isWithdrawn: true }, { $set: { settleAt: null } });
    },
  };
}
